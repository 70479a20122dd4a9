package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The {@link MarginalBatches} of a chain whose number of draws may be unknown. A run may end long before its last draw,
 * and batches of a 32nd of all draws would then never be complete.
 *
 * <p>Such a run has batches of two lengths at a time, b and 2b. When {@value MarginalBatches#BATCHES} of the longer
 * ones are complete, they replace the shorter ones, and batches of 4b begin. So after the first stretch of draws there
 * are between {@value MarginalBatches#BATCHES} batches and about three times as many, and they cover at least the later
 * half of the draws. Lengths change only between two stretches of draws. All chains have made the same number of draws
 * there, so all have the same lengths.
 *
 * <p>A run of a known number of draws that is resumed with at least twice as many has batches that are too short. From
 * then on its batches grow too, and it pauses where they do.
 */
public final class GrowingBatches {

    private MarginalBatches batches;

    /** Batches of twice the length; null if the number of draws is known. */
    private @Nullable MarginalBatches longer;

    /** The draws of the chain, or of the first stretch if the number is unknown. */
    private final int planned;

    private final boolean growing;

    /** Whether the run was resumed for more draws, or with another way to end, than those with which it began. */
    private boolean extended;

    /** The number of draws when it was last checked whether the batches should be longer. */
    private int lastCheck;

    /**
     * Makes batches that begin at the first draw.
     *
     * @param draws the draws of the chain: all draws, or those of the first stretch if the number is unknown
     * @param growing whether the chain may make more
     */
    public GrowingBatches(int dimension, int draws, boolean growing) {
        this.planned = draws;
        this.growing = growing;
        int length = Math.max(1, draws / MarginalBatches.BATCHES);
        batches = new MarginalBatches(dimension, length);
        longer = growing ? new MarginalBatches(dimension, 2 * length) : null;
    }

    /** Whether a site that last changed at the draw {@code since} has batches to {@link #close}. */
    boolean behind(int since) {
        return since < batches.start() || (longer != null && since < longer.start());
    }

    /** Closes the batches of a site's last change, of both lengths; see {@link MarginalBatches#close}. */
    void close(int site, double value, int since, double sumThen) {
        batches.close(site, value, since, sumThen);
        if (longer != null) {
            longer.close(site, value, since, sumThen);
        }
    }

    /** Updates the number of draws. Must be called after each draw. */
    void drawn(int draws) {
        batches.drawn(draws);
        if (longer != null) {
            longer.drawn(draws);
        }
    }

    /**
     * Switches to the longer batches if enough of them are complete. Must be called between two stretches of draws,
     * with all batches {@link #close closed}.
     *
     * @param made the draws made so far. A run that is resumed within a stretch repeats its last call, without effect
     * @param sums the sum of each site over these draws
     */
    void lengthenBatches(int made, IntToDoubleFunction sums) {
        if (made <= lastCheck || (longer == null && !extended)) {
            return;
        }
        lastCheck = made;
        MarginalBatches last = longer == null ? batches : longer;
        if (made >= last.full()) {
            batches = last;
            double[] before =
                    IntStream.range(0, batches.dimension()).mapToDouble(sums).toArray();
            longer = new MarginalBatches(2 * batches.length(), made, before);
        }
    }

    /** The number of draws after which an extended run pauses for {@link #lengthenBatches}; 2^31 - 1 for other runs. */
    int pause() {
        return extended ? (longer == null ? batches : longer).full() : Integer.MAX_VALUE;
    }

    /** The batches for the results. */
    MarginalBatches batches() {
        return batches;
    }

    /**
     * Writes or reads the batches. They grow if they did when the run began, even if a resumed run has gained or lost
     * its budget.
     */
    void transcribe(Transcript transcript) {
        lastCheck = transcript.of(lastCheck);
        batches.transcribe(transcript);
        if (transcript.of(longer != null)) {
            longer = longer == null ? new MarginalBatches(batches.dimension(), 2 * batches.length()) : longer;
            longer.transcribe(transcript);
        } else {
            longer = null;
        }
        if (transcript.isReading()) {
            // a run that now knows its end, and began with two lengths, or with a length meant for fewer draws
            extended = !growing && (longer != null || planned >= 2L * MarginalBatches.BATCHES * batches.length());
        }
    }
}
