package dev.lbp.internal.kernel;

/**
 * Products of vectors with the columns of a matrix, for fits of regressions. The scalar and the vector kernel agree bit
 * for bit, because each product has one order of additions:
 *
 * <ul>
 *   <li>in single precision, row by row with fused multiply-adds;
 *   <li>in double precision, as {@link InnerProducts#dot}, but row by row for an element (i, j) of a triangle whose j
 *       is below the largest multiple of 4 that is at most i + 1.
 * </ul>
 *
 * <p>Kernels have no state.
 */
public interface ProductKernel {

    /**
     * Products of some vectors with all columns, in single precision.
     *
     * @param rows [n][p]
     * @param vectors at least [count][n]
     * @param out at least [count][p], receives {@code x_j'v}
     */
    void products(float[][] rows, float[][] vectors, int count, float[][] out);

    /**
     * Products of a vector with the first k columns.
     *
     * @param x at least [k][n]
     * @param out at least [k]
     */
    void products(double[] vector, double[][] x, int k, double[] out);

    /**
     * Prepares some columns for {@link #triangle}, where several calls share them.
     *
     * @param x at least [k][n]
     * @param blocks at least [k / 4][4 n], room of this kernel
     */
    void prepare(double[][] x, int k, double[][] blocks);

    /**
     * Products of k vectors with k columns: those of vector i with the columns 0 to i.
     *
     * @param vectors at least [k][n]
     * @param x at least [k][n]
     * @param blocks from {@link #prepare}
     * @param out at least [k][k]; element [i][j] receives {@code x_j'v_i} if j is at most i
     */
    void triangle(double[][] vectors, double[][] x, double[][] blocks, int k, double[][] out);
}
