package dev.lbp.runtime.run;

import dev.lbp.runtime.engine.ChainSpan;
import dev.lbp.runtime.engine.Ensemble;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.MoveStart;
import dev.lbp.runtime.engine.WorkerPool;
import dev.lbp.target.Target;
import java.io.Serializable;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** What runs of whole numbers need of a user's model, of either engine. */
interface ValueTarget extends Serializable {

    /** The user's model. */
    Target model();

    /** The number of values of a site; this calls the model. */
    int values();

    /** The number of labels M; this calls the model. */
    int moves();

    /**
     * Checks that sites of the model may be frozen.
     *
     * @throws IllegalArgumentException if they may not
     */
    void checkFreezes();

    /** Makes the start of some chains of a run. */
    MoveStart start(ChainSpan span, long seed, int @Nullable [][] initial, boolean @Nullable [] frozen);

    /** Makes the chains of a run. */
    Ensemble<int[]> ensemble(Method method, MoveStart start, boolean @Nullable [] frozen, WorkerPool pool);

    /** The bytes that a chain needs for all labels. */
    double moveBytes(Method method, int sites, int moves);

    /** Where chains start that are not given a state, for reports. */
    String randomStart();

    /** Draws a state. */
    int[] randomState(UniformRandomProvider rng);

    /** The log-probabilities of some states. */
    double[] logProb(int[][] states);

    /**
     * Adds by name what else identifies the model in a checkpoint.
     *
     * @param state a possible state
     * @param usesLogRatios whether the sampler weighs values or labels
     */
    void identify(Map<String, String> entries, int[] state, boolean usesLogRatios);
}
