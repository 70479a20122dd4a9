package dev.lbp.experiments.frame;

import dev.lbp.result.SamplingListener;

/** Receives the progress of an experiment. Work is in estimated seconds of one thread. */
public interface Progress {

    /** Adds {@code work} to the expected work. */
    void expect(double work);

    /** Begins a run. Its work is part of the expected work. */
    SamplingListener begin(String task, double work);
}
