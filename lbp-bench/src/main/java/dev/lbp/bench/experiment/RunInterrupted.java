package dev.lbp.bench.experiment;

/** A cell was given up because the thread was interrupted, whose flag is clear again: what follows writes files. */
public final class RunInterrupted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RunInterrupted(String task) {
        super("interrupted in " + task);
    }
}
