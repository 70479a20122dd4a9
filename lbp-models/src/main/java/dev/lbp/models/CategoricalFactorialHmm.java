package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.models.tracker.HmmTerms;
import dev.lbp.internal.models.tracker.HmmTracker;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of a factorial hidden Markov model (Ghahramani and Jordan, 1997, doi:10.1023/A:1007425814087) whose
 * states have C values: K independent chains over L steps, seen through one noisy sum of a weight for each chain's
 * value,
 *
 * <pre>{@code
 * P(x_0k = c) = initial_c,   P(x_lk = c | x_{l-1,k} = b) = transitions_bc,   y_l ~ N(sum_k w_k(x_lk) + b, sigma^2).
 * }</pre>
 *
 * <p>Site {@code l * K + k} is chain k at step l, both counted from 0. The log-probability is that of x and y together,
 * constants included: unnormalised as a density of x. {@link FactorialHmm} is the case of C = 2 with
 * {@code w_k(0) = 0}.
 *
 * <p>A log-ratio costs O(1). A move touches the labels of all K chains of its step and of the same chain at the steps
 * beside it: at most {@code C (K + 2)}. Sums over the chains of a step are exact on one grid, log-probabilities on
 * another, to which the logarithm of each observation's density is rounded; the grids are about 2^-50 of their largest
 * sums.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class CategoricalFactorialHmm implements CategoricalModel {

    private static final long serialVersionUID = 1L;

    /** The largest difference of a sum of probabilities from 1 that counts as rounding. */
    private static final double ROUNDING = 1e-9;

    /** Bytes for a pair of values: the given probability, its copy, its logarithm, and the rounded logarithm. */
    private static final double TRANSITION_BYTES = 4.0 * Double.BYTES;

    private final int values;
    private final HmmTerms terms;

    private CategoricalFactorialHmm(int values, HmmTerms terms) {
        this.values = values;
        this.terms = terms;
    }

    /** Everything must be set except the bias; its default is 0. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A random instance as in the DISCS benchmark (Goshvadi et al., 2023), with the noise of a configuration of Sun et
     * al. (2022): weights and bias standard normal; a chain starts at 0 with probability 0.9 and shares the rest at
     * random; it stays with probability 0.8 and otherwise takes another value uniformly; the observations are drawn
     * from the model.
     *
     * @param steps L, at least 1
     * @param chains K, at least 1
     * @param values C, at least 2
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static CategoricalFactorialHmm paper(
            int steps, int chains, int values, PaperConfiguration configuration, long seed) {
        Check.atLeast(1, "steps", steps);
        Check.atLeast(1, "chains", chains);
        Check.notNull("configuration", configuration);
        // 0 couplings are stored
        CategoricalFields.checkSize((double) steps * chains, values, 0.0, "steps=" + steps + ", chains=" + chains);
        Memory.check(
                TRANSITION_BYTES * values * values, "values=" + values, "there is a transition for each pair of them");
        double alpha = 0.1;
        double beta = 0.8;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[] initial = initial(alpha, values, random);
        double[][] weights = new double[chains][];
        Arrays.setAll(weights, k -> gaussian.samples(values).toArray());
        double bias = gaussian.sample();
        double[][] transitions = stayTransitions(beta, values);
        int[] state = new int[chains];
        double[] observations = new double[steps];
        for (int l = 0; l < steps; l++) {
            double mean = bias;
            for (int k = 0; k < chains; k++) {
                state[k] = draw(l == 0 ? initial : transitions[state[k]], random.nextDouble());
                mean += weights[k][state[k]];
            }
            observations[l] = mean + configuration.observationNoise * gaussian.sample();
        }
        return builder()
                .observations(observations)
                .weights(weights)
                .bias(bias)
                .noise(configuration.observationNoise)
                .initial(initial)
                .transitions(transitions)
                .build();
    }

    /** The value with u among the numbers below the sum of the probabilities up to it: a draw if u is uniform. */
    private static int draw(double[] probabilities, double u) {
        double sum = 0.0;
        for (int c = 0; c < probabilities.length - 1; c++) {
            sum += probabilities[c];
            if (u < sum) {
                return c;
            }
        }
        return probabilities.length - 1;
    }

    /** The probability 1 - alpha of value 0, and random ones of the other values, which add up to alpha. */
    private static double[] initial(double alpha, int values, UniformRandomProvider random) {
        double[] initial = random.doubles(values).toArray();
        double rest = Arrays.stream(initial, 1, values).sum();
        Arrays.setAll(initial, c -> c == 0 ? 1.0 - alpha : initial[c] * (alpha / rest));
        return initial;
    }

    /**
     * The transitions of a chain that keeps its value with a probability, and otherwise takes another value uniformly.
     */
    private static double[][] stayTransitions(double probability, int values) {
        double[][] transitions = new double[values][values];
        for (int b = 0; b < values; b++) {
            Arrays.fill(transitions[b], (1.0 - probability) / (values - 1));
            transitions[b][b] = probability;
        }
        return transitions;
    }

    /** The name, L, K and C. */
    @Override
    public String toString() {
        return name() + ", L = " + steps() + ", K = " + chains() + ", C = " + values;
    }

    @Override
    public int dimension() {
        return steps() * chains();
    }

    @Override
    public int values() {
        return values;
    }

    /** The number of steps L. */
    public int steps() {
        return terms.target.length;
    }

    /** The number of chains K. */
    public int chains() {
        return terms.weights.length;
    }

    /** All chains of a step meet in its observation, and the steps of a chain in its transitions. */
    @Override
    public Optional<SiteGraph> graph() {
        int chains = chains();
        Stream<int[]> steps = IntStream.range(0, steps())
                .mapToObj(l -> IntStream.range(l * chains, (l + 1) * chains).toArray());
        Stream<int[]> transitions = IntStream.range(chains, dimension()).mapToObj(i -> new int[] {i - chains, i});
        return Optional.of(
                SiteGraph.ofTerms(dimension(), Stream.concat(steps, transitions).toArray(int[][]::new)));
    }

    @Override
    public Tracker newTracker() {
        return new HmmTracker(values, terms);
    }

    /** Collects the parameters of a {@link CategoricalFactorialHmm}. */
    public static final class Builder {

        private double @Nullable [] observations;
        private double @Nullable [][] weights;
        private double bias;
        private @Nullable Double noise;
        private double @Nullable [] initial;
        private double @Nullable [][] transitions;

        private Builder() {}

        /** y, [L], finite. */
        public Builder observations(double[] observations) {
            Check.atLeast(1, "observations.length", Check.notNull("observations", observations).length);
            this.observations = Check.finite("observations", observations.clone());
            return this;
        }

        /** w, [K][C], finite: what chain k adds to an observation at each of its values. */
        public Builder weights(double[][] weights) {
            Check.atLeast(1, "weights.length", Check.notNull("weights", weights).length);
            int values = Check.notNull("weights[0]", weights[0]).length;
            Check.atLeast(2, "weights[0].length", values);
            this.weights = CategoricalFields.checked("weights", weights, weights.length, values);
            return this;
        }

        /** b, finite; 0 if never set. */
        public Builder bias(double bias) {
            this.bias = Check.finite("bias", bias);
            return this;
        }

        /** sigma, the standard deviation of the observations, positive. */
        public Builder noise(double noise) {
            Check.that(noise > 0.0 && noise < Double.POSITIVE_INFINITY, "be positive and finite", "noise", noise);
            this.noise = noise;
            return this;
        }

        /** The probabilities of a chain's first value, [C], each in (0, 1), with the sum 1. */
        public Builder initial(double[] initial) {
            this.initial = distribution("initial", initial);
            return this;
        }

        /**
         * The probabilities of a chain's next value, [C][C], by the value before it; each in (0, 1), each row with the
         * sum 1.
         */
        public Builder transitions(double[][] transitions) {
            double[][] copy = new double[Check.notNull("transitions", transitions).length][];
            Arrays.setAll(copy, b -> distribution("transitions[" + b + "]", transitions[b]));
            this.transitions = copy;
            return this;
        }

        private static double[] distribution(String name, double[] given) {
            double[] copy = Check.notNull(name, given).clone();
            Check.inOpenUnit(name, copy);
            double sum = Arrays.stream(copy).sum();
            Check.that(Math.abs(sum - 1.0) <= ROUNDING, "be 1", "the sum of " + name, sum);
            return copy;
        }

        /**
         * The model.
         *
         * @throws IllegalStateException if something is not set
         * @throws IllegalArgumentException if sizes do not fit together, the model does not fit into memory, log-ratios
         *     can reach 2^30 or log-probabilities 2^41
         */
        public CategoricalFactorialHmm build() {
            double[] y = Check.set("observations", observations);
            double[][] w = Check.set("weights", weights);
            double sigma = Check.set("noise", noise);
            double[] first = Check.set("initial", initial);
            double[][] next = Check.set("transitions", transitions);
            int c = w[0].length;
            Check.length(c, "initial", first.length);
            Check.length(c, "transitions", next.length);
            for (int b = 0; b < c; b++) {
                Check.length(c, "transitions[" + b + "]", next[b].length);
            }
            CategoricalFields.checkSize(
                    (double) y.length * w.length,
                    c,
                    0.0, // couplings
                    "observations.length=" + y.length + ", weights.length=" + w.length);
            double[] target = Arrays.stream(y).map(value -> value - bias).toArray();
            return new CategoricalFactorialHmm(c, new HmmTerms(target, w, sigma, first, next));
        }
    }
}
