package dev.lbp.runtime.tempering;

import java.util.Arrays;
import java.util.List;

/**
 * What the sums of all chains estimate. Chains count by their scans.
 *
 * <p>Log Z is {@code sum_k c_k + log(sum U / sum W)} over all chains together. Its error is the jackknife's: with theta_j the
 * estimate without batch j of n, {@code error^2 = (n - 1) / n sum_j (theta_j - mean theta)^2}. It is right if batches are long
 * compared with the correlation time.
 *
 * @param logZ log Z of the last slot minus that of the first; -Infinity if every state of slot 0 was impossible; NaN without
 *     scans
 * @param logZError its standard error; NaN with fewer than {@value #LEAST_BATCHES} batches, where two slots have no overlap
 *     at all,
 *     or where log Z is not finite without one of the batches
 * @param forward log Z by stepping stones from each slot to the next colder one; infinite where exp leaves its range
 * @param backward log Z by stepping stones from each slot to the next hotter one; infinite where exp leaves its range
 * @param rejections the mean rejection of each pair, K values in [0, 1]
 * @param meanLogProb the mean log-probability of the target at each slot, K + 1 values
 * @param scans the scans of one chain: the least of all
 */
public record LadderEstimate(
        double logZ,
        double logZError,
        double forward,
        double backward,
        double[] rejections,
        double[] meanLogProb,
        long scans) {

    /** With 8 batches the error has a relative error of {@code 1 / sqrt(2 * 7)}, 27 %. */
    static final int LEAST_BATCHES = 8;

    /**
     * The estimate of chains at equal betas and centres.
     *
     * @param chains at least one, in the order of their indices: the order of the sums decides on their last bits
     * @throws IllegalArgumentException if betas or centres differ
     */
    public static LadderEstimate of(List<LadderSums> chains) {
        LadderSums.checkSame(chains);
        int pairs = chains.get(0).pairs();
        long least = Long.MAX_VALUE;
        double scans = 0.0;
        int batches = 0;
        for (LadderSums chain : chains) {
            least = Math.min(least, chain.scans());
            scans += chain.scans();
            batches += chain.batches();
        }
        double[] rejections = new double[pairs];
        double[] meanLogProb = new double[pairs + 1];
        double forward = 0.0;
        double backward = 0.0;
        for (int k = 0; k < pairs; k++) {
            double sumForward = 0.0;
            double sumBackward = 0.0;
            for (LadderSums chain : chains) {
                sumForward += chain.forward(k);
                sumBackward += chain.backward(k);
                rejections[k] += chain.rejected(k) / scans;
            }
            double centre = chains.get(0).centre(k);
            forward = sum(forward, centre + StrictMath.log(sumForward / scans));
            backward = sum(backward, centre - StrictMath.log(sumBackward / scans));
        }
        for (int k = 0; k <= pairs; k++) {
            for (LadderSums chain : chains) {
                meanLogProb[k] += chain.logProb(k) / scans;
            }
        }
        double[] without = new double[batches];
        double logZ = logZ(chains, scans, without);
        return new LadderEstimate(logZ, error(without), forward, backward, rejections, meanLogProb, least);
    }

    /** The sum, or the infinite one of the two: Infinity and -Infinity do not make NaN. */
    private static double sum(double total, double next) {
        return Double.isInfinite(total) ? total : total + next;
    }

    /**
     * Log Z of all batches, and without each of them. A batch is left out by adding up the others: a difference would lose
     * its digits where one batch has nearly all.
     *
     * @param scans of all chains
     * @param without receives the estimate without each batch; all NaN if two slots have no overlap
     */
    private static double logZ(List<LadderSums> chains, double scans, double[] without) {
        int n = without.length;
        double[] u = new double[n];
        double[] w = new double[n];
        double[] laterU = new double[n + 1];
        double[] laterW = new double[n + 1];
        double logZ = 0.0;
        for (int k = 0; k < chains.get(0).pairs(); k++) {
            int at = 0;
            for (LadderSums chain : chains) {
                for (int j = 0; j < chain.batches(); j++) {
                    u[at] = chain.u(j, k);
                    w[at++] = chain.w(j, k);
                }
            }
            for (int j = n - 1; j >= 0; j--) {
                laterU[j] = laterU[j + 1] + u[j];
                laterW[j] = laterW[j + 1] + w[j];
            }
            double centre = chains.get(0).centre(k);
            double earlierU = 0.0;
            double earlierW = 0.0;
            for (int j = 0; j < n; j++) {
                without[j] += centre + StrictMath.log((earlierU + laterU[j + 1]) / (earlierW + laterW[j + 1]));
                earlierU += u[j];
                earlierW += w[j];
            }
            logZ += centre + StrictMath.log(laterU[0] / laterW[0]);
            if (!LadderSums.inRange(laterU[0], laterW[0], scans)) {
                Arrays.fill(without, Double.NaN);
            }
        }
        return logZ;
    }

    private static double error(double[] without) {
        int n = without.length;
        if (n < LEAST_BATCHES) {
            return Double.NaN;
        }
        double mean = 0.0;
        for (double estimate : without) {
            mean += estimate / n;
        }
        double squares = 0.0;
        for (double estimate : without) {
            squares += (estimate - mean) * (estimate - mean);
        }
        return Math.sqrt((n - 1.0) / n * squares);
    }
}
