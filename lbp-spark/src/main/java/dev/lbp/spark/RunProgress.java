package dev.lbp.spark;

import dev.lbp.RunSlice;
import dev.lbp.internal.Failures;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Sends the events of a run to the listener in the driver, on the thread that waits for the jobs. */
final class RunProgress {

    private final SamplingListener listener;
    private final long warmUpSteps;
    private final long drawSteps;

    /**
     * The largest reported number of warm-up steps. A new stage counts from 0 until its tasks report the steps of
     * earlier stages.
     */
    private long reached;

    RunProgress(SamplingListener listener, List<RunSlice> slices) {
        this.listener = listener;
        this.warmUpSteps = slices.stream().mapToLong(RunSlice::warmUpSteps).sum();
        this.drawSteps = slices.stream().mapToLong(RunSlice::drawSteps).sum();
    }

    void started(String run) {
        call("started", to -> to.started(run, warmUpSteps, drawSteps));
    }

    /**
     * Reports the progress of a stage.
     *
     * @param draws whether the stage draws; else it warms up
     */
    void report(boolean draws, ProgressFeed.Sums sums) {
        if (draws) {
            call("drawsProgress", to -> to.drawsProgress(sums.steps(), drawSteps));
        } else {
            reached = Math.max(reached, sums.steps());
            call("warmUpProgress", to -> to.warmUpProgress(reached, warmUpSteps, sums.scale(), sums.acceptance()));
        }
    }

    /** Runs the work, and reports its result or its failure. */
    <R extends RunResult> R runAndReport(Supplier<R> work) {
        R result;
        try {
            result = work.get();
        } catch (RuntimeException e) {
            call("failed", to -> to.failed(e));
            throw e;
        }
        call("finished", to -> to.finished(result));
        return result;
    }

    private void call(String method, Consumer<SamplingListener> event) {
        Failures.call(method, () -> event.accept(listener), (message, e) -> new RunException(message, e, null));
    }
}
