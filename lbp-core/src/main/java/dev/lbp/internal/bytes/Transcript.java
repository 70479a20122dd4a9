package dev.lbp.internal.bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.core.RandomProviderDefaultState;

/**
 * Writes the state of objects, or reads it. An object passes its fields one by one: {@code steps =
 * transcript.of(steps)} and {@code transcript.of(weights, n)}. A writer stores each value and returns it unchanged. A
 * reader returns the stored value, and fills arrays with stored values. So one method describes the state both for
 * writing and for reading, which then cannot differ.
 *
 * <p>Doubles keep their bits. An error of the stream is thrown as {@link java.io.UncheckedIOException}.
 */
public abstract class Transcript {

    /** The number of bytes that are moved at once; a multiple of the size of every type. */
    private static final int CHUNK = 1 << 13;

    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);

    /** Whether the values are read; else they are written. */
    public abstract boolean isReading();

    /** Writes or reads a whole array of any length. A writer returns {@code values}, a reader a new array. */
    public abstract byte[] of(byte[] values);

    /** Writes or reads the first n values of an array. */
    public abstract void of(byte[] values, int n);

    /**
     * Writes or reads a value by way of {@link #chunk}. A writer stores the bytes that are there and leaves them. A
     * reader overwrites them by stored ones. So the result is in the chunk in both cases.
     */
    public final boolean of(boolean value) {
        chunk.put(0, (byte) (value ? 1 : 0));
        of(chunk.array(), 1);
        return chunk.get(0) != 0;
    }

    /** Writes {@code value} and returns it; or reads another value and returns that. Its bytes go through the chunk. */
    public final int of(int value) {
        chunk.putInt(0, value);
        of(chunk.array(), Integer.BYTES);
        return chunk.getInt(0);
    }

    /** Writes {@code value} and returns it; or reads another value and returns that. Its bytes go through the chunk. */
    public final long of(long value) {
        chunk.putLong(0, value);
        of(chunk.array(), Long.BYTES);
        return chunk.getLong(0);
    }

    public final double of(double value) {
        return Double.longBitsToDouble(of(Double.doubleToRawLongBits(value)));
    }

    public final String of(String value) {
        byte[] text = of(value.getBytes(StandardCharsets.UTF_8));
        return isReading() ? new String(text, StandardCharsets.UTF_8) : value;
    }

    /** Writes or reads the first n values of an array. */
    public final void of(int[] values, int n) {
        inChunks(
                n,
                Integer.BYTES,
                (from, count) -> chunk.asIntBuffer().put(values, from, count),
                (from, count) -> chunk.asIntBuffer().get(values, from, count));
    }

    /** Writes or reads the first n values of an array. */
    public final void of(long[] values, int n) {
        inChunks(
                n,
                Long.BYTES,
                (from, count) -> chunk.asLongBuffer().put(values, from, count),
                (from, count) -> chunk.asLongBuffer().get(values, from, count));
    }

    /** Writes or reads the first n values of an array. */
    public final void of(double[] values, int n) {
        inChunks(
                n,
                Double.BYTES,
                (from, count) -> chunk.asDoubleBuffer().put(values, from, count),
                (from, count) -> chunk.asDoubleBuffer().get(values, from, count));
    }

    /** Writes or reads the first n values of an array. */
    public final void of(float[] values, int n) {
        inChunks(
                n,
                Float.BYTES,
                (from, count) -> chunk.asFloatBuffer().put(values, from, count),
                (from, count) -> chunk.asFloatBuffer().get(values, from, count));
    }

    /** Writes or reads every value of every row. */
    public final void of(double[][] rows) {
        for (double[] row : rows) {
            of(row, row.length);
        }
    }

    /** Writes or reads the state of a generator. */
    public final void of(RestorableUniformRandomProvider generator) {
        byte[] state = ((RandomProviderDefaultState) generator.saveState()).getState();
        generator.restoreState(new RandomProviderDefaultState(of(state))); // a writer restores what it has saved
    }

    /** Copies {@code count} values of an array, from index {@code from} on, to the chunk or from the chunk. */
    private interface Piece {
        void copy(int from, int count);
    }

    /** Writes or reads n values of {@code size} bytes; {@code put} fills {@link #chunk}, {@code get} empties it. */
    private void inChunks(int n, int size, Piece put, Piece get) {
        int most = CHUNK / size;
        for (int from = 0; from < n; from += most) {
            int count = Math.min(most, n - from);
            if (!isReading()) {
                put.copy(from, count);
            }
            of(chunk.array(), count * size);
            if (isReading()) {
                get.copy(from, count);
            }
        }
    }
}
