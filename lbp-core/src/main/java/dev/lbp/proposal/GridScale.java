package dev.lbp.proposal;

import java.util.Arrays;
import java.util.List;

/** The grid search of Sun, Dai and Schuurmans (2022): it selects the scale with the largest expected jump distance. */
record GridScale(double[] scales) implements ScaleController {

    @Override
    public Adaptation begin(double start, double largest, int steps) {
        return new Search(scales, largest, Math.max(1, steps / scales.length));
    }

    /** The scale whose mean jump distance, summed over the chains, is largest. */
    @Override
    public double freeze(List<? extends Adaptation> chains, double meanScale) {
        int best = 0;
        double[] distance = new double[scales.length];
        for (int k = 0; k < scales.length; k++) {
            for (Adaptation chain : chains) {
                distance[k] += ((Search) chain).meanDistance(k);
            }
            if (distance[k] > distance[best]) {
                best = k;
            }
        }
        return ((Search) chains.get(0)).scales[best];
    }

    @Override
    public String describe() {
        return "largest jump distance of " + scales.length + " scales";
    }

    @Override
    public String toString() {
        return "grid" + Arrays.toString(scales);
    }

    /** Tries the scales in turn and adds up, for each, the jump distances of its steps. */
    private static final class Search implements Adaptation {

        private static final long serialVersionUID = 1L;

        private final double[] scales;
        private final double[] distance;
        private final int[] steps;
        private final int stepsEach;
        private int current;

        Search(double[] scales, double largest, int stepsEach) {
            this.scales = new double[scales.length];
            Arrays.setAll(this.scales, k -> Math.min(scales[k], largest));
            this.distance = new double[scales.length];
            this.steps = new int[scales.length];
            this.stepsEach = stepsEach;
        }

        @Override
        public double scale() {
            return scales[current];
        }

        /** Adds the expected jump distance of a step, and goes on to the next scale after enough steps. */
        @Override
        public void update(double acceptanceProbability, int flips) {
            distance[current] += acceptanceProbability * flips;
            steps[current]++;
            if (steps[current] >= stepsEach && current < scales.length - 1) {
                current++;
            }
        }

        double meanDistance(int k) {
            return steps[k] == 0 ? 0.0 : distance[k] / steps[k];
        }
    }
}
