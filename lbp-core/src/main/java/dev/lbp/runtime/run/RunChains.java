package dev.lbp.runtime.run;

import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.record.RecorderFactory;
import java.util.function.DoubleFunction;

/**
 * The chains of a run at their start, with the factory of their records.
 *
 * @param recorders makes the recorder of each chain
 * @param caveat the warning about the run, for its result
 * @param reducible why chains at a scale cannot reach all states, see {@link dev.lbp.runtime.engine.chain.Method}
 * @param <S> the array of a state
 */
record RunChains<S>(
        Ensemble<S> ensemble, RecorderFactory<S> recorders, Caveat caveat, DoubleFunction<String> reducible) {

    /** Whether the chains pool findings before their draws. */
    boolean pools() {
        return ensemble.pools() || recorders.refersToFirst();
    }

    /** A warning to the user about a run. */
    interface Caveat {

        /** The warning about a run with a scale and an acceptance rate; empty if there is none. */
        String of(double scale, double acceptanceRate);
    }
}
