package dev.lbp.spark;

import dev.lbp.RunSlice;
import dev.lbp.internal.Failures;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SamplingListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The sender of a run's events to the listener in the driver, on the thread that waits for the jobs. */
final class RunProgress {

    private final SamplingListener listener;
    private final long warmUpSteps;
    private final long drawSteps;

    /** Steps of warm-up until the last barrier: the tasks of the next stage begin with these, but report later. */
    private long reached;

    RunProgress(SamplingListener listener, List<RunSlice> slices) {
        this.listener = listener;
        this.warmUpSteps = slices.stream().mapToLong(RunSlice::warmUpSteps).sum();
        this.drawSteps = slices.stream().mapToLong(RunSlice::drawSteps).sum();
    }

    void started(String run) {
        call("started", to -> to.started(run, warmUpSteps, drawSteps));
    }

    /** Reports the steps of a stage. */
    void report(boolean draws, ProgressFeed.Sums sums) {
        if (draws) {
            call("drawsProgress", to -> to.drawsProgress(sums.steps(), drawSteps));
        } else {
            reached = Math.max(reached, sums.steps());
            call("warmUpProgress", to -> to.warmUpProgress(reached, warmUpSteps, sums.scale(), sums.acceptance()));
        }
    }

    /** Does the work of the run, and reports how it has ended. */
    <R extends RunResult> R ending(Supplier<R> work) {
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
