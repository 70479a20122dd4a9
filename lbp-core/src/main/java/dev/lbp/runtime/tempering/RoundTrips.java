package dev.lbp.runtime.tempering;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;

/**
 * Follows the replicas of one ladder through its slots 0 .. K, and counts how often they cross it. Replica i starts in
 * slot i.
 *
 * <p>A restart is a replica that comes to slot K and was in slot 0 since its last visit to slot K. A round trip is a
 * replica that comes to slot 0 after a restart: from slot 0 to slot K and back. So restarts exceed round trips by the
 * replicas that are on the way back. The replica in slot 0 at the start counts as one that was there.
 *
 * <p>Source: the index process of Syed et al. 2022, <a href="https://arxiv.org/abs/1905.02939">arXiv:1905.02939</a>.
 */
public final class RoundTrips {

    /** The replica was in neither end since the start, or in slot K alone. */
    private static final int NOWHERE = 0;

    /** The replica was in slot 0, last of the two ends. */
    private static final int FROM_REFERENCE = 1;

    /** The replica was in slot 0, and then, last of the two ends, in slot K. */
    private static final int FROM_TARGET = 2;

    /** The replica in each slot. */
    private final int[] replicas;

    /** One of the three states above for each replica. */
    private final int[] states;

    private long restarts;
    private long roundTrips;

    /**
     * @param slots K + 1, at least 2
     */
    public RoundTrips(int slots) {
        replicas = new int[Check.atLeast(2, "slots", slots)];
        states = new int[slots];
        for (int k = 0; k < slots; k++) {
            replicas[k] = k;
        }
        states[0] = FROM_REFERENCE;
    }

    /** Must be called when the contents of the slots {@code pair} and {@code pair + 1} were exchanged. */
    public void exchange(int pair) {
        int hotter = replicas[pair];
        replicas[pair] = replicas[pair + 1];
        replicas[pair + 1] = hotter;
    }

    /** Must be called after the exchanges of each scan. */
    public void scanned() {
        int hottest = replicas[0];
        if (states[hottest] == FROM_TARGET) {
            roundTrips++;
        }
        states[hottest] = FROM_REFERENCE;
        int coldest = replicas[replicas.length - 1];
        if (states[coldest] == FROM_REFERENCE) {
            states[coldest] = FROM_TARGET;
            restarts++;
        }
    }

    /** The number of times that a replica came to slot K from slot 0. */
    public long restarts() {
        return restarts;
    }

    /** The number of times that a replica came from slot 0 to slot K and back to slot 0. */
    public long roundTrips() {
        return roundTrips;
    }

    /** Writes or reads the replicas and the counts. A reader must have the same number of slots. */
    public void transcribe(Transcript transcript) {
        transcript.of(replicas, replicas.length);
        transcript.of(states, states.length);
        restarts = transcript.of(restarts);
        roundTrips = transcript.of(roundTrips);
    }
}
