package dev.lbp.internal.infer.order;

import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Searches for a good elimination order, by min-fill, min-weight and breadth-first search, with random ties. It tries
 * again until the tries have cost about as much as the tables of the best order will. It counts operations instead of
 * time, so a seed gives the same order each time unless the time limit ends the search.
 */
public final class OrderSearch {

    /** The smallest number of tries of each cost. */
    private static final int FIRST_TRIES = 2;

    /**
     * The largest sum of squared degrees for which the missing pairs of neighbours are counted; above it counting is
     * too slow.
     */
    private static final double MOST_PAIRS = 1e9;

    private static final int MOST_TRIES = 1_000;

    private final Neighbours neighbours;
    private final Greedy.Cost[] costs;
    private final UniformRandomProvider rng;
    private final long deadline;

    /**
     * A search.
     *
     * @param problem the tables whose variables are to be eliminated
     * @param nanos the time from now after which no new try begins
     */
    public OrderSearch(Problem problem, long seed, long nanos) {
        neighbours = new Neighbours(
                problem.sizes(), problem.tables().stream().map(Table::variables).toArray(int[][]::new));
        double pairs = 0.0;
        for (int v = 0; v < neighbours.variables(); v++) {
            pairs += (double) neighbours.degree(v) * neighbours.degree(v);
        }
        boolean counted = pairs <= MOST_PAIRS; // else min-fill is left out
        if (counted) {
            neighbours.countFill();
        }
        costs = counted ? Greedy.Cost.values() : new Greedy.Cost[] {Greedy.Cost.WEIGHT, Greedy.Cost.FRONT};
        rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        deadline = System.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 2); // half, against overflow
    }

    /** Searches for an order of all variables with a small total size of tables. */
    public EliminationOrder complete() {
        EliminationOrder best = null;
        double work = 0.0; // operations of all tries
        int tries = 0;
        // a try after the first ones must be paid for: the search may cost as much as the best order's tables
        while (best == null || tries < MOST_TRIES && (tries < FIRST_TRIES * costs.length || work < best.total())) {
            if (best != null && System.nanoTime() > deadline) {
                break;
            }
            Neighbours own = new Neighbours(neighbours);
            double noBound = Double.POSITIVE_INFINITY;
            int leastCore = 0; // all variables are eliminated
            EliminationOrder order = new Greedy(own, costs[tries++ % costs.length], noBound, rng)
                    .run(best == null ? noBound : best.total(), leastCore);
            work += own.work() + own.variables();
            best = order == null ? best : order;
        }
        return best;
    }

    /**
     * Searches for an order with a small core. The core has at least one variable if the problem has one.
     *
     * @param entries the largest number of entries of a message
     */
    public EliminationOrder partial(double entries) {
        double most = Math.log(entries) + 1e-9; // a sum of logarithms is not exact
        Comparator<EliminationOrder> smaller = Comparator.comparingInt((EliminationOrder order) -> order.core().length)
                .thenComparingDouble(EliminationOrder::total);
        int leastCore = Math.min(1, neighbours.variables());
        // the smallest core counts first, so the total size of tables has no limit
        return IntStream.range(0, FIRST_TRIES * costs.length)
                .mapToObj(k -> new Greedy(new Neighbours(neighbours), costs[k % costs.length], most, rng)
                        .run(Double.POSITIVE_INFINITY, leastCore))
                .filter(Objects::nonNull)
                .min(smaller)
                .orElseThrow();
    }
}
