package dev.lbp.internal;

import java.util.Locale;
import java.util.function.BiFunction;

/** Failures in words: what went wrong, not the name of a Java class. */
public final class Failures {

    private Failures() {}

    /**
     * The message of a failure. The message of an error may be only a name, so the kind of error comes first, as in
     * "out of memory: Java heap space". Without a message, the kind alone.
     */
    public static String words(Throwable failure) {
        String message = failure.getMessage();
        if (message != null && !(failure instanceof Error)) {
            return message;
        }
        String kind = failure.getClass()
                .getSimpleName()
                .replaceFirst("(?<=.)(Exception|Error)$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        return message == null ? kind : kind + ": " + message;
    }

    /**
     * Calls a method of a listener.
     *
     * @param failure makes the exception to throw from a message and what the listener throws
     */
    public static void call(
            String method, Runnable call, BiFunction<String, Throwable, ? extends RuntimeException> failure) {
        try {
            call.run();
        } catch (Throwable e) {
            throw failure.apply("the listener failed in " + method + ": " + words(e), e);
        }
    }
}
