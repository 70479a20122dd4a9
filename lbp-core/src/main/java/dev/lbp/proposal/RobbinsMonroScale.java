package dev.lbp.proposal;

import java.util.OptionalDouble;

/** The Robbins-Monro rule of Sun, Dai and Schuurmans (2022), equation 22 with gain 1. */
record RobbinsMonroScale(double target) implements ScaleController {

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        return new Rule(target, largest);
    }

    @Override
    public OptionalDouble targetAcceptance() {
        return OptionalDouble.of(target);
    }

    @Override
    public String describe() {
        return "acceptance " + target;
    }

    /** Starts at R = 1 as in the paper, and ignores the guess from theory. */
    private static final class Rule implements Adaptation {

        private static final long serialVersionUID = 1L;

        private final double target;
        private final double largest;
        private double scale = 1.0;

        Rule(double target, double largest) {
            this.target = target;
            this.largest = largest;
        }

        @Override
        public double scale() {
            return scale;
        }

        @Override
        public void update(double acceptanceProbability, int flips) {
            scale = Math.min(Math.max(scale + acceptanceProbability - target, 1.0), largest);
        }
    }
}
