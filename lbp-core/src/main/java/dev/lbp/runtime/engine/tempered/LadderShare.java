package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.tempering.LadderEstimate;
import dev.lbp.runtime.tempering.LadderSums;
import java.util.Arrays;
import java.util.List;

/**
 * What the ladder of one chain contributes at a barrier, where all chains pool their sums.
 *
 * @param sums the sums over the scans of the ladder since the last barrier
 * @param scans the number of scans since the start
 * @param possible the number of these scans whose draw of slot 0 had a finite log-probability
 * @param scales the scales of slots 1 to K; slot k is at k - 1
 * @param parts what exchanges of parts moved between each pair of slots since the last barrier
 */
record LadderShare(LadderSums sums, long scans, long possible, List<ScaleShare> scales, PartSums parts)
        implements BarrierShare {

    /**
     * For each pair of slots, of the sites where their states differed, the share that exchanges of parts of states
     * moved; NaN for a pair that made none.
     */
    static double[] exchanged(List<LadderShare> ladders) {
        return PartSums.exchanged(ladders.stream().map(LadderShare::parts).toList());
    }

    /**
     * The share that each pair of slots does not exchange: of differing sites if the pair exchanges parts, else the
     * given rejection rate.
     */
    static double[] notExchanged(List<LadderShare> all, double[] rejections) {
        double[] exchanged = exchanged(all);
        double[] shares = rejections.clone();
        Arrays.setAll(shares, k -> Double.isNaN(exchanged[k]) ? rejections[k] : 1.0 - exchanged[k]);
        return shares;
    }

    /**
     * The rejection rate of each pair of slots, from which the schedule is computed, with two corrections. First, for a
     * pair that exchanges parts it is the mean of two rates: the rejection rate of whole states, which must be small
     * for log Z, and the share of the differing sites that are not exchanged, which must be small for states to move.
     * Second, pair 0 counts only draws of slot 0 that the target can have: an impossible draw is rejected at any
     * beta_1, so beta_1 would otherwise fall in every round.
     */
    static double[] rejections(List<LadderShare> all) {
        double[] rejections = LadderEstimate.of(sums(all)).rejections();
        double[] exchanged = exchanged(all);
        for (int k = 0; k < rejections.length; k++) {
            if (!Double.isNaN(exchanged[k])) {
                rejections[k] = 0.5 * (rejections[k] + 1.0 - exchanged[k]);
            }
        }
        double possible = possibleFraction(all);
        if (possible > 0.0) {
            rejections[0] = Math.max(0.0, 1.0 - (1.0 - rejections[0]) / possible);
        }
        return rejections;
    }

    /** Whether each pair of slots should exchange parts of states. */
    static boolean[] byParts(List<LadderShare> ladders) {
        return PartSums.worthwhile(ladders.stream().map(LadderShare::parts).toList());
    }

    /** The sums of each ladder, in the order of chains. */
    static List<LadderSums> sums(List<LadderShare> ladders) {
        return ladders.stream().map(LadderShare::sums).toList();
    }

    /** The share of the draws of slot 0 that had a finite log-probability; 1 if there were no draws. */
    static double possibleFraction(List<LadderShare> ladders) {
        long scans = ladders.stream().mapToLong(LadderShare::scans).sum();
        long possible = ladders.stream().mapToLong(LadderShare::possible).sum();
        return scans == 0 ? 1.0 : (double) possible / scans;
    }

    /** The scale of slot k in each ladder, in the order of chains. */
    static List<ScaleShare> scalesOf(List<LadderShare> ladders, int k) {
        return ladders.stream().map(ladder -> ladder.scales.get(k - 1)).toList();
    }

    /** The mean log scale of each of {@code slots} slots over all ladders; NaN for slot 0. */
    static double[] meanLogScales(List<LadderShare> all, int slots) {
        double[] means = new double[slots];
        means[0] = Double.NaN;
        for (int k = 1; k < slots; k++) {
            for (ScaleShare scale : scalesOf(all, k)) {
                means[k] += scale.meanLog() / all.size();
            }
        }
        return means;
    }

    /** Writes this share and returns it, or reads another one: reading leaves the sums of this share as they are. */
    @Override
    public LadderShare transcribe(Transcript transcript) {
        LadderSums read = transcript.isReading() ? sums.like() : sums;
        read.transcribe(transcript);
        long readScans = transcript.of(scans);
        long readPossible = transcript.of(possible);
        List<ScaleShare> readScales =
                scales.stream().map(scale -> scale.transcribe(transcript)).toList();
        return new LadderShare(read, readScans, readPossible, readScales, parts.transcribe(transcript));
    }
}
