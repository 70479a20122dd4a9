package dev.lbp.runtime.record;

import dev.lbp.io.TraceFile;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One trace of one chain. Its earlier draws may be only in a file, which is read in blocks.
 *
 * @param draws the number of draws
 * @param first the number of draws that are only in the file, at most {@code draws}
 * @param recent the draws from {@code first} on; elements after them are unused
 * @param file null if {@code first} is 0
 */
record ChainTrace(
        int draws, int first, double[] recent, @Nullable TraceFile file) {

    /** The most draws in a block. */
    private static final int BLOCK = 1 << 13;

    /** Whether all draws are in memory. */
    boolean inMemory() {
        return first == 0;
    }

    /**
     * Every draw whose number is a multiple of {@code step}.
     *
     * @return the recorded array itself if it has exactly these draws
     * @throws SinkException if the file cannot be read
     */
    double[] every(int step) {
        if (inMemory() && step == 1) {
            return recent.length == draws ? recent : Arrays.copyOf(recent, draws);
        }
        double[] kept = new double[(int) ((draws + step - 1L) / step)];
        int n = 0;
        int draw = 0;
        for (double[] block : blocks()) {
            for (double value : block) {
                if (draw % step == 0) {
                    kept[n] = value;
                    n++;
                }
                draw++;
            }
        }
        return kept;
    }

    /**
     * All draws in order, in blocks of constant memory. An iterator throws {@link SinkException} if the file cannot be
     * read.
     */
    Iterable<double[]> blocks() {
        return () -> new Iterator<>() {
            private int from;

            @Override
            public boolean hasNext() {
                return from < draws;
            }

            @Override
            public double[] next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                double[] block = block(from);
                from += block.length;
                return block;
            }
        };
    }

    /** The draws of a block that begins at draw {@code from}, from memory or from the file; no block has both kinds. */
    private double[] block(int from) {
        if (from >= first) {
            return Arrays.copyOfRange(recent, from - first, Math.min(draws, from + BLOCK) - first);
        }
        double[] block = new double[Math.min(first - from, BLOCK)];
        try {
            Objects.requireNonNull(file).read(from, block, block.length);
        } catch (IOException e) {
            throw new SinkException(e);
        }
        return block;
    }
}
