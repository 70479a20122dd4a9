package dev.lbp.runtime.space;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.io.StateType;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A state space: the type and the sizes of its states, and operations on whole states. It knows nothing of models,
 * chains and runs. Steps of chains work on the arrays of their states directly.
 *
 * @param <S> the array of a state
 */
public interface Space<S> extends Serializable {

    /**
     * The sizes of a state space in words.
     *
     * @param dimension the name of the dimension in reports: "Sites N"
     * @param states the plural name of a state: "states"
     * @param distance the name of the trace of the distance to a reference state: "hamming"
     * @param summary the sizes besides N, after a comma, for summaries; may be empty
     * @param sizes the sizes that the model gives, for messages: "model.dimension()=100"
     * @param chainSizes the sizes that determine the memory of a chain
     * @param manifest the sizes besides N by name, for manifests
     * @param particulars the sizes besides N by name, for reports
     */
    record Words(
            String dimension,
            String states,
            String distance,
            String summary,
            String sizes,
            String chainSizes,
            Map<String, Object> manifest,
            Map<String, String> particulars) {

        /** A copy with more words after these. */
        public Words and(
                String moreSummary,
                String moreSizes,
                Map<String, Object> moreManifest,
                Map<String, String> moreParticulars) {
            return new Words(
                    dimension,
                    states,
                    distance,
                    summary + moreSummary,
                    sizes + moreSizes,
                    chainSizes + moreSizes,
                    joined(manifest, moreManifest),
                    joined(particulars, moreParticulars));
        }

        private static <V> Map<String, V> joined(Map<String, V> entries, Map<String, V> more) {
            Map<String, V> all = new LinkedHashMap<>(entries);
            all.putAll(more);
            return all;
        }
    }

    /** The number of sums recorded for a real coordinate at offset u from a reference: of u, u^2 and u + u^2. */
    int MOMENTS = 3;

    /** The number of sites N, or of real coordinates. */
    int sites();

    /**
     * The number of averages for each site: one for a bit, one for each value of a site with more than two, three for a
     * coordinate.
     */
    int cellsPerSite();

    /** An element of a state as a real number. */
    double element(S state, int site);

    /** A copy of a state. */
    @SuppressWarnings("unchecked")
    default S copy(S state) {
        Object copy = Array.newInstance(state.getClass().getComponentType(), sites());
        System.arraycopy(state, 0, copy, 0, sites());
        return (S) copy;
    }

    /** Copies the elements of the first {@code n} of {@code changed} sites. */
    void copySites(S from, S to, int[] changed, int n);

    /**
     * Finds the sites where two states differ.
     *
     * @param sites receives these sites, ascending; N long
     * @return the number of these sites
     */
    int differences(S state, S other, int[] sites);

    /**
     * Writes the opposite of a state.
     *
     * @return whether the space has opposites: bits without a fixed number of ones do, where each bit takes its other
     *     value
     */
    default boolean opposite(S state, S to) {
        return false;
    }

    /**
     * Gives a state the elements of another one.
     *
     * @param state receives the elements of {@code at}
     * @param changed the first {@code n} are the sites that the last step changed, each once; receives all sites where
     *     the new state may differ from the state before this step
     * @return the number of these sites
     */
    int replace(S state, S at, int[] changed, int n);

    /**
     * Checks that a user's function has not changed the state that it received.
     *
     * @param state a copy of the state from before the call
     * @param given the state that the function received
     * @throws IllegalStateException if the two differ
     */
    void checkUnchanged(S state, S given);

    /** Writes or reads a whole state. */
    void transcribe(Transcript transcript, S state);

    /**
     * A copy of a state of the caller.
     *
     * @param name the name of the array, for the message
     * @throws IllegalArgumentException if it is not in the space; the message names the first element that is at fault
     */
    S checked(String name, S state);

    /** Draws a random state. Its law depends only on the sizes of the space. */
    S random(UniformRandomProvider rng);

    /** A checksum of states. */
    default String checksum(S[] states) {
        int n = sites();
        return Fingerprint.of(states.length * n, k -> element(states[k / n], k % n));
    }

    /** The bits of a state in memory. */
    long bitsPerDraw();

    /** Makes a store of one chain's draws, for {@link KeptDraws}. */
    PackedStates<S> store();

    /** How states are written to files. */
    StateType<S> type();

    /** Names and sizes in words, for manifests, summaries, reports and messages. */
    Words words();
}
