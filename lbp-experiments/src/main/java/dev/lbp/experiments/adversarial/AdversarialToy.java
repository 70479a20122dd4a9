package dev.lbp.experiments.adversarial;

import dev.lbp.internal.Sum;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import dev.lbp.nn.training.AcceptanceLoss;
import dev.lbp.nn.training.AdversarialProposal;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Linear proposals with a known log-ratio {@code d(x, x') = log p(x) q(x' | x) - log p(x') q(x | x')}, to test fitted
 * ones. The target p is a mixture of normal distributions in one or two dimensions with means -1 and 1, weights .3 and
 * .7 and standard deviation .5. The proposal is {@code x' = a x + b z}; it is independent of x if a = 0. A
 * discriminator is fitted to samples; all expectations are sums over a grid.
 */
enum AdversarialToy {
    INDEPENDENT("1-D, independent, x' = 1.3 z", 1, 0.0, 1.3, 97),
    MARKOV("1-D, x' = .6 x + .9 z", 1, 0.6, 0.9, 97),
    WALK("1-D, random walk, x' = x + z", 1, 1.0, 1.0, 97),
    INDEPENDENT_2D("2-D, independent, x' = 1.3 z", 2, 0.0, 1.3, 33),
    MARKOV_2D("2-D, x' = .6 x + .9 z", 2, 0.6, 0.9, 33);

    private static final double END = 3.6;
    private static final double SPREAD = 0.5;

    final String title;
    private final int dimension;
    private final double a;
    private final double b;
    private final int side;

    /**
     * The measured figures.
     *
     * @param correlation the correlation of the fitted and the true d, over pairs of a datum and a proposal
     * @param uncorrected total variation distance of p and the stationary distribution of q; NaN if q has none
     * @param corrected total variation distance of p and the stationary distribution of the chain with the fitted d
     * @param exact total variation distance of p and the stationary distribution of the chain with the true d
     * @param acceptance the acceptance rate of the chain with the fitted d
     */
    record Figures(double correlation, double uncorrected, double corrected, double exact, double acceptance) {}

    AdversarialToy(String title, int dimension, double a, double b, int side) {
        this.title = title;
        this.dimension = dimension;
        this.a = a;
        this.b = b;
        this.side = side;
    }

    /** log p, up to a constant. */
    private double logTarget(float[] x) {
        double low = 0.0;
        double high = 0.0;
        for (float value : x) {
            low -= 0.5 * Math.pow((value + 1.0) / SPREAD, 2);
            high -= 0.5 * Math.pow((value - 1.0) / SPREAD, 2);
        }
        return Math.log(0.3 * Math.exp(low) + 0.7 * Math.exp(high));
    }

    /** log q(y | x), up to a constant. */
    private double logProposal(float[] x, float[] y) {
        double sum = 0.0;
        for (int i = 0; i < dimension; i++) {
            sum -= 0.5 * Math.pow((y[i] - a * x[i]) / b, 2);
        }
        return sum;
    }

    /** d(x, y). */
    private double trueRatio(float[] x, float[] y) {
        return logTarget(x) + logProposal(x, y) - logTarget(y) - logProposal(y, x);
    }

    /** Samples of a mixture of two normal distributions, with means -1 and 1 in every coordinate. */
    private float[][] samples(int count, UniformRandomProvider random) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        float[][] samples = new float[count][dimension];
        for (float[] sample : samples) {
            double centre = random.nextDouble() < 0.3 ? -1.0 : 1.0;
            for (int i = 0; i < dimension; i++) {
                sample[i] = (float) (centre + SPREAD * normal.sample());
            }
        }
        return samples;
    }

    /**
     * A trained proposal {@code a x + b z}.
     *
     * @param acceptance E min(1, e^{-d}) with the fitted d
     * @param distance the mean distance of x and x'
     */
    record Trained(double a, double b, double acceptance, double distance) {}

    /** Trains a and b of this proposal. */
    Trained trained(AcceptanceLoss loss, double weight, int updates, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        // the generator x' = a x + b z: inputs x and z, no hidden layer, one output
        try (OnnxVectorNetwork generator = Networks.vectors(2, new int[0], 1, seed);
                OnnxNetwork network = Networks.mlp(2, new int[] {32, 32}, seed)) {
            setLinear(generator, /* markov= */ true);
            AdversarialProposal proposal = AdversarialProposal.train(samples(20_000, random), generator, network)
                    .loss(loss)
                    .distance(weight)
                    .updates(updates)
                    .learningRates(0.003, 0.005)
                    .averaging(0.99)
                    .seed(seed)
                    .run();
            return new Trained(
                    generator.parameters().get(0),
                    Math.abs(generator.parameters().get(1)), // z is symmetric, so the sign of b has no effect
                    proposal.progress().acceptance(),
                    proposal.progress().distance());
        }
    }

    /** Fits a discriminator and measures the corrected chain. */
    Figures measure(int updates, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        boolean markov = a != 0.0;
        try (OnnxVectorNetwork generator =
                        Networks.vectors(markov ? 2 * dimension : dimension, new int[0], dimension, seed);
                OnnxNetwork network = Networks.mlp(markov ? 2 * dimension : dimension, new int[] {32, 32}, seed)) {
            setLinear(generator, markov);
            AdversarialProposal proposal = AdversarialProposal.train(samples(20_000, random), generator, network)
                    .updates(0) // the generator stays as it is
                    .afterwards(updates) // of the discriminator alone
                    .batch(128)
                    .learningRates(0.005, 0.005)
                    .averaging(0.998)
                    .seed(seed)
                    .run();
            float[][] x = samples(2_000, random);
            float[][] proposed = proposal.propose(x, random);
            double[] truth = new double[x.length];
            Arrays.setAll(truth, k -> trueRatio(x[k], proposed[k]));
            double correlation = new PearsonsCorrelation().correlation(proposal.logRatio(x, proposed), truth);
            return onGrid(proposal, correlation);
        }
    }

    /** Sets the parameters of a linear generator to {@code a x + b z}. Its inputs are x, if {@code markov}, and z. */
    private void setLinear(OnnxVectorNetwork generator, boolean markov) {
        int width = generator.inputs(); // parameter i width + j is the weight of input j for output i
        for (int k = 0; k < generator.parameters().capacity(); k++) {
            generator.parameters().put(k, 0.0f);
        }
        for (int i = 0; i < dimension; i++) {
            if (markov) {
                generator.parameters().put(i * width + i, (float) a);
            }
            generator.parameters().put(i * width + width - dimension + i, (float) b);
        }
    }

    /** Computes stationary distributions and the acceptance rate by sums over a grid. */
    private Figures onGrid(AdversarialProposal proposal, double correlation) {
        float[][] grid = grid();
        double[] p = normalised(grid, this::logTarget);
        double[][] q = new double[grid.length][];
        Arrays.setAll(q, k -> normalised(grid, y -> logProposal(grid[k], y)));
        // the transition matrices of the chains, with the fitted and with the true log-ratio
        double[][] fitted = new double[grid.length][];
        double[][] exact = new double[grid.length][];
        double acceptance = 0.0;
        for (int k = 0; k < grid.length; k++) {
            int from = k;
            float[][] same = new float[grid.length][];
            Arrays.fill(same, grid[k]);
            fitted[k] = corrected(q[k], proposal.logRatio(same, grid), k);
            double[] truth = new double[grid.length];
            Arrays.setAll(truth, l -> Math.log(p[from] * q[from][l]) - Math.log(p[l] * q[l][from]));
            exact[k] = corrected(q[k], truth, k);
            acceptance += p[k] * (1.0 - fitted[k][k]);
        }
        return new Figures(
                correlation,
                a == 1.0 ? Double.NaN : distance(p, stationary(q)), // with a = 1, q is a random walk without one
                distance(p, stationary(fitted)),
                distance(p, stationary(exact)),
                acceptance);
    }

    /** The points of a grid of {@code side} points in each dimension, from -END to END. */
    private float[][] grid() {
        float[][] grid = new float[(int) Math.pow(side, dimension)][dimension];
        for (int k = 0; k < grid.length; k++) {
            for (int i = 0, rest = k; i < dimension; i++, rest /= side) {
                grid[k][i] = (float) (END * (2.0 * (rest % side) / (side - 1.0) - 1.0));
            }
        }
        return grid;
    }

    /** The distribution on the points of a grid whose log-probabilities, up to a constant, are {@code logLaw}. */
    private static double[] normalised(float[][] grid, ToDoubleFunction<float[]> logLaw) {
        double[] law = new double[grid.length];
        Arrays.setAll(law, k -> Math.exp(logLaw.applyAsDouble(grid[k])));
        double sum = Arrays.stream(law).sum();
        Arrays.setAll(law, k -> law[k] / sum);
        return law;
    }

    /** A row of the chain's transition matrix: a rejected proposal stays at {@code from}. */
    private static double[] corrected(double[] q, double[] d, int from) {
        double[] row = new double[q.length];
        double stay = 1.0;
        for (int l = 0; l < q.length; l++) {
            if (l != from) {
                row[l] = q[l] * Math.min(1.0, Math.exp(-d[l]));
                stay -= row[l];
            }
        }
        row[from] = stay;
        return row;
    }

    /** The stationary distribution of a transition matrix, by repeated multiplication. */
    private static double[] stationary(double[][] kernel) {
        double[] law = new double[kernel.length];
        Arrays.fill(law, 1.0 / law.length);
        double change = 1.0;
        while (change > 1e-10) {
            double[] next = new double[law.length];
            for (int k = 0; k < law.length; k++) {
                for (int l = 0; l < law.length; l++) {
                    next[l] += law[k] * kernel[k][l];
                }
            }
            change = distance(law, next);
            law = next;
        }
        return law;
    }

    /** The total variation distance. */
    private static double distance(double[] p, double[] q) {
        return Sum.of(p.length, k -> 0.5 * Math.abs(p[k] - q[k]));
    }
}
