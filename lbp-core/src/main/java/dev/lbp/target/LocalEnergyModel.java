package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.TouchedSites;
import java.io.Serializable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A target whose flip log-ratios can be kept up to date one flip at a time, in plain Java arrays: sparse couplings, or
 * anything whose score changes locally. A step of a sampler then costs O(R * degree) instead of O(N).
 *
 * <p>{@link #newTracker()} and the trackers of different chains are used from several threads at once; one tracker is
 * used by one thread at a time.
 */
public interface LocalEnergyModel extends EnergyModel {

    /** A new follower of one chain's state. It must be {@link Tracker#reset reset} before its first use. */
    Tracker newTracker();

    /**
     * Classes of sites that are independent given all the others, for coloured Gibbs sampling.
     *
     * @return each site exactly once over all classes; an empty array if the model knows no colouring
     */
    default int[][] colouring() {
        return new int[0][];
    }

    @Override
    default boolean exactFlips() {
        return true;
    }

    /** False by default: trackers know states of 0 and 1 only. */
    @Override
    default boolean differentiable() {
        return false;
    }

    /** The log-probability through a tracker. Unlike a model's own, it takes only states of 0 and 1. */
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
     * A gradient whose first-order flip log-ratios are the tracker's, {@code (1 - 2x) * d}. Unlike a model's own, it
     * takes only states of 0 and 1.
     */
    @Override
    default INDArray gradient(INDArray states) {
        INDArray ratios = flipLogRatios(states); // which refuses what is no batch of states
        return states.castTo(DataType.DOUBLE).muli(-2.0).addi(1.0).muli(ratios);
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

    /** Follows the state of one chain through flips. Not thread-safe. */
    interface Tracker extends Serializable {

        /** What {@link #flip} returns when the ratio of any site may have changed. */
        int ALL_SITES = TouchedSites.ALL;

        /**
         * Takes a state, forgetting the one before and any {@link #save}.
         *
         * @param state N values of 0 or 1, copied
         */
        void reset(byte[] state);

        /** The unnormalised log-probability of the current state. */
        double logProb();

        /**
         * Log-ratios of the current state: {@code out[k] = log pi(x with sites[k] flipped) - log pi(x)}.
         *
         * @param sites the sites asked for, in the first {@code n} places; not to be written to
         * @param n how many, 0 to N
         * @param out receives them, in the first {@code n} places
         */
        void logRatios(int[] sites, int n, double[] out);

        /**
         * Flips a site.
         *
         * @param site 0 to N - 1
         * @param touched receives the distinct sites whose log-ratio the flip changed, the flipped one among them; N long
         * @return how many were touched, or {@link #ALL_SITES} (then {@code touched} need not be filled)
         */
        int flip(int site, int[] touched);

        /**
         * Flips some sites. The default goes by {@link #flip}; a tracker that flips in a loop of its own is faster.
         *
         * @param sites distinct ones, in the first {@code n} places; not to be written to
         * @param n how many, 0 to N
         * @param touched receives the sites whose log-ratio the flips changed, the flipped ones among them, in any order, and
         *     some perhaps more than once; 2N long, all of it free to use
         * @return how many entries there are, at most N; or {@link #ALL_SITES}, if there would be more (then {@code touched}
         *     need not be filled)
         */
        default int flipAll(int[] sites, int n, int[] touched) {
            int bottom =
                    touched.length; // entries are gathered at the end of the array, since each flip fills its beginning
            for (int k = 0; k < n; k++) {
                int count = TouchedSites.count("flip()", flip(sites[k], touched), touched.length / 2);
                if (count == ALL_SITES || touched.length - bottom + count > touched.length / 2) {
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

        /** Marks the current state as the one that {@link #restore} goes back to. */
        void save();

        /** Goes back to the last {@link #save}, bit for bit: every later answer is as if no flip had followed it. */
        void restore();
    }
}
