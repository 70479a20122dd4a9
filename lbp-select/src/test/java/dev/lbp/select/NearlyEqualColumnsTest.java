package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns that are nearly equal, or nearly sums of others. */
class NearlyEqualColumnsTest {

    private static final int N = 40;

    /** The last column is the sum of a small and a large one, but for rounding errors. */
    @ParameterizedTest
    @MethodSource("orders")
    void columnsAreApartInEveryOrderOrInNone(List<Integer> places) {
        Regressions data = Regressions.autoregressive(N, 4, 0.0, 7L);
        double[][] x = new double[N][4];
        for (int t = 0; t < N; t++) {
            double small = data.x()[t][0];
            double large = 100.0 * data.x()[t][1];
            double[] columns = {small, large, small + large, data.x()[t][2]};
            for (int j = 0; j < 4; j++) {
                x[t][places.get(j)] = columns[j];
            }
        }
        Tracker tracker =
                VariableSelection.linear(x, data.y()).allowDuplicates().model().newTracker();
        Tracker fresh =
                VariableSelection.linear(x, data.y()).allowDuplicates().model().newTracker();
        int[] sites = {0, 1, 2, 3};
        double[] ratios = new double[4];
        byte[] state = new byte[4];
        for (int code = 0; code < 16; code++) {
            for (int j = 0; j < 4; j++) {
                state[j] = (byte) (code >> j & 1);
            }
            tracker.reset(state);
            boolean possible = tracker.logProb() != Double.NEGATIVE_INFINITY;
            assertThat(possible).isEqualTo(!(state[places.get(0)] + state[places.get(1)] + state[places.get(2)] == 3));
            for (int j = 0; j < 4 && possible; j++) {
                tracker.logRatios(sites, 4, ratios);
                state[j] ^= 1;
                fresh.reset(state);
                state[j] ^= 1;
                assertThat(ratios[j] == Double.NEGATIVE_INFINITY)
                        .isEqualTo(fresh.logProb() == Double.NEGATIVE_INFINITY);
            }
        }
    }

    static Stream<List<Integer>> orders() {
        return Stream.of(List.of(0, 1, 2, 3), List.of(2, 0, 1, 3), List.of(1, 2, 0, 3), List.of(2, 1, 0, 3));
    }

    /**
     * Two pairs of columns that differ by 1e-4 of their length: the error of one pivot is as large as the other pivot.
     */
    @Test
    void modelsOfTwoNearlyEqualPairsKeepTheirDigits() {
        Regressions data = Regressions.autoregressive(N, 5, 0.5, 9L);
        Random random = new Random(10L);
        for (double[] row : data.x()) {
            row[1] = row[0] + 1e-4 * random.nextGaussian();
            row[3] = row[2] + 3e-4 * random.nextGaussian();
        }
        NaiveEvidence naive = new NaiveEvidence(data.x(), data.y(), 0.0);
        Tracker tracker = data.selection()
                .gPrior(N)
                .inclusion(Inclusion.bernoulli(0.5))
                .model()
                .newTracker();
        byte[] state = new byte[5];
        tracker.reset(state);
        double base = tracker.logProb() - naive.gPrior(state, N);
        for (int code = 0; code < 32; code++) {
            for (int j = 0; j < 5; j++) {
                state[j] = (byte) (code >> j & 1);
            }
            tracker.reset(state);
            assertThat(tracker.logProb() - base).isCloseTo(naive.gPrior(state, N), within(1e-5));
        }
    }
}
