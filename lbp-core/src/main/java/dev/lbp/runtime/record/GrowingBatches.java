package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The {@link MarginalBatches} of a chain whose number of draws need not be known before: a run may end long before its last draw,
 * and batches of a 32nd of all draws would then never be complete.
 *
 * <p>Such a run has batches of two lengths at a time, b and 2b. When there are {@value MarginalBatches#BATCHES} of the longer
 * ones, these take the place of the shorter ones, and batches of 4b begin. So from the first look on there are between {@value
 * MarginalBatches#BATCHES} batches and about three times as many, over at least half of the draws, the later ones. Lengths change
 * between two stretches of draws only, where all chains have made equally many, so they are the same in all chains.
 */
public final class GrowingBatches {

    private MarginalBatches batches;

    /** Of twice the length; null if the number of draws is known. */
    private @Nullable MarginalBatches longer;

    /** The draws at which lengths were last looked at. */
    private int lookedAt;

    /**
     * Batches from the first draw on.
     *
     * @param draws of the chain: all that it makes, or those before the first look
     * @param growing whether the chain may make more
     */
    public GrowingBatches(int dimension, int draws, boolean growing) {
        int length = Math.max(1, draws / MarginalBatches.BATCHES);
        batches = new MarginalBatches(dimension, length);
        longer = growing ? new MarginalBatches(dimension, 2 * length) : null;
    }

    /** Whether a site that last changed at the draw {@code since} has batches to {@link #close}. */
    boolean behind(int since) {
        return since < batches.start() || (longer != null && since < longer.start());
    }

    /** See {@link MarginalBatches#close}. */
    void close(int site, double value, int since, double sumThen) {
        batches.close(site, value, since, sumThen);
        if (longer != null) {
            longer.close(site, value, since, sumThen);
        }
    }

    /** Is told of the number of draws, after each. */
    void drawn(int draws) {
        batches.drawn(draws);
        if (longer != null) {
            longer.drawn(draws);
        }
    }

    /**
     * Takes longer batches if there are enough, between two stretches of draws; all batches must be {@link #close closed}.
     *
     * @param draws made by now. A run that is resumed within a stretch says again what it said before it, which changes nothing
     * @param sums of each site over these draws
     */
    void grow(int draws, IntToDoubleFunction sums) {
        if (longer == null || draws <= lookedAt) {
            return;
        }
        lookedAt = draws;
        if (longer.count() >= MarginalBatches.BATCHES) {
            batches = longer;
            double[] before =
                    IntStream.range(0, batches.dimension()).mapToDouble(sums).toArray();
            longer = new MarginalBatches(2 * batches.length(), draws, before);
        }
    }

    /** The batches that results are made of. */
    MarginalBatches batches() {
        return batches;
    }

    /** Whether batches grow is that of the run as it began: a budget may come or go when it is resumed. */
    void transcribe(Transcript transcript) {
        lookedAt = transcript.of(lookedAt);
        batches.transcribe(transcript);
        if (transcript.of(longer != null)) {
            longer = longer == null ? new MarginalBatches(batches.dimension(), 2 * batches.length()) : longer;
            longer.transcribe(transcript);
        } else {
            longer = null;
        }
    }
}
