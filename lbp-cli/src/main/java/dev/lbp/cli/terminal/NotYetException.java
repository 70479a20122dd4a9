package dev.lbp.cli.terminal;

/**
 * Thrown if a part of a run, or the merging of parts, cannot begin before other parts have come further. Nothing was
 * done.
 */
public final class NotYetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotYetException(String message) {
        super(message);
    }
}
