package dev.lbp.internal;

import java.nio.file.FileSystemException;
import java.util.Locale;
import java.util.function.BiFunction;

/** Failures in words that a user understands without knowing Java's classes. */
public final class Failures {

    private Failures() {}

    /**
     * The message of a failure. The kind of failure comes first if the message may be only a name: for an error, as in
     * "out of memory: Java heap space", and for a file whose message is the path alone, as in "no such file: x.csv".
     * Without a message, the kind alone. A failure that only wraps another has the words of the other.
     */
    public static String words(Throwable failure) {
        String message = failure.getMessage();
        Throwable cause = failure.getCause();
        if (cause != null && cause.toString().equals(message)) {
            return words(cause);
        }
        boolean onlyNamesFile = failure instanceof FileSystemException file && file.getReason() == null;
        if (message != null && !(failure instanceof Error) && !onlyNamesFile) {
            return message;
        }
        Class<?> type =
                failure.getClass().isAnonymousClass() ? failure.getClass().getSuperclass() : failure.getClass();
        String kind = type.getSimpleName()
                .replaceFirst("(?<=.)(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        return message == null ? kind : kind + ": " + message;
    }

    /**
     * Calls a listener, and wraps what it throws.
     *
     * @param when the method, or the update of a training, for the message
     * @param failure makes the exception from a message and from what the listener has thrown
     */
    public static void call(
            String when, Runnable call, BiFunction<String, Throwable, ? extends RuntimeException> failure) {
        try {
            call.run();
        } catch (Throwable e) {
            throw failure.apply("the listener failed in " + when + ": " + words(e), e);
        }
    }
}
