package dev.lbp.runtime.engine;

import dev.lbp.target.EnergyModel;
import java.io.Serializable;
import java.util.Locale;
import java.util.Map;

/**
 * A Markov chain Monte Carlo method with its settings, as a {@link dev.lbp.Sampler} runs it. Immutable, and used by any number of runs at
 * once. A new method is a class that implements this and a line in {@link dev.lbp.Samplers}.
 */
public interface Method extends Serializable {

    /**
     * Checks that the method can sample a model.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(EnergyModel model) {
        // Most methods sample any model.
    }

    /** The chains of a run, at their starting states, on the engine that fits the model. */
    Ensemble ensemble(EnergyModel model, Start start, WorkerPool pool);

    /** The bytes that a chain takes for each site beside its state; models and their trackers have more. */
    int bytesPerSite();

    /** The method and its settings, for summaries: "LBP, weight t/(t+1), acceptance 0.574". */
    String describe();

    /** Adds what the draws depend on and {@link #describe} does not say, by name. */
    default void identify(Map<String, String> entries) {
        // Of most methods it says all.
    }

    /** Whether the method uses the flip log-ratios of a model. */
    default boolean usesLogRatios() {
        return false;
    }

    /** The scale and the acceptance rate of a run, for summaries. */
    default String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "scale R %.1f, acceptance %.3f", scale, acceptanceRate);
    }

    /** Whether a step can be rejected. */
    boolean rejects();

    /** What a user should know of a run at the given scale; empty if nothing. */
    default String caveat(double scale, int freeSites, double acceptanceRate) {
        return "";
    }
}
