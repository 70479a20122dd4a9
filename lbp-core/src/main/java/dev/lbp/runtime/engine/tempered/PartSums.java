package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import java.util.List;

/**
 * What the pairs of slots of one ladder have exchanged, where parts of states may be: sums over scans of numbers of
 * sites, by pair.
 *
 * @param differing where the two states differed
 * @param moved the expected number of those that were exchanged
 * @param asWhole the number that an exchange of whole states would have exchanged
 */
record PartSums(double[] differing, double[] moved, double[] asWhole) {

    /** An exchange by parts must move this many times as many sites as one of whole states: it costs more. */
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

    /** The share of differing sites that each pair exchanges; NaN where it exchanges whole states. */
    static double[] exchanged(List<PartSums> ladders) {
        double[] shares = new double[ladders.get(0).moved.length];
        for (int k = 0; k < shares.length; k++) {
            double[] sums = pooled(ladders, k);
            shares[k] = sums[0] > 0.0 ? sums[1] / sums[0] : Double.NaN;
        }
        return shares;
    }

    /** Whether each pair exchanges more by parts, with their cost, than by whole states. */
    static boolean[] worthwhile(List<PartSums> ladders) {
        boolean[] pairs = new boolean[ladders.get(0).moved.length];
        for (int k = 0; k < pairs.length; k++) {
            double[] sums = pooled(ladders, k);
            pairs[k] = sums[1] > LEAST_GAIN * sums[2];
        }
        return pairs;
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

    /** Writes all, or returns what it reads; the number of pairs is this one's. */
    PartSums transcribe(Transcript transcript) {
        PartSums all = transcript.isReading() ? of(moved.length) : this;
        for (double[] sums : List.of(all.differing, all.moved, all.asWhole)) {
            transcript.of(sums, sums.length);
        }
        return all;
    }
}
