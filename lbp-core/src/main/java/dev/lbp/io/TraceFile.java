package dev.lbp.io;

import java.io.IOException;

/** A file with one trace of one chain, which can be read while the chain adds draws to it. */
public interface TraceFile {

    /**
     * Reads {@code count} values into the first places of {@code into}.
     *
     * @param from the number of the first draw to read
     * @throws IOException if the file cannot be read, or is too short; its message names the file
     */
    void read(int from, double[] into, int count) throws IOException;
}
