package dev.lbp.models;

import dev.lbp.internal.Check;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of a factorial hidden Markov model (Ghahramani and Jordan, 1997, doi:10.1023/A:1007425814087) with
 * binary states: K independent chains over L steps, seen through one noisy sum of them,
 *
 * <pre>{@code P(x_1k = 1) = alpha,   P(x_lk = x_{l-1,k}) = beta,   y_l ~ N(w.x_l + b, sigma^2).}</pre>
 *
 * <p>Site {@code l * K + k} is chain k at step l, both counted from 0. The log-probability is that of x and y together,
 * constants included: unnormalised as a density of x. All K chains of a step are coupled, so a flip costs O(K).
 */
public final class FactorialHmm extends QuadraticModel {

    private static final long serialVersionUID = 1L;

    /** The largest {@code L K (K + 1)}, the length of the array that holds each coupling in both directions. */
    private static final int MOST_TERMS = 1 << 30;

    /** beta of {@link #paper}. */
    private static final double PAPER_STAY = 0.8;

    private final double[] observations;
    private final double[] weights;

    private FactorialHmm(double[] observations, double[] weights, Terms terms) {
        super(
                "observations, weights, bias and noise",
                terms.constant,
                terms.bias,
                terms.rows,
                terms.columns,
                terms.values);
        this.observations = observations;
        this.weights = weights;
    }

    /** Everything must be set except the bias; its default is 0. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * An instance as in Sun et al. (2022): weights and bias standard normal, alpha = 0.1, beta = 0.8, the observations
     * drawn from the model.
     *
     * @param steps L, at least 1
     * @param chains K, at least 1; {@code steps * chains * (chains + 1)} at most 2^30
     * @throws IllegalArgumentException if the model is too large, or does not fit into memory
     */
    public static FactorialHmm paper(int steps, int chains, PaperConfiguration configuration, long seed) {
        return drawn(steps, chains, configuration, seed, PAPER_STAY);
    }

    /**
     * The posterior that the code released with the paper computes, for the observations of {@link #paper}. The code
     * reads 1 - beta as a logit, so that the posterior's beta is 1 / (1 + exp(-0.2)) = 0.55.
     *
     * @throws IllegalArgumentException as {@link #paper} does
     */
    public static FactorialHmm released(int steps, int chains, PaperConfiguration configuration, long seed) {
        return drawn(steps, chains, configuration, seed, 1.0 / (1.0 + Math.exp(PAPER_STAY - 1.0)));
    }

    /** Draws an instance with beta = {@link #PAPER_STAY}. Its posterior takes beta to be {@code posteriorStay}. */
    private static FactorialHmm drawn(
            int steps, int chains, PaperConfiguration configuration, long seed, double posteriorStay) {
        Check.atLeast(1, "steps", steps);
        Check.atLeast(1, "chains", chains);
        Check.notNull("configuration", configuration);
        checkSize("steps", steps, "chains", chains);
        double alpha = 0.1;
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        NormalizedGaussianSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[] weights = gaussian.samples(chains).toArray();
        double bias = gaussian.sample();
        boolean[] state = new boolean[chains];
        double[] observations = new double[steps];
        for (int l = 0; l < steps; l++) {
            double mean = bias;
            for (int k = 0; k < chains; k++) {
                double u = random.nextDouble();
                state[k] = l == 0 ? u < alpha : (u < PAPER_STAY) == state[k]; // a chain stays, or becomes its opposite
                mean += state[k] ? weights[k] : 0.0;
            }
            observations[l] = mean + configuration.observationNoise * gaussian.sample();
        }
        return builder()
                .observations(observations)
                .weights(weights)
                .bias(bias)
                .noise(configuration.observationNoise)
                .initial(alpha)
                .stay(posteriorStay)
                .build();
    }

    /** Checks the size before anything is allocated. */
    private static void checkSize(String stepsName, int steps, String chainsName, int chains) {
        // a site has couplings with chains - 1 sites of its step, and with the steps before and after it
        double size = (double) steps * chains * (chains + 1.0);
        Check.that(
                size <= MOST_TERMS,
                "be at most 2^30",
                stepsName + " * " + chainsName + " * (" + chainsName + " + 1)",
                String.format(Locale.ROOT, "%.0f", size));
        double sites = (double) steps * chains;
        double couplings = sites + sites * (chains - 1) / 2.0;
        Couplings.checkMemory(sites, couplings, stepsName + "=" + steps + ", " + chainsName + "=" + chains);
    }

    /** The number of steps L. */
    public int steps() {
        return observations.length;
    }

    /** The number of chains K. */
    public int chains() {
        return weights.length;
    }

    /** y, a copy. */
    public double[] observations() {
        return observations.clone();
    }

    /** w, a copy. */
    public double[] weights() {
        return weights.clone();
    }

    /** Collects the parameters of a {@link FactorialHmm}. */
    public static final class Builder {

        private double @Nullable [] observations;
        private double @Nullable [] weights;
        private double bias;
        private @Nullable Double noise;
        private @Nullable Double initial;
        private @Nullable Double stay;

        private Builder() {}

        /** y, [L], finite. */
        public Builder observations(double[] observations) {
            Check.atLeast(1, "observations.length", Check.notNull("observations", observations).length);
            this.observations = Check.finite("observations", observations.clone());
            return this;
        }

        /** w, [K], finite. */
        public Builder weights(double[] weights) {
            Check.atLeast(1, "weights.length", Check.notNull("weights", weights).length);
            this.weights = Check.finite("weights", weights.clone());
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

        /** alpha, in (0, 1): the probability that a chain starts at 1. */
        public Builder initial(double initial) {
            this.initial = Check.inOpenUnit("initial", initial);
            return this;
        }

        /** beta, in (0, 1): the probability that a chain stays as it is from one step to the next. */
        public Builder stay(double stay) {
            this.stay = Check.inOpenUnit("stay", stay);
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalStateException if something is not set
         * @throws IllegalArgumentException if {@code L K (K + 1)} is above 2^30, the model does not fit into memory, or
         *     a term is beyond the limits of {@link QuadraticModel}
         */
        public FactorialHmm build() {
            double[] y = Check.set("observations", observations);
            double[] w = Check.set("weights", weights);
            double sigma = Check.set("noise", noise);
            double alpha = Check.set("initial", initial);
            double beta = Check.set("stay", stay);
            checkSize("observations.length", y.length, "weights.length", w.length);
            Terms terms = new Terms(y.length, w.length);
            terms.start(alpha);
            terms.transitions(beta);
            terms.emissions(y, w, bias, sigma);
            return new FactorialHmm(y, w, terms);
        }
    }

    /** The joint log-density, split into a constant, biases and couplings. */
    private static final class Terms {

        private final int steps;
        private final int chains;
        private double constant;
        private final double[] bias;
        private final int[] rows;
        private final int[] columns;
        private final double[] values;
        private int size;

        Terms(int steps, int chains) {
            this.steps = steps;
            this.chains = chains;
            this.bias = new double[steps * chains];
            // of the steps of each chain, and of the pairs of chains at each step
            int couplings = (steps - 1) * chains + steps * (chains * (chains - 1) / 2);
            this.rows = new int[couplings];
            this.columns = new int[couplings];
            this.values = new double[couplings];
        }

        private void addCoupling(int row, int column, double value) {
            rows[size] = row;
            columns[size] = column;
            values[size] = value;
            size++;
        }

        /** {@code log P = log alpha} if x = 1 at the first step, else {@code log(1 - alpha)}. */
        void start(double alpha) {
            constant += chains * Math.log1p(-alpha);
            for (int k = 0; k < chains; k++) {
                bias[k] += Math.log(alpha) - Math.log1p(-alpha);
            }
        }

        /**
         * Adds {@code log P = log beta - logOdds (x + x' - 2 x x')} for each chain's bits x and x' at two steps in
         * turn: the bracket is 0 if the bits are equal, else 1.
         */
        void transitions(double beta) {
            double logOdds = Math.log(beta) - Math.log1p(-beta);
            for (int after = chains; after < bias.length; after++) {
                int before = after - chains;
                constant += Math.log(beta);
                bias[before] -= logOdds;
                bias[after] -= logOdds;
                addCoupling(before, after, 2.0 * logOdds);
            }
        }

        /** {@code -(r - w.x)^2 / (2 sigma^2)} with {@code r = y - b}, multiplied out; {@code x^2 = x}. */
        void emissions(double[] y, double[] w, double b, double sigma) {
            double precision = 1.0 / (sigma * sigma);
            constant -= steps * (Math.log(sigma) + 0.5 * Math.log(2.0 * Math.PI));
            for (int l = 0; l < steps; l++) {
                double r = y[l] - b;
                constant -= 0.5 * precision * r * r;
                for (int k = 0; k < chains; k++) {
                    int site = l * chains + k;
                    bias[site] += precision * w[k] * (r - 0.5 * w[k]);
                    for (int other = 0; other < k; other++) {
                        addCoupling(l * chains + other, site, -precision * w[k] * w[other]);
                    }
                }
            }
        }
    }
}
