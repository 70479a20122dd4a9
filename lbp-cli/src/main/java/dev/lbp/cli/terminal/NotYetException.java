package dev.lbp.cli.terminal;

/** A part of a run, or the merging of parts, cannot begin before other parts have come further; nothing was done. */
public final class NotYetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotYetException(String message) {
        super(message);
    }
}
