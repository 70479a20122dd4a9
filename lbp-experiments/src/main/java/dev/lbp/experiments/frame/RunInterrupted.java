package dev.lbp.experiments.frame;

/**
 * Thrown if a cell is abandoned because the thread was interrupted. The interrupt flag is cleared, because files are
 * written next.
 */
public final class RunInterrupted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RunInterrupted(String task) {
        super("interrupted in " + task);
    }
}
