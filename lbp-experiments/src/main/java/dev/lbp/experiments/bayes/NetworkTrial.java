package dev.lbp.experiments.bayes;

import dev.lbp.Samplers;
import dev.lbp.continuous.ContinuousResult;
import dev.lbp.experiments.adversarial.LabelledImages;
import dev.lbp.learn.FittedGaussian;
import dev.lbp.learn.GaussianFit;
import dev.lbp.learn.GaussianProposal;
import dev.lbp.learn.Objective;
import dev.lbp.learn.PosteriorMode;
import dev.lbp.nn.NetworkPosterior;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.PredictiveDistribution;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The posterior of a classifier given labelled images, and the predictions of each treatment of the posterior for test
 * images. Fits of a Gaussian and chains of MALA start from the mode.
 */
final class NetworkTrial implements AutoCloseable {

    /** The standard deviation of each parameter's prior. With 0.3 the mode is near 0 for few images. */
    static final double PRIOR = 1.0;

    /** The number of parts of a fit's updates. Each part has a mean ELBO. */
    static final int PARTS = 10;

    private static final int CLASSES = 10;

    /**
     * The standard deviation of the initial q. From 0.3 or more, the fit of the LeNet converges slowly: the ELBO of
     * 1,000 images after 5,000 updates is -1,187 from 0.1, -1,257 from 0.3, and -2,907 from q = prior.
     */
    private static final double NARROW = 0.1;

    private static final double LEARNING_RATE = 0.02;

    /**
     * The lengths of fits and runs.
     *
     * @param updates updates of a fit; the search for the mode has a quarter of them
     * @param batch the number of images of an update
     * @param predictions the number of draws whose predictions are averaged, and the number of chains of the
     *     independence sampler
     * @param steps steps of each chain of the independence sampler or of MALA, after as many steps of warm-up
     */
    record Plan(int updates, int batch, int predictions, int steps) {}

    /**
     * A fit of q.
     *
     * @param q the fitted Gaussian, with the run of the independence sampler that diagnoses it
     * @param elbo the mean ELBO of each tenth of the updates, in nats
     * @param ofChains the prediction from the last points of that run's chains
     */
    record Fit(FittedGaussian q, double[] elbo, Prediction ofChains) {}

    /**
     * The quality of predictions for test images.
     * @param error the fraction of images that are classified wrongly
     * @param logLoss in nats
     */
    record Prediction(double error, double logLoss) {}

    /**
     * The measured figures.
     *
     * @param acceptance the acceptance rate of proposals; NaN without a chain
     * @param jump the mean squared jump of a step, summed over parameters; NaN without a chain
     * @param prediction the prediction from draws of q, from points of MALA, or from the mode
     * @param fit the fit of q; null without one
     */
    record Figures(
            double acceptance,
            double jump,
            Prediction prediction,
            @Nullable Fit fit) {}

    private final Plan plan;
    private final long seed;
    private final LabelledImages test;
    private final OnnxNetwork network;
    private final NetworkPosterior posterior;
    private final int batch;

    NetworkTrial(NetworkKind kind, Plan plan, LabelledImages training, LabelledImages test, long seed) {
        LabelledImages data = kind.images(training);
        this.plan = plan;
        this.seed = seed;
        this.test = kind.images(test);
        this.batch = Math.min(plan.batch, data.labels().length);
        network = kind.network(data, CLASSES, seed);
        posterior = NetworkPosterior.of(network, data.images(), data.labels(), PRIOR);
    }

    int parameters() {
        return posterior.dimension();
    }

    int testCount() {
        return test.labels().length;
    }

    /** Looks for the mode of the posterior. */
    private double[] mode() {
        return PosteriorMode.of(posterior)
                .updates(Math.max(1, plan.updates / 4))
                .batch(batch)
                .seed(seed)
                .run();
    }

    /** Measures the prediction of the mode. */
    Figures predictByMode() {
        return new Figures(Double.NaN, Double.NaN, prediction(mode()), null);
    }

    /**
     * Fits q, runs chains of the independence sampler with q, and measures the predictions of draws from q and of the
     * chains.
     */
    Figures fitAndPredict(Objective objective) {
        double[] sums = new double[PARTS];
        int[] counts = new int[PARTS];
        FittedGaussian q = fit(objective)
                .diagnosis(plan.predictions, plan.steps) // chains, and steps of each
                .listener(progress -> {
                    int part = (int) ((progress.update() - 1L) * PARTS / progress.updates());
                    sums[part] += progress.elbo();
                    counts[part]++;
                })
                .run();
        double[] elbo = new double[PARTS];
        Arrays.setAll(elbo, part -> sums[part] / counts[part]);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed + 1);
        double[][] points = new double[plan.predictions][parameters()];
        for (double[] point : points) {
            q.proposal().draw(random, point);
        }
        ContinuousResult chains = q.diagnosis();
        return new Figures(
                q.acceptance(),
                chains.expectedJumpDistance(),
                prediction(points),
                new Fit(q, elbo, prediction(chains.finalStates())));
    }

    /**
     * The settings of the fit of an objective. That of {@link Objective#ACCEPTANCE_RATE} starts from a q that was
     * fitted by {@link Objective#LOWER_BOUND}, and uses all images at each update.
     */
    private GaussianFit fit(Objective objective) {
        GaussianFit fit = GaussianProposal.fit(posterior).objective(objective).seed(seed);
        if (objective == Objective.ACCEPTANCE_RATE) {
            // the shortest diagnosis, because its result is not used
            FittedGaussian near = fit(Objective.LOWER_BOUND).diagnosis(1, 4).run();
            return fit.begunAt(near.proposal()) // so near the end that fewer and smaller updates are enough
                    .updates(plan.updates / 8)
                    .draws(2)
                    .learningRate(0.1 * LEARNING_RATE);
        }
        return fit.begunAt(mode(), NARROW)
                .updates(plan.updates)
                .draws(1)
                .batch(batch)
                .proposalsEvery(Math.max(1, posterior.dataCount() / batch))
                .learningRate(LEARNING_RATE);
    }

    /** Runs a chain of MALA, half of its steps as warm-up, and measures the prediction of its points. */
    Figures predictByMala() {
        int half = plan.steps;
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
        double[][] points = new double[plan.predictions][];
        Arrays.setAll(points, k -> chain.draw(0, (k + 1) * half / plan.predictions - 1));
        return new Figures(chain.acceptanceRate(), chain.expectedJumpDistance(), prediction(points), /* fit= */ null);
    }

    /** The quality of the averaged predictions of several points. */
    private Prediction prediction(double[]... points) {
        PredictiveDistribution predictive = PredictiveDistribution.of(posterior, test.images());
        for (double[] point : points) {
            predictive.add(point);
        }
        return new Prediction(predictive.error(test.labels()), predictive.logLoss(test.labels()));
    }

    @Override
    public void close() {
        network.close();
    }
}
