package dev.lbp.runtime.run;

import dev.lbp.internal.Failures;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.step.LadderSchedule;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends a run's events to the listener and to Flight Recorder, on the thread that waits for the chains. */
class RunNotifier {

    private final SamplingListener listener;
    private final RunEvents events = newEvents();
    private @Nullable PhaseProgress phase;
    private boolean hasScale = true;
    private boolean rejects = true;

    RunNotifier(SamplingListener listener) {
        this.listener = listener;
    }

    /** A runtime image may lack Flight Recorder, and then the class of its events must not be loaded. */
    private static RunEvents newEvents() {
        boolean present = ModuleLayer.boot().findModule("jdk.jfr").isPresent();
        return present ? FlightEvents.ifRecording() : new RunEvents() {};
    }

    /**
     * @param run the sampler and the settings in one line
     */
    void started(String run, long warmUpSteps, long drawSteps) {
        events.runBegins(run);
        callListener("started", () -> listener.started(run, warmUpSteps, drawSteps));
    }

    void warmUpBegins(Ensemble<?> ensemble, Method method, long stepsPerChain) {
        hasScale = method.hasScale();
        rejects = method.rejects();
        begin(new PhaseProgress(ensemble, true, 0, stepsPerChain));
    }

    void drawsBegin(Ensemble<?> ensemble, long warmUpSteps, long stepsPerChain) {
        begin(new PhaseProgress(ensemble, false, warmUpSteps, stepsPerChain));
    }

    private void begin(PhaseProgress begun) {
        events.phaseBegins(begun);
        phase = begun;
    }

    /** Reports the progress of the chains; does nothing between phases. */
    void report() {
        PhaseProgress now = phase;
        if (now == null) {
            return;
        }
        if (now.warmUp()) {
            callListener(
                    "warmUpProgress",
                    () -> listener.warmUpProgress(
                            now.steps(),
                            now.total(),
                            hasScale ? now.scale() : Double.NaN,
                            rejects ? now.acceptance() : Double.NaN));
        } else {
            callListener("drawsProgress", () -> listener.drawsProgress(now.steps(), now.total()));
        }
    }

    /** Gives the listener a look at the draws, if there are some. No chain may be in a step. */
    void resting(Supplier<RunResult> soFar) {
        if (phase != null && !phase.warmUp()) {
            callListener("resting", () -> listener.resting(soFar));
        }
    }

    private static void callListener(String method, Runnable call) {
        Failures.call(method, call, (message, e) -> new RunException(message, e, null));
    }

    /** Warm-up or drawing has ended, early or not. */
    void phaseEnds() {
        report();
        endPhase();
    }

    private void endPhase() {
        if (phase != null) {
            events.phaseEnds(phase);
            phase = null;
        }
    }

    void frozen(double scale, boolean settled) {
        events.adapted(scale, settled);
        callListener("frozen", () -> listener.frozen(hasScale ? scale : Double.NaN, settled));
    }

    void tempered(LadderSchedule schedule) {
        events.tempered(schedule.betas().length, schedule.barrier());
        callListener("tempered", () -> listener.tempered(schedule.betas(), schedule.barrier()));
    }

    void checkpointBegins() {
        events.checkpointBegins();
    }

    void checkpointEnds(Path file, long bytes) {
        events.checkpointEnds(file, bytes);
    }

    /** A stage of a part has ended. */
    void partEnds(int draws) {
        events.runEnds(StopReason.DRAWS, draws);
    }

    void finished(RunResult result) {
        events.runEnds(result.stopReason(), result.draws());
        callListener("finished", () -> listener.finished(result));
    }

    /** Reports a failure. If the listener throws, its exception is added to the failure. */
    void failed(Throwable failure) {
        endPhase();
        events.runEnds(
                StopReason.FAILED,
                failure instanceof RunException run
                        ? run.partialResult(RunResult.class)
                                .map(RunResult::draws)
                                .orElse(0)
                        : 0);
        try {
            listener.failed(failure);
        } catch (Throwable own) {
            if (!own.equals(failure)) { // addSuppressed refuses the same exception
                failure.addSuppressed(own);
            }
        }
    }
}
