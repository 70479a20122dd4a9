package dev.lbp.diagnostics;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Traces for tests: seeded Gaussian autoregressions in their stationary law, and constants. */
final class TestTraces {

    private TestTraces() {}

    /** {@code x_t = phi x_{t-1} + e_t} with standard normal e, started from N(0, 1 / (1 - phi^2)). */
    static double[][] autoregressive(long seed, int chains, int draws, double phi) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] traces = new double[chains][draws];
        for (double[] chain : traces) {
            double x = random.nextGaussian() / Math.sqrt(1 - phi * phi);
            for (int t = 0; t < draws; t++) {
                chain[t] = x;
                x = phi * x + random.nextGaussian();
            }
        }
        return traces;
    }

    static double[][] independent(long seed, int chains, int draws) {
        return autoregressive(seed, chains, draws, 0);
    }

    static double[][] constant(int chains, int draws, double value) {
        double[][] traces = new double[chains][draws];
        for (double[] chain : traces) {
            Arrays.fill(chain, value);
        }
        return traces;
    }

    static double[][] add(double[][] traces, double... levels) {
        for (int j = 0; j < traces.length; j++) {
            for (int t = 0; t < traces[j].length; t++) {
                traces[j][t] += levels[j];
            }
        }
        return traces;
    }
}
