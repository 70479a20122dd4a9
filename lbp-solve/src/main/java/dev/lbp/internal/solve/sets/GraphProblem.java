package dev.lbp.internal.solve.sets;

import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import java.util.Map;

/** The largest independent set or clique of a graph, or its smallest cover. */
public final class GraphProblem implements Problem<byte[]> {

    /** What is asked of a set of nodes. */
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
    private final boolean joined;

    public GraphProblem(GraphRows graph, Kind kind) {
        this.graph = graph;
        this.kind = kind;
        this.rows = graph.isDense() ? graph.complement() : graph;
        this.joined = (kind == Kind.CLIQUE) != graph.isDense();
    }

    /** The graph or its complement: that with fewer edges. */
    GraphRows rows() {
        return rows;
    }

    /** Whether the nodes of a set must be joined in {@link #rows}, each with each other; else none may be joined. */
    boolean joined() {
        return joined;
    }

    @Override
    public Search<byte[]> newSearch() {
        return new SetSearch(this);
    }

    /** As measured: five arrays of numbers, and some of bits. */
    @Override
    public double searchBytes() {
        return 26.0 * graph.nodes();
    }

    /** The value of what {@link #state} makes of a set of the search. */
    double valueOfSize(int size) {
        return kind == Kind.COVER ? size - (double) graph.nodes() : size;
    }

    /** A new array for the user: the set, or the nodes outside of it, which cover all edges. */
    byte[] state(byte[] set) {
        byte[] state = set.clone();
        if (kind == Kind.COVER) {
            for (int node = 0; node < state.length; node++) {
                state[node] ^= 1;
            }
        }
        return state;
    }

    /** Minus infinity for a set that is not what is asked. */
    @Override
    public double value(byte[] state) {
        byte[] set = state(state);
        int size = 0;
        for (byte chosen : set) {
            size += chosen;
        }
        int neighbours = kind == Kind.CLIQUE ? size - 1 : 0;
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
