package dev.lbp.solve;

import dev.lbp.internal.solve.sets.GraphRows;

/**
 * An undirected graph without weights, for {@link Solver#independentSet}, {@link Solver#clique} and
 * {@link Solver#cover}. Immutable. It needs 4 bytes for each node and 8 for each edge.
 */
public final class Graph {

    private final GraphRows rows;

    private Graph(GraphRows rows) {
        this.rows = rows;
    }

    /**
     * A graph with an edge between from[k] and to[k] for each k. An edge repeated in either direction counts once.
     *
     * @param nodes the number of nodes N, at least 1
     * @param from nodes, 0 to N - 1
     * @param to nodes, 0 to N - 1; as long as {@code from}, and to[k] differs from from[k]
     * @throws IllegalArgumentException if an edge joins a node with itself, or the graph does not fit into memory
     */
    public static Graph of(int nodes, int[] from, int[] to) {
        return new Graph(GraphRows.of(nodes, from, to));
    }

    /** The number of nodes N. */
    public int nodes() {
        return rows.nodes();
    }

    /** The number of edges. */
    public int edges() {
        return rows.edges();
    }

    /** The neighbours of each node. */
    GraphRows rows() {
        return rows;
    }

    @Override
    public String toString() {
        return "graph of " + nodes() + " nodes and " + edges() + " edges";
    }
}
