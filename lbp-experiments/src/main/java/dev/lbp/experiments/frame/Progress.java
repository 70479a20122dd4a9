package dev.lbp.experiments.frame;

import dev.lbp.result.SamplingListener;

/** Receives the progress of an experiment. Work is in estimated seconds of one thread. */
public interface Progress {

    /** Ignores all calls. */
    Progress NONE = new Progress() {
        @Override
        public void expect(double work) {}

        @Override
        public SamplingListener begin(String task, double work) {
            return new SamplingListener() {};
        }
    };

    /** Adds {@code work} to the expected work. */
    void expect(double work);

    /** An expected run begins. */
    SamplingListener begin(String task, double work);
}
