package dev.lbp;

import org.jspecify.annotations.Nullable;

/** Tells chains on other threads to stop after their present step, and why; the first reason given counts. */
final class RunControl {

    private final Runnable rest;
    private volatile @Nullable StopReason reason;

    RunControl() {
        this(() -> {});
    }

    /**
     * @param rest to be done now and then while no chain is in a step, by the thread that runs them
     */
    RunControl(Runnable rest) {
        this.rest = rest;
    }

    /** No chain is in a step. */
    void atRest() {
        rest.run();
    }

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
