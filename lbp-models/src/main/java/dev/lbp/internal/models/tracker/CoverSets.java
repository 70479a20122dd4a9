package dev.lbp.internal.models.tracker;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.io.Serializable;
import java.util.Arrays;

/** The effects of each cause and the causes of each effect, as compressed rows. Immutable. */
public final class CoverSets implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Where the effects of each cause begin in {@link #effect}, [causes + 1]. */
    public final int[] start;

    /** The effects of cause 0, then of cause 1, and so on. */
    public final int[] effect;

    /** Where the causes of each effect begin in {@link #cause}, [effects + 1]. */
    public final int[] causeStart;

    public final int[] cause;

    private CoverSets(int[] start, int[] effect, int effects) {
        this.start = start;
        this.effect = effect;
        this.causeStart = new int[effects + 1];
        this.cause = new int[effect.length];
        for (int j : effect) {
            causeStart[j + 1]++;
        }
        Arrays.parallelPrefix(causeStart, Integer::sum);
        int[] next = causeStart.clone();
        for (int i = 0; i < causes(); i++) {
            for (int k = start[i]; k < start[i + 1]; k++) {
                cause[next[effect[k]]++] = i;
            }
        }
    }

    /**
     * Checks and copies sets.
     *
     * @param sets the effects of each cause
     * @param effects the number of effects
     */
    public static CoverSets of(int[][] sets, int effects) {
        Check.sites("sets.length", Check.notNull("sets", sets).length);
        Check.atLeast(1, "effects", effects);
        int[] start = new int[sets.length + 1];
        long members = 0;
        for (int i = 0; i < sets.length; i++) {
            String name = "sets[" + i + "]";
            members += Check.atLeast(1, name + ".length", Check.notNull(name, sets[i]).length);
            Memory.checkLength(members, "members of sets[0] to " + name);
            start[i + 1] = (int) members;
        }
        Memory.check( // twice: by cause and by effect
                2.0 * Integer.BYTES * (members + effects + sets.length),
                "sets.length=" + sets.length + ", members=" + members + ", effects=" + effects,
                "a larger heap by java -Xmx");
        int[] effect = new int[(int) members];
        int[] lastSet = new int[effects]; // 1 plus the last set with this effect
        for (int i = 0; i < sets.length; i++) {
            for (int k = 0; k < sets[i].length; k++) {
                int j = sets[i][k];
                if (j < 0 || j >= effects || lastSet[j] == i + 1) {
                    String constraint = j < 0 || j >= effects
                            ? "be in [0, effects - 1=" + (effects - 1) + "]"
                            : "have each member once";
                    Check.that(false, constraint, "sets[" + i + "][" + k + "]", j);
                }
                lastSet[j] = i + 1;
                effect[start[i] + k] = j;
            }
        }
        return new CoverSets(start, effect, effects);
    }

    public int causes() {
        return start.length - 1;
    }

    public int effects() {
        return causeStart.length - 1;
    }
}
