package dev.lbp.internal.select.likelihood;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Rows of projections are added, squared and scaled as the names say; the kernel of products has its own test. */
class ProjectionsTest {

    @Test
    void addSquares_rowsAroundFour_haveTheBitsOfOneSumEach() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(2L);
        for (int n : new int[] {1, 3, 4, 6, 9}) {
            float[][] rows = random(random, n, 17);
            double[] weights = new double[n];
            Arrays.setAll(weights, t -> random.nextDouble() - 0.5);
            float[] expected = new float[17];
            for (int j = 0; j < expected.length; j++) {
                for (int t = 0; t < n; t++) {
                    expected[j] = Math.fma((float) weights[t] * rows[t][j], rows[t][j], expected[j]);
                }
            }
            float[] out = random(random, 1, 17)[0];
            Projections.addSquares(rows, weights, out);
            assertArrayEquals(expected, out, "n=" + n);
        }
    }

    @Test
    void addAndScale_areTheirDefinition() {
        float[] out = {1.0f, -2.0f, 4.0f};
        Projections.add(new float[] {1.0f, 0.5f, -1.0f}, 3.0f, out);
        assertArrayEquals(new float[] {4.0f, -0.5f, 1.0f}, out);
        Projections.scale(out, -0.5f);
        assertArrayEquals(new float[] {-2.0f, 0.25f, -0.5f}, out);
    }

    private static float[][] random(UniformRandomProvider random, int n, int p) {
        float[][] made = new float[n][p];
        for (float[] row : made) {
            for (int j = 0; j < p; j++) {
                row[j] = random.nextFloat() - 0.5f;
            }
        }
        return made;
    }
}
