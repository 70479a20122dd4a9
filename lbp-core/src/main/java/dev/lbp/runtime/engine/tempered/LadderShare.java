package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.tempering.LadderEstimate;
import dev.lbp.runtime.tempering.LadderSums;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ladder of one chain at a barrier.
 *
 * @param sums the sums over its scans since the last barrier
 * @param scans the scans so far
 * @param possible the scans whose draw of slot 0 was possible
 * @param scales the scales of slots 1 to K, at k - 1
 * @param parts what each pair of slots has exchanged by parts since the last barrier
 */
record LadderShare(LadderSums sums, long scans, long possible, List<ScaleShare> scales, PartSums parts)
        implements BarrierShare {

    /** The share of differing sites that each pair of slots exchanges; NaN where states move as a whole. */
    static double[] exchanged(List<LadderShare> ladders) {
        return PartSums.exchanged(ladders.stream().map(LadderShare::parts).toList());
    }

    /** The share of their differences that pairs of slots do not exchange: of sites, or of whole states. */
    static double[] stays(List<LadderShare> all, double[] rejections) {
        double[] exchanged = exchanged(all);
        double[] stays = rejections.clone();
        Arrays.setAll(stays, k -> Double.isNaN(exchanged[k]) ? rejections[k] : 1.0 - exchanged[k]);
        return stays;
    }

    /**
     * The rejections for the schedule. Where parts are exchanged, a rejection is the mean of that of whole states,
     * which log Z needs to be small, and of the share of differing sites that stay, which states need to be small. A
     * draw of slot 0 that is impossible is rejected at any beta_1, so pair 0 counts the possible ones alone: else
     * beta_1 would fall in every round.
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

    /** Whether at least half of the pairs of slots exchange parts of states. */
    static boolean mostly(boolean[] pairs) {
        long count = IntStream.range(0, pairs.length).filter(k -> pairs[k]).count();
        return 2 * count >= pairs.length;
    }

    /** Whether each pair of slots is to exchange parts of states. */
    static boolean[] byParts(List<LadderShare> ladders) {
        return PartSums.worthwhile(ladders.stream().map(LadderShare::parts).toList());
    }

    /** The sums of all ladders, by chain. */
    static List<LadderSums> sums(List<LadderShare> ladders) {
        return ladders.stream().map(LadderShare::sums).toList();
    }

    /** The share of the draws of slot 0 that were possible; 1 if there were none. */
    static double possibleFraction(List<LadderShare> ladders) {
        long scans = ladders.stream().mapToLong(LadderShare::scans).sum();
        long possible = ladders.stream().mapToLong(LadderShare::possible).sum();
        return scans == 0 ? 1.0 : (double) possible / scans;
    }

    /** The scales of slot k of all ladders, by chain. */
    static List<ScaleShare> slot(List<LadderShare> ladders, int k) {
        return ladders.stream().map(ladder -> ladder.scales.get(k - 1)).toList();
    }

    @Override
    public LadderShare transcribe(Transcript transcript) {
        LadderSums read = transcript.isReading() ? sums.like() : sums;
        read.transcribe(transcript);
        long all = transcript.of(scans);
        long those = transcript.of(possible);
        List<ScaleShare> readScales =
                scales.stream().map(scale -> scale.transcribe(transcript)).toList();
        return new LadderShare(read, all, those, readScales, parts.transcribe(transcript));
    }
}
