package dev.lbp.experiments.solve;

import dev.lbp.internal.Check;
import dev.lbp.solve.Graph;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Random graphs from a seed, for comparisons on sets of nodes. */
public final class RandomGraphs {

    private RandomGraphs() {}

    /**
     * A graph of the family ER-[least-most]: the number of nodes is uniform, and each pair of nodes is an edge with
     * probability p, independently. The family ER-[700-800] of benchmarks of independent sets has p = .15.
     *
     * @param least the smallest number of nodes, at least 1
     * @param most the largest number of nodes, at least {@code least}
     * @param p the probability of an edge, in (0, 1)
     * @param seed equal seeds give equal graphs
     */
    public static Graph erdosRenyi(int least, int most, double p, long seed) {
        Check.sites("least", least);
        Check.sites("most", most);
        Check.that(most >= least, "be >= least=" + least, "most", most);
        Check.inOpenUnit("p", p);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(new long[] {seed});
        return edges(random.nextInt(least, most + 1), p, random);
    }

    /**
     * Draws the edges in the order of rows of the pairs (i, j), j < i. The number of skipped pairs before the next edge
     * is geometric, so the time is O(nodes + edges) (Batagelj and Brandes, 2005).
     */
    private static Graph edges(int nodes, double p, UniformRandomProvider random) {
        double logNone = Math.log1p(-p);
        int[] from = new int[16];
        int[] to = new int[16];
        int count = 0;
        int i = 1;
        double j = -1.0; // before the first pair
        while (i < nodes) {
            // the next edge, counted from row i, and then within its own row
            j += 1.0 + Math.floor(Math.log1p(-random.nextDouble()) / logNone);
            while (i < nodes && j >= i) {
                j -= i;
                i++;
            }
            if (i < nodes) {
                if (count == from.length) {
                    from = Arrays.copyOf(from, 2 * count);
                    to = Arrays.copyOf(to, 2 * count);
                }
                from[count] = i;
                to[count] = (int) j;
                count++;
            }
        }
        return Graph.of(nodes, Arrays.copyOf(from, count), Arrays.copyOf(to, count));
    }
}
