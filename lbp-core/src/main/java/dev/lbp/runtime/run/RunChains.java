package dev.lbp.runtime.run;

import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.record.KeptDraws;
import dev.lbp.runtime.record.RecorderFactory;
import org.jspecify.annotations.Nullable;

/**
 * The chains of a run at their start, and what records them.
 *
 * @param kept the store of the draws' states; null if they are not kept
 * @param caveat the warning about the run, for its result
 * @param frozen N values, true for sites that never change
 * @param <S> the array of a state
 */
record RunChains<S>(
        Ensemble<S> ensemble,
        RecorderFactory<S> recorders,
        @Nullable KeptDraws<S> kept,
        Caveat caveat,
        boolean[] frozen) {

    /** Whether some chains need to know of others before their draws. */
    boolean pools() {
        return ensemble.pools() || recorders.refersToFirst();
    }

    /** A warning to the user about a run. */
    interface Caveat {

        /** The warning about a run with a scale and an acceptance rate; empty if there is none. */
        String of(double scale, double acceptanceRate);
    }
}
