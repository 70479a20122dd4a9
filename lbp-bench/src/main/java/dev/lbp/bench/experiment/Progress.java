package dev.lbp.bench.experiment;

import dev.lbp.result.SamplingListener;

/** Is told how far an experiment has come. Work is in seconds of one thread, estimated. */
public interface Progress {

    /** Says nothing. */
    Progress NONE = new Progress() {
        @Override
        public void expect(double work) {}

        @Override
        public SamplingListener begin(String task, double work) {
            return new SamplingListener() {};
        }
    };

    /** There is so much more work to do than was said before. */
    void expect(double work);

    /** A run begins, which was expected and is a part of the work. */
    SamplingListener begin(String task, double work);
}
