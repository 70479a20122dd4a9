package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import java.util.Map;

/** The search for the largest independent set or clique of a graph, or its smallest cover. */
public final class GraphProblem implements Problem<byte[]> {

    /** The kind of set that is sought. */
    public enum Kind {
        INDEPENDENT_SET("independent set"),
        CLIQUE("clique"),
        COVER("cover");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private final GraphRows graph;
    private final Kind kind;
    private final GraphRows rows;
    private final boolean seeksCliques;

    public GraphProblem(GraphRows graph, Kind kind) {
        this.graph = graph;
        this.kind = kind;
        // A clique of a graph is an independent set of its complement, which has fewer edges if the graph is dense.
        this.rows = graph.isDense() ? graph.complement() : graph;
        this.seeksCliques = (kind == Kind.CLIQUE) != graph.isDense();
    }

    /** The graph or its complement, whichever has fewer edges. */
    GraphRows rows() {
        return rows;
    }

    /** Whether a set must be a clique in {@link #rows}; otherwise it must be an independent set there. */
    boolean seeksCliques() {
        return seeksCliques;
    }

    @Override
    public Search<byte[]> newSearch() {
        return new SetSearch(this);
    }

    /** The heap bytes per node of five arrays of ints and some of bytes, as measured. */
    @Override
    public double searchBytes() {
        return 26.0 * graph.nodes();
    }

    /** The value of the state that {@link #state} makes from a set of this size. */
    double valueOfSize(int size) {
        return kind == Kind.COVER ? size - (double) graph.nodes() : size;
    }

    /** The user's state for an independent set or clique, as a new array. A cover is the complement of the set. */
    byte[] state(byte[] set) {
        byte[] state = set.clone();
        if (kind == Kind.COVER) {
            for (int node = 0; node < state.length; node++) {
                state[node] ^= 1;
            }
        }
        return state;
    }

    /** The size of the set, minus the size of a cover; minus infinity if the state is not of the sought kind. */
    @Override
    public double value(byte[] state) {
        byte[] set = state(state); // a cover's complement; a copy of any other set
        int size = 0;
        for (byte chosen : set) {
            size += chosen;
        }
        int neighbours = kind == Kind.CLIQUE ? size - 1 : 0; // that each chosen node must have in the set
        for (int node = 0; node < set.length; node++) {
            if (set[node] == 1 && graph.countIn(set, node) != neighbours) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        return valueOfSize(size);
    }

    @Override
    public StateKind<byte[]> kind() {
        return StateKind.BITS;
    }

    @Override
    public String name() {
        return kind.words + " of a graph of " + graph.nodes() + " nodes and " + graph.edges() + " edges";
    }

    @Override
    public Map<String, String> identity() {
        return Map.of(
                "sought", kind.words, "number of nodes", "" + graph.nodes(), "edges (checksum)", graph.checksum());
    }
}
