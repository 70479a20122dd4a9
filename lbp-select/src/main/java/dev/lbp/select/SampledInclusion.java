package dev.lbp.select;

import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The inclusion probabilities of chains. Averages of conditional probabilities are taken where these are exact. Where
 * they are estimates that steps correct, see {@link dev.lbp.SamplingRun#conditionals}, a variable has the average if
 * that has a smaller error than its share of draws.
 */
final class SampledInclusion {

    private SampledInclusion() {}

    static List<SelectionResult.Variable> of(List<String> names, SampleResult run, LocalEnergyModel model) {
        SampleResult.Conditionals averages = run.conditionals().orElseThrow();
        double[] shares = run.marginals();
        double[] errors = run.marginalErrors();
        boolean areExact = model.exactFlips();
        return IntStream.range(0, names.size())
                .mapToObj(site -> {
                    double error = averages.errors()[site];
                    boolean isAveraged = areExact || !(error >= errors[site]);
                    return new SelectionResult.Variable(
                            names.get(site),
                            isAveraged ? inUnit(averages.marginals()[site]) : shares[site],
                            isAveraged ? error : errors[site],
                            isAveraged);
                })
                .toList();
    }

    /** The largest standard error; a probability that never changed has none. */
    static double largestError(List<SelectionResult.Variable> inclusion) {
        return inclusion.stream()
                .mapToDouble(SelectionResult.Variable::error)
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(0.0);
    }

    /** A corrected average may leave [0, 1]. */
    private static double inUnit(double value) {
        return Math.min(Math.max(value, 0.0), 1.0);
    }
}
