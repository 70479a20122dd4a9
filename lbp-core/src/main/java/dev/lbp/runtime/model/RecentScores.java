package dev.lbp.runtime.model;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The scores of the two states of one chain that were evaluated last. After a Metropolis-Hastings step the chain is in
 * one of these two states. A state that was recalled stays, and the next stored state replaces the other one.
 *
 * @param <S> the array of a state
 */
final class RecentScores<S> {

    private static final int ENTRIES = 2;

    private final StateRows<S> rows;
    private final List<S> states;
    private final boolean[] known = new boolean[ENTRIES];

    /** Whether an entry has log-ratios. */
    private final boolean[] hasRatios = new boolean[ENTRIES];

    private final double[] logProb = new double[ENTRIES];
    private final double[][] logRatios;

    /** The index of the entry whose state was recalled or stored last. */
    private int last;

    /**
     * @param cells the number of log-ratios
     */
    RecentScores(RowReference<S> base, int cells) {
        rows = base.rows();
        states = List.of(rows.make().apply(base.sites()), rows.make().apply(base.sites()));
        logRatios = new double[ENTRIES][cells];
    }

    /**
     * Makes a state the last one if its scores are known, and returns whether they are.
     *
     * @param ratios whether its log-ratios are needed too
     */
    boolean recall(S state, boolean ratios) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            if (known[entry] && (hasRatios[entry] || !ratios) && Objects.deepEquals(states.get(entry), state)) {
                last = entry;
                return true;
            }
        }
        return false;
    }

    /**
     * Stores the scores of a state, from a chain's row of the model's last answer. They replace those of the same
     * state, or else those of the state that is not the last.
     */
    void store(S state, BatchModel batch, int chain, boolean ratios) {
        if (!recall(state, ratios)) {
            last = ENTRIES - 1 - last;
        }
        rows.copy(state, states.get(last));
        logProb[last] = batch.logProb[chain];
        if (ratios) {
            batch.logRatios(chain, logRatios[last]);
        }
        known[last] = true;
        hasRatios[last] = ratios;
    }

    void forget() {
        Arrays.fill(known, false);
    }

    /** Writes or reads all scores. */
    void transcribe(Transcript transcript) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            rows.transcribe().of(transcript, states.get(entry));
            known[entry] = transcript.of(known[entry]);
            hasRatios[entry] = transcript.of(hasRatios[entry]);
        }
        transcript.of(logProb, ENTRIES);
        transcript.of(logRatios);
        last = transcript.of(last);
    }

    /** The last state, which must not be changed. */
    S state() {
        return states.get(last);
    }

    /** The log-probability of the last state. */
    double logProb() {
        return logProb[last];
    }

    /** The log-ratios of the last state, [N]. */
    double[] logRatios() {
        return logRatios[last];
    }
}
