package dev.lbp.internal.select.average;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * The most probable models, at most 1,000, of all that are added one after another, and the sum of all probabilities.
 */
public final class RankedModels {

    private static final int MOST = 1_000;

    private final List<VisitedModels.Known> models = new ArrayList<>();
    private final WeightedSums sum = new WeightedSums(0);
    private double bar = Double.NEGATIVE_INFINITY; // a model at or below it is not among the most probable ones

    /**
     * Adds a model. At most twice {@link #MOST} are held: then the less probable half is dropped, and later models must
     * be more probable than the last that remains.
     *
     * @param logProb its log-probability; the model is dropped if this is negative infinity
     */
    public void add(double logProb, Supplier<int[]> sites) {
        sum.weigh(logProb);
        if (logProb > bar) {
            models.add(new VisitedModels.Known(sites.get(), logProb));
            if (models.size() == 2 * MOST) { // best() sorts the models and drops all but the first ones
                bar = best().get(MOST - 1).logProb();
            }
        }
    }

    /** The models in descending order of probability; equal ones in the order in which they were added. */
    public List<VisitedModels.Known> best() {
        models.sort(Comparator.comparingDouble(VisitedModels.Known::logProb).reversed());
        models.subList(Math.min(MOST, models.size()), models.size()).clear();
        return List.copyOf(models);
    }

    /**
     * Returns this object.
     *
     * @throws IllegalStateException if it has no model
     */
    public RankedModels checked() {
        if (models.isEmpty()) {
            throw new IllegalStateException("must be finite for a model: the log-evidence, which is -Infinity for all");
        }
        return this;
    }

    /** The logarithm of the sum of all probabilities. */
    public double logTotal() {
        return sum.logTotal();
    }
}
