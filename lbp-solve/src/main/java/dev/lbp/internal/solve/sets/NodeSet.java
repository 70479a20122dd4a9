package dev.lbp.internal.solve.sets;

/**
 * A set of nodes, with the number of chosen neighbours of each node. For independent sets two chosen nodes conflict if
 * an edge joins them. For cliques ({@code seeksCliques}) they conflict if no edge joins them, so the complement of the
 * graph is not needed. A change of one node costs O(its degree).
 */
public final class NodeSet {

    private final GraphRows graph;
    private final boolean seeksCliques;
    private final byte[] chosen;
    private final int[] neighbours;
    private int size;

    public NodeSet(GraphRows graph, boolean seeksCliques) {
        this.graph = graph;
        this.seeksCliques = seeksCliques;
        this.chosen = new byte[graph.nodes()];
        this.neighbours = new int[graph.nodes()];
    }

    int size() {
        return size;
    }

    /** 1 if a node is in the set, else 0. */
    public byte chosen(int node) {
        return chosen[node];
    }

    /** The number of chosen nodes that conflict with a node, or would if the node were chosen. */
    public int conflicts(int node) {
        return seeksCliques ? size - chosen[node] - neighbours[node] : neighbours[node];
    }

    /** Inserts a node, or deletes it. */
    public void flip(int node) {
        int change = 1 - 2 * chosen[node];
        chosen[node] += (byte) change;
        size += change;
        int end = graph.start(node + 1);
        for (int k = graph.start(node); k < end; k++) {
            neighbours[graph.neighbour(k)] += change;
        }
    }

    /** Copies another set into this one. */
    void assign(byte[] set) {
        for (int node = 0; node < set.length; node++) {
            if (chosen[node] != set[node]) {
                flip(node);
            }
        }
    }

    /**
     * Deletes conflicting nodes, the ones with most conflicts first, and then inserts each node without conflicts.
     * Afterwards the set has no conflict, and every further node would cause one.
     */
    public void repair() {
        int most = 0;
        for (int node = 0; node < chosen.length; node++) {
            most = Math.max(most, chosen[node] * conflicts(node));
        }
        for (int least = most; least > 0; least--) {
            for (int node = 0; node < chosen.length; node++) {
                if (chosen[node] == 1 && conflicts(node) >= least) {
                    flip(node);
                }
            }
        }
        for (int node = 0; node < chosen.length; node++) {
            if (chosen[node] == 0 && conflicts(node) == 0) {
                flip(node);
            }
        }
    }
}
