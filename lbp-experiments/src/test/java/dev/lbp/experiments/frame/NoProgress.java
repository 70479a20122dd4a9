package dev.lbp.experiments.frame;

import dev.lbp.result.SamplingListener;

/** Ignores the progress of an experiment. */
public final class NoProgress implements Progress {

    /** The only instance. */
    public static final Progress NONE = new NoProgress();

    private NoProgress() {}

    @Override
    public void expect(double work) {}

    @Override
    public SamplingListener begin(String task, double work) {
        return new SamplingListener() {};
    }
}
