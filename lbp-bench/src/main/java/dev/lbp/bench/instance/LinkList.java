package dev.lbp.bench.instance;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Candidate links of two sets, each once: a line {@code n1 n2 m}, then m lines {@code i j weight}, i from 1 to n1, j from 1 to n2.
 * {@link InstanceLines} says what a file may be. In the record sites are numbered from 0; the arrays are its own.
 *
 * @param file the name for messages
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

    /** The state of reading. */
    private static final class Reader {

        private static final String HEADER = "must be \"n1 n2 m\", the sizes of the two sets and the number of links: ";

        /** Ends and weight, twice while arrays grow, and the line of the link by its ends. */
        private static final double BYTES_PER_LINK = 2 * (2 * Integer.BYTES + Double.BYTES) + 96;

        /** Some numbers for each site, in the model and in each chain. */
        private static final double BYTES_PER_SITE = 4 * Integer.BYTES;

        private static final int FIRST_CAPACITY = 1 << 10;

        private final InstanceLines lines;
        private final Map<Long, Long> lineOf = new HashMap<>();
        private int left = -1;
        private int right;
        private int links;
        private int count;
        private int[] from = {};
        private int[] to = {};
        private double[] weights = {};

        private Reader(Path file) {
            lines = new InstanceLines(file);
        }

        private LinkList read() {
            lines.forEach(entry -> accept(entry.split("\\s+")));
            if (left < 0) {
                throw lines.bad(HEADER + "the file has no such line");
            }
            if (count < links) {
                throw lines.bad("must not be the last line, for the header announces more links: m=" + links
                        + ", found=" + count);
            }
            return new LinkList(lines.name(), left, right, from, to, weights);
        }

        private void accept(String[] fields) {
            if (left < 0) {
                header(fields);
            } else if (count == links) {
                throw lines.bad("must not list more links than the header announces: m=" + links);
            } else {
                link(fields);
            }
        }

        private void header(String[] fields) {
            if (fields.length != 3) {
                throw lines.bad(HEADER + Excerpt.of(String.join(" ", fields)));
            }
            left = lines.index("n1", fields[0], 1, Integer.MAX_VALUE);
            right = lines.index("n2", fields[1], 1, Integer.MAX_VALUE);
            links = lines.index("m", fields[2], 1, Integer.MAX_VALUE);
            lines.checkMemory(BYTES_PER_SITE * ((double) left + right), "n1=" + left + ", n2=" + right);
            resize(Math.min(links, FIRST_CAPACITY));
        }

        private void link(String[] fields) {
            if (fields.length != 3) {
                throw lines.bad("must be \"i j weight\": " + Excerpt.of(String.join(" ", fields)));
            }
            if (count == from.length) {
                resize((int) Math.min(links, 2L * count));
            }
            from[count] = lines.index("i", fields[0], 1, left) - 1;
            to[count] = lines.index("j", fields[1], 1, right) - 1;
            Long earlier = lineOf.put((long) from[count] * right + to[count], lines.line());
            if (earlier != null) {
                throw lines.bad("must be another link than line " + earlier + ": i=" + fields[0] + ", j=" + fields[1]);
            }
            weights[count] = lines.weight(fields[2]);
            count++;
        }

        private void resize(int capacity) {
            lines.checkMemory(BYTES_PER_LINK * capacity, "room for links=" + capacity);
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
            weights = Arrays.copyOf(weights, capacity);
        }
    }
}
