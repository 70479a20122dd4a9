package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.SearchMonitor;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Extends each node to a clique by random common neighbours. It starts searches in sparse graphs, where two random
 * nodes seldom have an edge. O(N + edges * size of the cliques).
 */
final class GreedyCliques {

    private final GraphRows graph;
    private final int[] members;
    private final int[] candidates;

    /** For each node, the last step that added a neighbour of the node to a clique. */
    private final int[] mark;

    private int step;

    GreedyCliques(GraphRows graph) {
        this.graph = graph;
        this.members = new int[graph.nodes()];
        this.candidates = new int[graph.nodes()];
        this.mark = new int[graph.nodes()];
    }

    /**
     * Writes the largest clique that it finds into an array of zeros. Extends the first node even if the search must
     * end.
     */
    void writeLargest(byte[] clique, UniformRandomProvider random, SearchMonitor<byte[]> monitor) {
        Arrays.fill(mark, 0);
        step = 0; // each node takes at most as many steps as it has neighbours, so an int suffices
        int largest = 0;
        for (int node = 0; node < clique.length && (node == 0 || !monitor.mustEnd()); node++) {
            int size = extend(node, largest, random);
            if (size > largest) {
                largest = size;
                Arrays.fill(clique, (byte) 0);
                for (int k = 0; k < size; k++) {
                    clique[members[k]] = 1;
                }
            }
        }
    }

    /**
     * Extends a node to a clique in {@link #members}. Gives up as soon as the clique cannot exceed {@code largest}.
     *
     * @return the size that the clique has reached
     */
    private int extend(int node, int largest, UniformRandomProvider random) {
        int left = 0; // the number of candidates: the common neighbours of the members
        for (int k = graph.start(node); k < graph.start(node + 1); k++) {
            candidates[left++] = graph.neighbour(k);
        }
        int size = 0;
        members[size++] = node;
        while (left > 0 && size + left > largest) {
            int added = candidates[random.nextInt(left)];
            members[size++] = added;
            left = keepNeighbours(added, left);
        }
        return size;
    }

    /** Drops the candidates that are not neighbours of {@code added}. Returns the number of those kept. */
    private int keepNeighbours(int added, int count) {
        step++; // a new mark
        for (int k = graph.start(added); k < graph.start(added + 1); k++) {
            mark[graph.neighbour(k)] = step;
        }
        int kept = 0;
        for (int k = 0; k < count; k++) {
            if (mark[candidates[k]] == step) {
                candidates[kept++] = candidates[k];
            }
        }
        return kept;
    }
}
