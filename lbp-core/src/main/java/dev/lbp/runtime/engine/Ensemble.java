package dev.lbp.runtime.engine;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * All chains of a run or a batch, on one of the two engines. The chains of a {@link LocalEnsemble} are independent tasks; those
 * of a {@link LockStepEnsemble} take each step together.
 *
 * @param <S> the array of a chain's state
 */
public abstract class Ensemble<S> {

    /**
     * A callback after each step of a chain. Only one thread at a time calls it for the same chain.
     *
     * @param <S> the array of a chain's state
     */
    public interface Visitor<S> {
        void visit(ChainState<S> chain);
    }

    public final List<? extends ChainState<S>> chains;

    Ensemble(List<? extends ChainState<S>> chains) {
        this.chains = chains;
    }

    /**
     * Steps every chain until it has taken {@code steps} steps since its start, or until {@code signal} is stopped. Calls
     * {@link StopSignal#atRest} from time to time, when no chain is in a step.
     *
     * @throws dev.lbp.target.ModelException if the model fails; by then all chains have stopped
     */
    public abstract void runTo(long steps, Visitor<S> visitor, StopSignal signal);

    /** Takes {@code steps} more steps with every chain. Chains that an earlier stop left behind the first one catch up. */
    public final void run(long steps, Visitor<S> visitor, StopSignal signal) {
        runTo(chains.get(0).steps() + steps, visitor, signal);
    }

    /** Recomputes all values that depend on the model, because its parameters have changed. */
    public abstract void invalidate();

    /** Makes the next step recompute all values that depend on the states or the model. */
    abstract void markOutdated();

    /** Sets a chain to another state. */
    public abstract void reset(int chain, S state);

    /**
     * Sets every chain to another state; a batched model is evaluated once. If this throws, no chain has moved.
     *
     * @param states a state for each chain, copied
     */
    public final void reset(List<S> states, StateArrays<S> arrays) {
        List<S> before = chains.stream().map(chain -> arrays.copy(chain.state)).toList();
        double[] logProb = chains.stream().mapToDouble(chain -> chain.logProb).toArray();
        setStates(states);
        try {
            invalidate();
        } catch (Throwable e) {
            setStates(before);
            for (ChainState<S> chain : chains) {
                chain.logProb = logProb[chain.index];
            }
            markOutdated();
            throw e;
        }
    }

    private void setStates(List<S> states) {
        for (ChainState<S> chain : chains) {
            System.arraycopy(states.get(chain.index), 0, chain.state, 0, chain.flipped.length);
        }
    }

    /**
     * Writes or reads all chains. No chain may be in a step.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void transcribe(Transcript transcript) {
        for (ChainState<S> chain : chains) {
            chain.transcribeForResume(transcript);
        }
    }

    /** Writes or reads all chains for a model that may have changed meanwhile. The next step after reading calls the model. */
    public final void transcribeChains(Transcript transcript) {
        for (ChainState<S> chain : chains) {
            chain.transcribe(transcript);
        }
        if (transcript.isReading()) {
            markOutdated();
        }
    }

    /** The geometric mean over chains of the current scale. Any thread may call this. */
    public final double scale() {
        double sum = 0.0;
        for (ChainState<S> chain : chains) {
            sum += Math.log(chain.scale.value());
        }
        return Math.exp(sum / chains.size());
    }

    /** Adapts the scale for {@code steps} steps and freezes it. */
    public final WarmUpTrace warmUp(int steps, Visitor<S> visitor, StopSignal signal) {
        WarmUpTrace trace = startAdapting(steps);
        run(
                steps,
                chain -> {
                    trace.record(chain);
                    visitor.visit(chain);
                },
                signal);
        freeze(trace);
        return trace;
    }

    /**
     * Starts the adaptation of all scales, for {@code steps} steps. The caller must record each of these steps in the returned
     * trace.
     */
    public WarmUpTrace startAdapting(int steps) {
        for (ChainState<S> chain : chains) {
            startAdapting(chain, steps);
        }
        scalesChanged();
        ChainState<S> first = chains.get(0);
        return new WarmUpTrace(chains.size(), steps, first.scale.adapting(), first.hasOthers());
    }

    static void startAdapting(ChainState<?> chain, int steps) {
        try {
            chain.startAdapting(steps);
        } catch (PartFailure e) {
            throw e.in("chain " + chain.index + " at the beginning of warm-up");
        }
    }

    /** Ends adaptation with one common scale for all chains. */
    public void freeze(WarmUpTrace trace) {
        List<ChainScale> scales = chains.stream().map(chain -> chain.scale).toList();
        if (freeze(scales, trace.isEmpty() ? scales.get(0).value() : trace.meanScale())) {
            scalesChanged();
        }
    }

    /**
     * Ends the adaptation of some chains with one common scale.
     *
     * @param mean the geometric mean of their scales
     * @return whether they were adapting
     */
    static boolean freeze(List<ChainScale> scales, double mean) {
        List<ScaleController.Adaptation> adaptations = new ArrayList<>();
        scales.forEach(scale -> scale.adaptation().ifPresent(adaptations::add));
        if (adaptations.isEmpty()) {
            return false;
        }
        try {
            double frozen = scales.get(0).frozenScale(adaptations, mean);
            scales.forEach(scale -> scale.freeze(frozen));
        } catch (PartFailure e) {
            throw e.in("all chains at the end of warm-up");
        }
        return true;
    }

    /** Sets the scales of all chains to one value and ends their adaptation. */
    public final void freezeAt(double scale) {
        for (ChainState<S> chain : chains) {
            chain.scale.freezeAt(scale);
        }
        scalesChanged();
    }

    /** What parallel tempering has found; empty if the chains are not tempered, or have made no draws. */
    public Optional<TemperingResult> tempering() {
        return Optional.empty();
    }

    /** The schedule that the warm-up of a tempered run has found; empty for other runs. */
    public Optional<LadderSchedule> schedule() {
        return Optional.empty();
    }

    /** Called after scales have changed between steps. */
    void scalesChanged() {
        // only chains with trackers of their own depend on it
    }

    /**
     * Returns a task that runs {@code work} for the chain at an index of {@code those}, and wraps what it throws with the chain
     * and its step.
     */
    final <C extends ChainState<S>> IntConsumer each(List<C> those, Consumer<C> work) {
        return index -> {
            C chain = those.get(index);
            try {
                work.accept(chain);
            } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
                throw failure(chain, e);
            }
        };
    }

    /** The name of a chain in messages. */
    String nameOf(ChainState<S> chain) {
        return "chain " + chain.index;
    }

    /** The exception for a failure in a step of one chain. */
    final RuntimeException failure(ChainState<S> chain, Throwable cause) {
        return ModelCalls.failure(chain.model, nameOf(chain) + " at step " + chain.steps(), cause);
    }
}
