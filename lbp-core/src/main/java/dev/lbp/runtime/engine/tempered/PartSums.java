package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Counts what exchanges of parts of states (see {@link PartExchange}) moved in one ladder. Each array has an entry for
 * each pair of neighbouring slots (k, k + 1), which sums a number of sites over the pair's exchanges.
 *
 * @param differing the number of sites where the states of the pair differed
 * @param moved the expected number of sites that were exchanged
 * @param asWhole the expected number of sites that exchanges of whole states would have exchanged
 */
record PartSums(double[] differing, double[] moved, double[] asWhole) {

    /**
     * An exchange of parts costs more than one of whole states, so it pays only if it moves this many times as many
     * sites.
     */
    private static final double LEAST_GAIN = 1.25;

    /** Sums that are all 0, for this number of pairs of slots. */
    static PartSums of(int pairs) {
        return new PartSums(new double[pairs], new double[pairs], new double[pairs]);
    }

    /** Adds one exchange of a pair: its terms of the three sums. */
    void add(int pair, double differ, double mobile, double whole) {
        differing[pair] += differ;
        moved[pair] += mobile;
        asWhole[pair] += whole;
    }

    /**
     * The share of the differing sites that the exchanges of each pair moved, in expectation; NaN if the pair made no
     * exchange by parts since the last barrier.
     */
    static double[] exchanged(List<PartSums> ladders) {
        double[] shares = new double[ladders.get(0).moved.length];
        for (int k = 0; k < shares.length; k++) {
            Pooled sums = pooled(ladders, k);
            shares[k] = sums.differing > 0.0 ? sums.moved / sums.differing : Double.NaN;
        }
        return shares;
    }

    /**
     * Whether each pair should exchange parts. If at least half of the pairs move enough more sites by it, all pairs
     * should. For cold states differ in one large part and in small ones. The large part dominates the count of sites
     * and moves as often with the whole state, so cold pairs seem to gain nothing; but the small parts decide between
     * valleys. Otherwise only the pairs that gain should.
     */
    static boolean[] worthwhile(List<PartSums> ladders) {
        boolean[] pairs = new boolean[ladders.get(0).moved.length];
        for (int k = 0; k < pairs.length; k++) {
            Pooled sums = pooled(ladders, k);
            pairs[k] = sums.moved > LEAST_GAIN * sums.asWhole;
        }
        if (isMajority(pairs)) {
            Arrays.fill(pairs, true);
        }
        return pairs;
    }

    /** Whether at least half of the entries, one for each pair of slots, are true. */
    static boolean isMajority(boolean[] pairs) {
        long count = IntStream.range(0, pairs.length).filter(k -> pairs[k]).count();
        return 2 * count >= pairs.length;
    }

    /** The entries of one pair of slots in the three arrays, each summed over all ladders. */
    private record Pooled(double differing, double moved, double asWhole) {}

    private static Pooled pooled(List<PartSums> ladders, int pair) {
        double differing = 0.0;
        double moved = 0.0;
        double asWhole = 0.0;
        for (PartSums ladder : ladders) {
            differing += ladder.differing[pair];
            moved += ladder.moved[pair];
            asWhole += ladder.asWhole[pair];
        }
        return new Pooled(differing, moved, asWhole);
    }

    /** Writes these sums and returns them; or reads sums for the same number of pairs. */
    PartSums transcribe(Transcript transcript) {
        PartSums all = transcript.isReading() ? of(moved.length) : this;
        for (double[] sums : List.of(all.differing, all.moved, all.asWhole)) {
            transcript.of(sums, sums.length);
        }
        return all;
    }
}
