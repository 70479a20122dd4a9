package dev.lbp.internal.models.tracker;

/**
 * The pairs of positions {@code low < high} of n, numbered from 0 to n(n - 1)/2 - 1: pair
 * {@code high (high - 1) / 2 + low}. As labels of moves they exchange the values of two positions.
 */
public final class Transpositions {

    private Transpositions() {}

    /** n(n - 1)/2, as a double since it can be beyond an int. */
    public static double count(int n) {
        return n * (n - 1.0) / 2.0;
    }

    /** The number of the pair of two different positions, given in either order. */
    public static int label(int a, int b) {
        int high = Math.max(a, b);
        return (int) (high * (high - 1L) / 2) + Math.min(a, b);
    }

    /**
     * The larger position of a pair, {@code floor((1 + sqrt(1 + 8 label)) / 2)}. The square root is exact for the first
     * pair of a position b, {@code 2b - 1}, and for the pair before it lies {@code 4 / (2b - 1)} lower, far more than
     * the rounding error.
     */
    public static int high(int label) {
        return (int) (0.5 * (1.0 + Math.sqrt(1.0 + 8.0 * label)));
    }

    /** The smaller position of a pair. */
    public static int low(int label, int high) {
        return label - (int) (high * (high - 1L) / 2);
    }
}
