package dev.lbp.runtime.record;

import dev.lbp.internal.StateArrays;
import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainState;
import dev.lbp.runtime.engine.ChangedSites;
import dev.lbp.runtime.engine.RealChain;

/**
 * The records of one chain of real coordinates. An accepted step changes all of them. In place of the Hamming distance it
 * traces the Euclidean distance to the reference point, and in place of changed sites it sums squared distances of steps.
 */
final class RealRecorder extends ChainRecorder<double[]> {

    private final CoordinateMoments moments;
    private double squaredJumps;

    RealRecorder(
            ChainState<double[]> chain, int thin, CoordinateMoments moments, StatisticRecorder<double[]> statistics) {
        super(chain, StateArrays.REALS, thin, null, statistics, false);
        this.moments = moments;
    }

    @Override
    int count(ChainState<double[]> chain, int draws) {
        if (chain.flips > 0) {
            squaredJumps += ((RealChain) chain).squaredJump();
            moments.moveTo(state, draws);
        }
        return 0;
    }

    @Override
    int distance() {
        moments.moveTo(state, 0);
        return 0;
    }

    @Override
    String distanceName() {
        return "distance";
    }

    @Override
    double distanceOf(int unused) {
        double sum = 0.0;
        double[] reference = moments.reference();
        for (int i = 0; i < sites; i++) {
            sum += (state[i] - reference[i]) * (state[i] - reference[i]);
        }
        return Math.sqrt(sum);
    }

    @Override
    double jumpSum() {
        return squaredJumps;
    }

    @Override
    CoordinateMoments moments() {
        return moments;
    }

    @Override
    int cell(int index) {
        throw new UnsupportedOperationException("a coordinate has no cells");
    }

    @Override
    void addChanges(ChangedSites to, ChainState<double[]> chain) {
        to.addAll(chain.flipped, chain.flips);
    }

    @Override
    void recordMore(ChainState<double[]> chain, int[] changed, int count, int draw) {
        moments.drawn(draw + 1);
    }

    @Override
    void growMore(int made) {
        moments.growBatches(made);
    }

    @Override
    void transcribeMore(Transcript transcript) {
        squaredJumps = transcript.of(squaredJumps);
        moments.transcribe(transcript);
    }
}
