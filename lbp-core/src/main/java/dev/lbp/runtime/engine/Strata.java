package dev.lbp.runtime.engine;

import dev.lbp.internal.Transcript;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The free sites of one chain in two strata, the ones and the zeros. A step draws R ones {@code i_1 .. i_R} and R zeros {@code
 * j_1 .. j_R}, in each stratum one after another without replacement, and flips all of them, so the number of ones stays the
 * same. With W1 and W0 the sums of the weights of the strata, the path has the probability
 *
 * <pre>{@code
 * prod_r w_{i_r} / (W1 - sum_{s<r} w_{i_s}) * prod_r w_{j_r} / (W0 - sum_{s<r} w_{j_s})
 * }</pre>
 *
 * <p>A table holds the weights of one stratum by slot. {@link #exchange} puts each drawn one into the slot of the drawn zero of
 * the same rank, and that zero into the slot of the one. So the tables keep their sizes, and the reverse move, which draws the
 * ones {@code j_R .. j_1} and the zeros {@code i_R .. i_1} of the proposed state, draws the same slots of each table as the
 * forward move, in the opposite order.
 */
final class Strata {

    private final Proposal proposal;
    private final FlipWeights weight;
    private final boolean[] frozen;

    /** The number of free ones. They have the first slots. */
    private final int ones;

    /** The free sites, first the ones by slot, then the zeros by slot. */
    private final int[] sites;

    /** The position in {@link #sites} of each free site. */
    private final int[] positions;

    private final int[] onesPath;
    private final int[] zerosPath;

    /** Room for the weights of all free sites, by position; empty if the proposal is not weighted. */
    private final double[] weights;

    /** The flip weights of one state, by slot of each stratum. */
    record Tables(WeightTable ones, WeightTable zeros) {

        void save() {
            ones.save();
            zeros.save();
        }

        void rollback() {
            ones.rollback();
            zeros.rollback();
        }

        void transcribe(Transcript transcript) {
            ones.transcribe(transcript);
            zeros.transcribe(transcript);
        }
    }

    /**
     * @param state a state with a free one and a free zero
     */
    Strata(byte[] state, Start start, MetropolisMove move) {
        this.proposal = move.proposal();
        this.weight = new FlipWeights(move.weight());
        this.frozen = start.frozenMask();
        this.sites = new int[start.freeCount()];
        this.positions = new int[state.length];
        this.ones = assign(state);
        this.onesPath = new int[ones];
        this.zerosPath = new int[sites.length - ones];
        this.weights = new double[proposal.weighted() ? sites.length : 0];
    }

    /** Assigns the free sites of a state to their strata, in ascending order. Returns the number of free ones. */
    int assign(byte[] state) {
        int count = 0;
        for (int i = 0; i < state.length; i++) {
            if (!frozen[i] && state[i] == 1) {
                place(count++, i);
            }
        }
        int found = count;
        for (int i = 0; i < state.length; i++) {
            if (!frozen[i] && state[i] == 0) {
                place(count++, i);
            }
        }
        return found;
    }

    private void place(int position, int site) {
        sites[position] = site;
        positions[site] = position;
    }

    /** Makes tables for one state. If the proposal is not weighted, every weight is 1. */
    Tables newTables() {
        return new Tables(newTable(ones), newTable(sites.length - ones));
    }

    private WeightTable newTable(int size) {
        WeightTable table = WeightTable.of(size, null);
        if (!proposal.weighted()) {
            double[] equal = new double[size];
            Arrays.fill(equal, 1.0);
            table.load(equal);
        }
        return table;
    }

    /** The free sites by position: first those of the ones, then those of the zeros. */
    int[] sites() {
        return sites;
    }

    boolean isFrozen(int site) {
        return frozen[site];
    }

    /** The slot of a free site in the table of the ones; negative in the table of the zeros: -1 - slot. */
    int slot(int site) {
        int position = positions[site];
        int isZero = (ones - 1 - position) >> 31; // all ones or all zeros, without a branch
        return (position & ~isZero) | (ones - 1 - position) & isZero;
    }

    /** Draws R ones and R zeros. Returns false if a stratum has fewer than R sites of positive weight. */
    boolean draw(Tables tables, int scale, UniformRandomProvider rng) {
        return proposal.draw(tables.ones, scale, rng, onesPath) >= 0
                & proposal.draw(tables.zeros, scale, rng, zerosPath) >= 0;
    }

    /** The log-probability of the drawn path; reversed, of the reverse move, after {@link #exchange}. */
    double logProbability(Tables tables, int scale, boolean reversed) {
        return proposal.logProbability(tables.ones, onesPath, scale, scale, reversed)
                + proposal.logProbability(tables.zeros, zerosPath, scale, scale, reversed);
    }

    /** Copies the 2R drawn sites and returns their number. Must be called before {@link #exchange}. */
    int flips(int scale, int[] flipped) {
        for (int r = 0; r < scale; r++) {
            flipped[r] = sites[onesPath[r]];
            flipped[scale + r] = sites[ones + zerosPath[r]];
        }
        return 2 * scale;
    }

    /** Exchanges the drawn ones and zeros. A second call takes it back. */
    void exchange(int scale) {
        for (int r = 0; r < scale; r++) {
            int one = onesPath[r];
            int zero = ones + zerosPath[r];
            int site = sites[one];
            place(one, sites[zero]);
            place(zero, site);
        }
    }

    /**
     * Computes the weights of all free sites.
     *
     * @param ratios their log-ratios, by position
     */
    void weigh(Tables tables, double[] ratios) {
        LogRatios.check(ratios, 0, sites.length);
        weight.weights(ratios, 0, sites.length, weights);
        tables.ones.load(weights, 0);
        tables.zeros.load(weights, ones);
        checkTotals(tables, ratios, sites.length);
    }

    /** Throws if a weight is NaN; {@code n} log-ratios are those of the latest weights. */
    void checkTotals(Tables tables, double[] ratios, int n) {
        if (!(tables.ones.total() + tables.zeros.total() <= Double.MAX_VALUE)) {
            LogRatios.check(ratios, 0, n);
            throw weight.failure(ratios, n);
        }
    }

    /** Writes or reads the positions of the sites. */
    void transcribe(Transcript transcript) {
        transcript.of(sites, sites.length);
        for (int k = 0; k < sites.length; k++) {
            positions[sites[k]] = k;
        }
    }
}
