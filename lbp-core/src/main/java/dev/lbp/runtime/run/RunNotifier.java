package dev.lbp.runtime.run;

import dev.lbp.internal.Failures;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.step.LadderSchedule;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends a run's events to the listener, on the thread that waits for the chains. */
class RunNotifier {

    private final SamplingListener listener;
    private @Nullable PhaseProgress phase;
    private boolean hasScale = true;
    private boolean rejects = true;

    RunNotifier(SamplingListener listener) {
        this.listener = listener;
    }

    /**
     * @param run the sampler and the settings in one line
     */
    void started(String run, long warmUpSteps, long drawSteps) {
        callListener("started", () -> listener.started(run, warmUpSteps, drawSteps));
    }

    void warmUpBegins(Ensemble<?> ensemble, Method method, long stepsPerChain) {
        hasScale = method.hasScale();
        rejects = method.rejects();
        phase = new PhaseProgress(ensemble, /* warmUp= */ true, 0, stepsPerChain);
    }

    void drawsBegin(Ensemble<?> ensemble, long warmUpSteps, long stepsPerChain) {
        phase = new PhaseProgress(ensemble, false, warmUpSteps, stepsPerChain);
    }

    /** Reports the progress of the chains; does nothing between phases. */
    void report() {
        PhaseProgress current = phase;
        if (current == null) {
            return;
        }
        if (current.warmUp()) {
            callListener(
                    "warmUpProgress",
                    () -> listener.warmUpProgress(
                            current.steps(),
                            current.total(),
                            hasScale ? current.scale() : Double.NaN,
                            rejects ? current.acceptance() : Double.NaN));
        } else {
            callListener("drawsProgress", () -> listener.drawsProgress(current.steps(), current.total()));
        }
    }

    /** Gives the listener a look at the draws so far, while chains make draws. No chain may be in a step. */
    void resting(Supplier<RunResult> soFar) {
        if (phase != null && !phase.warmUp()) { // null between warm-up and draws, and before and after them
            callListener("resting", () -> listener.resting(soFar));
        }
    }

    private static void callListener(String method, Runnable call) {
        Failures.call(method, call, (message, e) -> new RunException(message, e, null));
    }

    /** Warm-up or drawing has ended, early or not. */
    void phaseEnds() {
        report();
        phase = null;
    }

    void frozen(double scale, boolean settled) {
        callListener("frozen", () -> listener.frozen(hasScale ? scale : Double.NaN, settled));
    }

    void tempered(LadderSchedule schedule) {
        callListener("tempered", () -> listener.tempered(schedule.betas(), schedule.barrier()));
    }

    void saved(Path checkpoint) {
        callListener("saved", () -> listener.saved(checkpoint));
    }

    void finished(RunResult result) {
        callListener("finished", () -> listener.finished(result));
    }

    /** Reports a failure. If the listener throws, its exception is added to the failure. */
    void failed(Throwable failure) {
        phase = null;
        try {
            listener.failed(failure);
        } catch (Throwable own) {
            if (!own.equals(failure)) { // addSuppressed refuses the same exception
                failure.addSuppressed(own);
            }
        }
    }
}
