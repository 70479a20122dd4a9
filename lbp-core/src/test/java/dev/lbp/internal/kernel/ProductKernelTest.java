package dev.lbp.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Products against loops of one sum each, in the order that {@link ProductKernel} names: bit for bit. */
class ProductKernelTest {

    private static final int[] LENGTHS = {1, 3, 4, 7, 8, 9, 64, 65, 129, 500, 501};

    private final UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);

    static List<ProductKernel> kernels() {
        return Kernels.VECTOR
                ? List.of(new ScalarProducts(), FlipWeightKernels.vectorProducts())
                : List.of(new ScalarProducts());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void products_inSinglePrecision_haveTheBitsOfOneSumEach(ProductKernel kernel) {
        for (int n : LENGTHS) {
            for (int p : new int[] {1, 15, 16, 33, 511, 1_027}) {
                for (int count : new int[] {1, 6, 8}) {
                    float[][] rows = singles(n, p);
                    float[][] vectors = singles(count, n);
                    float[][] out = singles(count + 1, p);
                    float[] behind = out[count].clone();
                    kernel.products(rows, vectors, count, out);
                    for (int d = 0; d < count; d++) {
                        assertArrayEquals(naive(rows, vectors[d]), out[d], "n=" + n + ", p=" + p + ", vector " + d);
                    }
                    assertArrayEquals(behind, out[count]);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void products_haveTheBitsOfFourSumsEach(ProductKernel kernel) {
        for (int n : LENGTHS) {
            for (int k = 1; k <= 9; k++) {
                double[][] x = doubles(k + 1, n);
                double[] vector = doubles(1, n)[0];
                double[] out = new double[k + 1];
                double[] expected = new double[k + 1];
                for (int i = 0; i < k; i++) {
                    expected[i] = ofFourSums(vector, x[i]);
                }
                kernel.products(vector, x, k, out);
                assertArrayEquals(expected, out, "n=" + n + ", k=" + k);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void triangle_hasTheBitsOfItsOrders_andNothingAboveIt(ProductKernel kernel) {
        for (int n : LENGTHS) {
            for (int k = 1; k <= 22; k++) {
                double[][] x = doubles(k, n);
                double[][] vectors = doubles(k, n);
                double[][] blocks = new double[k / 4][4 * n];
                double[][] out = new double[k][k];
                double[][] expected = new double[k][k];
                for (int i = 0; i < k; i++) {
                    for (int j = 0; j <= i; j++) {
                        expected[i][j] =
                                j < (i + 1) / 4 * 4 ? ofOneSum(vectors[i], x[j]) : ofFourSums(vectors[i], x[j]);
                    }
                }
                kernel.prepare(x, k, blocks);
                kernel.triangle(vectors, x, blocks, k, out);
                for (int i = 0; i < k; i++) {
                    assertArrayEquals(expected[i], out[i], "n=" + n + ", k=" + k + ", row " + i);
                }
            }
        }
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

    private static double ofOneSum(double[] a, double[] b) {
        double sum = 0.0;
        for (int t = 0; t < a.length; t++) {
            sum += a[t] * b[t];
        }
        return sum;
    }

    private static double ofFourSums(double[] a, double[] b) {
        double[] sums = new double[4];
        for (int t = 0; t < a.length; t++) {
            sums[t < a.length / 4 * 4 ? t % 4 : 0] += a[t] * b[t];
        }
        return sums[0] + sums[1] + (sums[2] + sums[3]);
    }

    private float[][] singles(int n, int p) {
        float[][] made = new float[n][p];
        for (float[] row : made) {
            for (int j = 0; j < p; j++) {
                row[j] = random.nextFloat() - 0.5f;
            }
        }
        return made;
    }

    private double[][] doubles(int k, int n) {
        double[][] made = new double[k][n];
        for (double[] column : made) {
            for (int t = 0; t < n; t++) {
                column[t] = random.nextDouble() - 0.5;
            }
        }
        return made;
    }
}
