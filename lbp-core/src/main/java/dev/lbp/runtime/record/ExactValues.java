package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import java.util.List;

/**
 * Corrects the estimated conditional probabilities of one chain by exact values. One of {@link ConditionalFlips#EVERY}
 * draws computes the exact probability of one site. Sites take turns, so each gets exact values even if its flip is
 * never proposed. The average of a site's corrections is added to the average of its estimates.
 */
final class ExactValues {

    /** The golden ratio: chains begin at sites that are far apart. */
    private static final double GOLDEN = 0.6180339887498949;

    /**
     * For each site: the proposals of its flip at draws, and the count, mean and squares about the mean of its
     * corrections.
     */
    private final int[] proposals;

    private final int[] counts;
    private final double[] means;
    private final double[] squares;

    ExactValues(int dimension) {
        this.proposals = new int[dimension];
        this.counts = new int[dimension];
        this.means = new double[dimension];
        this.squares = new double[dimension];
    }

    /**
     * The site whose turn it is at a draw.
     *
     * @param chain the number of the chain in the run
     */
    int site(int draw, int chain) {
        double turn = chain * GOLDEN; // its fractional part spreads the first sites of the chains over all sites
        int first = (int) ((turn - Math.floor(turn)) * counts.length);
        return (draw / ConditionalFlips.EVERY + first) % counts.length;
    }

    /** Counts a draw whose step proposed to flip a site. */
    void proposed(int site) {
        proposals[site]++;
    }

    /** Adds the correction that an exact value gives to the site's mean and squares, by Welford's update. */
    void add(int site, double correction) {
        counts[site]++;
        double deviation = correction - means[site];
        means[site] += deviation / counts[site];
        squares[site] += deviation * (correction - means[site]);
    }

    void transcribe(Transcript transcript) {
        transcript.of(proposals, proposals.length);
        transcript.of(counts, counts.length);
        transcript.of(means, means.length);
        transcript.of(squares, squares.length);
    }

    /**
     * Corrects averages by the exact values of all chains. With m values of a site and k proposals, its error has three
     * parts, whose squares add up: that of the average; the standard error of the m corrections; and the smaller of the
     * average and 1 minus it, divided by 1 + m + k, since estimates may be wrong by a factor that no exact value has
     * revealed yet.
     */
    static SampleResult.Conditionals corrected(SampleResult.Conditionals averages, List<ExactValues> chains) {
        double[] marginals = averages.marginals().clone();
        double[] errors = averages.errors().clone();
        for (int i = 0; i < marginals.length; i++) {
            double count = 0.0;
            double evaluations = 0.0;
            double mean = 0.0;
            double squares = 0.0;
            for (ExactValues chain : chains) {
                double deviation = chain.means[i] - mean;
                // adds the chain's mean and squares to those of the earlier chains
                double all = count + chain.counts[i];
                if (chain.counts[i] > 0) {
                    squares += chain.squares[i] + deviation * deviation * count * chain.counts[i] / all;
                    mean += deviation * chain.counts[i] / all;
                }
                count = all;
                evaluations += chain.counts[i] + chain.proposals[i];
            }
            marginals[i] += mean;
            double unseenError = Math.min(Math.abs(marginals[i]), Math.abs(1.0 - marginals[i])) / (1.0 + evaluations);
            double ofValues = squares / (Math.max(count, 1.0) * Math.max(count - 1.0, 1.0));
            double ofAverage = Double.isNaN(errors[i]) ? 0.0 : errors[i];
            double error = Math.sqrt(ofAverage * ofAverage + ofValues + unseenError * unseenError);
            errors[i] = error > ConditionalMeans.ROUNDING ? error : Double.NaN;
        }
        return new SampleResult.Conditionals(marginals, errors);
    }
}
