package dev.lbp;

/** Why a run ended. */
public enum StopReason {
    /** All draws that were asked for have been made. */
    DRAWS,
    /** The thread that called run() was interrupted; its interrupt flag is set. */
    INTERRUPTED,
    /** The model or the sink failed; the result is the one inside the {@link ModelException} or {@link SinkException}. */
    FAILED
}
