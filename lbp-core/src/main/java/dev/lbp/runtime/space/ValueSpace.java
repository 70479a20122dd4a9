package dev.lbp.runtime.space;

import dev.lbp.internal.Values;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.io.StateType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * States of whole numbers, an int per site.
 *
 * @param values the number of values C of a site
 * @param moves the number of labels M of the model's moves
 */
public record ValueSpace(int sites, int values, int moves) implements Space<int[]> {

    private static final int NO_VALUE = -1;

    @Override
    public int cellsPerSite() {
        return values;
    }

    @Override
    public double element(int[] state, int site) {
        return state[site];
    }

    @Override
    public void copySites(int[] from, int[] to, int[] changed, int n) {
        for (int k = 0; k < n; k++) {
            to[changed[k]] = from[changed[k]];
        }
    }

    @Override
    public int replace(int[] state, int[] at, int[] changed, int n) {
        for (int k = 0; k < n; k++) {
            state[changed[k]] = NO_VALUE; // differs from any value, so the sites of the last step are listed too
        }
        int count = differences(state, at, changed);
        System.arraycopy(at, 0, state, 0, sites);
        return count;
    }

    @Override
    public int differences(int[] state, int[] other, int[] differing) {
        int count = 0;
        for (int i = 0; i < sites; i++) {
            if (state[i] != other[i]) {
                differing[count++] = i;
            }
        }
        return count;
    }

    @Override
    public void checkUnchanged(int[] state, int[] given) {
        Values.checkUnchanged(state, given);
    }

    @Override
    public void transcribe(Transcript transcript, int[] state) {
        transcript.of(state, sites);
    }

    @Override
    public int[] checked(String name, int[] state) {
        return Values.checked(name, state, sites, values);
    }

    /** Independent uniform values, which a model with its own moves may not allow. */
    @Override
    public int[] random(UniformRandomProvider rng) {
        return Values.random(sites, values, rng);
    }

    /** The bits that a value needs in memory. */
    private int bitsPerSite() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    @Override
    public long bitsPerDraw() {
        return (long) sites * bitsPerSite();
    }

    @Override
    public PackedStates<int[]> store() {
        return new PackedValues(sites, bitsPerSite());
    }

    @Override
    public StateType<int[]> type() {
        return StateType.ofValues(values);
    }

    @Override
    public Words words() {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("space", "values");
        manifest.put("values", values);
        manifest.put("moves", moves);
        Map<String, String> particulars = new LinkedHashMap<>();
        particulars.put("Values of a site", String.valueOf(values));
        particulars.put("Moves M", String.valueOf(moves));
        String size = "model.dimension()=" + sites;
        return new Words(
                "Sites N",
                "states",
                "hamming",
                /* summary= */ ", " + values + " values, " + moves + (moves == 1 ? " move" : " moves"),
                /* sizes= */ size + ", model.values()=" + values + ", model.moves()=" + moves,
                /* chainSizes= */ size + ", model.moves()=" + moves,
                manifest,
                particulars);
    }
}
