package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import java.io.Serializable;
import java.util.Optional;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A target whose flip log-ratios are updated after each flip, in plain Java arrays. It suits sparse couplings and every
 * score that changes locally. A step of a sampler then costs O(R * degree) instead of O(N).
 *
 * <p>{@link #newTracker()} and the trackers of different chains are used from several threads at once. One tracker is
 * used by one thread at a time.
 */
public interface LocalEnergyModel extends EnergyModel {

    /**
     * Makes a tracker of one chain's state, a new one at each call. It must be {@link Tracker#reset reset} before its
     * first use.
     *
     * <p>A run calls this for each chain, and again to compare the chain's tracker with a new one at the same state:
     * after the first rejected and accepted steps, after steps whose number is a power of two, and after the last one.
     * If they differ by more than rounding, the run fails.
     */
    Tracker newTracker();

    /**
     * Classes of sites that are independent given all the others, for coloured Gibbs sampling.
     *
     * @return each site exactly once over all classes; an empty array if the model has no colouring
     */
    default int[][] colouring() {
        return new int[0][];
    }

    /**
     * Which sites meet in a term of the log-probability. With a graph, parallel tempering exchanges single connected
     * parts of two replicas' states, so sparse models mix far better.
     *
     * @return a graph of N sites in which no pair is missing; empty, the default, if the model knows none
     */
    default Optional<SiteGraph> graph() {
        return Optional.empty();
    }

    /**
     * The whole log-probability as pairs of equal bits and fields, for cluster moves: {@code swendsenWang()} and
     * {@code wolff()} of {@link dev.lbp.Samplers}.
     *
     * @return C = 2 values; empty, the default, if the log-probability has other terms
     */
    default Optional<PairBonds> bonds() {
        return Optional.empty();
    }

    /**
     * The log-ratios as a function of the state, for sweeps in blocks; empty if the model has none. They must equal the
     * log-ratios of a tracker, and any number of threads may call them at once.
     */
    default Optional<SiteRatios> siteRatios() {
        return Optional.empty();
    }

    @Override
    default boolean exactFlips() {
        return true;
    }

    /**
     * Whether the time of a step grows with the number of flips, for example because a tracker updates sums at each
     * flip. Return false if each step computes its score and log-ratios as a whole. {@code adaptive()} of the samplers
     * chooses its target acceptance rate accordingly.
     */
    default boolean costGrowsWithFlips() {
        return true;
    }

    /** False by default: trackers accept only states of 0 and 1. */
    @Override
    default boolean differentiable() {
        return false;
    }

    /**
     * The log-probability from a tracker. It accepts only states of 0 and 1; other models also accept values between.
     */
    @Override
    default INDArray logProb(INDArray states) {
        byte[][] rows = States.binaryRows(states, dimension());
        double[] logProb = new double[rows.length];
        Tracker tracker = Answers.notNull("newTracker()", newTracker());
        for (int c = 0; c < rows.length; c++) {
            tracker.reset(rows[c]);
            logProb[c] = tracker.logProb();
        }
        return Nd4j.createFromArray(logProb);
    }

    /**
     * A gradient whose first-order flip log-ratios equal the tracker's log-ratios d, {@code (1 - 2x) * d}. It accepts
     * only states of 0 and 1.
     */
    @Override
    default INDArray gradient(INDArray states) {
        INDArray ratios = flipLogRatios(states); // refuses arrays that are not batches of states
        return states.castTo(DataType.DOUBLE).mul(-2.0).addi(1.0).muli(ratios);
    }

    @Override
    default INDArray flipLogRatios(INDArray states) {
        byte[][] rows = States.binaryRows(states, dimension());
        int[] sites = States.sites(dimension());
        double[][] ratios = new double[rows.length][dimension()];
        Tracker tracker = Answers.notNull("newTracker()", newTracker());
        for (int c = 0; c < rows.length; c++) {
            tracker.reset(rows[c]);
            tracker.logRatios(sites, sites.length, ratios[c]);
        }
        return Nd4j.createFromArray(ratios);
    }

    /**
     * Keeps the state of one chain and its log-ratios through flips. Not thread-safe.
     *
     * <p>Samplers flip sites into impossible states too. There {@link #logProb} is negative infinity, and
     * {@link #logRatios} may return any numbers, NaN included: samplers ignore them. No method may fail there, and
     * {@link #restore} and further flips must work as in any other state.
     */
    interface Tracker extends Serializable {

        /** The return value of {@link #flip} if the ratio of any site may have changed. */
        int ALL_SITES = TouchedSites.ALL;

        /**
         * A tracker is refreshed when its steps and flips since the last time are together at least this many. A
         * refresh of a regression with 5,000 columns costs about as much as 3 of its flips, so its cost is small. The
         * number also limits the steps that a resumed chain repeats.
         */
        int REFRESH_AFTER = 1_000;

        /**
         * Sets the state. The previous state and any {@link #save} are discarded.
         *
         * @param state N values of 0 or 1, copied
         */
        void reset(byte[] state);

        /** The unnormalised log-probability of the current state. */
        double logProb();

        /**
         * Log-ratios of the current state: {@code out[k] = log pi(x with sites[k] flipped) - log pi(x)}.
         *
         * @param sites the sites, in the first {@code n} places; not to be written to
         * @param n the number of sites, 0 to N
         * @param out receives the log-ratios, in the first {@code n} places
         */
        void logRatios(int[] sites, int n, double[] out);

        /**
         * Flips a site.
         *
         * @param site 0 to N - 1
         * @param touched receives the distinct sites whose log-ratio the flip changed, including the flipped one; N
         *     long
         * @return the number of touched sites, or {@link #ALL_SITES} (then {@code touched} need not be filled)
         */
        int flip(int site, int[] touched);

        /**
         * Flips some sites. The default calls {@link #flip} for each; a tracker with its own loop is faster.
         *
         * @param sites distinct sites, in the first {@code n} places; not to be written to
         * @param n the number of sites, 0 to N
         * @param touched receives the sites whose log-ratio the flips changed, including the flipped ones, in any
         *     order; a site may occur more than once; 2N long, all of it free to use
         * @return the number of entries, at most N; or {@link #ALL_SITES} if there would be more (then {@code touched}
         *     need not be filled)
         */
        default int flipAll(int[] sites, int n, int[] touched) {
            int bottom = touched.length; // entries collect at the end of the array, since each flip fills its beginning
            for (int k = 0; k < n; k++) {
                int count = TouchedSites.count("flip()", flip(sites[k], touched), touched.length / 2);
                if (count == ALL_SITES || touched.length - bottom + count > touched.length / 2) {
                    // too many entries: flips the sites that are left, and lists none
                    for (int rest = k + 1; rest < n; rest++) {
                        flip(sites[rest], touched);
                    }
                    return ALL_SITES;
                }
                bottom -= count;
                System.arraycopy(touched, 0, touched, bottom, count);
            }
            System.arraycopy(touched, bottom, touched, 0, touched.length - bottom);
            return touched.length - bottom;
        }

        /**
         * Recomputes from the current state all numbers in which earlier flips may have left rounding errors. Override
         * it in a tracker with rank-one updates; sums of whole numbers have no rounding errors. Any {@link #save} is
         * discarded. From then on, every answer is the same, bit for bit, as after {@link #reset} to the same state and
         * this method.
         *
         * <p>A chain calls this at its start. If the answer is true, it calls it again each time that its steps and
         * flips since the last call are at least {@link #REFRESH_AFTER} together, and at the beginning and the end of
         * warm-up. So errors stay bounded, and a run that is resumed makes the same draws, bit for bit.
         *
         * @return whether numbers may have changed, always the same; the default does nothing and returns false
         */
        default boolean refresh() {
            return false;
        }

        /** Saves the current state for {@link #restore}. */
        void save();

        /**
         * Returns to the state of the last {@link #save}, bit for bit: every later answer is the same as without the
         * flips since then.
         */
        void restore();
    }
}
