package dev.lbp;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finite set of states and its moves, written down plainly: the oracle of tests.
 *
 * @param states all states of the feasible set
 * @param values the number of values of a site
 * @param moves the number of labels M
 */
public record MoveSpace(String name, List<int[]> states, int values, int moves, Moves rule) {

    /** What labels do. */
    public interface Moves {

        /** The state that a label leads to; null if it is illegal. */
        int @Nullable [] after(int[] state, int move);

        /** The inverse of a legal label. */
        int inverse(int[] state, int move);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Its states and labels as numbers: the state that a label leads to from a state, or -1. */
    public int[][] ends() {
        int[][] ends = new int[states.size()][moves];
        for (int x = 0; x < ends.length; x++) {
            for (int m = 0; m < moves; m++) {
                int[] after = rule.after(states.get(x), m);
                ends[x][m] = after == null ? -1 : number(after);
            }
        }
        return ends;
    }

    /** The number of a state; throws if it is not one. */
    public int number(int[] state) {
        for (int x = 0; x < states.size(); x++) {
            if (Arrays.equals(states.get(x), state)) {
                return x;
            }
        }
        throw new IllegalArgumentException("must be in the feasible set: " + Arrays.toString(state));
    }
}
