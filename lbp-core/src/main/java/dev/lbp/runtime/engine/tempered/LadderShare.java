package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.tempering.LadderSums;
import java.util.List;

/**
 * The ladder of one chain at a barrier.
 *
 * @param sums the sums over its scans since the last barrier
 * @param scans the scans so far
 * @param possible the scans whose draw of slot 0 was possible
 * @param scales the scales of slots 1 to K, at k - 1
 */
record LadderShare(LadderSums sums, long scans, long possible, List<ScaleShare> scales) implements BarrierShare {

    /** The sums of all ladders, by chain. */
    static List<LadderSums> sums(List<LadderShare> ladders) {
        return ladders.stream().map(LadderShare::sums).toList();
    }

    /** The share of the draws of slot 0 that were possible; 1 if there were none. */
    static double possibleFraction(List<LadderShare> ladders) {
        long scans = 0;
        long possible = 0;
        for (LadderShare ladder : ladders) {
            scans += ladder.scans;
            possible += ladder.possible;
        }
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
        return new LadderShare(
                read,
                all,
                those,
                scales.stream().map(scale -> scale.transcribe(transcript)).toList());
    }
}
