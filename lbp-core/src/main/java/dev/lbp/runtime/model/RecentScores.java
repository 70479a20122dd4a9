package dev.lbp.runtime.model;

import dev.lbp.internal.Transcript;
import java.util.Arrays;

/**
 * The scores of the two states of one chain that were evaluated last. After a Metropolis-Hastings step the chain is in
 * one of them. A state that was recalled stays, and the next stored one replaces the other.
 */
final class RecentScores {

    private static final int ENTRIES = 2;

    private final byte[][] states;
    private final boolean[] known = new boolean[ENTRIES];

    /** Whether an entry has log-ratios. */
    private final boolean[] weighted = new boolean[ENTRIES];

    private final double[] logProb = new double[ENTRIES];
    private final double[][] logRatios;

    /** The entry of the state recalled or stored last. */
    private int last;

    RecentScores(int dimension) {
        states = new byte[ENTRIES][dimension];
        logRatios = new double[ENTRIES][dimension];
    }

    /**
     * Makes a state the last one, if its scores are known.
     *
     * @param ratios whether its log-ratios are needed too
     */
    boolean recall(byte[] state, boolean ratios) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            if (known[entry] && (weighted[entry] || !ratios) && Arrays.equals(states[entry], state)) {
                last = entry;
                return true;
            }
        }
        return false;
    }

    /** Stores the scores of a chain's row of the model's last answer. */
    void store(byte[] state, BatchModel batch, int chain, boolean ratios) {
        if (!recall(state, ratios)) {
            last = ENTRIES - 1 - last;
        }
        System.arraycopy(state, 0, states[last], 0, state.length);
        logProb[last] = batch.logProb[chain];
        if (ratios) {
            batch.logRatios(chain, logRatios[last]);
        }
        known[last] = true;
        weighted[last] = ratios;
    }

    void forget() {
        Arrays.fill(known, false);
    }

    /** Writes or reads all scores. */
    void transcribe(Transcript transcript) {
        for (int entry = 0; entry < ENTRIES; entry++) {
            transcript.of(states[entry], states[entry].length);
            known[entry] = transcript.of(known[entry]);
            weighted[entry] = transcript.of(weighted[entry]);
        }
        transcript.of(logProb, ENTRIES);
        transcript.of(logRatios);
        last = transcript.of(last);
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
