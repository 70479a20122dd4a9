package dev.lbp.runtime.engine.start;

import dev.lbp.result.StopReason;
import org.jspecify.annotations.Nullable;

/** A signal that stops chains on other threads after their current step. It keeps the first reason given. */
public final class StopSignal {

    private final Runnable atRest;
    private volatile @Nullable StopReason reason;

    public StopSignal() {
        this(() -> {});
    }

    /**
     * @param atRest called from time to time by the thread that runs the chains, when no chain is in a step
     */
    public StopSignal(Runnable atRest) {
        this.atRest = atRest;
    }

    /** Runs the caller's work for moments when no chain is in a step. */
    public void atRest() {
        atRest.run();
    }

    public synchronized void stop(StopReason why) {
        if (reason == null) {
            reason = why;
        }
    }

    public boolean stopped() {
        return reason != null;
    }

    /** The reason for the stop, or {@code ifNone} if nothing has stopped the chains. */
    public StopReason reasonOr(StopReason ifNone) {
        StopReason why = reason;
        return why == null ? ifNone : why;
    }
}
