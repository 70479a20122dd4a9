package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.io.Serializable;
import java.util.Map;

/**
 * A Markov chain Monte Carlo method with its settings; a {@link dev.lbp.Sampler} runs it. It is immutable, and any
 * number of runs may use it at once. A new method is a class that implements this interface, and its builder in
 * {@link dev.lbp.Samplers}.
 */
public interface Method extends Serializable {

    /**
     * Least mean of {@code min(1, alpha)} on an ordinary coupled target, where a chain moves at least once in 1,000
     * steps.
     */
    double STANDSTILL = 1e-3;

    /** What the method can do besides sampling bits. */
    default Abilities abilities() {
        return Abilities.BITS;
    }

    /**
     * Checks that the method has an ability.
     *
     * @throws IllegalArgumentException if it has not
     */
    default void check(Ability ability) {
        abilities().check(ability, describe());
    }

    /**
     * Checks that the method can sample a model.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(EnergyModel model) {
        // Most methods sample any model.
    }

    /**
     * Checks that the method can sample a model with its own moves.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(MoveModel model) {
        check(Ability.MOVES);
    }

    /**
     * Checks that the method can sample a batched model of categories.
     *
     * @throws IllegalArgumentException if it cannot
     */
    default void checkFits(CategoricalEnergyModel model) {
        check(Ability.CATEGORIES);
    }

    /**
     * The method with the settings that suit the cost of a step, for most effective samples per second.
     *
     * @param growsWithFlips whether the cost of a step grows with the number R of its flips; if not, it is the same for
     *     any R
     */
    default Method forCost(boolean growsWithFlips) {
        return this;
    }

    /** Whether chains on a local model correct conditional probabilities that come from inexact log-ratios. */
    default boolean correctsConditionals() {
        return false;
    }

    /** Makes the chains of a run, at their starting states, on the engine that fits the model. */
    default Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
        return model instanceof LocalEnergyModel local
                ? LocalEnsemble.of(local, start.rowNames(), localChains(local, start), pool)
                : batchedChains(model, start, pool);
    }

    /**
     * Makes a factory of single chains of the local engine. Each chain of an ensemble may have its own model, for
     * example one for each temperature.
     *
     * @param model a model with the sites, the colouring and the kind of log-ratios of the chains' models
     * @param start the states and generators of the chains, by index
     */
    default LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        throw new UnsupportedOperationException(describe());
    }

    /** Makes the chains of a run on the batched engine. */
    default Ensemble<byte[]> batchedChains(EnergyModel model, BitStart start, WorkerPool pool) {
        throw new UnsupportedOperationException(describe());
    }

    /**
     * Makes the chains of a run on a model with its own moves, at their starting states.
     *
     * @throws IllegalArgumentException if {@link #checkFits(MoveModel)} refuses the model
     */
    default Ensemble<int[]> ensemble(MoveModel model, ValueStart start, WorkerPool pool) {
        checkFits(model);
        return LocalEnsemble.of(model, start.rowNames(), moveChains(start), pool);
    }

    /**
     * Makes a factory of single chains on models with their own moves. Each chain of an ensemble may have its own
     * model.
     */
    default LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        throw new UnsupportedOperationException(describe());
    }

    /**
     * Makes the chains of a run on a batched model of categories, at their starting states.
     *
     * @throws IllegalArgumentException if {@link #checkFits(CategoricalEnergyModel)} refuses the model
     */
    default Ensemble<int[]> ensemble(CategoricalEnergyModel model, ValueStart start, WorkerPool pool) {
        checkFits(model);
        throw new UnsupportedOperationException(describe());
    }

    /** The number of bytes that a chain needs for each site besides its state. Models and their trackers need more. */
    int bytesPerSite();

    /** The bytes of a chain for each site, besides {@link #bytesPerSite}, on a batched model. */
    default int batchBytesPerSite() {
        return 0;
    }

    /** The bytes of a chain of bits: its state, the sites of its last flips, and the arrays of the method. */
    default double chainBytes(EnergyModel model, int sites) {
        int ofBatch = model instanceof LocalEnergyModel ? 0 : batchBytesPerSite();
        return (Byte.BYTES + Integer.BYTES + bytesPerSite() + ofBatch) * (double) sites;
    }

    /** The number of bytes that a chain on a model with its own moves needs for each label. Trackers need more. */
    default int bytesPerMove() {
        return 0;
    }

    /** Adds to {@code entries}, by name, each setting that changes the draws and is missing in {@link #describe}. */
    default void identify(Map<String, String> entries) {
        // describe() is complete for most methods.
    }

    /** Whether all threads of a run work on each step of a chain. */
    default boolean sharesSteps() {
        return false;
    }

    /** Whether the method uses the flip log-ratios of a model. */
    default boolean usesLogRatios() {
        return false;
    }

    /** Whether a step has a scale, such as a number of flips. By default it has one if it can be rejected. */
    default boolean hasScale() {
        return rejects();
    }

    /** Whether a step can be rejected. */
    default boolean rejects() {
        return true;
    }

    /** The method and its settings: "LBP, weight t/(t+1), acceptance 0.574". */
    String describe();

    /** The name of the scale in messages. */
    default String scaleName() {
        return "scale R";
    }

    /** The scale and the acceptance rate of a run in words: "scale R 12.3, acceptance 0.574". */
    default String pace(double scale, double acceptanceRate) {
        return Numbers.format("%s %.1f, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    /** A warning to the user about a run; empty if there is none. */
    default String caveat(double acceptanceRate) {
        return "";
    }

    /** A warning to the user about a run at the given scale; empty if there is none. */
    default String caveat(EnergyModel model, double scale, BitStart start, double acceptanceRate) {
        return caveat(acceptanceRate);
    }

    /** A warning to the user about a run on a model of whole numbers; empty if there is none. */
    default String caveat(double scale, ValueStart start, double acceptanceRate) {
        return caveat(acceptanceRate);
    }

    /**
     * Why chains at this scale cannot reach all states, whatever the model, and which scale can, in sentences; empty if
     * they can. A run with a reason is not called mixed, unless it is tempered.
     */
    default String reducible(double scale, BitStart start) {
        return "";
    }

    /** As {@link #reducible(double, BitStart)}, on a model of categories whose steps draw sites. */
    default String reducible(double scale, ValueStart start) {
        return "";
    }
}
