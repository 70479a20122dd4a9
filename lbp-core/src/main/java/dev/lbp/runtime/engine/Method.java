package dev.lbp.runtime.engine;

import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.io.Serializable;
import java.util.Locale;
import java.util.Map;

/**
 * A Markov chain Monte Carlo method with its settings; a {@link dev.lbp.Sampler} runs it. It is immutable, and any number of
 * runs may use it at once. A new method is a class that implements this interface, and its builder in {@link dev.lbp.Samplers}.
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

    /**
     * Checks that the method can sample a model with its own moves. The default refuses it.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(MoveModel model) {
        throw new IllegalArgumentException(
                "must be pas() or rwm() for a model with its own moves: sampler=" + describe());
    }

    /**
     * Checks that the method can sample a batched model of categories. The default refuses it.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(CategoricalEnergyModel model) {
        throw new IllegalArgumentException(
                "must be lbp(), gwg(), dlmc(), dmala() or rwm() for a batched model of categories: sampler="
                        + describe());
    }

    /**
     * The method with the settings that suit the cost of a step, for most effective samples per second.
     *
     * @param growsWithFlips whether a step costs O(R); else it costs the same at any R
     */
    default Method forCost(boolean growsWithFlips) {
        return this;
    }

    /** Makes the chains of a run, at their starting states, on the engine that fits the model. */
    Ensemble<byte[]> ensemble(EnergyModel model, Start start, WorkerPool pool);

    /**
     * A factory of single chains of the local engine, for ensembles whose chains have models of their own.
     *
     * @param model a model with the sites, the colouring and the kind of log-ratios of the chains' models
     * @param start the states and generators of the chains, by index
     */
    default LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, Start start) {
        throw new UnsupportedOperationException(describe());
    }

    /**
     * Makes the chains of a run on a model with its own moves, at their starting states.
     *
     * @throws IllegalArgumentException if {@link #checkFits(MoveModel)} refuses the model
     */
    default Ensemble<int[]> ensemble(MoveModel model, MoveStart start, WorkerPool pool) {
        checkFits(model);
        throw new UnsupportedOperationException(describe());
    }

    /**
     * Makes the chains of a run on a batched model of categories, at their starting states.
     *
     * @throws IllegalArgumentException if {@link #checkFits(CategoricalEnergyModel)} refuses the model
     */
    default Ensemble<int[]> ensemble(CategoricalEnergyModel model, MoveStart start, WorkerPool pool) {
        checkFits(model);
        throw new UnsupportedOperationException(describe());
    }

    /** The number of bytes that a chain needs for each site besides its state. Models and their trackers need more. */
    int bytesPerSite();

    /** The same, in addition to {@link #bytesPerSite}, on a model that is not a {@link LocalEnergyModel}. */
    default int batchBytesPerSite() {
        return 0;
    }

    /** The number of bytes that a chain on a model with its own moves needs for each label. Trackers need more. */
    default int bytesPerMove() {
        return 0;
    }

    /** The method and its settings, for summaries: "LBP, weight t/(t+1), acceptance 0.574". */
    String describe();

    /** Adds by name the settings that change the draws and that {@link #describe} does not contain. */
    default void identify(Map<String, String> entries) {
        // describe() is complete for most methods.
    }

    /** Whether the method uses the flip log-ratios of a model. */
    default boolean usesLogRatios() {
        return false;
    }

    /** What the scale is, for summaries and plots. */
    default String scaleName() {
        return "scale R";
    }

    /** Whether a step has a scale. */
    default boolean hasScale() {
        return rejects();
    }

    /** The scale and the acceptance rate of a run, for summaries. */
    default String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "%s %.1f, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    /** Whether a step can be rejected. */
    boolean rejects();

    /** The reason why the method cannot keep frozen sites as they are; empty if it can. */
    default String freesFrozen() {
        return "";
    }

    /** The reason why the method cannot keep the number of ones fixed; empty if it can. */
    default String changesOnes() {
        return "it has no such move";
    }

    /** The reason why parallel tempering cannot use the method; empty if it can. */
    default String untempered() {
        return "it has no such chains";
    }

    /** A warning to the user about a run at the given scale; empty if there is none. */
    default String caveat(EnergyModel model, double scale, Start start, double acceptanceRate) {
        return "";
    }

    /** The same for a run on a model with its own moves. */
    default String caveat(double scale, MoveStart start, double acceptanceRate) {
        return "";
    }
}
