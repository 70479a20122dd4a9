package dev.lbp.internal.infer.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Makes an elimination order greedily: each step eliminates the variable of least cost, with ties broken at random. The
 * step also eliminates each neighbour whose own neighbours all belong to the clique of the variable and its neighbours.
 * So a step is a maximal clique.
 */
final class Greedy {

    /**
     * The largest random part of a key. It is smaller than the difference of two fills, and than any difference of
     * weights that matters.
     */
    private static final double TIE = 1e-6;

    /** The cost of eliminating a variable. */
    enum Cost {
        /** The number of new pairs of neighbours; ties are broken at random. */
        FILL,
        /** The number of entries of the table of the variable and its neighbours. */
        WEIGHT,
        /** The number of new pairs of neighbours; ties are broken by the number of entries. */
        FILL_THEN_WEIGHT,
        /** The position in a breadth-first search from a peripheral variable, for long graphs. */
        FRONT
    }

    private final Neighbours neighbours;
    private final Cost cost;
    private final double logMost;
    private final SiteHeap heap;
    private final double[] tie;
    private final double[] front;

    /**
     * A search.
     *
     * @param neighbours the graph; the search changes it
     * @param logMost the logarithm of the largest number of entries of a message; if infinite, all variables are
     *     eliminated
     */
    Greedy(Neighbours neighbours, Cost cost, double logMost, UniformRandomProvider rng) {
        this.neighbours = neighbours;
        this.cost = cost;
        this.logMost = logMost;
        heap = new SiteHeap(neighbours.variables());
        tie = new double[neighbours.variables()];
        front = cost == Cost.FRONT ? neighbours.front(rng) : tie; // other costs do not read it
        for (int v = 0; v < tie.length; v++) {
            tie[v] = TIE * rng.nextDouble();
            heap.put(v, key(v));
        }
    }

    /** The cost of a variable, with a random part for ties. Infinite if its message would have too many entries. */
    private double key(int v) {
        double weight = neighbours.weight(v); // the logarithm of the table's number of entries
        if (weight - neighbours.logSize(v) > logMost) {
            return Double.POSITIVE_INFINITY;
        }
        return tie[v]
                + switch (cost) {
                    case FILL -> neighbours.fill(v);
                    case WEIGHT -> weight;
                    case FILL_THEN_WEIGHT -> neighbours.fill(v) + weight / (1.0 + weight); // a fraction breaks ties
                    case FRONT -> front[v];
                };
    }

    /**
     * Makes the order. Null if its tables have more than {@code limit} entries in total.
     *
     * @param least the smallest number of variables that stay
     */
    @Nullable EliminationOrder run(double limit, int least) {
        List<EliminationOrder.Step> steps = new ArrayList<>();
        double total = 0.0;
        double largest = 0.0;
        double separators = 0.0;
        int left = neighbours.variables();
        // a smallest key of infinity: every message would have too many entries
        while (left > least && heap.key(heap.first()) < Double.POSITIVE_INFINITY) {
            int v = heap.first();
            double size = Math.exp(neighbours.weight(v));
            total += size;
            largest = Math.max(largest, size);
            if (total > limit) {
                return null;
            }
            EliminationOrder.Step step = eliminate(v, left - least);
            left -= step.eliminated().length;
            double message = 0.0;
            for (int u : step.separator()) {
                message += neighbours.logSize(u);
            }
            separators += Math.exp(message);
            steps.add(step);
        }
        int[] core = new int[left]; // what stays in the heap
        for (int k = 0; k < left; k++) {
            core[k] = heap.first();
            heap.remove(core[k]);
        }
        Arrays.sort(core);
        return new EliminationOrder(steps, core, total, largest, separators);
    }

    /**
     * Eliminates a variable together with the neighbours that belong to its step.
     *
     * @param most the largest number of variables to eliminate
     */
    private EliminationOrder.Step eliminate(int v, int most) {
        int[] clique = neighbours.neighbours(v);
        neighbours.join(clique);
        neighbours.remove(v);
        heap.remove(v);
        int[] eliminated = new int[clique.length + 1];
        int[] separator = new int[clique.length];
        eliminated[0] = v;
        int out = 1;
        int in = 0;
        for (int u : clique) {
            // u has no neighbour outside the clique, in which clique.length - out others are left
            if (out < most && neighbours.degree(u) == clique.length - out) {
                neighbours.remove(u);
                heap.remove(u);
                eliminated[out++] = u;
            } else {
                separator[in++] = u;
            }
        }
        for (int u : neighbours.takeChanges()) {
            if (heap.contains(u)) {
                heap.put(u, key(u));
            }
        }
        return new EliminationOrder.Step(Arrays.copyOf(eliminated, out), Arrays.copyOf(separator, in));
    }
}
