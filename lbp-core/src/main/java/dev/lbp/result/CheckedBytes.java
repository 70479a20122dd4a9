package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.nio.file.Path;
import java.util.function.Function;

/** Makes values that wrap checked bytes: from an array, from a file, or by Java's serialisation. */
final class CheckedBytes {

    private CheckedBytes() {}

    /** Makes a value from bytes. */
    interface Maker<V> {

        /**
         * Makes the value.
         *
         * @throws IOException if the bytes are damaged, cut short or something else
         */
        V of(byte[] bytes) throws IOException;
    }

    /**
     * Makes a value from an array.
     *
     * @param what the words after "must be" in the message: "a part of a run"
     * @throws IllegalArgumentException if the bytes are damaged, cut short or something else
     */
    static <V> V of(byte[] bytes, String what, Maker<V> maker) {
        try {
            return maker.of(Check.notNull("bytes", bytes));
        } catch (IOException e) {
            throw new IllegalArgumentException("must be " + what + ", but " + e.getMessage() + ": bytes", e);
        }
    }

    /**
     * Makes a value from a file.
     *
     * @param what the name of the content in the message
     * @throws IOException if there is no file, or it is not whole; the message names it
     */
    static <V> V read(Path file, String what, Maker<V> maker) throws IOException {
        Check.notNull("file", file);
        try {
            return maker.of(WholeFile.read(file));
        } catch (IOException e) {
            throw new IOException("cannot read " + what + " from " + file + ": " + e.getMessage(), e);
        }
    }

    /** Makes a value from bytes that Java's serialisation has read. */
    static <V> V resolved(byte[] bytes, Function<byte[], V> of) throws InvalidObjectException {
        try {
            return of.apply(bytes);
        } catch (IllegalArgumentException e) {
            InvalidObjectException damaged = new InvalidObjectException(e.getMessage());
            damaged.initCause(e);
            throw damaged;
        }
    }
}
