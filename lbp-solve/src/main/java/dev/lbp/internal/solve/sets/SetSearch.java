package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.Finds;
import dev.lbp.internal.solve.Restarts;
import dev.lbp.internal.solve.Search;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Anneals one set of nodes by insertions and deletions, where a node gains 1 and a conflict costs {@value #PRICE}.
 * {@link NodeSet#repair} then removes conflicts. A node that replaces one other is inserted first, at almost no cost,
 * and the other is deleted later.
 *
 * <p>Where a set must be a clique of the rows, it begins with the largest of {@link GreedyCliques}, otherwise with
 * none.
 *
 * <p>The search goes on from the best set: it is heated to a middle temperature and annealed again, and what comes out
 * replaces the best set piece by piece. The pieces are the connected components of the nodes where the two sets differ.
 * No piece touches another, so each is taken if it does not lose. It ends when {@value #ROUNDS_WITHOUT_GAIN} rounds
 * have brought nothing.
 */
public final class SetSearch implements Search<byte[]> {

    /** Slightly above 1: then a conflict never pays, but a step through one is almost free. */
    private static final double PRICE = 1.01;

    /** Inverse temperatures. */
    private static final double HOT = 1.0;

    private static final double MIDDLE = 3.0;
    private static final double COLD = 8.0;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private static final int ROUNDS_WITHOUT_GAIN = 3;

    /** An insertion into more conflicts than this is never accepted: at HOT its probability is below 1e-9. */
    private static final int MOST_CONFLICTS = 24;

    private final GraphProblem problem;
    private final GraphRows graph;
    private final NodeSet set;
    private final GreedyCliques cliques;
    private final byte[] best;
    private final int[] piece;
    private final boolean[] seen;

    /** The probability of an insertion into k conflicts, times 2^31. */
    private final long[] insertion = new long[MOST_CONFLICTS + 1];

    public SetSearch(GraphProblem problem) {
        this.problem = problem;
        this.graph = problem.rows();
        this.set = new NodeSet(graph, problem.joined());
        this.cliques = new GreedyCliques(graph);
        this.best = new byte[graph.nodes()];
        this.piece = new int[graph.nodes()];
        this.seen = new boolean[graph.nodes()];
    }

    @Override
    public double restart(long restart, UniformRandomProvider random, Finds<byte[]> finds) {
        long sweeps = SWEEPS * Restarts.factor(restart);
        Arrays.fill(best, (byte) 0);
        if (problem.joined()) {
            cliques.largest(best, random, finds);
        }
        set.become(best);
        anneal(HOT, sweeps, random, finds);
        merge();
        double value = report(finds);
        for (int without = 0; without < ROUNDS_WITHOUT_GAIN && !finds.ended(); without++) {
            anneal(MIDDLE, sweeps, random, finds);
            if (merge() > 0) {
                without = -1;
            }
            value = report(finds);
        }
        return value;
    }

    private void anneal(double from, long sweeps, UniformRandomProvider random, Finds<byte[]> finds) {
        for (long t = 0; t < sweeps && !finds.ended(); t++) {
            sweep(from + (COLD - from) * t / (sweeps - 1.0), random);
        }
        set.repair();
    }

    /** Visits each node once, by the rule of Metropolis. */
    private void sweep(double beta, UniformRandomProvider random) {
        int most = 0;
        for (int k = 0; k <= MOST_CONFLICTS; k++) {
            insertion[k] = (long) (0x1p31 * Math.min(1.0, Math.exp(beta * (1.0 - PRICE * k))));
            most = insertion[k] > 0 ? k : most;
        }
        long deletion = (long) (0x1p31 * Math.exp(-beta));
        int nodes = graph.nodes();
        for (int node = 0; node < nodes; node++) {
            int conflicts = set.conflicts(node);
            if (set.chosen(node) == 1) {
                if (conflicts > 0 || random.nextInt() >>> 1 < deletion) {
                    set.flip(node);
                }
            } else if (conflicts <= most && (conflicts == 0 || random.nextInt() >>> 1 < insertion[conflicts])) {
                set.flip(node);
            }
        }
    }

    /**
     * Takes over the pieces of the set that do not lose, and goes back in the others. Returns the gain of the best set.
     */
    private int merge() {
        int gain = problem.joined() ? mergeWhole() : mergePieces();
        set.become(best);
        return gain;
    }

    /** The difference of two cliques is taken as one piece. */
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

    private int mergePieces() {
        Arrays.fill(seen, false);
        int gains = 0;
        for (int node = 0; node < best.length; node++) {
            if (best[node] != set.chosen(node) && !seen[node]) {
                int length = findPiece(node);
                int gain = 0;
                for (int k = 0; k < length; k++) {
                    gain += set.chosen(piece[k]) - best[piece[k]];
                }
                if (gain >= 0) {
                    gains += gain;
                    for (int k = 0; k < length; k++) {
                        best[piece[k]] ^= 1;
                    }
                }
            }
        }
        return gains;
    }

    /** Writes the nodes of the piece of a node into {@link #piece}. Returns their number. */
    private int findPiece(int node) {
        int length = 1;
        piece[0] = node;
        seen[node] = true;
        for (int read = 0; read < length; read++) {
            for (int k = graph.start(piece[read]); k < graph.start(piece[read] + 1); k++) {
                int neighbour = graph.neighbour(k);
                if (!seen[neighbour] && best[neighbour] != set.chosen(neighbour)) {
                    seen[neighbour] = true;
                    piece[length++] = neighbour;
                }
            }
        }
        return length;
    }

    /** Reports the best set if it is of interest. Returns its value. */
    private double report(Finds<byte[]> finds) {
        double value = problem.valueOfSize(set.size());
        if (value >= finds.worth()) {
            finds.found(problem.state(best), value);
        }
        return value;
    }
}
