package dev.lbp.experiments.paper;

import dev.lbp.internal.Check;
import dev.lbp.proposal.ScaleController;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A real scale that does not adapt. Each step draws one of the two integers around it, so that the chain reaches all
 * states, which a fixed even integer does not. At n + 1/2 a step draws n and n + 1 with equal probability.
 *
 * @param scale at least 1, and at most N/2 for a model of N sites
 */
record ConstantScale(double scale) implements ScaleController {

    private static final double HALF = 0.5;

    ConstantScale {
        Check.that(scale >= 1.0 && scale < Double.POSITIVE_INFINITY, "be >= 1 and finite", "scale", scale);
    }

    /** The nearest scale of the form n + 1/2, at least 1.5. */
    static double nearestHalf(double scale) {
        return Math.max(1.0, Math.floor(scale)) + HALF;
    }

    /** The {@link #nearestHalf} of each multiple of a scale, up to {@code largest}, without repetitions. */
    static List<Double> halves(double scale, double[] multiples, double largest) {
        return DoubleStream.of(multiples)
                .map(multiple -> nearestHalf(multiple * scale))
                .filter(half -> half <= largest)
                .distinct()
                .boxed()
                .toList();
    }

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        double constant = scale;
        return new Adaptation() {

            private static final long serialVersionUID = 1L;

            @Override
            public double scale() {
                return constant;
            }

            @Override
            public void update(double acceptanceProbability, int flips) {
                // the scale is constant
            }
        };
    }

    @Override
    public String describe() {
        return "constant " + scale;
    }
}
