package dev.lbp;

import org.jspecify.annotations.Nullable;

/** Adds up the steps of all chains for a listener, on the thread that waits for them. */
final class ProgressMeter {

    private final SamplingListener listener;
    private SamplingListener.Phase phase = SamplingListener.Phase.WARM_UP;
    private @Nullable Ensemble ensemble;
    private long before;
    private long total;

    ProgressMeter(SamplingListener listener) {
        this.listener = listener;
    }

    void begin(SamplingListener.Phase newPhase, Ensemble chains, long stepsPerChain) {
        phase = newPhase;
        ensemble = chains;
        before = steps(chains);
        total = stepsPerChain * chains.chains.size();
    }

    void report() {
        if (ensemble != null) {
            listener.progress(phase, steps(ensemble) - before, total);
        }
    }

    /** Reports the end of a phase. */
    void end() {
        report();
        ensemble = null;
    }

    private static long steps(Ensemble chains) {
        long sum = 0;
        for (ChainState chain : chains.chains) {
            sum += chain.steps();
        }
        return sum;
    }
}
