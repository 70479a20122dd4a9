package dev.lbp;

import org.jspecify.annotations.Nullable;

/** Tells chains on other threads to stop after their present step, and why; the first reason given counts. */
final class RunControl {

    private volatile @Nullable StopReason reason;

    synchronized void stop(StopReason why) {
        if (reason == null) {
            reason = why;
        }
    }

    boolean stopped() {
        return reason != null;
    }

    /** Why to stop, or what is given if nobody has said so. */
    StopReason reasonOr(StopReason ofItself) {
        StopReason why = reason;
        return why == null ? ofItself : why;
    }
}
