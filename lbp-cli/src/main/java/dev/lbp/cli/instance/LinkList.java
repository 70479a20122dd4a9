package dev.lbp.cli.instance;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Candidate links of two sets, each once: a line {@code n1 n2 m}, then m lines {@code i j weight}, i from 1 to n1, j
 * from 1 to n2. The file may be gzip. In the record sites are numbered from 0. Callers must not change the arrays.
 *
 * @param file the name of the file, for messages
 * @param left n1
 * @param right n2
 */
public record LinkList(String file, int left, int right, int[] from, int[] to, double[] weights) {

    /**
     * Reads a file.
     *
     * @throws InstanceException if the file cannot be read or breaks the form
     */
    public static LinkList read(Path file) {
        return new Reader(file).read();
    }

    /** Reads the lines of a file. */
    private static final class Reader extends PairLines<LinkList> {

        /** The bytes of a link: its ends and weight, twice while arrays grow, and an entry of the map of lines. */
        private static final double BYTES_PER_LINK = 2 * (2 * Integer.BYTES + Double.BYTES) + 96;

        /** The bytes of a site, in the model and in each chain. */
        private static final double BYTES_PER_SITE = 4 * Integer.BYTES;

        private final Map<Long, Long> lineOf = new HashMap<>();

        private Reader(Path file) {
            super(
                    new InstanceLines(file),
                    "links",
                    "must be \"n1 n2 m\", the sizes of the two sets and the number of links",
                    3,
                    BYTES_PER_LINK);
        }

        @Override
        int begin(String[] fields) {
            left = lines.index("n1", fields[0], 1, Integer.MAX_VALUE);
            right = lines.index("n2", fields[1], 1, Integer.MAX_VALUE);
            int links = lines.index("m", fields[2], 1, Integer.MAX_VALUE);
            lines.checkMemory(BYTES_PER_SITE * ((double) left + right), "n1=" + left + ", n2=" + right);
            return links;
        }

        @Override
        LinkList made(String name, int[] from, int[] to, double[] weights) {
            return new LinkList(name, left, right, from, to, weights);
        }

        @Override
        void check(int i, int j, String[] fields) {
            Long earlier = lineOf.put((long) i * right + j, lines.line());
            if (earlier != null) {
                throw lines.bad("must be another link than line " + earlier + ": i=" + fields[0] + ", j=" + fields[1]);
            }
        }
    }
}
