package dev.lbp.internal.infer.order;

import dev.lbp.internal.infer.table.Problem;
import dev.lbp.internal.infer.table.Table;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Looks for a good order: by min-fill, by min-weight and along a front, with random ties, again and again until the
 * search has cost about as much as the evaluation of the best order will. The work is counted and not timed, so a seed
 * gives the same order each time unless the time limit ends the search.
 */
public final class OrderSearch {

    /** Tries of each kind that are made in any case. */
    private static final int FIRST_TRIES = 2;

    /** Beyond it, counting new pairs costs too much: the sum of squared numbers of neighbours. */
    private static final double MOST_PAIRS = 1e9;

    private static final int MOST_TRIES = 1_000;

    private final Neighbours neighbours;
    private final Greedy.Cost[] costs;
    private final UniformRandomProvider rng;
    private final long deadline;

    /**
     * A search.
     *
     * @param problem what is to be eliminated
     * @param nanos after this time no new try begins
     */
    public OrderSearch(Problem problem, long seed, long nanos) {
        neighbours = new Neighbours(
                problem.sizes(), problem.tables().stream().map(Table::variables).toArray(int[][]::new));
        double pairs = 0.0;
        for (int v = 0; v < neighbours.variables(); v++) {
            pairs += (double) neighbours.degree(v) * neighbours.degree(v);
        }
        boolean counted = pairs <= MOST_PAIRS;
        if (counted) {
            neighbours.countFill();
        }
        costs = counted ? Greedy.Cost.values() : new Greedy.Cost[] {Greedy.Cost.WEIGHT, Greedy.Cost.FRONT};
        rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        deadline = System.nanoTime() + Math.min(nanos, Long.MAX_VALUE / 2);
    }

    /** The order of the smallest tables in all that eliminates all variables. */
    public Order complete() {
        Order best = null;
        double work = 0.0;
        int tries = 0;
        while (best == null || tries < MOST_TRIES && (tries < FIRST_TRIES * costs.length || work < best.total())) {
            if (best != null && System.nanoTime() > deadline) {
                break;
            }
            Neighbours own = new Neighbours(neighbours);
            Order order = new Greedy(own, costs[tries++ % costs.length], Double.POSITIVE_INFINITY, rng)
                    .run(best == null ? Double.POSITIVE_INFINITY : best.total(), 0);
            work += own.work() + own.variables();
            best = order == null ? best : order;
        }
        return best;
    }

    /**
     * The order that leaves the smallest core, of at least one variable if there is one.
     *
     * @param entries the largest number of entries of a table that an elimination makes
     */
    public Order partial(double entries) {
        double most = Math.log(entries) + 1e-9; // a sum of logarithms is not exact
        Comparator<Order> smaller =
                Comparator.comparingInt((Order order) -> order.core().length).thenComparingDouble(Order::total);
        return IntStream.range(0, FIRST_TRIES * costs.length)
                .mapToObj(k -> new Greedy(new Neighbours(neighbours), costs[k % costs.length], most, rng)
                        .run(Double.POSITIVE_INFINITY, Math.min(1, neighbours.variables())))
                .filter(Objects::nonNull)
                .min(smaller)
                .orElseThrow();
    }
}
