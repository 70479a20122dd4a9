package dev.lbp.internal.select.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.average.Margins;
import dev.lbp.internal.select.average.ModelPrior;
import dev.lbp.internal.select.prior.LogRssEvidence;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Products in single precision, as above 6,000 columns, against double precision and the columns themselves. */
class SinglePrecisionTest {

    private static final int N = 100;
    private static final int P = 30;

    /** Columns in groups of three that differ by a part of their length. */
    private static double[][] columns(double part, Random random) {
        double[][] x = new double[N][P];
        for (double[] row : x) {
            for (int j = 0; j < P; j++) {
                double noise = random.nextGaussian();
                row[j] = j % 3 == 0 ? noise : row[j - 1] + part * noise;
            }
        }
        for (int j = 0; j < P; j++) {
            int place = j;
            double mean = IntStream.range(0, N)
                    .mapToDouble(t -> x[t][place])
                    .average()
                    .orElseThrow();
            double length = Math.sqrt(IntStream.range(0, N)
                    .mapToDouble(t -> (x[t][place] - mean) * (x[t][place] - mean))
                    .sum());
            for (double[] row : x) {
                row[j] = (row[j] - mean) / length;
            }
        }
        return x;
    }

    private static double[] response(double[][] x, double part, double noise, Random random) {
        double[] y = new double[N];
        double squares = 0.0;
        for (int t = 0; t < N; t++) {
            y[t] = x[t][0] + x[t][6] + (x[t][10] - x[t][9]) / part + noise * random.nextGaussian() / Math.sqrt(N);
            squares += y[t] * y[t];
        }
        for (int t = 0; t < N; t++) {
            y[t] /= Math.sqrt(squares);
        }
        return y;
    }

    private static Tracker tracker(Gram gram) {
        return new SelectionModel(
                        gram,
                        0.0,
                        LogRssEvidence.gPrior(1e6, N - 1),
                        new ModelPrior(Inclusion.bernoulli(0.3), 15, Margins.none(P)),
                        IntStream.rangeClosed(0, P).toArray(),
                        15)
                .newTracker();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.0, 0.1, 1e-2, 1e-3, 1e-4, 1e-6})
    void logProbabilities_areRight_to1e3(double part) {
        Random random = new Random(5L);
        double[][] x = columns(part, random);
        double[] y = response(x, part, 0.3, random);
        Tracker single = tracker(Gram.of(x, y, Gram.Source.of(x, y), true));
        Tracker cached = tracker(Gram.cached(x, y, Gram.Source.of(x, y), 5));
        Tracker whole = tracker(Gram.of(x, y, Gram.Source.of(x, y), false));
        byte[] state = new byte[P];
        single.reset(state);
        cached.reset(state);
        whole.reset(state);
        int[] sites = IntStream.range(0, P).toArray();
        double[] expected = new double[P];
        double[] actual = new double[P];
        for (int step = 0; step < 150; step++) {
            int site = random.nextInt(P);
            single.flip(site, new int[P]);
            cached.flip(site, new int[P]);
            whole.flip(site, new int[P]);
            assertThat(single.logProb()).isCloseTo(whole.logProb(), within(1e-3));
            assertThat(cached.logProb()).isEqualTo(single.logProb());
            whole.logRatios(sites, P, expected);
            single.logRatios(sites, P, actual);
            for (int j = 0; j < P; j++) {
                if (actual[j] != expected[j]) {
                    assertThat(actual[j]).as("step %d, site %d", step, j).isCloseTo(expected[j], within(2e-3));
                }
            }
        }
    }
}
