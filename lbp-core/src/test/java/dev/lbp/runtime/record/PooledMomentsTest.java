package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.runtime.space.RealSpace;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Moments and their errors against the definitions, from all draws of three chains whose points often stay. */
class PooledMomentsTest {

    private static final int CHAINS = 3;
    private static final int DRAWS = 640;
    private static final int BATCH = DRAWS / 32;

    @Test
    void momentsAndErrors_ofCorrelatedDraws_areTheDefinitions() {
        double[] reference = {4.0, -1_000.0};
        double[][][] x = new double[2][CHAINS][DRAWS];
        List<CoordinateMoments<double[]>> chains = new ArrayList<>();
        var rng = RandomSource.XO_SHI_RO_256_PP.create(9L);
        var normal = ZigguratSampler.NormalizedGaussian.of(rng);
        for (int c = 0; c < CHAINS; c++) {
            CoordinateMoments<double[]> moments = new CoordinateMoments<>(
                    new double[2],
                    reference,
                    new RealSpace(2),
                    new GrowingBatches(2 * RealSpace.MOMENTS, DRAWS, false));
            chains.add(moments);
            double[] point = {1.0, -1_001.0};
            moments.moveTo(point, 0);
            for (int t = 0; t < DRAWS; t++) {
                if (rng.nextDouble() < 0.4) {
                    point[0] = 1.0 + 0.8 * (point[0] - 1.0) + normal.sample();
                    point[1] = -1_001.0 + 0.01 * Math.exp(normal.sample());
                    moments.moveTo(point, t);
                }
                x[0][c][t] = point[0];
                x[1][c][t] = point[1];
                moments.drawn(t + 1);
            }
        }
        PooledMoments pooled = PooledMoments.of(chains, new int[] {DRAWS, DRAWS, DRAWS});
        for (int i = 0; i < 2; i++) {
            double mean = mean(x[i]);
            double[][] squares = new double[CHAINS][DRAWS];
            for (int c = 0; c < CHAINS; c++) {
                for (int t = 0; t < DRAWS; t++) {
                    squares[c][t] = (x[i][c][t] - mean) * (x[i][c][t] - mean);
                }
            }
            double deviation = Math.sqrt(mean(squares));
            assertThat(pooled.means()[i]).isCloseTo(mean, within(1e-9));
            assertThat(pooled.deviations()[i]).isCloseTo(deviation, within(1e-9 * deviation));
            assertThat(pooled.meanErrors()[i]).isCloseTo(batchError(x[i]), within(1e-9 * batchError(x[i])));
            double error = batchError(squares) / (2.0 * deviation);
            assertThat(pooled.deviationErrors()[i]).isCloseTo(error, within(1e-6 * error));
        }
    }

    private static double mean(double[][] values) {
        double sum = 0.0;
        for (double[] row : values) {
            for (double value : row) {
                sum += value;
            }
        }
        return sum / (CHAINS * DRAWS);
    }

    /** {@code sqrt(s^2 b / n)}, s^2 the sample variance of all batch means. */
    private static double batchError(double[][] values) {
        double mean = mean(values);
        double squares = 0.0;
        int batches = 0;
        for (double[] row : values) {
            for (int from = 0; from < DRAWS; from += BATCH) {
                double sum = 0.0;
                for (int t = from; t < from + BATCH; t++) {
                    sum += row[t];
                }
                squares += (sum / BATCH - mean) * (sum / BATCH - mean);
                batches++;
            }
        }
        return Math.sqrt(squares / (batches - 1) * BATCH / (CHAINS * DRAWS));
    }
}
