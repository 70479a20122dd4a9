package dev.lbp.runtime.tempering;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import java.util.Arrays;
import java.util.List;

/**
 * Sums over the scans of one chain's ladder, from which {@link LadderEstimate} gets log Z, rejections and mean
 * log-probabilities. Memory is 2 KB per slot, whatever the number of scans.
 *
 * <p>Slot k has the inverse temperature beta_k and the state x_k with {@code V_k = log pi(x_k) - log pi_0(x_k)}. With
 * {@code D = beta_{k+1} - beta_k}, {@code f = D V_k - c_k} and {@code b = D V_{k+1} - c_k}, pair k sums over the scans
 *
 * <pre>{@code
 * U = sum 1 / (1 + exp(-f))     W = sum 1 / (1 + exp(b))            Bennett:        c_k + log(U / W)
 * F = sum exp(f)                B = sum exp(-b)                     stepping stone: c_k + log(F / n), c_k - log(B / n)
 * R = sum 1 - min(1, exp(f - b))                                    rejection:      R / n
 * }</pre>
 *
 * <p>B of pair 0 sums over possible states only, so its stepping stone estimates log Z minus the log of their share
 * under pi_0. That share is counted too.
 *
 * <p>The first two lines estimate {@code log(Z_{k+1} / Z_k)}, for any centre c_k. For one pair, Bennett's has the least
 * variance if c_k is the true value, so a round of scans uses the estimates of the round before. No scan dominates U
 * and W, because their terms are at most 1.
 *
 * <p>U, W, F and B are kept in batches, for the errors. The number of scans is unknown: when {@value #BATCHES} batches
 * are full, neighbours are joined, and batches have twice the length from then on.
 *
 * <p>Source: C. Bennett, <i>Efficient estimation of free energy differences from Monte Carlo data</i>, J. Comput. Phys.
 * 22, 1976, doi:10.1016/0021-9991(76)90078-4, equation 8.
 */
public final class LadderSums {

    /**
     * If this many batches are full, neighbours are joined; so it is even. After at least this many scans, at least
     * half as many batches are full.
     */
    static final int BATCHES = 64;

    /**
     * The largest value of exp(-f) in U and of exp(b) in W, so that the terms of possible states are above 0: if both
     * sums were 0, log Z would be NaN.
     */
    private static final double LARGEST_POWER = 1e300;

    /** If the mean term of a sum U or W is smaller, powers may have been capped at {@link #LARGEST_POWER}. */
    private static final double VANISHING = 1e-250;

    private final double[] betas;
    private final double[] centres;

    /** The number of pairs, K. */
    private final int pairs;

    /**
     * The sums U of Bennett's ratio U / W: of pair k in batch j at index j K + k. Batches after the current one are 0.
     */
    private final double[] u;

    /** The sums W, in the order of U. */
    private final double[] w;

    /** F and B of pair k in batch j at index j K + k. */
    private final double[] forward;

    private final double[] backward;

    /** The number of scans in each batch at which the state of slot 0 had a finite log-probability. */
    private final double[] possible = new double[BATCHES];

    /** The scans of a full batch: a power of 2. */
    private long batchLength = 1;

    /** The number of full batches, in [0, {@value #BATCHES}). The current batch comes after them. */
    private int fullBatches;

    /** The scans in the current batch. */
    private long inBatch;

    /** R, the sum of the probabilities of a rejected exchange, of each pair. */
    private final double[] rejected;

    /** The sum of V over scans at each slot, and that of the target's log-probability. */
    private final double[] ratios;

    private final double[] logProbs;

    private long scans;

    /**
     * Empty sums.
     *
     * @param betas K + 1 values, strictly ascending; copied
     * @param centres c_k, K finite values: guesses of {@code log(Z_{k+1} / Z_k)}; copied
     */
    public LadderSums(double[] betas, double[] centres) {
        this.betas = Check.finite("betas", betas.clone());
        this.centres = Check.finite("centres", centres.clone());
        pairs = Check.atLeast(1, "centres.length", centres.length);
        Check.length(pairs + 1, "betas", betas.length);
        u = new double[BATCHES * pairs];
        w = new double[BATCHES * pairs];
        forward = new double[BATCHES * pairs];
        backward = new double[BATCHES * pairs];
        rejected = new double[pairs];
        ratios = new double[pairs + 1];
        logProbs = new double[pairs + 1];
    }

    /** Empty sums at the same betas and centres. */
    public LadderSums like() {
        return new LadderSums(betas, centres);
    }

    /**
     * Adds the states of one scan, before its exchanges.
     *
     * @param v V_k, K + 1 values, not NaN; finite but for slot 0, which may have -Infinity
     * @param logProb the target's log-probability of each x_k, K + 1 values; may be -Infinity
     */
    public void add(double[] v, double[] logProb) {
        int batch = fullBatches * pairs;
        for (int k = 0; k < pairs; k++) {
            double step = betas[k + 1] - betas[k];
            double againstForward = centres[k] - step * v[k]; // Infinity if V is -Infinity: U and F gain exactly 0
            double powerForward = StrictMath.exp(againstForward);
            double powerBackward = StrictMath.exp(step * v[k + 1] - centres[k]);
            if (againstForward < Double.POSITIVE_INFINITY) {
                u[batch + k] += 1.0 / (1.0 + Math.min(powerForward, LARGEST_POWER));
            }
            w[batch + k] += 1.0 / (1.0 + Math.min(powerBackward, LARGEST_POWER));
            // F and B, the sums of stepping stones up and down the ladder: exp(step V_k - c_k), exp(c_k - step V_{k+1})
            forward[batch + k] += 1.0 / powerForward;
            backward[batch + k] += 1.0 / powerBackward;
            rejected[k] += 1.0 - StrictMath.exp(Math.min(0.0, step * (v[k] - v[k + 1])));
        }
        possible[fullBatches] += v[0] > Double.NEGATIVE_INFINITY ? 1.0 : 0.0;
        for (int k = 0; k <= pairs; k++) {
            ratios[k] += v[k];
            logProbs[k] += logProb[k];
        }
        scans++;
        inBatch++;
        if (inBatch == batchLength) {
            closeBatch();
        }
    }

    /** Begins the next batch. If all batches are full, joins neighbours first. */
    private void closeBatch() {
        inBatch = 0;
        fullBatches++;
        if (fullBatches == BATCHES) {
            for (double[] sums : List.of(u, w, forward, backward, possible)) {
                join(sums, BATCHES);
            }
            fullBatches = BATCHES / 2;
            batchLength *= 2;
        }
    }

    /** Replaces batches 2 j and 2 j + 1 of {@code count} batches by their sum, as batch j; the later half becomes 0. */
    static void join(double[] batches, int count) {
        int size = batches.length / count;
        for (int j = 0; j < count / 2; j++) {
            for (int k = 0; k < size; k++) {
                batches[j * size + k] = batches[2 * j * size + k] + batches[(2 * j + 1) * size + k];
            }
        }
        Arrays.fill(batches, batches.length / 2, batches.length, 0.0);
    }

    /** The number of scans added. */
    public long scans() {
        return scans;
    }

    /** The number of full batches, at least 1 after the first scan. Sums of the last one include the current batch. */
    int batches() {
        return fullBatches;
    }

    /** U, Bennett's sum over states of the hotter slot, of a pair in a batch. */
    double u(int batch, int pair) {
        return batchSum(u, batch, pair);
    }

    /** W, Bennett's sum over states of the colder slot, of a pair in a batch. */
    double w(int batch, int pair) {
        return batchSum(w, batch, pair);
    }

    /** F, the forward sum of a pair, in a batch. */
    double forward(int batch, int pair) {
        return batchSum(forward, batch, pair);
    }

    /** B, the backward sum of a pair, in a batch. */
    double backward(int batch, int pair) {
        return batchSum(backward, batch, pair);
    }

    /** The number of scans of a batch at which the state of slot 0 had a finite log-probability. */
    double possible(int batch) {
        return possible[batch] + (batch == fullBatches - 1 ? possible[fullBatches] : 0.0);
    }

    /** The number of scans of a batch; the last full batch counts those of the current one too. */
    double batchScans(int batch) {
        return batchLength + (batch == fullBatches - 1 ? inBatch : 0);
    }

    /** The sum of a pair in a full batch; the last full batch includes the current one. */
    private double batchSum(double[] sums, int batch, int pair) {
        double sum = sums[batch * pairs + pair];
        return batch == fullBatches - 1 ? sum + sums[fullBatches * pairs + pair] : sum;
    }

    int pairs() {
        return pairs;
    }

    double centre(int pair) {
        return centres[pair];
    }

    double rejected(int pair) {
        return rejected[pair];
    }

    double logProb(int slot) {
        return logProbs[slot];
    }

    /** Whether the sums of a pair are large enough to estimate {@code log(Z_{k+1} / Z_k)}. */
    static boolean inRange(double sumU, double sumW, double scans) {
        return Math.min(sumU, sumW) > VANISHING * scans;
    }

    /** Checks that all sums are at the same betas and centres. */
    static void checkSame(List<LadderSums> chains) {
        for (LadderSums chain : chains) {
            Check.that(
                    Arrays.equals(chain.betas, chains.get(0).betas)
                            && Arrays.equals(chain.centres, chains.get(0).centres),
                    "have the betas and centres of the first chain: chains");
        }
    }

    /**
     * Empty sums at the same betas, with better centres.
     *
     * @param all the sums of all chains so far, at equal betas and centres
     */
    public static LadderSums recentred(List<LadderSums> all) {
        return recentred(all, all.get(0).betas);
    }

    /**
     * Empty sums at other betas, with centres from all chains so far. The chains give log Z_k at the old betas; between
     * two old betas log Z is taken as linear in beta. Log Z as a function of beta is convex, so a centre in the middle
     * of a step D is too high by up to {@code D^2 Var(V) / 8}, a fraction of 1 where exchanges are accepted.
     *
     * @param all the sums of all chains so far, at equal betas and centres
     * @param betas any number of values, strictly ascending, within the range of the old ones
     */
    public static LadderSums recentred(List<LadderSums> all, double[] betas) {
        checkSame(all);
        LadderSums first = all.get(0);
        double[] logZ = new double[first.pairs + 1];
        for (int k = 0; k < first.pairs; k++) {
            logZ[k + 1] = logZ[k] + pooledStep(all, k);
        }
        double[] at = TemperatureSchedule.interpolated(first.betas, logZ, betas);
        double[] centres = new double[betas.length - 1];
        for (int k = 0; k < centres.length; k++) {
            centres[k] = at[k + 1] - at[k];
        }
        return new LadderSums(betas, centres);
    }

    /**
     * A finite estimate of {@code log(Z_{k+1} / Z_k)} from all chains: Bennett's, c_k + log(U / W); if the centre c_k
     * is too far off for that, thermodynamic integration of the mean of V over beta by one trapezoid; without scans,
     * the centre itself.
     */
    private static double pooledStep(List<LadderSums> all, int pair) {
        LadderSums first = all.get(0);
        long scans = 0;
        double hotterV = 0.0; // the sum of V over the scans of the hotter slot
        double colderV = 0.0;
        double sumU = 0.0;
        double sumW = 0.0;
        for (LadderSums chain : all) {
            scans += chain.scans;
            hotterV += chain.ratios[pair];
            colderV += chain.ratios[pair + 1];
            for (int j = 0; j < chain.fullBatches; j++) {
                sumU += chain.u(j, pair);
                sumW += chain.w(j, pair);
            }
        }
        double centre = first.centres[pair];
        if (scans == 0) {
            return centre;
        }
        if (inRange(sumU, sumW, scans)) {
            return centre + StrictMath.log(sumU / sumW);
        }
        // the trapezoid (beta_{k+1} - beta_k) (mean V_k + mean V_{k+1}) / 2; only the colder mean if slot 0 has drawn
        // V = -Infinity
        double step = first.betas[pair + 1] - first.betas[pair];
        double middleV = Double.isInfinite(hotterV) ? colderV : 0.5 * (hotterV + colderV);
        return step * middleV / scans;
    }

    /** Writes or reads all. A reader must have the same number of slots; its betas and centres are replaced. */
    public void transcribe(Transcript transcript) {
        for (double[] values : List.of(betas, centres, u, w, forward, backward, possible, rejected, ratios, logProbs)) {
            transcript.of(values, values.length);
        }
        batchLength = transcript.of(batchLength);
        fullBatches = transcript.of(fullBatches);
        inBatch = transcript.of(inBatch);
        scans = transcript.of(scans);
    }
}
