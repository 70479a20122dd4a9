package dev.lbp.internal.kernel;

/**
 * Products of vectors with the columns of a matrix, for fits of regressions. The scalar and the vector kernel agree bit
 * for bit, because the order of additions of each product is fixed:
 *
 * <ul>
 *   <li>in single precision, row by row with fused multiply-adds;
 *   <li>in double precision, as {@link InnerProducts#dot}; but row by row for an element (i, j) of a triangle if j is
 *       below the largest multiple of 4 that is at most i + 1.
 * </ul>
 *
 * <p>Kernels have no state.
 */
public interface ProductKernel {

    /**
     * Computes the products of some vectors with all columns, in single precision.
     *
     * @param rows [n][p]
     * @param vectors at least [count][n]
     * @param out at least [count][p], receives {@code x_j'v}
     */
    void products(float[][] rows, float[][] vectors, int count, float[][] out);

    /**
     * Computes the products of a vector with the first k columns.
     *
     * @param x at least [k][n]
     * @param out at least [k]
     */
    void products(double[] vector, double[][] x, int k, double[] out);

    /**
     * Prepares columns for calls of {@link #triangle} that share them.
     *
     * @param x at least [k][n]
     * @param blocks at least [k / 4][4 n]; receives the prepared columns
     */
    void prepare(double[][] x, int k, double[][] blocks);

    /**
     * Computes the products of vector i with the columns 0 to i, for i below k.
     *
     * @param vectors at least [k][n]
     * @param x at least [k][n]
     * @param blocks from {@link #prepare}
     * @param out at least [k][k]; element [i][j] receives {@code x_j'v_i} if j is at most i
     */
    void triangle(double[][] vectors, double[][] x, double[][] blocks, int k, double[][] out);
}
