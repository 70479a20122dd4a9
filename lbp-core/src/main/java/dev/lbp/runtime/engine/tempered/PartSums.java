package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The exchanges of one ladder whose slots may exchange parts of states: sums over scans of numbers of sites, for each
 * pair of slots.
 *
 * @param differing the sites where the states of the pair differed
 * @param moved the expected number of sites that were exchanged
 * @param asWhole the expected number of sites that an exchange of whole states would have exchanged
 */
record PartSums(double[] differing, double[] moved, double[] asWhole) {

    /**
     * An exchange by parts costs more, so it must move this many times as many sites as an exchange of whole states.
     */
    private static final double LEAST_GAIN = 1.25;

    /** Sums of no scan. */
    static PartSums of(int pairs) {
        return new PartSums(new double[pairs], new double[pairs], new double[pairs]);
    }

    /** Adds an exchange. */
    void add(int pair, double differ, double mobile, double whole) {
        differing[pair] += differ;
        moved[pair] += mobile;
        asWhole[pair] += whole;
    }

    /** The share of differing sites that each pair exchanges; NaN if it exchanges whole states. */
    static double[] exchanged(List<PartSums> ladders) {
        double[] shares = new double[ladders.get(0).moved.length];
        for (int k = 0; k < shares.length; k++) {
            double[] sums = pooled(ladders, k);
            shares[k] = sums[0] > 0.0 ? sums[1] / sums[0] : Double.NaN;
        }
        return shares;
    }

    /**
     * Whether each pair should exchange parts. If at least half of the pairs gain by it, all do: cold states differ in
     * one large part, which moves as often with the whole state and dominates the count of sites, and in small parts,
     * which decide between valleys. Otherwise only the pairs do that gain.
     */
    static boolean[] worthwhile(List<PartSums> ladders) {
        boolean[] pairs = new boolean[ladders.get(0).moved.length];
        for (int k = 0; k < pairs.length; k++) {
            double[] sums = pooled(ladders, k);
            pairs[k] = sums[1] > LEAST_GAIN * sums[2];
        }
        if (mostly(pairs)) {
            Arrays.fill(pairs, true);
        }
        return pairs;
    }

    /** Whether at least half of the pairs exchange parts. */
    static boolean mostly(boolean[] pairs) {
        long count = IntStream.range(0, pairs.length).filter(k -> pairs[k]).count();
        return 2 * count >= pairs.length;
    }

    private static double[] pooled(List<PartSums> ladders, int pair) {
        double[] sums = new double[3];
        for (PartSums ladder : ladders) {
            sums[0] += ladder.differing[pair];
            sums[1] += ladder.moved[pair];
            sums[2] += ladder.asWhole[pair];
        }
        return sums;
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
