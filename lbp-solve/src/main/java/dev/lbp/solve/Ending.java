package dev.lbp.solve;

/** Why a {@link Solver} ended. */
public enum Ending {
    /** A state reached the value of {@link Solver#target}. */
    TARGET("target reached"),
    /** All restarts of {@link Solver#restarts} are done. */
    RESTARTS("all restarts done"),
    /** The time of {@link Solver#budget} is over. */
    TIME("out of time"),
    /** Another thread called {@link Solver#stop}. */
    STOPPED("stopped"),
    /** The thread that called {@link Solver#solve} was interrupted; its interrupt flag is set. */
    INTERRUPTED("interrupted"),
    /** The model or the listener threw, or memory ran out; the solution is in the {@link SolveException}. */
    FAILED("failed");

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    /** The reason in the words of summaries. */
    public String words() {
        return words;
    }
}
