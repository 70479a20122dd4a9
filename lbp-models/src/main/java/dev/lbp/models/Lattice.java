package dev.lbp.models;

import dev.lbp.internal.Check;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of neighbours of a lattice. Site (r, c) is {@code r * cols + c}; its neighbours are above, below, left and
 * right.
 */
final class Lattice {

    final int[] from;
    final int[] to;

    /** The couplings of the pairs, all equal. */
    final double[] couplings;

    /**
     * @param coupling null if a builder has none yet
     * @param periodic whether opposite borders are joined; see {@link #checkPeriodic}
     * @throws IllegalStateException if no coupling is set
     */
    Lattice(int rows, int cols, @Nullable Double coupling, boolean periodic) {
        double strength = Check.set("coupling", coupling);
        // each site has an edge to the right and one down; an open border lacks one of each row and of each column
        int edges = 2 * rows * cols - (periodic ? 0 : rows + cols);
        from = new int[edges];
        to = new int[edges];
        couplings = new double[edges];
        Arrays.fill(couplings, strength);
        int edge = 0;
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < cols; c++) {
                if (c + 1 < cols || periodic) {
                    from[edge] = r * cols + c;
                    to[edge++] = r * cols + (c + 1) % cols;
                }
                if (r + 1 < rows || periodic) {
                    from[edge] = r * cols + c;
                    to[edge++] = (r + 1) % rows * cols + c;
                }
            }
        }
    }

    /** Refuses to join the borders of a lattice with fewer than 3 rows or columns: a pair would be joined twice. */
    static void checkPeriodic(int rows, int cols) {
        checkPeriodic("rows", rows);
        checkPeriodic("cols", cols);
    }

    private static void checkPeriodic(String name, int side) {
        Check.that(side >= 3, "be >= 3 for a periodic lattice, which else joins a pair of sites twice", name, side);
    }
}
