package dev.lbp.cli.instance;

import java.nio.file.Path;

/**
 * Reads an instance in the form of rudy, the form of the Gset graphs: a line {@code n m}, then m lines {@code i j
 * weight} with sites numbered from 1 to n. {@link InstanceLines} says what a file may be.
 *
 * <p>A missing weight is an error, because a truncated file may end in an incomplete line.
 */
public final class InstanceReader extends PairLines<Instance> {

    /** The bytes of a site: its bias, its bias with the diagonal added, and an index into the couplings. */
    static final int BYTES_PER_SITE = 2 * Double.BYTES + Integer.BYTES;

    /** The bytes of a pair: two sites and a weight. */
    static final int BYTES_PER_PAIR = 2 * Integer.BYTES + Double.BYTES;

    /** Whether lines {@code i i weight} are allowed. */
    private final boolean diagonal;

    InstanceReader(InstanceLines lines, boolean diagonal) {
        super(lines, "pairs", "must be \"n m\", the numbers of sites and of pairs", 2, BYTES_PER_PAIR);
        this.diagonal = diagonal;
    }

    @Override
    Instance made(String name, int[] from, int[] to, double[] weights) {
        return new Instance(name, PairForm.RUDY, left, from, to, weights);
    }

    /** Whether the path is {@code -}. */
    public static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    /** {@inheritDoc} Both sites of a pair are of the same n sites. */
    @Override
    int begin(String[] fields) {
        left = lines.index("n", fields[0], 1, Integer.MAX_VALUE);
        right = left;
        int pairs = lines.index("m", fields[1], 0, Integer.MAX_VALUE);
        lines.checkMemory((double) BYTES_PER_SITE * left, "n=" + left);
        return pairs;
    }

    @Override
    void check(int i, int j, String[] fields) {
        if (i == j && !diagonal) {
            throw lines.bad("must join two different sites: i=j=" + fields[0]);
        }
    }
}
