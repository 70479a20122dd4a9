package dev.lbp;

import java.util.ArrayList;
import java.util.List;

/**
 * All chains of a run or a batch, advanced together by one of the two engines: {@link LocalEnsemble}, whose chains are
 * independent tasks, or {@link BatchEnsemble}, whose chains move in lock-step.
 */
abstract class Ensemble {

    /** Looks at a chain after each of its steps; called for one chain by one thread at a time. */
    interface Visitor {
        void visit(ChainState chain);
    }

    final EnergyModel model;
    final List<? extends ChainState> chains;

    Ensemble(EnergyModel model, List<? extends ChainState> chains) {
        this.model = model;
        this.chains = chains;
    }

    /**
     * Takes so many steps with every chain, or fewer if the control says stop.
     *
     * @throws ModelException if the model fails; all chains have stopped then
     */
    abstract void run(long steps, Visitor visitor, RunControl control);

    /** Forgets what is known of the present states, because the model's parameters have changed. */
    abstract void invalidate();

    /** Puts a chain into another state. */
    abstract void reset(int chain, byte[] state);

    /** The present scale R, its geometric mean over chains; may be asked for by any thread. */
    final double scale() {
        double sum = 0.0;
        for (ChainState chain : chains) {
            sum += Math.log(chain.dial.scale());
        }
        return Math.exp(sum / chains.size());
    }

    /** Adapts the scale for so many steps and freezes it. */
    final WarmUpTrace warmUp(int steps, Visitor visitor, RunControl control) {
        for (ChainState chain : chains) {
            chain.dial.engage(Math.max(1, steps));
        }
        WarmUpTrace trace =
                new WarmUpTrace(chains.size(), steps, chains.get(0).dial.adapting());
        run(
                steps,
                chain -> {
                    trace.record(chain);
                    visitor.visit(chain);
                },
                control);
        freeze(trace);
        return trace;
    }

    private void freeze(WarmUpTrace trace) {
        List<ScaleController.Adaptation> adaptations = new ArrayList<>();
        for (ChainState chain : chains) {
            chain.dial.adaptation().ifPresent(adaptations::add);
        }
        if (adaptations.isEmpty()) {
            return;
        }
        ScaleDial first = chains.get(0).dial;
        double mean = trace.isEmpty() ? first.scale() : trace.meanScale();
        double frozen = first.controller().freeze(adaptations, Math.min(Math.max(mean, 1.0), first.largest()));
        for (ChainState chain : chains) {
            chain.dial.freeze(frozen);
        }
    }

    /** What to throw for something thrown in one chain: the failure of its model, or of its sink. */
    final RuntimeException failure(ChainState chain, Exception cause) {
        return cause instanceof SinkException sink
                ? sink
                : failure(model, "chain " + chain.index + " at step " + chain.steps(), cause);
    }

    /** The failure of a model in all chains at once. */
    final ModelException batchFailure(Exception cause) {
        return failure(
                model,
                "the batch of " + chains.size() + " chains at step "
                        + chains.get(0).steps(),
                cause);
    }

    static ModelException failure(EnergyModel model, String where, Exception cause) {
        return new ModelException(model.name() + " failed in " + where + ": " + cause, cause);
    }
}
