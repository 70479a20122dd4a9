package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A target distribution over {0,1}^N that can be scored: its unnormalised log-probability and the gradient of it,
 * batched over chains.
 *
 * <p>The arrays a model is given are in 'c' order, of {@link #dataType()}, read-only, and valid during the call only. A run ends
 * with a {@link ModelException} if a model writes to them from the beginning; to close them has no effect. The array a model
 * returns may have any floating type; it is copied before the next call, so a model may reuse it.
 *
 * <p>A model does not change while a run uses it. A run calls it from one thread, that of {@link dev.lbp.SamplingRun#run}. Two runs at
 * once call it from two: a model that reuses arrays then needs some for each thread, as {@code BernoulliRbm} has.
 *
 * <p>A model whose log-ratios are cheap to keep up to date one flip at a time is a {@link LocalEnergyModel}.
 *
 * @see EnergyModels EnergyModels, for targets written in plain Java
 * @see dev.lbp.check.ModelCheck ModelCheck, which compares the methods of a model with each other
 */
public interface EnergyModel extends Serializable {

    /** The number of sites N, in [1, 10^9]; always the same. */
    int dimension();

    /**
     * The unnormalised log-probability of each state. Negative infinity marks an impossible state; NaN and positive
     * infinity are errors.
     *
     * @param states [chains, N], any reals in [0, 1]: samplers pass 0 and 1, {@link dev.lbp.check.ModelCheck} also what lies between
     * @return [chains]; a column [chains, 1] is taken as well, and so is [1, 1], which ND4J makes of a product of [1, N] and [N]
     */
    INDArray logProb(INDArray states);

    /**
     * The gradient of {@link #logProb} with respect to the states, continued to the reals.
     *
     * @param states [chains, N], any reals in [0, 1]
     * @return [chains, N]
     */
    INDArray gradient(INDArray states);

    /**
     * d_i(x) = log pi(x with site i flipped) - log pi(x), for every site: what informed proposals weigh sites by. The
     * default is the first-order estimate {@code (1 - 2x) * gradient(x)} of Grathwohl et al. (2021); a model that knows
     * better overrides it, and a sampler stays exact either way. See {@link #exactFlips()}.
     *
     * @param states [chains, N], 0 or 1
     * @return [chains, N]
     */
    default INDArray flipLogRatios(INDArray states) {
        return Evaluation.firstOrder(states, gradient(states));
    }

    /**
     * Both quantities that a step needs, of the same states. A model whose log-probability and gradient share work
     * overrides this, with {@link Evaluation#ofGradient} unless it knows better ratios than those of first order; samplers
     * that weigh flips call nothing else.
     *
     * @param states [chains, N], 0 or 1
     */
    default Evaluation evaluate(INDArray states) {
        INDArray logProb = logProb(states);
        boolean usable = logProb != null && !logProb.wasClosed(); // whoever asks refuses what is not
        INDArray kept = usable ? logProb.dup() : logProb; // the next call may use its memory
        return new Evaluation(kept, flipLogRatios(states));
    }

    /** Whether {@link #flipLogRatios} are exact differences of the log-probability, not first-order estimates. */
    default boolean exactFlips() {
        return false;
    }

    /**
     * Whether {@link #logProb} and {@link #gradient} accept what lies between 0 and 1, so that {@link dev.lbp.check.ModelCheck} can compare
     * them. Samplers do not need it.
     */
    default boolean differentiable() {
        return true;
    }

    /** The floating type of the states a model is given; double unless overridden. */
    default DataType dataType() {
        return DataType.DOUBLE;
    }

    /** The name used in summaries and error messages. */
    default String name() {
        String simple = getClass().getSimpleName();
        return simple.isEmpty() ? getClass().getName() : simple;
    }

    /** What a model says of a batch of states: log-probabilities, and log-ratios or the gradient that they are made of. */
    final class Evaluation {

        private final INDArray logProb;
        private final INDArray answer;

        /** The states that the answer is the gradient at; null if it is log-ratios. */
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
         * An evaluation whose log-ratios are the first-order ones, {@code (1 - 2x) * gradient}, which samplers then make
         * themselves, in the same pass as the weights.
         *
         * @param states [chains, N], those that were evaluated
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

        /** [chains, N]; made of the gradient, in a new array, if there is one. */
        public INDArray flipLogRatios() {
            return states == null ? answer : firstOrder(states, answer);
        }

        /** [chains, N], if the log-ratios are those that it gives; else empty. */
        public Optional<INDArray> gradient() {
            return states == null ? Optional.empty() : Optional.of(answer);
        }

        private static INDArray firstOrder(INDArray states, INDArray gradient) {
            Answers.checkArray("gradient", gradient, states.shape());
            INDArray signs = states.rsub(1.0).subi(states);
            return signs.dataType() == gradient.dataType()
                    ? signs.muli(gradient)
                    : signs.castTo(gradient.dataType()).muli(gradient);
        }
    }
}
