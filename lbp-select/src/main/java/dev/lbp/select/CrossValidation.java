package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.result.SamplingListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leaves out each part of the rows in turn, and scores how a selection of the other rows predicts it.
 *
 * @param folds the number of parts
 * @param atOnce the number of parts that are scored together; above 1 only if {@code made} gives the regression of all
 *     rows and {@code scorer} computes each part's scores from it
 * @param made makes the regression of some rows, given by number
 * @param scorer scores the predictions of the other rows
 * @param <F> the fit of a model
 * @param <P> the regression
 */
record CrossValidation<F, P extends Regression<F>>(
        int folds, int atOnce, ModelSampling sampling, Function<int[], P> made, Scorer<F, P> scorer) {

    /** Scores the rows that are held out by the models of the other rows. */
    interface Scorer<F, P> {

        /**
         * The log-scores of the rows that are held out.
         *
         * @param kept the regression without these rows
         * @param whole the regression of all rows
         * @param models of {@code kept}
         */
        double[] of(P kept, P whole, int[] heldOut, VisitedModels<F> models);
    }

    /**
     * Carries out the cross-validation. An interrupt ends it; the present fold then does not count.
     *
     * @param classes of the rows; each class is divided evenly among the folds
     * @param partial whether a fold has one score, that of Cox's partial likelihood
     */
    LogScores of(double[] classes, boolean partial) {
        SamplingListener listening = sampling.listener;
        sampling.listener = null; // the listener receives the number of folds, not of steps
        try {
            return scored(classes, partial, listening);
        } finally {
            sampling.listener = listening;
        }
    }

    private LogScores scored(double[] classes, boolean partial, @Nullable SamplingListener listening) {
        int n = classes.length;
        Check.that(folds >= 2 && folds <= n, "be in [2, n], with n = " + n + " rows", "folds", folds);
        int[] fold = foldOf(classes);
        P whole = made.apply(IntStream.range(0, n).toArray());
        Map<String, List<double[]>> byPredictor = new LinkedHashMap<>();
        int notMixed = 0;
        int done = 0;
        int rows = 0;
        while (done < folds) { // usually one fold at a time; `atOnce` folds if `made` ignores which rows are left out
            int number = done;
            int end = Math.min(done + atOnce, folds);
            int[] heldOut = IntStream.range(0, n)
                    .filter(t -> fold[t] >= number && fold[t] < end)
                    .toArray();
            int[] others = IntStream.range(0, n).filter(t -> fold[t] != number).toArray();
            try {
                P kept = made.apply(others);
                AtomicInteger ofFold = new AtomicInteger();
                Map<String, VisitedModels<F>> predictors = models(kept, ofFold);
                if (Thread.currentThread().isInterrupted()) { // the chains were cut short: this fold does not count
                    break;
                }
                notMixed += ofFold.get();
                predictors.forEach((name, models) -> byPredictor
                        .computeIfAbsent(name, key -> new ArrayList<>())
                        .add(scorer.of(kept, whole, heldOut, models)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        e.getMessage() + " (without the rows of fold " + (number + 1) + " of " + folds + ")", e);
            }
            done = end;
            rows += heldOut.length;
            ModelSampling.tell(listening, done, folds);
        }
        return new LogScores(folds, done, rows, scores(byPredictor), notMixed, partial);
    }

    /** By row, its fold: random, each class divided evenly. */
    private int[] foldOf(double[] classes) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, classes.length).boxed().toList());
        Random random = new Random(sampling.seed); // the same numbers on every Java
        for (int k = 0; k < classes.length; k++) {
            int other = k + random.nextInt(classes.length - k);
            order.set(k, order.set(other, order.get(k)));
        }
        order.sort(Comparator.comparingDouble(t -> classes[t])); // keeps the order of equal ones
        int[] fold = new int[classes.length];
        for (int k = 0; k < fold.length; k++) {
            fold[order.get(k)] = k % folds;
        }
        return fold;
    }

    /** The predictors of a fold: the average over models, the empty and the full model. */
    private Map<String, VisitedModels<F>> models(P kept, AtomicInteger notMixed) {
        Map<String, VisitedModels<F>> predictors = new LinkedHashMap<>();
        predictors.put(HeldOut.AVERAGE, sampling.models(kept, run -> notMixed.addAndGet(run.mixed() ? 0 : 1)));
        predictors.putAll(Forecast.single(kept));
        return predictors;
    }

    /**
     * The score of each predictor, the sum of its terms by row, and its difference to that of the average over models,
     * both with errors. A predictor that lacks a fold, as the full model may, is left out.
     */
    private static List<LogScores.Score> scores(Map<String, List<double[]>> byPredictor) {
        List<double[]> ofAverage = byPredictor.getOrDefault(HeldOut.AVERAGE, List.of());
        double[] average = terms(ofAverage);
        List<LogScores.Score> scores = new ArrayList<>();
        byPredictor.forEach((name, all) -> {
            if (all.size() == ofAverage.size()) {
                double[] terms = terms(all);
                double[] differences = new double[terms.length];
                Arrays.setAll(differences, t -> terms[t] - average[t]);
                scores.add(new LogScores.Score(
                        name, Sum.of(terms), error(terms), Sum.of(differences), error(differences)));
            }
        });
        return scores;
    }

    private static double[] terms(List<double[]> all) {
        return all.stream().flatMapToDouble(DoubleStream::of).toArray();
    }

    /** The standard error of a sum of independent terms. */
    private static double error(double[] terms) {
        double mean = Sum.of(terms) / terms.length;
        double squares = Sum.of(terms.length, t -> (terms[t] - mean) * (terms[t] - mean));
        return Math.sqrt(squares * terms.length / (terms.length - 1.0));
    }
}
