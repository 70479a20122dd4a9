package dev.lbp.models;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Exact expectations of small targets, and the samplers that are held to them. */
final class Expectations {

    private Expectations() {}

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().weight(WeightFunction.SQRT).build(),
                Samplers.lbp().weight(WeightFunction.BARKER).build(),
                Samplers.lbp().weight(WeightFunction.MIN).adaptive(0.4).build(),
                Samplers.lbp().weight(WeightFunction.MAX).adaptive(0.8).build(),
                Samplers.lbp()
                        .weight(WeightFunction.of("t^0.8", logT -> 0.8 * logT))
                        .build(),
                Samplers.lbp()
                        .weight(WeightFunction.balanced("balanced t^2", logT -> 2.0 * logT))
                        .build(),
                Samplers.lbp().scale(1).build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(5).build(),
                Samplers.gwg().build(),
                Samplers.gwg().weight(WeightFunction.SQRT).scale(2).build(),
                Samplers.rwm().scale(1).build(),
                Samplers.rwm().build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build());
    }

    /**
     * Every site, the log-probability and its square, and the square of the number of ones: what moves together shows
     * too.
     */
    static Function<byte[], double[]> statistics(ToDoubleFunction<byte[]> logProb) {
        return x -> {
            double[] values = new double[x.length + 3];
            int ones = 0;
            for (int i = 0; i < x.length; i++) {
                values[i] = x[i];
                ones += x[i];
            }
            double lp = logProb.applyAsDouble(x);
            values[x.length] = lp;
            values[x.length + 1] = lp * lp;
            values[x.length + 2] = ones * ones;
            return values;
        };
    }

    /** Their expectations under {@code exp(beta * logProb)}, over the states that a condition allows. */
    static double[] exact(int n, ToDoubleFunction<byte[]> logProb, double beta, Predicate<byte[]> condition) {
        Function<byte[], double[]> statistics = statistics(logProb);
        double[] sums = new double[n + 3];
        double total = 0.0;
        for (byte[] x : Enumeration.states(n)) {
            if (condition.test(x)) {
                double p = Math.exp(beta * logProb.applyAsDouble(x));
                double[] values = statistics.apply(x);
                for (int k = 0; k < sums.length; k++) {
                    sums[k] += p * values[k];
                }
                total += p;
            }
        }
        for (int k = 0; k < sums.length; k++) {
            sums[k] /= total;
        }
        return sums;
    }
}
