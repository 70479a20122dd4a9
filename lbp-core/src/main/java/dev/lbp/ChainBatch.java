package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.result.StepInfo;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.target.EnergyModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Several chains that move together in the caller's own loop, for example the negative phase of a training loop. Made
 * by {@link Sampler#start(EnergyModel, long, int)}. Not thread-safe; the caller's thread does all the work.
 *
 * <p>When the parameters of the model change, {@link #invalidate} recomputes everything that the chains cache of their
 * states. The chains of an adaptive sampler adapt their scales until {@link #warmUp} has ended. A training loop, whose
 * target moves, may leave {@link #warmUp} out.
 *
 * <p>If a step fails, every chain is still at a state with its log-probability, and the next step starts there.
 */
public final class ChainBatch {

    private final EnergyModel model;
    private final Method method;
    private final Ensemble<byte[]> ensemble;
    private final StopSignal signal = new StopSignal();

    ChainBatch(EnergyModel model, Method method, Ensemble<byte[]> ensemble) {
        this.model = model;
        this.method = method;
        this.ensemble = ensemble;
    }

    /** The number of chains. */
    public int chains() {
        return ensemble.chains.size();
    }

    /**
     * Takes {@code steps} steps with every chain, adapts the scales, then freezes all of them at one common scale.
     *
     * @param steps at least 0
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void warmUp(int steps) {
        ensemble.warmUp(Check.atLeast(0, "steps", steps), chain -> {}, signal); // no work after each step
    }

    /** Whether the scales are still adapting; false for a fixed scale and after {@link #warmUp}. */
    public boolean adapting() {
        return ensemble.chains.get(0).adapting();
    }

    /**
     * Takes one step with every chain.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws dev.lbp.result.RunException if the weight function or the scale controller fails
     */
    public void step() {
        step(1);
    }

    /**
     * Takes {@code steps} steps with every chain. The draws are the same as with {@code steps} calls of
     * {@link #step()}. On a local model this is faster, because a chain takes several steps, ten or more, before the
     * next chain takes them: its data stay in the cache of the processor. If a step fails, chains may differ in their
     * number of steps; the next call evens them out.
     *
     * @param steps at least 0
     * @throws dev.lbp.target.ModelException if the model fails
     * @throws dev.lbp.result.RunException if the weight function or the scale controller fails
     */
    public void step(int steps) {
        ensemble.run(Check.atLeast(0, "steps", steps), chain -> {}, signal); // no work after each step
    }

    /**
     * Declares that the parameters of the model have changed. Everything cached of the present states is recomputed.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void invalidate() {
        ensemble.invalidate();
    }

    /**
     * Puts one chain into another state. A batched model is evaluated at the states of all chains.
     *
     * @param state N values of 0 or 1, copied
     * @throws dev.lbp.target.ModelException if the model fails, or scores the state as impossible; then no chain has
     *     moved
     */
    public void reset(int chain, byte[] state) {
        Check.length(chain(chain).state.length, "state", Check.notNull("state", state).length);
        Check.binary("state", state);
        ensemble.reset(chain, state);
    }

    /**
     * Puts every chain into another state, as a replay buffer does. A batched model is evaluated once for all of them,
     * with its present parameters, so {@link #invalidate} is not needed in addition.
     *
     * @param states [chains][N] of zeros and ones, copied
     * @throws dev.lbp.target.ModelException if the model fails, or scores a state as impossible; then no chain has
     *     moved
     */
    public void reset(byte[][] states) {
        Check.length(chains(), "states", Check.notNull("states", states).length);
        byte[][] checked = States.checked("states", states, chain(0).state.length);
        ensemble.reset(List.of(checked), byte[]::clone); // a list of the rows
    }

    /**
     * The states of all chains with their generators, scales and steps, for {@link #restore}. The model's parameters
     * are not included.
     */
    public byte[] save() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        transcribe(new TranscriptWriter(bytes));
        return bytes.toByteArray();
    }

    /**
     * Restores what {@link #save} returned, in a batch of the same sampler, with as many chains and sites. The next
     * step evaluates the model, whose parameters may have changed, at the restored states. So the batch takes the same
     * steps as the saved batch after {@link #invalidate}. Before its next step {@link #logProb} returns the saved
     * values, and {@link #lastStep} has no meaning.
     *
     * @throws IllegalArgumentException if {@code saved} is not of such a batch; then this batch cannot be used any more
     */
    public void restore(byte[] saved) {
        ByteArrayInputStream bytes = new ByteArrayInputStream(Check.notNull("saved", saved));
        try {
            transcribe(new TranscriptReader(bytes));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "must be saved by a batch of the same sampler, chains and sites: saved: " + e.getMessage(), e);
        }
        Check.that(bytes.available() == 0, "end with the last chain", "bytes left of saved", bytes.available());
    }

    /** Saves or restores all chains. Facts that must be equal in both batches come first; others than ours throw. */
    private void transcribe(Transcript transcript) {
        String size =
                chains() + " chains of " + chain(0).state.length + " sites, " + (adapting() ? "adapting" : "frozen");
        Map<String, String> identity = new LinkedHashMap<>();
        identity.put("the batch", size);
        identity.put("the sampler", method.describe());
        method.identify(identity);
        identity.forEach((name, value) -> {
            String saved = transcript.of(value);
            if (!saved.equals(value)) {
                throw new IllegalArgumentException(name + " must be " + value + ", and is " + saved);
            }
        });
        ensemble.transcribeChains(transcript);
        for (ChainState<byte[]> chain : ensemble.chains) {
            Check.binary("state of chain " + chain.index, chain.state);
        }
    }

    /**
     * The outcome of the last step for one chain.
     *
     * @throws IllegalStateException if there has been no step
     */
    public StepInfo lastStep(int chain) {
        ChainState<byte[]> state = chain(chain);
        if (state.steps() == 0) { // not by Check, which would make the message at each call
            throw new IllegalStateException("must be called after a step: lastStep(" + chain + ")");
        }
        return state.lastStep();
    }

    /** The current state of a chain, N values of 0 or 1; a copy. */
    public byte[] state(int chain) {
        return chain(chain).state.clone();
    }

    /** The current states, [chains, N] of the model's data type; a new array. */
    public INDArray states() {
        byte[][] states = ensemble.chains.stream().map(chain -> chain.state).toArray(byte[][]::new);
        return States.array(states, model.dataType());
    }

    /** The unnormalised log-probability of the current state of a chain. */
    public double logProb(int chain) {
        return chain(chain).logProb;
    }

    /** The scale R, or time step tau: the common one if the scales are frozen, else the geometric mean over chains. */
    public double scale() {
        return adapting() ? ensemble.scale() : ensemble.chains.get(0).scaleValue();
    }

    private ChainState<byte[]> chain(int chain) {
        Check.that(chain >= 0 && chain < chains(), "be in [0, " + (chains() - 1) + "]", "chain", chain);
        return ensemble.chains.get(chain);
    }
}
