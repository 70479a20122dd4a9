package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * All chains of a run or a batch, advanced together by one of the two engines: {@link LocalEnsemble}, whose chains are
 * independent tasks, or {@link LockStepEnsemble}.
 */
public abstract class Ensemble {

    /** Looks at a chain after each of its steps; called for one chain by one thread at a time. */
    public interface Visitor {
        void visit(ChainState chain);
    }

    public final List<? extends ChainState> chains;

    Ensemble(List<? extends ChainState> chains) {
        this.chains = chains;
    }

    /**
     * Steps with every chain until it has taken so many since its start, or until the signal says stop. Between steps of all
     * chains the signal is told now and then that they are at rest.
     *
     * @throws dev.lbp.target.ModelException if the model fails; all chains have stopped then
     */
    public abstract void runTo(long steps, Visitor visitor, StopSignal signal);

    /** Takes so many steps more with every chain; those that an earlier stop has left behind the first one catch up. */
    public final void run(long steps, Visitor visitor, StopSignal signal) {
        runTo(chains.get(0).steps() + steps, visitor, signal);
    }

    /** Forgets what is known of the present states, because the model's parameters have changed. */
    public abstract void invalidate();

    /** Puts a chain into another state. */
    public abstract void reset(int chain, byte[] state);

    /**
     * The chains, at rest.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void transcribe(Transcript transcript) {
        for (ChainState chain : chains) {
            chain.transcribe(transcript);
        }
    }

    /** The present scale R, its geometric mean over chains; may be asked for by any thread. */
    public final double scale() {
        double sum = 0.0;
        for (ChainState chain : chains) {
            sum += Math.log(chain.scale.value());
        }
        return Math.exp(sum / chains.size());
    }

    /** Adapts the scale for so many steps and freezes it. */
    public final WarmUpTrace warmUp(int steps, Visitor visitor, StopSignal signal) {
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

    /** Has the scales adapt for so many steps to come, each of which is to be recorded in what it returns. */
    public final WarmUpTrace startAdapting(int steps) {
        for (ChainState chain : chains) {
            try {
                chain.scale.startAdapting(Math.max(1, steps));
            } catch (PartFailure e) {
                throw e.in("chain " + chain.index + " at the beginning of warm-up");
            }
        }
        return new WarmUpTrace(chains.size(), steps, chains.get(0).scale.adapting());
    }

    /** Ends adaptation at a scale that all chains have in common. */
    public final void freeze(WarmUpTrace trace) {
        List<ScaleController.Adaptation> adaptations = new ArrayList<>();
        for (ChainState chain : chains) {
            chain.scale.adaptation().ifPresent(adaptations::add);
        }
        if (adaptations.isEmpty()) {
            return;
        }
        ChainScale first = chains.get(0).scale;
        double mean = trace.isEmpty() ? first.value() : trace.meanScale();
        try {
            double frozen = first.frozenScale(adaptations, mean);
            for (ChainState chain : chains) {
                chain.scale.freeze(frozen);
            }
        } catch (PartFailure e) {
            throw e.in("all chains at the end of warm-up");
        }
    }

    /** Work to be done on each of some chains, by its index there; what it throws says in which chain. */
    final <C extends ChainState> IntConsumer each(List<C> those, Consumer<C> work) {
        return index -> {
            C chain = those.get(index);
            try {
                work.accept(chain);
            } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
                throw failure(chain, e);
            }
        };
    }

    /** What to throw for something thrown in a step of one chain. */
    final RuntimeException failure(ChainState chain, Throwable cause) {
        return ModelCalls.failure(chain.model, "chain " + chain.index + " at step " + chain.steps(), cause);
    }
}
