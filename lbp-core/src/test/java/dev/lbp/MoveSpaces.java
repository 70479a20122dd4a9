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

    /** States of n bits with k ones. Label: a pair of sites, legal if exactly one of them is 1. It is its own inverse. */
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
