package dev.lbp.runtime.engine;

import dev.lbp.result.StopReason;
import org.jspecify.annotations.Nullable;

/** Tells chains on other threads to stop after their present step, and why; the first reason given counts. */
public final class StopSignal {

    private final Runnable rest;
    private volatile @Nullable StopReason reason;

    public StopSignal() {
        this(() -> {});
    }

    /**
     * @param rest to be done now and then while no chain is in a step, by the thread that runs them
     */
    public StopSignal(Runnable rest) {
        this.rest = rest;
    }

    /** No chain is in a step. */
    void atRest() {
        rest.run();
    }

    public synchronized void stop(StopReason why) {
        if (reason == null) {
            reason = why;
        }
    }

    public boolean stopped() {
        return reason != null;
    }

    /** Why to stop, or what is given if nobody has said so. */
    public StopReason reasonOr(StopReason ofItself) {
        StopReason why = reason;
        return why == null ? ofItself : why;
    }
}
