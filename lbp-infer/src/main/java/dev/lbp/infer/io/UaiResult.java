package dev.lbp.infer.io;

import dev.lbp.infer.Posterior;
import dev.lbp.models.factor.FactorGraph;

/**
 * Texts of results in the format of the UAI competitions. The first line is the task. The second line is the answer,
 * with all digits; variables and values are in the order of the graph.
 */
public final class UaiResult {

    private UaiResult() {}

    /** {@code MAR}: the number of variables, then for each variable its number of values and their probabilities. */
    public static String marginals(FactorGraph graph, Posterior posterior) {
        StringBuilder text = new StringBuilder("MAR\n").append(graph.sites());
        for (int i = 0; i < graph.sites(); i++) {
            text.append(' ').append(graph.values(i));
            for (double probability : posterior.marginal(i)) {
                text.append(' ').append(number(probability));
            }
        }
        return text.append('\n').toString();
    }

    /** {@code PR}: the logarithm to base 10 of the sum over all states that agree with the evidence. */
    public static String partition(Posterior posterior) {
        return "PR\n" + number(posterior.log10Z()) + "\n";
    }

    /** {@code MPE}: the number of variables and the most probable value of each. */
    public static String best(Posterior posterior) {
        int[] best = posterior.best();
        StringBuilder text = new StringBuilder("MPE\n").append(best.length);
        for (int value : best) {
            text.append(' ').append(value);
        }
        return text.append('\n').toString();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < Integer.MAX_VALUE ? "" + (int) value : "" + value;
    }
}
