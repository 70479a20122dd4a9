package dev.lbp.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Streams the draws of one chain to its files, in a buffer of constant size. States are copied as they are made; scalar
 * traces are in memory anyway, and are written from there when the buffer is. Used by one thread at a time.
 */
public final class ChainWriter {

    /** Large enough that opening files is a small part of the cost, small enough for a thousand chains. */
    private static final int BUFFER_BYTES = 1 << 16;

    private final int sites;
    private final NpyFile states;
    private final Map<String, NpyFile> traces = new LinkedHashMap<>();
    private final byte[] buffer;
    private final ByteBuffer values;
    private int buffered;
    private int written;

    ChainWriter(DrawDirectory directory, int sites, Iterable<String> names, int draws) throws IOException {
        this.sites = sites;
        this.written = draws;
        this.states = directory.chainStates(sites, draws);
        for (String name : names) {
            traces.put(name, directory.chainTrace(name, draws));
        }
        int rows = rows(sites);
        this.buffer = new byte[rows * sites];
        this.values = ByteBuffer.allocate(rows * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of states that are written at once. */
    static int rows(int sites) {
        return Math.max(1, BUFFER_BYTES / Math.max(sites, Double.BYTES));
    }

    /**
     * Takes the state of the next draw, and copies it.
     *
     * @return whether there is no room for another one before a {@link #flush}
     */
    public boolean add(byte[] state) {
        System.arraycopy(state, 0, buffer, buffered * sites, sites);
        buffered++;
        return (buffered + 1) * (long) sites > buffer.length;
    }

    /**
     * Writes what has been added since the last flush.
     *
     * @param recorded the chain's traces by name, from its first draw on; they may be longer than that
     * @throws IOException if a file cannot be written to, or is gone; its message names the file
     */
    public void flush(Map<String, double[]> recorded) throws IOException {
        if (buffered == 0) {
            return;
        }
        int draws = written + buffered;
        states.append(buffer, buffered * sites, 1, draws, sites);
        for (Map.Entry<String, NpyFile> trace : traces.entrySet()) {
            double[] row = Objects.requireNonNull(recorded.get(trace.getKey()));
            values.clear().asDoubleBuffer().put(row, written, buffered);
            trace.getValue().append(values.array(), buffered * Double.BYTES, 1, draws);
        }
        written = draws;
        buffered = 0;
    }

    /**
     * Forces what has been flushed to the disk.
     *
     * @throws IOException if that fails; its message names the file
     */
    public void force() throws IOException {
        states.force();
        for (NpyFile trace : traces.values()) {
            trace.force();
        }
    }

    /** The number of draws that are in the files. */
    public int written() {
        return written;
    }
}
