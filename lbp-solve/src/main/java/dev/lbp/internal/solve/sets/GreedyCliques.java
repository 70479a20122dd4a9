package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.Finds;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Extends each node to a clique by random common neighbours. In a large sparse graph random insertions would seldom
 * meet an edge. O(N + edges times the size of the cliques).
 */
final class GreedyCliques {

    private final GraphRows graph;
    private final int[] members;
    private final int[] candidates;

    /** The last step in which a node was a neighbour of the node that was added. */
    private final int[] mark;

    private int step;

    GreedyCliques(GraphRows graph) {
        this.graph = graph;
        this.members = new int[graph.nodes()];
        this.candidates = new int[graph.nodes()];
        this.mark = new int[graph.nodes()];
    }

    /** Writes the largest of the cliques into an array of zeros. The first node is extended even if time is over. */
    void largest(byte[] clique, UniformRandomProvider random, Finds<byte[]> finds) {
        Arrays.fill(mark, 0);
        step = 0; // each node takes at most as many steps as it has neighbours, so an int suffices
        int largest = 0;
        for (int node = 0; node < clique.length && (node == 0 || !finds.ended()); node++) {
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

    /** The size of a clique with this node. Gives up as soon as it cannot be larger than {@code largest}. */
    private int extend(int node, int largest, UniformRandomProvider random) {
        int left = 0;
        for (int k = graph.start(node); k < graph.start(node + 1); k++) {
            candidates[left++] = graph.neighbour(k);
        }
        int size = 0;
        members[size++] = node;
        while (left > 0 && size + left > largest) {
            int added = candidates[random.nextInt(left)];
            members[size++] = added;
            step++;
            for (int k = graph.start(added); k < graph.start(added + 1); k++) {
                mark[graph.neighbour(k)] = step;
            }
            int common = 0;
            for (int k = 0; k < left; k++) {
                if (mark[candidates[k]] == step) {
                    candidates[common++] = candidates[k];
                }
            }
            left = common;
        }
        return size;
    }
}
