package dev.lbp.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Products with all columns against loops of one sum each, in the same order: bit for bit. */
class ProjectionsTest {

    @Test
    void products_sizesAroundBlocks_haveTheBitsOfOneSumEach() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
        for (int n : new int[] {1, 3, 4, 9}) {
            for (int p : new int[] {1, 511, 512, 1_027}) {
                for (int count : new int[] {1, 2, 5}) {
                    float[][] rows = random(random, n, p);
                    float[][] vectors = random(random, count, n);
                    float[][] out = random(random, count + 1, p);
                    float[] behind = out[count].clone();
                    Projections.products(rows, vectors, count, out);
                    for (int d = 0; d < count; d++) {
                        assertArrayEquals(naive(rows, vectors[d]), out[d], "n=" + n + ", p=" + p + ", vector " + d);
                    }
                    assertArrayEquals(behind, out[count]);
                }
            }
        }
    }

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

    private static float[] naive(float[][] rows, float[] vector) {
        float[] out = new float[rows[0].length];
        for (int j = 0; j < out.length; j++) {
            for (int t = 0; t < rows.length; t++) {
                out[j] = Math.fma(vector[t], rows[t][j], out[j]);
            }
        }
        return out;
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
