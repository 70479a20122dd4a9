package dev.lbp.experiments.rival;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Weighted tempered Gibbs sampling for variable selection (Zanella and Roberts 2019, doi:10.1111/rssb.12316). A step
 * flips site i with probability {@code r_i(x) / Z(x)} and is never rejected; the state has the weight {@code 1 / Z(x)}:
 *
 * <pre>{@code
 * r_i(x) = (P(x_i = 1 | rest) + k/N) / P(x_i | rest),   Z(x) = sum_i r_i(x),   k = 5
 * }</pre>
 *
 * The chain is reversible for {@code pi(x) Z(x)}, so weighted averages estimate expectations under pi. The constant k
 * is from the paper. Flips to impossible states have rate 0 here. A step costs all log-ratios of a state, and O(N).
 */
public final class WeightedTemperedGibbs implements InclusionChain {

    /** k of {@code k/N}, by which every site is flipped now and then. */
    private static final double EXPLORATION = 5.0;

    /** Above this log-ratio, 1 - t/(t+1) would lose more than three digits. */
    private static final double STEEP = 6.0;

    /** Above this log-ratio the exponential would overflow. */
    private static final double LARGEST = 700.0;

    /** The number of sites whose rates have a common sum, so that a draw reads few rates. */
    private static final int BLOCK = 64;

    private final LocalEnergyModel.Tracker tracker;
    private final UniformRandomProvider random;
    private final FlipWeightKernel kernel = FlipWeightKernels.chosen();
    private final int dimension;
    private final int[] sites;
    private final int[] touched;
    private final double[] state;
    private final double[] ratios;
    /** P(x_i = 1 | rest) of each site. */
    private final double[] conditionals;

    private final double[] rates;
    /** The sum of the rates of each block. */
    private final double[] blocks;
    /** The sum of all rates, Z(x). */
    private double total;
    /** The sum of the weights of all states so far. */
    private double weight;
    /** For each site, the weight of the states in which it was 1, without the weight after {@link #since}. */
    private final double[] counts;
    /** The weighted sums of {@link #conditionals}. */
    private final double[] sums;

    /** The value of {@link #weight} when a site was last flipped to 1. */
    private final double[] since;

    private int flips;

    public WeightedTemperedGibbs(LocalEnergyModel model, byte[] start, UniformRandomProvider random) {
        this.tracker = model.newTracker();
        this.random = random;
        this.dimension = model.dimension();
        this.sites = IntStream.range(0, dimension).toArray();
        this.touched = new int[2 * dimension];
        this.state = new double[dimension];
        this.ratios = new double[dimension];
        this.conditionals = new double[dimension];
        this.rates = new double[dimension];
        this.blocks = new double[(dimension + BLOCK - 1) / BLOCK];
        this.counts = new double[dimension];
        this.sums = new double[dimension];
        this.since = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            state[i] = start[i];
        }
        tracker.reset(start);
        tracker.refresh();
        computeRates();
    }

    /** Computes the rates of the current state, and P(x_i = 1 | the others). */
    private void computeRates() {
        tracker.logRatios(sites, dimension, ratios);
        // without states, because the ratios have the signs of flips; this form ignores the shift of 0
        kernel.row(FlipWeightKernel.Form.BARKER, null, ratios, 0, dimension, 0.0, conditionals);
        double floor = EXPLORATION / dimension;
        // the kernel gave the probability of the other value; the rate divides by that of the current one
        for (int i = 0; i < dimension; i++) {
            double flipped = conditionals[i];
            double one = Math.abs(state[i] - flipped);
            conditionals[i] = one;
            rates[i] = (one + floor) / (1.0 - flipped);
        }
        // if the other value is almost sure, 1 - flipped has lost its digits: compute 1 / (1 + t) itself
        for (int i = 0; i < dimension; i++) {
            if (ratios[i] > STEEP) {
                double t = Math.exp(Math.min(ratios[i], LARGEST));
                conditionals[i] = state[i] == 0.0 ? t / (1.0 + t) : 1.0 / (1.0 + t);
                rates[i] = (conditionals[i] + floor) * (1.0 + t);
            } else if (ratios[i] == Double.NEGATIVE_INFINITY) { // an impossible state
                rates[i] = 0.0;
            }
        }
        total = 0.0;
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = sum(b * BLOCK, Math.min((b + 1) * BLOCK, dimension));
            total += blocks[b];
        }
    }

    /** A sum of rates, by four independent sums for instruction-level parallelism. */
    private double sum(int from, int to) {
        double a = 0.0;
        double b = 0.0;
        double c = 0.0;
        double d = 0.0;
        int i = from;
        for (; i + 3 < to; i += 4) {
            a += rates[i];
            b += rates[i + 1];
            c += rates[i + 2];
            d += rates[i + 3];
        }
        for (; i < to; i++) {
            a += rates[i];
        }
        return (a + b) + (c + d);
    }

    /** The rate of each flip in the current state. The caller must not change the array. */
    double[] rates() {
        return rates;
    }

    /** P(x_i = 1 | the others) in the current state. The caller must not change the array. */
    double[] conditionals() {
        return conditionals;
    }

    @Override
    public void step() {
        int site = draw(random.nextDouble() * total);
        tracker.flip(site, touched);
        // counts get the weight of a stay at 1 when it ends
        if (state[site] != 0.0) {
            counts[site] += weight - since[site];
        } else {
            since[site] = weight;
        }
        state[site] = 1.0 - state[site];
        if (++flips >= LocalEnergyModel.Tracker.REFRESH_AFTER) {
            tracker.refresh();
            flips = 0;
        }
        computeRates();
        double stateWeight = 1.0 / total; // 1 / Z of the new state
        weight += stateWeight;
        for (int i = 0; i < dimension; i++) {
            sums[i] += stateWeight * conditionals[i];
        }
    }

    /** The first site whose cumulative rate exceeds u. */
    private int draw(double u) {
        double left = u;
        int block = 0;
        while (block < blocks.length - 1 && left >= blocks[block]) {
            left -= blocks[block++];
        }
        int site = block * BLOCK;
        int last = Math.min(site + BLOCK, dimension) - 1;
        while (site < last && left >= rates[site]) {
            left -= rates[site++];
        }
        while (rates[site] == 0.0) { // rounding led past the last site of positive rate
            site--;
        }
        return site;
    }

    @Override
    public void clear() {
        weight = 0.0;
        Arrays.fill(counts, 0.0);
        Arrays.fill(sums, 0.0);
        Arrays.fill(since, 0.0);
    }

    @Override
    public double acceptanceRate() {
        return 1.0;
    }

    @Override
    public double[] frequencies() {
        double[] frequencies = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            // the weight of a stay at 1 that has not ended
            double open = state[i] == 0.0 ? 0.0 : weight - since[i];
            frequencies[i] = (counts[i] + open) / weight;
        }
        return frequencies;
    }

    @Override
    public double[] averages() {
        return Arrays.stream(sums).map(sum -> sum / weight).toArray();
    }
}
