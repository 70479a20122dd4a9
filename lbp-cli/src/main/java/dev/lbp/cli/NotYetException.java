package dev.lbp.cli;

/** A part of a run, or the merging of parts, cannot begin before other parts have come further; nothing was done. */
final class NotYetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotYetException(String message) {
        super(message);
    }
}
