package dev.lbp;

import dev.lbp.MoveSpace.Moves;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Small spaces of every shape, with their moves. */
public final class MoveSpaces {

    private MoveSpaces() {}

    /** Sites with any number of values each. Label: the place of (site, value) in the list of all. */
    public static MoveSpace sites(int... values) {
        List<int[]> labels = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            for (int c = 0; c < values[i]; c++) {
                labels.add(new int[] {i, c});
            }
        }
        List<int[]> states = new ArrayList<>();
        int count = Arrays.stream(values).reduce(1, (a, b) -> a * b);
        for (int x = 0; x < count; x++) {
            int rest = x;
            int[] state = new int[values.length];
            for (int i = 0; i < values.length; i++) {
                state[i] = rest % values[i];
                rest /= values[i];
            }
            states.add(state);
        }
        Moves rule = new Moves() {
            @Override
            public int @Nullable [] after(int[] state, int move) {
                int[] label = labels.get(move);
                return state[label[0]] == label[1] ? null : with(state, label[0], label[1]);
            }

            @Override
            public int inverse(int[] state, int move) {
                int site = labels.get(move)[0];
                return IntStream.range(0, labels.size())
                        .filter(m -> labels.get(m)[0] == site && labels.get(m)[1] == state[site])
                        .findFirst()
                        .orElseThrow();
            }
        };
        return new MoveSpace(
                "sites " + Arrays.toString(values),
                states,
                Arrays.stream(values).max().orElseThrow(),
                labels.size(),
                rule);
    }

    /** Permutations of n. Label: a pair of positions, whose values change places. It is its own inverse. */
    public static MoveSpace permutations(int n) {
        List<int[]> states = new ArrayList<>();
        permutations(new int[n], 0, states);
        List<int[]> pairs = pairs(n);
        return new MoveSpace("permutations of " + n, states, n, pairs.size(), swaps(pairs, false));
    }

    /**
     * States of n bits with k ones. Label: a pair of sites, legal if exactly one of them is 1. It is its own inverse.
     */
    public static MoveSpace subsets(int n, int k) {
        List<int[]> states = sites(IntStream.generate(() -> 2).limit(n).toArray()).states().stream()
                .filter(x -> Arrays.stream(x).sum() == k)
                .toList();
        List<int[]> pairs = pairs(n);
        return new MoveSpace("subsets of " + k + " of " + n, states, 2, pairs.size(), swaps(pairs, true));
    }

    private static Moves swaps(List<int[]> pairs, boolean onlyUnequal) {
        return new Moves() {
            @Override
            public int @Nullable [] after(int[] state, int move) {
                int a = pairs.get(move)[0];
                int b = pairs.get(move)[1];
                return onlyUnequal && state[a] == state[b] ? null : with(with(state, a, state[b]), b, state[a]);
            }

            @Override
            public int inverse(int[] state, int move) {
                return move;
            }
        };
    }

    /**
     * Partial matchings of n1 left and n2 right vertices. State: for each left vertex its partner + 1, or 0. Label: the
     * pair (i, j), number i * n2 + j. It adds the link if both are free, deletes it if they are linked; if one is
     * linked elsewhere, it moves that link; if both are, they become linked, and so do their partners.
     */
    public static MoveSpace matchings(int n1, int n2) {
        return matchings("matchings " + n1 + "+" + n2, n1, n2, (i, j, before, after) -> true);
    }

    /** The same without moves of links. */
    public static MoveSpace matchingsByAddAndDelete(int n1, int n2) {
        return matchings(
                "add and delete, " + n1 + "+" + n2, n1, n2, (i, j, before, after) -> links(before) != links(after));
    }

    private static long links(int[] state) {
        return Arrays.stream(state).filter(v -> v > 0).count();
    }

    private interface Legal {
        boolean test(int left, int right, int[] before, int[] after);
    }

    private static MoveSpace matchings(String name, int n1, int n2, Legal legal) {
        List<int[]> states = sites(IntStream.generate(() -> n2 + 1).limit(n1).toArray()).states().stream()
                .filter(x -> IntStream.rangeClosed(1, n2)
                        .allMatch(j -> Arrays.stream(x).filter(v -> v == j).count() <= 1))
                .toList();
        Moves rule = new Moves() {
            @Override
            public int @Nullable [] after(int[] state, int move) {
                int i = move / n2;
                int j = move % n2;
                int[] after = state.clone();
                int other = partner(state, j);
                if (state[i] == j + 1) {
                    after[i] = 0;
                } else {
                    after[i] = j + 1;
                    if (other >= 0) {
                        after[other] = state[i];
                    }
                }
                return legal.test(i, j, state, after) ? after : null;
            }

            @Override
            public int inverse(int[] state, int move) {
                int i = move / n2;
                int j = move % n2;
                if (state[i] == j + 1) {
                    return move;
                }
                if (state[i] > 0) {
                    return i * n2 + state[i] - 1;
                }
                int other = partner(state, j);
                return other < 0 ? move : other * n2 + j;
            }

            private int partner(int[] state, int j) {
                return IntStream.range(0, n1)
                        .filter(i -> state[i] == j + 1)
                        .findFirst()
                        .orElse(-1);
            }
        };
        return new MoveSpace(name, states, n2 + 1, n1 * n2, rule);
    }

    /**
     * Spanning trees of a graph. State: a bit for each edge. Label: e * E + f puts edge e in and takes f out, legal if
     * the result is a spanning tree. Its inverse is f * E + e.
     */
    public static MoveSpace trees(String name, int vertices, int[]... edges) {
        int count = edges.length;
        List<int[]> states = sites(IntStream.generate(() -> 2).limit(count).toArray()).states().stream()
                .filter(x -> spans(x, vertices, edges))
                .toList();
        Moves rule = new Moves() {
            @Override
            public int @Nullable [] after(int[] state, int move) {
                int in = move / count;
                int out = move % count;
                if (state[in] == 1 || state[out] == 0) {
                    return null;
                }
                int[] after = with(with(state, in, 1), out, 0);
                return spans(after, vertices, edges) ? after : null;
            }

            @Override
            public int inverse(int[] state, int move) {
                return move % count * count + move / count;
            }
        };
        return new MoveSpace(name, states, 2, count * count, rule);
    }

    /** Spanning trees of the complete graph. */
    public static MoveSpace trees(int vertices) {
        return trees("trees of K" + vertices, vertices, pairs(vertices).toArray(int[][]::new));
    }

    private static boolean spans(int[] chosen, int vertices, int[][] edges) {
        int[] part = IntStream.range(0, vertices).toArray();
        int parts = vertices;
        for (int e = 0; e < edges.length; e++) {
            if (chosen[e] == 1) {
                int keep = part[edges[e][0]];
                int gone = part[edges[e][1]];
                if (keep == gone) {
                    return false;
                }
                for (int v = 0; v < vertices; v++) {
                    part[v] = part[v] == gone ? keep : part[v];
                }
                parts--;
            }
        }
        return parts == 1;
    }

    static int[] with(int[] state, int site, int value) {
        int[] copy = state.clone();
        copy[site] = value;
        return copy;
    }

    static List<int[]> pairs(int n) {
        List<int[]> pairs = new ArrayList<>();
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                pairs.add(new int[] {a, b});
            }
        }
        return pairs;
    }

    private static void permutations(int[] prefix, int length, List<int[]> all) {
        if (length == prefix.length) {
            all.add(prefix.clone());
            return;
        }
        for (int v = 0; v < prefix.length; v++) {
            int value = v;
            if (Arrays.stream(prefix, 0, length).noneMatch(u -> u == value)) {
                prefix[length] = v;
                permutations(prefix, length + 1, all);
            }
        }
    }
}
