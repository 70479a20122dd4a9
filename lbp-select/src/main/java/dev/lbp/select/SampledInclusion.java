package dev.lbp.select;

import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.result.SampleResult;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Computes inclusion probabilities from chains. Averages of conditional probabilities are taken where these are exact.
 * Where they are estimates that steps correct, see {@link dev.lbp.SamplingRun#conditionals}, a variable has the average
 * unless its share of draws has less than half the error: of two similar errors the smaller one is more often too
 * small.
 *
 * <p>Chains of n draws may miss models of probability 1/n, and in these a variable may enter or leave with a
 * probability that n draws miss, too. So no error is below 1/n^2.
 *
 * <p>A chain that ends before two batches of the run are complete, each a 32nd of the draws that were set, leaves no
 * errors. A variable then has the error of its share of draws, by shorter batches. If there are too few draws for
 * these, or the variable never changed sides, its error is that of a single draw of each chain.
 */
final class SampledInclusion {

    private SampledInclusion() {}

    /** The inclusion probabilities if models were enumerated. */
    static List<SelectionResult.Variable> exact(
            List<String> names, IntToDoubleFunction probability, SubsetModel model) {
        return IntStream.range(0, names.size())
                .mapToObj(site -> new SelectionResult.Variable(
                        // no error, and no average over draws
                        names.get(site), probability.applyAsDouble(site), 0.0, false, model.priorInclusion(site)))
                .toList();
    }

    /**
     * The inclusion probabilities of a run. Each is the average of conditional probabilities, or the share of draws
     * where that has less than half the error.
     */
    static List<SelectionResult.Variable> of(
            List<String> names, SampleResult run, SampledModels<?> drawn, SubsetModel model) {
        SampleResult.Conditionals averages = run.conditionals().orElseThrow();
        double[] shares = run.marginals();
        double[] errors = run.marginalErrors();
        boolean areExact = model.exactFlips();
        double least = Math.pow((double) run.chains() * run.draws(), -2.0); // no error is below 1/n^2
        double[] ofShortRun = lackErrors(run) ? drawn.errorsOfInclusion() : null;
        return IntStream.range(0, names.size())
                .mapToObj(site -> {
                    double error = averages.errors()[site];
                    boolean isAveraged = areExact || !(error >= 2.0 * errors[site]); // averaged also if one is NaN
                    double probability = isAveraged ? inUnit(averages.marginals()[site]) : shares[site];
                    double found = isAveraged ? error : errors[site];
                    if (ofShortRun != null) { // the run is too short for its own errors
                        double ofOneDraw = Math.sqrt(probability * (1.0 - probability) / run.chains());
                        found = ofShortRun[site] > 0.0 ? ofShortRun[site] : ofOneDraw;
                    }
                    return new SelectionResult.Variable(
                            names.get(site),
                            probability,
                            atLeast(least, found),
                            isAveraged,
                            model.priorInclusion(site));
                })
                .toList();
    }

    /**
     * Whether the chains ended before the run had two batches of draws: then no variable that is in some draws and not
     * in others has an error of its share. In a longer run a single such variable may lack one, if its only draws are
     * after the last whole batch.
     */
    static boolean lackErrors(SampleResult run) {
        double[] shares = run.marginals();
        double[] errors = run.marginalErrors();
        int[] changed = IntStream.range(0, shares.length)
                .filter(site -> shares[site] > 0.0 && shares[site] < 1.0)
                .toArray();
        return changed.length > 0 && IntStream.of(changed).allMatch(site -> Double.isNaN(errors[site]));
    }

    /** The error, but at least {@code least}, also where the error is NaN. */
    private static double atLeast(double least, double error) {
        return error > least ? error : least;
    }

    /** The largest standard error. */
    static double largestError(List<SelectionResult.Variable> inclusion) {
        return inclusion.stream()
                .mapToDouble(SelectionResult.Variable::error)
                .max()
                .orElse(0.0);
    }

    /** A probability moved into [0, 1], which a corrected average may have left. */
    private static double inUnit(double value) {
        return Math.min(Math.max(value, 0.0), 1.0);
    }
}
