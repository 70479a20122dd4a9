package dev.lbp.internal.select.average;

import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/** Keeps the coefficients of the models of largest weight, at most {@value #MOST}, of all that are offered. */
public final class LeadingModels {

    /** The largest number of models. A model of ten variables takes about 1 kB. */
    public static final int MOST = 50_000;

    private final PriorityQueue<Weighted> least = new PriorityQueue<>(Comparator.comparingDouble(Weighted::logWeight));

    /** A model with the logarithm of its weight. */
    public record Weighted(double logWeight, Member model) {}

    /**
     * The coefficients of one model.
     *
     * @param columns of the candidates that are in
     * @param coefficients of these columns
     * @param terms the coefficients that all models have
     * @param parts computes the mixture that is the posterior distribution of the coefficients
     */
    public record Member(int[] columns, Held[] coefficients, Held[] terms, Supplier<PosteriorPart[]> parts) {}

    /**
     * A coefficient of one model.
     *
     * @param of the coefficient as a combination, from which the moments were computed
     * @param mean the mean of the coefficient in this model
     * @param square the mean of its square
     */
    public record Held(Combination of, double mean, double square) {}

    /** Keeps a model if it is among the {@value #MOST} of largest weight so far. */
    public void offer(double logWeight, Member model) {
        if (least.size() < MOST) {
            least.add(new Weighted(logWeight, model));
        } else if (logWeight > least.element().logWeight()) {
            least.remove();
            least.add(new Weighted(logWeight, model));
        }
    }

    /**
     * The kept models' part of the weight of all models; below 1 if models were dropped.
     *
     * @param logTotal the logarithm of the sum of all models' weights
     */
    public double part(double logTotal) {
        return least.size() < MOST
                ? 1.0
                : least.stream()
                        .mapToDouble(one -> Math.exp(one.logWeight() - logTotal))
                        .sum();
    }

    /**
     * The models of largest weight, in descending order: as few as have together {@code part} of the weight of all
     * models.
     *
     * @param logTotal the logarithm of the sum of all models' weights
     */
    public List<Weighted> holding(double part, double logTotal) {
        List<Weighted> sorted = new ArrayList<>(least);
        sorted.sort(Comparator.comparingDouble(Weighted::logWeight).reversed());
        double sum = 0.0;
        int count = 0;
        while (count < sorted.size() && sum < part) {
            sum += Math.exp(sorted.get(count++).logWeight() - logTotal);
        }
        return sorted.subList(0, count);
    }
}
