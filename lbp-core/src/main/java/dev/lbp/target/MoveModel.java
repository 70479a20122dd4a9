package dev.lbp.target;

import dev.lbp.internal.TouchedSites;
import java.io.Serializable;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A target with its own moves: a distribution over states of N sites, each with a whole number from 0 to
 * {@code values() - 1}, restricted to a feasible set. Categories, permutations, matchings, subsets of a fixed size and
 * spanning trees are examples.
 *
 * <p>Every move has a label, a number from 0 to {@code moves() - 1}, with the same meaning in every state. In a state x
 * some labels are legal and the others are not. A legal label m leads to a state y = T_m x of the feasible set. Its
 * inverse {@link Tracker#inverse inv(x, m)} is legal in y, leads back to x, and has m as its own inverse there. Several
 * labels may lead to the same state. From every feasible state, legal moves must lead to every other one; a sampler
 * cannot check this.
 *
 * <p>{@link #newTracker()} and the trackers of different chains are used from several threads at once. One tracker is
 * used by one thread at a time. A model does not change while a run uses it.
 */
public interface MoveModel extends Target {

    /** The number of sites N, at least 1; always the same. */
    @Override
    int dimension();

    /** The number of values of a site, at least 2. Values are 0 to {@code values() - 1}. */
    int values();

    /** The number of labels M, at least 1, including those that are illegal in some states. */
    int moves();

    /**
     * Draws a state of the feasible set, for the start of a chain. Scattered starts help to notice chains that do not
     * converge.
     *
     * @return N values, a new array
     */
    int[] randomState(UniformRandomProvider rng);

    /**
     * Exactly uniform draws of the feasible set: parallel tempering restarts replicas from them. Empty by default; a
     * run then refuses to temper the model. A {@link CategoricalModel} does not need it, since its sites take any
     * values.
     */
    default Optional<UniformStates> uniformStates() {
        return Optional.empty();
    }

    /**
     * Makes a tracker of one chain's state, a new one at each call. It must be {@link Tracker#reset reset} before its
     * first use. At some steps a run also compares the tracker of a chain with a new one at the same state; if they
     * differ by more than rounding, the run fails.
     */
    public Tracker newTracker();

    /** Keeps the state of one chain and the log-ratios of its moves. Not thread-safe. */
    interface Tracker extends Serializable {

        /** The return value of {@link #apply} if the ratio or the legality of any label may have changed. */
        int ALL_MOVES = TouchedSites.ALL;

        /**
         * Sets the state. The previous state and any {@link #save} are discarded.
         *
         * @param state N values of the feasible set, copied
         * @throws IllegalArgumentException if the state is not in the feasible set
         */
        void reset(int[] state);

        /** The unnormalised log-probability of the current state. */
        double logProb();

        /**
         * Log-ratios of moves in the current state: {@code out[k] = log pi(T_m x) - log pi(x)} with
         * {@code m = moves[k]}. Negative infinity marks a label that is illegal, or leads to an impossible state.
         *
         * @param moves the labels, in the first {@code n} places; not to be written to
         * @param n the number of labels, 0 to M
         * @param out receives the log-ratios, in the first {@code n} places
         */
        void logRatios(int[] moves, int n, double[] out);

        /** The inverse of a legal label: the label that leads back from the state that this one leads to. */
        int inverse(int move);

        /**
         * The sites that a legal label would change, and the values that they would have.
         *
         * @param sites receives the sites, each once; N long
         * @param values receives their new values; N long
         * @return the number of these sites
         */
        int changes(int move, int[] sites, int[] values);

        /**
         * Applies a legal label.
         *
         * @param touched receives the distinct labels whose log-ratio or legality has changed, including those that
         *     lead back; M long
         * @return the number of touched labels, or {@link #ALL_MOVES} (then {@code touched} need not be filled)
         */
        int apply(int move, int[] touched);

        /** Saves the current state for {@link #restore}. */
        void save();

        /**
         * Returns to the state of the last {@link #save}, bit for bit: every later answer is the same as without the
         * moves since then.
         */
        void restore();
    }
}
