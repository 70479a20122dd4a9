package dev.lbp.proposal;

import java.util.OptionalDouble;

/**
 * Robbins-Monro on the logarithm of the scale.
 *
 * <p>{@code log R <- log R + gain_t (acceptance - target)} with {@code gain_t = 1.74 / (1 + t/4)^0.6}. The first gain
 * is the inverse of the slope at the optimum: by equation 6 of Sun, Dai and Schuurmans (2022) acceptance is {@code a =
 * 2 Phi(-z^1.5 / 2)} with z proportional to R, so {@code da / d log R = -1.5 z^1.5 phi(z^1.5 / 2) = -0.574} at z =
 * 1.081. So one step corrects a start that is wrong by a small factor. The exponent is above 1/2 and below 1, so the
 * sum of the gains diverges and the sum of their squares converges. The frozen scale is an average over half of the
 * steps, which removes the remaining noise.
 */
record LogScale(double target) implements ScaleController {

    private static final double FIRST_GAIN = 1.74;

    private static final double DECAY_STEPS = 4.0;

    private static final double DECAY_POWER = 0.6;

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        return new Rule(target, start, largest);
    }

    @Override
    public OptionalDouble targetAcceptance() {
        return OptionalDouble.of(target);
    }

    @Override
    public String describe() {
        return "acceptance " + target;
    }

    /** Raises log R after a step of high acceptance probability and lowers it else, by a gain that falls with steps. */
    private static final class Rule implements Adaptation {

        private static final long serialVersionUID = 1L;

        private final double target;
        private final double largest;
        private double logScale;
        private int step;

        Rule(double target, double start, double largest) {
            this.target = target;
            this.largest = largest;
            this.logScale = Math.log(start);
        }

        @Override
        public double scale() {
            return Math.min(Math.max(Math.exp(logScale), 1.0), largest); // exp(log R) may round to a number above R
        }

        @Override
        public void update(double acceptanceProbability, int flips) {
            double gain = FIRST_GAIN * Math.pow(1.0 + step++ / DECAY_STEPS, -DECAY_POWER);
            logScale = Math.min(Math.max(logScale + gain * (acceptanceProbability - target), 0.0), Math.log(largest));
        }
    }
}
