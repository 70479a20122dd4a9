package dev.lbp.runtime.engine;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SamplerChoice;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.step.BarrierShare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sums over the measured steps of one chain in a trial, with an element for each candidate, see {@link TrialPlan}.
 *
 * @param steps the numbers of measured steps
 * @param acceptance the sums of min(1, alpha)
 * @param distance the sums of min(1, alpha) times the proposed flips
 * @param logScale the sums of the logarithm of the scale
 */
record TrialShare(long[] steps, double[] acceptance, double[] distance, double[] logScale) implements BarrierShare {

    TrialShare(int candidates) {
        this(new long[candidates], new double[candidates], new double[candidates], new double[candidates]);
    }

    /** Counts the last step of a chain. */
    void count(int candidate, ChainState<?> chain) {
        steps[candidate]++;
        acceptance[candidate] += chain.acceptanceProbability;
        distance[candidate] += chain.acceptanceProbability * chain.proposedFlips;
        logScale[candidate] += Math.log(chain.scale.value());
    }

    /**
     * Returns the sum of the measurements of several chains, added in the order of the list, which fixes the rounding.
     */
    static TrialShare sum(int candidates, List<? extends BarrierShare> all) {
        TrialShare sum = new TrialShare(candidates);
        for (BarrierShare share : all) {
            TrialShare ofChain = (TrialShare) share;
            for (int k = 0; k < candidates; k++) {
                sum.steps[k] += ofChain.steps[k];
                sum.acceptance[k] += ofChain.acceptance[k];
                sum.distance[k] += ofChain.distance[k];
                sum.logScale[k] += ofChain.logScale[k];
            }
        }
        return sum;
    }

    /** The number of measured steps of all candidates. */
    long total() {
        return Arrays.stream(steps).sum();
    }

    /** The candidate with the largest mean jump distance; among equals, or without a measured step, the first. */
    int best() {
        int best = 0;
        for (int k = 1; k < steps.length; k++) {
            if (steps[k] > 0 && distance[k] / steps[k] > distance[best] / steps[best]) {
                best = k;
            }
        }
        return best;
    }

    /** The means over the measured steps, for each candidate that has some. */
    List<SamplerChoice.Candidate> figures(List<String> names) {
        List<SamplerChoice.Candidate> figures = new ArrayList<>();
        for (int k = 0; k < steps.length; k++) {
            if (steps[k] > 0) {
                figures.add(new SamplerChoice.Candidate(
                        names.get(k),
                        Math.exp(logScale[k] / steps[k]),
                        acceptance[k] / steps[k],
                        distance[k] / steps[k]));
            }
        }
        return figures;
    }

    /** Writes these sums and returns a copy; or reads other ones. */
    @Override
    public TrialShare transcribe(Transcript transcript) {
        TrialShare other = new TrialShare(steps.length);
        for (int k = 0; k < steps.length; k++) {
            other.steps[k] = transcript.of(steps[k]);
            other.acceptance[k] = transcript.of(acceptance[k]);
            other.distance[k] = transcript.of(distance[k]);
            other.logScale[k] = transcript.of(logScale[k]);
        }
        return other;
    }
}
