package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.FreezeContent;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * The pooled findings of all chains of a run at a barrier of warm-up, made by {@link RunPart#freeze}. Each part of the
 * run continues with it: with the next stage of warm-up, or after the last barrier with its draws. It wraps some
 * hundred bytes for each chain, some thousand for each replica of a tempered run. Immutable.
 */
public final class RunFreeze implements Serializable {

    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private final transient int stage;
    private final transient int stages;

    private RunFreeze(byte[] bytes) throws IOException {
        FreezeContent content = FreezeContent.of(bytes);
        this.bytes = bytes;
        this.stage = content.stage();
        this.stages = content.run().stages();
    }

    /**
     * Reads what {@link #toBytes} has returned.
     *
     * @param bytes not copied
     * @throws IllegalArgumentException if they are damaged, cut short or something else
     */
    public static RunFreeze of(byte[] bytes) {
        return CheckedBytes.of(bytes, "of a RunFreeze", RunFreeze::new);
    }

    /**
     * Reads a file that {@link #write} has written.
     *
     * @throws IOException if there is no file, or it is not whole; the message names it
     */
    public static RunFreeze read(Path file) throws IOException {
        return CheckedBytes.read(file, "the common scale of a run", RunFreeze::new);
    }

    /**
     * Writes a file. An existing one is replaced in one move.
     *
     * @param file in a directory that exists
     * @throws IOException if it cannot be written; an existing file then stays unchanged
     */
    public void write(Path file) throws IOException {
        WholeFile.replace(Check.notNull("file", file), out -> out.write(bytes));
    }

    /** The bytes; must not be changed. */
    public byte[] toBytes() {
        return bytes;
    }

    /** The barrier of warm-up, in [1, {@link #stages}]. */
    public int stage() {
        return stage;
    }

    /** The number of barriers of warm-up, where all parts of the run pool findings; 1 for a run without tempering. */
    public int stages() {
        return stages;
    }

    /** Whether warm-up is over, so that draws follow. */
    public boolean isLast() {
        return stage == stages;
    }

    private Object readResolve() throws InvalidObjectException {
        return CheckedBytes.resolved(bytes, RunFreeze::of);
    }

    @Override
    public String toString() {
        return "barrier " + stage + " of " + stages + " of warm-up";
    }
}
