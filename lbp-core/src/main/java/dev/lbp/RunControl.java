package dev.lbp;

/** Tells chains on other threads to stop after their present step. */
final class RunControl {

    private volatile boolean stopped;

    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }
}
