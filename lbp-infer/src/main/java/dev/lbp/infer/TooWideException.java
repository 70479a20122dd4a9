package dev.lbp.infer;

/** Thrown if the tables of exact inference need more memory than allowed. The message says how much, and what to do. */
public final class TooWideException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooWideException(String message) {
        super(message);
    }
}
