package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals one set of nodes by insertions and deletions, where a node gains 1 and a conflict costs
 * {@value #CONFLICT_COST}.
 * {@link NodeSet#repair} then removes conflicts. To exchange two nodes, the sweep inserts the new one at almost no cost
 * and deletes the conflicting one later.
 *
 * <p>A search for cliques starts at the largest of {@link GreedyCliques}, a search for independent sets at the empty
 * set.
 *
 * <p>A round heats the best set to a middle temperature and anneals it again. The nodes where the result and the best
 * set differ form connected components. No edge joins two components, so the best set takes over each component that
 * does not make it smaller. The search ends after {@value #ROUNDS_WITHOUT_GAIN} successive rounds without gain.
 */
public final class SetSearch implements Search<byte[]> {

    /** Slightly above 1, so that a conflict never pays, but passing through one costs almost nothing. */
    private static final double CONFLICT_COST = 1.01;

    /** Inverse temperatures: of the first sweep, of the first sweep of later rounds, and of the last sweep. */
    private static final double HOT = 1.0;

    private static final double MIDDLE = 3.0;
    private static final double COLD = 8.0;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private static final int ROUNDS_WITHOUT_GAIN = 3;

    /**
     * An insertion into more conflicts than this is never accepted: even at {@link #HOT} its probability would be below
     * 1e-9.
     */
    private static final int MOST_CONFLICTS = 24;

    private final GraphProblem problem;
    private final GraphRows graph;
    private final NodeSet set;
    private final GreedyCliques cliques;
    private final byte[] best;
    private final int[] component;
    private final boolean[] seen;

    /** The probability of an insertion into k conflicts, times 2^31. */
    private final long[] insertion = new long[MOST_CONFLICTS + 1];

    public SetSearch(GraphProblem problem) {
        this.problem = problem;
        this.graph = problem.rows();
        this.set = new NodeSet(graph, problem.seeksCliques());
        this.cliques = new GreedyCliques(graph);
        this.best = new byte[graph.nodes()];
        this.component = new int[graph.nodes()];
        this.seen = new boolean[graph.nodes()];
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        long sweeps = SWEEPS * Restarts.factor(restart);
        Arrays.fill(best, (byte) 0);
        if (problem.seeksCliques()) { // in a sparse graph two random nodes seldom have an edge
            cliques.writeLargest(best, random, monitor);
        }
        set.assign(best);
        anneal(HOT, sweeps, random, monitor);
        merge();
        double value = report(monitor);
        int roundsWithoutGain = 0;
        while (roundsWithoutGain < ROUNDS_WITHOUT_GAIN && !monitor.mustEnd()) {
            anneal(MIDDLE, sweeps, random, monitor);
            roundsWithoutGain = merge() > 0 ? 0 : roundsWithoutGain + 1;
            value = report(monitor);
        }
        return value;
    }

    /** Makes sweeps at inverse temperatures from {@code from} up to {@link #COLD}, then removes the conflicts left. */
    private void anneal(double from, long sweeps, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        for (long t = 0; t < sweeps && !monitor.mustEnd(); t++) {
            sweep(from + (COLD - from) * t / (sweeps - 1.0), random);
        }
        set.repair();
    }

    /** Makes one Metropolis step at each node. */
    private void sweep(double beta, UniformRandomProvider random) {
        int most = 0; // no insertion into more conflicts than this is accepted in this sweep
        for (int k = 0; k <= MOST_CONFLICTS; k++) {
            insertion[k] = (long) (0x1p31 * Math.min(1.0, Math.exp(beta * (1.0 - CONFLICT_COST * k))));
            most = insertion[k] > 0 ? k : most;
        }
        long deletion = (long) (0x1p31 * Math.exp(-beta));
        int nodes = graph.nodes();
        for (int node = 0; node < nodes; node++) {
            int conflicts = set.conflicts(node);
            if (set.chosen(node) == 1) {
                // 31 random bits, against a probability times 2^31
                if (conflicts > 0 || random.nextInt() >>> 1 < deletion) {
                    set.flip(node);
                }
            } else if (conflicts <= most && (conflicts == 0 || random.nextInt() >>> 1 < insertion[conflicts])) {
                set.flip(node);
            }
        }
    }

    /**
     * Improves {@link #best} by the annealed {@link #set}: takes it over where that makes {@link #best} no smaller.
     * Both are equal afterwards. Returns the number of nodes gained.
     */
    private int merge() {
        int gain = problem.seeksCliques() ? mergeWhole() : mergeComponents();
        set.assign(best);
        return gain;
    }

    /**
     * Replaces the best clique by the annealed one if that is no smaller. It is replaced as a whole: components of the
     * difference of two cliques cannot be exchanged alone. Returns the number of nodes gained, at least 0.
     */
    private int mergeWhole() {
        int gain = set.size();
        for (byte chosen : best) {
            gain -= chosen;
        }
        if (gain >= 0) {
            for (int node = 0; node < best.length; node++) {
                best[node] = set.chosen(node);
            }
        }
        return Math.max(0, gain);
    }

    /**
     * Replaces {@link #best} by the present set in each component of the nodes in which they differ, unless the
     * component would lose nodes. Returns the number of nodes gained.
     */
    private int mergeComponents() {
        Arrays.fill(seen, false);
        int gains = 0;
        for (int node = 0; node < best.length; node++) {
            if (best[node] != set.chosen(node) && !seen[node]) {
                int length = findComponent(node);
                int gain = 0;
                for (int k = 0; k < length; k++) {
                    gain += set.chosen(component[k]) - best[component[k]];
                }
                if (gain >= 0) {
                    gains += gain;
                    for (int k = 0; k < length; k++) {
                        best[component[k]] ^= 1;
                    }
                }
            }
        }
        return gains;
    }

    /** Writes the component of a node into {@link #component}. Returns its number of nodes. */
    private int findComponent(int node) {
        int length = 1;
        component[0] = node;
        seen[node] = true;
        for (int read = 0; read < length; read++) {
            for (int k = graph.start(component[read]); k < graph.start(component[read] + 1); k++) {
                int neighbour = graph.neighbour(k);
                if (!seen[neighbour] && best[neighbour] != set.chosen(neighbour)) {
                    seen[neighbour] = true;
                    component[length++] = neighbour;
                }
            }
        }
        return length;
    }

    /** Reports the best set if its value is high enough. Returns the value. */
    private double report(SearchMonitor<byte[]> monitor) {
        double value = problem.valueOfSize(set.size()); // `set` is equal to `best`
        if (value >= monitor.leastValue()) {
            monitor.report(problem.state(best), value);
        }
        return value;
    }
}
