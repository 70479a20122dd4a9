package dev.lbp.runtime.tempering;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;

/**
 * Keeps all values of every k-th scan of one chain's ladder, at first of every scan. When {@value #MOST} scans are
 * kept, every second one is dropped and k doubles.
 */
public final class SlotSamples {

    /**
     * The most scans that are kept. Even. Neighbouring scans are correlated, so leaving out some of 4,096 loses little:
     * the mean of 2,048 independent states has an error of 2 % of their deviation, in each chain.
     */
    public static final int MOST = 4_096;

    /** The initial room, in scans. */
    private static final int FIRST = 64;

    /** The number of values of a scan. */
    private final int width;

    /** The values of the kept scans, one scan after another. */
    private double[] rows;

    private int kept;

    /** The thinning interval: scans whose number is a multiple of it are kept. */
    private long step = 1;

    /** The number of scans added. */
    private long seen;

    /**
     * Empty samples.
     *
     * @param width the number of values of a scan
     */
    SlotSamples(int width) {
        this.width = width;
        this.rows = new double[FIRST * width];
    }

    /** Adds the values of one scan; copied. */
    void add(double[] values) {
        if (seen % step == 0) {
            makeRoom(kept + 1);
            System.arraycopy(values, 0, rows, kept * width, width);
            kept++;
        }
        seen++;
        if (kept == MOST) {
            kept /= 2;
            for (int row = 1; row < kept; row++) {
                System.arraycopy(rows, 2 * row * width, rows, row * width, width);
            }
            step *= 2;
        }
    }

    /** Makes room for {@code count} scans. If there is too little, doubles it, up to {@link #MOST} scans. */
    private void makeRoom(int count) {
        if (count * width > rows.length) {
            rows = Arrays.copyOf(rows, Math.min(MOST, Math.max(count, 2 * kept)) * width);
        }
    }

    /** The number of scans that are kept. */
    public int kept() {
        return kept;
    }

    /** The number of scans from one kept scan to the next. */
    public long step() {
        return step;
    }

    /** Value number {@code value} of the kept scan number {@code row}. */
    public double at(int row, int value) {
        return rows[row * width + value];
    }

    /** Writes or reads all. A reader must have the same width. */
    void transcribe(Transcript transcript) {
        kept = transcript.of(kept);
        step = transcript.of(step);
        seen = transcript.of(seen);
        makeRoom(kept);
        transcript.of(rows, kept * width);
    }
}
