package dev.lbp.result;

/** Why a run ended. */
public enum StopReason {
    /** All draws that were asked for have been made. */
    DRAWS("done"),
    /** What {@link dev.lbp.SamplingRun#untilEss} and {@link dev.lbp.SamplingRun#untilRHat} ask for has been reached. */
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

    /** As summaries say it. */
    public String words() {
        return words;
    }
}
