package dev.lbp.experiments.command;

import dev.lbp.cli.terminal.Progress;
import dev.lbp.result.SamplingListener;
import me.tongfei.progressbar.ProgressBar;

/** Shows the progress of an experiment as a bar on stderr. The bar counts milliseconds of the estimated work. */
final class ExperimentProgress implements dev.lbp.experiments.frame.Progress, AutoCloseable {

    private static final double UNITS_PER_SECOND = 1e3;

    private final ProgressBar bar;
    private double expected;
    private double done;

    ExperimentProgress(String experiment, boolean quiet) {
        bar = Progress.bar(experiment, 1, quiet); // a maximum of 1 until work is expected
    }

    @Override
    public synchronized void expect(double work) {
        expected += work;
        bar.maxHint((long) (UNITS_PER_SECOND * expected)); // work is in seconds
    }

    @Override
    public SamplingListener begin(String task, double work) {
        bar.setExtraMessage(task);
        return new SamplingListener() {
            private long warmUpSteps;
            private long steps;
            private double done;

            @Override
            public void started(String run, long warmUp, long draws) {
                warmUpSteps = warmUp;
                steps = warmUp + draws;
            }

            @Override
            public void warmUpProgress(long taken, long total, double scale, double acceptance) {
                show(taken);
            }

            @Override
            public void drawsProgress(long taken, long total) {
                show(warmUpSteps + taken);
            }

            /** Advances the bar by what this task has done since the last call. */
            private void show(long taken) {
                double reached = work * taken / steps;
                advance(reached - done);
                done = reached;
            }
        };
    }

    /** Synchronized, because tasks of several threads advance one bar. */
    private synchronized void advance(double work) {
        done += work;
        bar.stepTo((long) (UNITS_PER_SECOND * done));
    }

    @Override
    public void close() {
        bar.close();
    }
}
