package dev.lbp.check;

import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The states of a {@link ModelCheck}: given ones, or starts of the model. Further states are random flips away from
 * these. A flip to an impossible state is taken back, so states stay possible where most are not.
 *
 * @param given the states that the caller gives; empty for starts of the model
 */
record CheckedStates(Scores scores, EnergyModel model, byte[][] given, UniformRandomProvider rng) {

    /**
     * State c of n, counted from 0, tries {@code FLIPS * c / n} single flips. So the numbers of ones differ between
     * states even if all start alike.
     */
    private static final int FLIPS = 100;

    /** The given states; if there are none, {@code count} states, beginning with a start of the model. */
    byte[][] first(int count) {
        return given.length > 0 ? given : further(count);
    }

    /**
     * Draws {@code count} states. State c tries {@code FLIPS * c / count} flips, so that the states are at different
     * distances from the starts. One call scores the trials of all states; a state that has made its number of trials
     * ignores the score.
     */
    byte[][] further(int count) {
        byte[][] states = new byte[count][];
        Arrays.setAll(states, c -> given.length > 0 ? given[c % given.length].clone() : ModelCalls.start(model, rng));
        int[] sites = new int[count];
        for (int t = 0; t < FLIPS; t++) {
            byte[][] moved = Arrays.stream(states).map(byte[]::clone).toArray(byte[][]::new);
            for (int c = 0; c < count; c++) {
                sites[c] = rng.nextInt(model.dimension());
                moved[c][sites[c]] ^= 1;
            }
            double[] logProb = scores.logProb(moved);
            for (int c = 0; c < count; c++) {
                if (t < FLIPS * c / count && logProb[c] != Double.NEGATIVE_INFINITY) { // else the flip is taken back
                    states[c] = moved[c];
                }
            }
        }
        return states;
    }
}
