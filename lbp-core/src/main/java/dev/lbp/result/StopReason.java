package dev.lbp.result;

/** The reason for the end of a run. */
public enum StopReason {
    /** All requested draws have been made. */
    DRAWS("done"),
    /**
     * The conditions of {@link dev.lbp.SamplingRun#untilEss}, {@link dev.lbp.SamplingRun#untilRHat} and {@link
     * dev.lbp.SamplingRun#untilConditionalError} hold.
     */
    CONVERGED("converged"),
    /** The time given by {@link dev.lbp.SamplingRun#budget} was over. */
    BUDGET("out of time"),
    /** Another thread called {@link dev.lbp.SamplingRun#stop}. */
    STOPPED("stopped"),
    /** The thread that called run() was interrupted; its interrupt flag is set. */
    INTERRUPTED("interrupted"),
    /** The traces of further draws would not fit into memory; see {@link dev.lbp.SamplingRun#draws}. */
    MEMORY("out of memory"),
    /**
     * The run failed; the result is the one inside the {@link RunException}.
     */
    FAILED("failed");

    private final String words;

    StopReason(String words) {
        this.words = words;
    }

    /** The reason in the words of summaries. */
    public String words() {
        return words;
    }
}
