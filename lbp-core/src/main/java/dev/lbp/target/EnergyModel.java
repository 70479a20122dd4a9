package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.OverlappingCalls;
import dev.lbp.internal.States;
import dev.lbp.internal.kernel.nd4j.NativeMemory;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target distribution over {0,1}^N: its unnormalised log-probability and the gradient of the log-probability, batched
 * over chains.
 *
 * <p>For a score of one state in plain Java, implement nothing: {@link EnergyModels#of} makes a model of a function.
 * To score batches, implement {@link #dimension}, {@link #logProb} and {@link #gradient} first; the other methods have
 * defaults. Then override {@link #evaluate}, if the log-probability and the gradient share work.
 *
 * <p>The arrays that a model receives are in 'c' order, of {@link #dataType()}, read-only, and valid only during the
 * call. A run ends with a {@link ModelException} if a model writes to them from the beginning; closing them has no
 * effect. The array that a model returns may have any floating type. It is copied before the next call, so a model may
 * reuse it.
 *
 * <p>A model does not change while a run uses it. A run calls it from one thread, the caller of {@link
 * dev.lbp.SamplingRun#run}. Two runs at once call it from two threads. A model that reuses arrays then needs its own
 * for each thread, like {@code BernoulliRbm}; or each run needs a model of its own. If two calls that overlap in time
 * return the same array, both runs end with a {@link ModelException}, even if the array is constant. Threads that take
 * turns may share any model.
 *
 * <p>If flips change the log-ratios of a few sites only, implement a {@link LocalEnergyModel}.
 *
 * @see EnergyModels EnergyModels, for targets written in plain Java
 * @see dev.lbp.check.ModelCheck ModelCheck, which compares the methods of a model with each other
 */
public interface EnergyModel extends Target {

    /** The number of sites N, in [1, 10^9]; always the same. */
    @Override
    int dimension();

    /**
     * The unnormalised log-probability of each state. Negative infinity marks an impossible state; NaN and positive
     * infinity are errors.
     *
     * @param states [chains, N], any reals in [0, 1]: samplers pass 0 and 1, {@link dev.lbp.check.ModelCheck} also
     *     values between
     * @return [chains]; a column [chains, 1] is also accepted, including [1, 1], which ND4J returns for a product of
     *     [1, N] and [N]
     */
    INDArray logProb(INDArray states);

    /**
     * Draws the first state of a chain whose caller gives none. The default is N independent fair bits. Override it if
     * such states are impossible or far from the probable ones. Scattered starts help to notice chains that do not
     * converge.
     *
     * <p>Runs with a fixed number of ones start at uniform subsets instead.
     *
     * @param rng the chain's generator, also used from then on for its steps
     * @return a possible state, N values of 0 or 1, a new array
     */
    default byte[] start(UniformRandomProvider rng) {
        return States.random(dimension(), rng);
    }

    /**
     * The partial derivatives of {@link #logProb} by the sites, as if sites were real numbers.
     *
     * @param states [chains, N], any reals in [0, 1]
     * @return [chains, N]
     */
    INDArray gradient(INDArray states);

    /**
     * d_i(x) = log pi(x with site i flipped) - log pi(x), for every site. Informed proposals compute the weights of
     * sites from it. The default is the first-order estimate {@code (1 - 2x) * gradient(x)} of Grathwohl et al. (2021).
     * Override it if the model has better ratios; samplers are exact with either. See {@link #exactFlips()}.
     *
     * @param states [chains, N], 0 or 1
     * @return [chains, N]
     */
    default INDArray flipLogRatios(INDArray states) {
        return Evaluation.firstOrder(states, gradient(states));
    }

    /**
     * The log-probability and the flip log-ratios of the same states, as a step needs them. Informed samplers, which
     * weight sites by their log-ratios, call only this method. Override it if the log-probability and the gradient
     * share work, and return {@link Evaluation#ofGradient} unless the model has better ratios than the first-order
     * ones.
     *
     * @param states [chains, N], 0 or 1
     */
    default Evaluation evaluate(INDArray states) {
        INDArray logProb = NativeMemory.copied(logProb(states)); // the next call may reuse the model's array
        return new Evaluation(logProb, flipLogRatios(states));
    }

    /** Whether {@link #flipLogRatios} are exact differences of the log-probability, not first-order estimates. */
    default boolean exactFlips() {
        return false;
    }

    /**
     * Whether {@link #logProb} and {@link #gradient} accept values between 0 and 1, so that
     * {@link dev.lbp.check.ModelCheck} can compare them. Samplers do not need it.
     */
    default boolean differentiable() {
        return true;
    }

    /** The floating type of the states that a model receives; default: double. */
    default DataType dataType() {
        return DataType.DOUBLE;
    }

    /** The answer of a model for a batch of states: log-probabilities, and either log-ratios or the gradient. */
    final class Evaluation {

        private final INDArray logProb;
        /** The gradient if there are states, else the log-ratios. */
        private final INDArray answer;

        /** The states of the gradient; null if the answer is log-ratios. */
        private final @Nullable INDArray states;

        /**
         * An evaluation with log-ratios.
         *
         * @param logProb [chains]
         * @param flipLogRatios [chains, N]
         */
        public Evaluation(INDArray logProb, INDArray flipLogRatios) {
            this(logProb, flipLogRatios, null);
        }

        private Evaluation(INDArray logProb, INDArray answer, @Nullable INDArray states) {
            this.logProb = logProb;
            this.answer = answer;
            this.states = states;
        }

        /**
         * An evaluation with the first-order log-ratios {@code (1 - 2x) * gradient}. Samplers compute them in the same
         * pass as the weights.
         *
         * @param states [chains, N], the evaluated states
         * @param logProb [chains]
         * @param gradient [chains, N]
         */
        public static Evaluation ofGradient(INDArray states, INDArray logProb, INDArray gradient) {
            return new Evaluation(logProb, Check.notNull("gradient", gradient), Check.notNull("states", states));
        }

        /** [chains]. */
        public INDArray logProb() {
            return logProb;
        }

        /** [chains, N]; a new array, computed from the gradient, if the evaluation has a gradient. */
        public INDArray flipLogRatios() {
            return states == null ? answer : firstOrder(states, answer);
        }

        /** [chains, N] if the log-ratios are the first-order ones; else empty. */
        public Optional<INDArray> gradient() {
            return states == null ? Optional.empty() : Optional.of(answer);
        }

        private static INDArray firstOrder(INDArray states, INDArray gradient) {
            Answers.checkArray("gradient", gradient, states.shape());
            OverlappingCalls.returned(NativeMemory.of(gradient));
            INDArray signs = states.rsub(1.0).subi(states); // 1 - 2x
            return signs.dataType() == gradient.dataType()
                    ? signs.muli(gradient)
                    : signs.castTo(gradient.dataType()).muli(gradient);
        }
    }
}
