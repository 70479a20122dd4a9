package dev.lbp.select;

import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The inclusion probabilities of chains. Averages of conditional probabilities are taken where these are exact. Where
 * they are estimates that steps correct, see {@link dev.lbp.SamplingRun#conditionals}, a variable has the average
 * unless its share of draws has less than half the error: of two similar errors the smaller one is more often too
 * small.
 *
 * <p>Chains of n draws may miss models of probability 1/n, and in these a variable may change sides with a probability
 * that n draws miss, too. So no error is below 1/n^2.
 *
 * <p>Chains that ended before there were two batches of draws have no errors. An error is then that of a single draw of
 * each chain.
 */
final class SampledInclusion {

    private SampledInclusion() {}

    /** The inclusion probabilities if models were enumerated. */
    static List<SelectionResult.Variable> exact(
            List<String> names, IntToDoubleFunction probability, IntToDoubleFunction prior) {
        return IntStream.range(0, names.size())
                .mapToObj(site -> new SelectionResult.Variable(
                        names.get(site), probability.applyAsDouble(site), 0.0, false, prior.applyAsDouble(site)))
                .toList();
    }

    static List<SelectionResult.Variable> of(
            List<String> names, SampleResult run, LocalEnergyModel model, IntToDoubleFunction prior) {
        SampleResult.Conditionals averages = run.conditionals().orElseThrow();
        double[] shares = run.marginals();
        double[] errors = run.marginalErrors();
        boolean areExact = model.exactFlips();
        double least = Math.pow((double) run.chains() * run.draws(), -2.0);
        boolean areUnknown = lackErrors(run);
        return IntStream.range(0, names.size())
                .mapToObj(site -> {
                    double error = averages.errors()[site];
                    boolean isAveraged = areExact || !(error >= 2.0 * errors[site]);
                    double probability = isAveraged ? inUnit(averages.marginals()[site]) : shares[site];
                    double found = isAveraged ? error : errors[site];
                    double ofOneDraw = Math.sqrt(probability * (1.0 - probability) / run.chains());
                    return new SelectionResult.Variable(
                            names.get(site),
                            probability,
                            atLeast(least, areUnknown ? ofOneDraw : found),
                            isAveraged,
                            prior.applyAsDouble(site));
                })
                .toList();
    }

    /**
     * Whether the chains ended before there were two batches of draws: then no variable that is in some draws and not
     * in others has an error. In a longer run a single such variable may lack one, if its only draws are after the last
     * whole batch.
     */
    static boolean lackErrors(SampleResult run) {
        double[] shares = run.marginals();
        double[] errors = run.marginalErrors();
        boolean none = Arrays.stream(run.conditionals().orElseThrow().errors()).allMatch(Double::isNaN);
        int[] changed = IntStream.range(0, shares.length)
                .filter(site -> shares[site] > 0.0 && shares[site] < 1.0)
                .toArray();
        return changed.length > 0 && (none || IntStream.of(changed).allMatch(site -> Double.isNaN(errors[site])));
    }

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
