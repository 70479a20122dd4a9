package dev.lbp.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A writer that streams the draws of one chain to its files, with a buffer of constant size. It copies each state into
 * the buffer. The scalar traces of the buffered draws stay in the chain's recorder until {@link #flush} writes them
 * with the states. Used by one thread at a time.
 *
 * @param <S> the array of a state
 */
public final class ChainWriter<S> {

    /** Large enough that opening files is a small part of the cost, and small enough for a thousand chains. */
    private static final int BUFFER_BYTES = 1 << 16;

    /** The most draws that one flush writes. */
    public static final int MOST_BUFFERED = BUFFER_BYTES / Double.BYTES;

    private final int sites;
    private final StateType<S> type;
    private final NpyFile states;
    private final Map<String, NpyFile> traces = new LinkedHashMap<>();
    private final byte[] buffer;
    private final ByteBuffer elements;
    private final ByteBuffer values;

    /** The draws in the buffer. */
    private int buffered;

    /** The draws in the files. */
    private int written;

    ChainWriter(DrawDirectory directory, StateType<S> type, int sites, Iterable<String> names, int draws)
            throws IOException {
        this.sites = sites;
        this.type = type;
        this.written = draws;
        this.states = directory.chainStates(type.type, sites, draws);
        for (String name : names) {
            traces.put(name, directory.chainTrace(name, draws));
        }
        int rowBytes = Math.multiplyExact(sites, type.type.bytes);
        int rows = rows(rowBytes);
        this.buffer = new byte[rows * rowBytes];
        this.elements = ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN);
        this.values = ByteBuffer.allocate(rows * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of states that one flush writes. */
    static int rows(int rowBytes) {
        return Math.max(1, BUFFER_BYTES / Math.max(rowBytes, Double.BYTES));
    }

    /**
     * Copies the state of the next draw into the buffer.
     *
     * @return whether the buffer is now full, so that a {@link #flush} must come next
     */
    public boolean add(S state) {
        type.copy(state, buffered, sites, elements);
        buffered++;
        return (buffered + 1) * (long) sites * type.type.bytes > buffer.length;
    }

    /**
     * Writes the draws added since the last flush.
     *
     * @param recorded the chain's traces by name, from draw {@code first} on; they may hold later draws too
     * @param first at most {@link #written}
     * @throws IOException if a file cannot be written to, or no longer exists; its message names the file
     */
    public void flush(Map<String, double[]> recorded, int first) throws IOException {
        if (buffered == 0) {
            return;
        }
        int draws = written + buffered;
        states.append(buffer, buffered * sites * type.type.bytes, 1, draws, sites);
        for (Map.Entry<String, NpyFile> trace : traces.entrySet()) {
            double[] row = Objects.requireNonNull(recorded.get(trace.getKey()));
            values.clear().asDoubleBuffer().put(row, written - first, buffered);
            trace.getValue().append(values.array(), buffered * Double.BYTES, 1, draws);
        }
        written = draws;
        buffered = 0;
    }

    /**
     * Cuts off what the files have behind the {@link #written} draws, which a stopped run wrote after its checkpoint.
     *
     * @throws IOException if a file cannot be written to, or is gone; its message names the file
     */
    public void cut() throws IOException {
        states.cut(1, written, sites); // the shape [chain, draw, site], with one chain in the file
        for (NpyFile trace : traces.values()) {
            trace.cut(1, written); // [chain, draw]
        }
    }

    /**
     * Forces the flushed draws to the disk.
     *
     * @throws IOException if that fails; its message names the file
     */
    public void force() throws IOException {
        states.force();
        for (NpyFile trace : traces.values()) {
            trace.force();
        }
    }

    /** The files of the traces, by name. */
    public Map<String, TraceFile> traceFiles() {
        return Collections.unmodifiableMap(traces);
    }

    /** The number of draws that are in the files. */
    public int written() {
        return written;
    }
}
