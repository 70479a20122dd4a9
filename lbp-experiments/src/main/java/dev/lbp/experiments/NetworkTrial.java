package dev.lbp.experiments;

import dev.lbp.Samplers;
import dev.lbp.continuous.ContinuousResult;
import dev.lbp.learn.FittedGaussian;
import dev.lbp.learn.GaussianFit;
import dev.lbp.learn.GaussianProposal;
import dev.lbp.learn.Objective;
import dev.lbp.learn.PosteriorMode;
import dev.lbp.nn.NetworkPosterior;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.PredictiveDistribution;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of a small LeNet given some labelled images, and what each way to treat it predicts for test images.
 * Fits of a Gaussian and chains begin at the mode.
 */
final class NetworkTrial implements AutoCloseable {

    /** The standard deviation of each parameter's prior. With 0.3 the mode is near 0 for few images. */
    static final double PRIOR = 1.0;

    private static final int CLASSES = 10;
    private static final int FIRST = 3;
    private static final int SECOND = 6;
    private static final int HIDDEN = 40;

    /** The standard deviation of the first q. */
    private static final double NARROW = 0.03;

    /** The fewest and the most steps of warm-up of MALA, and as many after it. */
    private static final int FEWEST_STEPS = 40;

    private static final int MOST_STEPS = 2_000;

    /**
     * How long it takes.
     *
     * @param updates of the search for the mode and of each fit
     * @param batch images of an update
     * @param predictions draws whose predictions are averaged, and chains of the independence sampler
     * @param rows evaluations of an image in each run of chains, about
     */
    record Plan(int updates, int batch, int predictions, int rows) {}

    /**
     * What was measured.
     *
     * @param acceptance of proposals; NaN without a chain
     * @param fitted the fit behind it; null for the mode and MALA
     * @param jump squared, of a step of the chain, summed over parameters; NaN without a chain
     */
    record Figures(
            double acceptance, @Nullable FittedGaussian fitted, double jump, int steps, double error, double logLoss) {}

    private final Plan plan;
    private final long seed;
    private final LabelledImages test;
    private final OnnxNetwork network;
    private final NetworkPosterior posterior;
    private final int count;
    private final Map<Objective, FittedGaussian> fits = new EnumMap<>(Objective.class);
    private double @Nullable [] mode;

    NetworkTrial(Plan plan, LabelledImages training, LabelledImages test, long seed) {
        this.plan = plan;
        this.seed = seed;
        this.test = test;
        this.count = training.labels().length;
        network = Networks.leNet(training.rows(), training.columns(), CLASSES, FIRST, SECOND, HIDDEN, seed);
        posterior = NetworkPosterior.of(network, training.images(), training.labels(), PRIOR);
    }

    int parameters() {
        return posterior.dimension();
    }

    int testCount() {
        return test.labels().length;
    }

    private double[] mode() {
        if (mode == null) {
            mode = PosteriorMode.of(posterior)
                    .updates(plan.updates)
                    .batch(Math.min(plan.batch, count))
                    .seed(seed)
                    .run();
        }
        return mode;
    }

    /** The acceptance form begins at the q of the KL form and takes all images at each update. */
    private FittedGaussian fit(Objective objective) {
        FittedGaussian known = fits.get(objective);
        if (known == null) {
            GaussianFit fit = GaussianProposal.fit(posterior)
                    .objective(objective)
                    .diagnosis(plan.predictions, Math.max(4, plan.rows / (2 * plan.predictions * count)))
                    .seed(seed);
            if (objective == Objective.ACCEPTANCE_RATE) {
                GaussianProposal before = fit(Objective.LOWER_BOUND).proposal();
                fit.begunAt(before).updates(plan.updates / 8).draws(2).learningRate(0.002);
            } else {
                int batch = Math.min(plan.batch, count);
                fit.begunAt(mode(), NARROW)
                        .updates(plan.updates)
                        .draws(1)
                        .batch(batch)
                        .proposalsEvery(Math.max(1, count / batch))
                        .learningRate(0.01);
            }
            known = fit.run();
            fits.put(objective, known);
        }
        return known;
    }

    private Figures figures(
            PredictiveDistribution predictive,
            double acceptance,
            @Nullable FittedGaussian fitted,
            double jump,
            int steps) {
        return new Figures(
                acceptance, fitted, jump, steps, predictive.error(test.labels()), predictive.logLoss(test.labels()));
    }

    private PredictiveDistribution predictive() {
        return PredictiveDistribution.of(posterior, test.images());
    }

    /** The network of the mode. */
    Figures ofMode() {
        return figures(predictive().add(mode()), Double.NaN, null, Double.NaN, 0);
    }

    /** Draws of q alone, with the acceptance that a chain would have. */
    Figures ofProposal(Objective objective) {
        FittedGaussian fitted = fit(objective);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        PredictiveDistribution predictive = predictive();
        double[] point = new double[parameters()];
        for (int k = 0; k < plan.predictions; k++) {
            fitted.proposal().draw(random, point);
            predictive.add(point);
        }
        return figures(predictive, fitted.acceptance(), fitted, Double.NaN, 0);
    }

    /** The last points of chains with the q of the KL form. */
    Figures ofChains() {
        FittedGaussian fitted = fit(Objective.LOWER_BOUND);
        ContinuousResult chains = fitted.diagnosis();
        PredictiveDistribution predictive = predictive();
        for (double[] point : chains.finalStates()) {
            predictive.add(point);
        }
        return figures(predictive, fitted.acceptance(), fitted, chains.expectedJumpDistance(), 2 * chains.draws());
    }

    /** Points of a chain of MALA, after half of its steps. */
    Figures ofMala() {
        int half = Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, plan.rows / (8 * count)));
        ContinuousResult chain = Samplers.mala()
                .build()
                .sample(posterior)
                .chains(1)
                .initial(new double[][] {mode()})
                .warmup(half)
                .draws(half)
                .seed(seed)
                .threads(1)
                .keepDraws()
                .run();
        PredictiveDistribution predictive = predictive();
        for (int k = 1; k <= plan.predictions; k++) {
            predictive.add(chain.draw(0, k * half / plan.predictions - 1));
        }
        return figures(predictive, chain.acceptanceRate(), null, chain.expectedJumpDistance(), 2 * half);
    }

    @Override
    public void close() {
        network.close();
    }
}
