package dev.lbp.models;

import dev.lbp.internal.models.tracker.PermutationTracker;
import dev.lbp.internal.models.tracker.Quantum;

/**
 * Orderings of n items with a cost for each item and the next, {@code log pi(s) = -sum_a cost[s_a][s_{a+1}]}, where s_a
 * is the item at position a. Cheap orderings are probable. Divide costs by a temperature to change how much they
 * matter. {@link #of} makes the open path, {@link #cyclic} the tour whose last item is followed by the first.
 *
 * <p>The costs may differ between the two directions. A log-ratio costs O(1). A move touches the log-ratios of all
 * pairs with one of at most six positions.
 */
public final class OrderingModel extends PermutationModel {

    private static final long serialVersionUID = 1L;

    /** The costs row by row: that of item i just before item j is at {@code i n + j}. */
    private final double[] cost;

    private final double quantum;

    /** The number of positions that have a next one. */
    private final int edges;

    private OrderingModel(int n, double[] cost, int edges) {
        super(n);
        double largest = largest(cost);
        double largestRatio = 8.0 * largest; // a move replaces at most four edges by four others
        this.quantum = Quantum.checked("cost", largestRatio, edges * largest);
        round(cost, quantum);
        this.cost = cost;
        this.edges = edges;
    }

    /**
     * An open path: n - 1 costs are added.
     *
     * @param cost [n][n], n at least 2, finite: {@code cost[i][j]} of item i just before item j; the diagonal has no
     *     effect
     * @throws IllegalArgumentException if an element is not as described, the model and a chain's n(n - 1)/2 doubles do
     *     not fit into memory, or the magnitude of a cost reaches 2^27 or 2^41 / n, so that sums are not exact
     */
    public static OrderingModel of(double[][] cost) {
        double[] copy = checkedSquare("cost", cost);
        return new OrderingModel(cost.length, copy, cost.length - 1);
    }

    /**
     * A tour: n costs are added, the last of them from position n - 1 to position 0. The n rotations of a tour have the
     * same probability, so every item is equally probable at every position.
     *
     * @param cost as in {@link #of}
     * @throws IllegalArgumentException as in {@link #of}
     */
    public static OrderingModel cyclic(double[][] cost) {
        double[] copy = checkedSquare("cost", cost);
        return new OrderingModel(cost.length, copy, cost.length);
    }

    @Override
    public Tracker newTracker() {
        return new OrderingTracker(dimension(), cost, edges, quantum);
    }

    /** Edge e leads from position e to the next one. */
    private static final class OrderingTracker extends PermutationTracker {

        private static final long serialVersionUID = 1L;

        private final double[] cost;
        private final int edges;

        OrderingTracker(int n, double[] cost, int edges, double quantum) {
            super(n, quantum);
            this.cost = cost;
            this.edges = edges;
        }

        private int next(int position) {
            return position + 1 == n ? 0 : position + 1;
        }

        /** -1 at the start of an open path. */
        private int previous(int position) {
            return position == 0 && edges == n ? n - 1 : position - 1;
        }

        @Override
        public double logRatio(int a, int b) {
            // the edges that leave positions a and b, and those that lead to them, each counted once; a < b
            double ratio = saving(a, a, b) + saving(b, a, b);
            int before = previous(a);
            if (before >= 0 && before != b) {
                ratio += saving(before, a, b);
            }
            if (b - 1 != a) {
                ratio += saving(b - 1, a, b);
            }
            return ratio;
        }

        /** The cost of an edge now minus its cost after a and b are exchanged; 0 at the end of an open path. */
        private double saving(int edge, int a, int b) {
            if (edge == edges) {
                return 0.0;
            }
            int to = next(edge);
            return cost[n * state[edge] + state[to]] - cost[n * itemAfter(edge, a, b) + itemAfter(to, a, b)];
        }

        /** The item at a position once the items of a and b are exchanged. */
        private int itemAfter(int position, int a, int b) {
            return state[position == a ? b : position == b ? a : position];
        }

        @Override
        public long sum(double perQuantum) {
            long quanta = 0;
            for (int e = 0; e < edges; e++) {
                quanta -= (long) (cost[n * state[e] + state[next(e)]] * perQuantum);
            }
            return quanta;
        }

        @Override
        public void touchAround(int a, int b) {
            touch(a);
            touch(b);
            touchBeside(a);
            touchBeside(b);
        }

        /** Touches the positions before and after one. At the start of an open path {@link #touch} ignores the -1. */
        private void touchBeside(int position) {
            touch(previous(position));
            if (position < edges) {
                touch(next(position));
            }
        }
    }
}
