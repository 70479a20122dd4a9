package dev.lbp.experiments.bayes;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.experiments.adversarial.LabelledImages;
import dev.lbp.experiments.bayes.NetworkTrial.Fit;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out {@link NetworkTrial} on MNIST, once for each network, number of images, treatment of the posterior, and
 * seed. All chains with a proposal q have one length, whatever the number of images.
 */
public final class BayesianNetwork extends Experiment {

    private static final List<Integer> COUNTS = List.of(1, 10, 50, 200, 1_000, 5_000);

    /** The largest number of images of the acceptance form, whose updates use all images. */
    private static final int MOST_OF_ACCEPTANCE_FORM = 200;

    /** The smallest number of images for predictions. */
    private static final int FEWEST_TO_PREDICT = 50;

    /** The largest number of images of networks other than the LeNet. */
    private static final int MOST_OF_OTHERS = 1_000;

    private static final int SEEDS = 2;

    /**
     * The columns of a fit, except for those of the ELBO of each tenth of the updates. NaN for treatments without a
     * fit.
     */
    private static final List<String> OF_FIT =
            List.of("averaged_expected", "gap_bound", "log_elbo", "averaged_chain_error", "averaged_chain_log_loss");

    /** Estimated seconds of an evaluation of the LeNet for one image. */
    private static final double SECONDS_PER_ROW = 3e-6;

    /** Estimated seconds of a gradient of the LeNet for one image. */
    private static final double SECONDS_PER_GRADIENT = 1.3e-5;

    public BayesianNetwork() {
        super("bayesian-network", "The posterior of small networks, by fitted proposals.", Data.NEEDED);
    }

    @Override
    public void check(Settings settings) {
        DataSet.DYNAMIC_MNIST.check(settings.directory());
    }

    private static CellTable table(Lab lab) throws IOException {
        StringBuilder figures = new StringBuilder("parameters averaged_acceptance averaged_expected gap_bound log_elbo"
                + " averaged_jump steps error log_loss averaged_chain_error averaged_chain_log_loss test predictions");
        IntStream.rangeClosed(1, NetworkTrial.PARTS)
                .forEach(part -> figures.append(" log_elbo_").append(part));
        return lab.table(
                "network", "network n way seed", figures.append(" seconds").toString());
    }

    private static NetworkTrial.Plan plan(Settings settings) {
        return settings.budget()
                .quickOrPaper(new NetworkTrial.Plan(3_000, 100, 4, 100), new NetworkTrial.Plan(20_000, 100, 32, 1_000));
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        int testImages = lab.settings().budget().quickOrPaper(1_000, 10_000);
        return List.of(plan(lab, plan(lab.settings()), testImages, COUNTS, SEEDS));
    }

    /** Training images in a random order, and test images, read at first use. */
    private static final class Images {

        private final Lab lab;
        private final int most;
        private final int test;
        private @Nullable LabelledImages ofTraining;
        private @Nullable LabelledImages ofTest;

        Images(Lab lab, int most, int test) {
            this.lab = lab;
            this.most = most;
            this.test = test;
        }

        /** A trial on the first {@code count} training images. The first call reads the images. */
        synchronized NetworkTrial trial(NetworkKind kind, NetworkTrial.Plan plan, int count, long seed) {
            if (ofTraining == null || ofTest == null) {
                Path directory = DataSet.DYNAMIC_MNIST.check(lab.settings().directory());
                long order = lab.settings().seed("images");
                ofTraining = LabelledImages.read(directory, Part.TRAINING, most, order);
                ofTest = LabelledImages.read(directory, Part.TEST, test, order);
            }
            return new NetworkTrial(kind, plan, ofTraining.first(count), ofTest, seed);
        }
    }

    /** The plan. The longest cells come last, so that an interrupted run has finished most cells. */
    static CellPlan plan(Lab lab, NetworkTrial.Plan plan, int test, List<Integer> counts, int seeds)
            throws IOException {
        int most = counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
        Images images = new Images(lab, most, test);
        return CellPlan.of(table(lab), Row.EMPTY)
                .axis("network", NetworkKind.values(), kind -> kind.title)
                .axis("n", counts, count -> count)
                .axis("way", NetworkWay.values(), way -> way.title)
                .repeated("seed", seeds)
                .where(BayesianNetwork::isMeasured)
                .work(key -> work(plan, key))
                .sorted(Comparator.comparingDouble(key -> work(plan, key)))
                .parallel()
                .measured(key -> measured(lab, images, plan, key));
    }

    /**
     * Whether a cell is measured. The rates of proposals by ELBO and divergence are measured for all networks,
     * those but the largest up to some n; predictions for the largest one, also those by the acceptance rate.
     */
    private static boolean isMeasured(Row key) {
        boolean largest = key.part(NetworkKind.class) == NetworkKind.LENET;
        boolean predicts = largest && key.whole("n") >= FEWEST_TO_PREDICT;
        return switch (key.part(NetworkWay.class)) {
            case ELBO, DIVERGENCE -> largest || key.whole("n") <= MOST_OF_OTHERS;
            case MODE -> predicts;
            case ACCEPTANCE -> predicts && key.whole("n") <= MOST_OF_ACCEPTANCE_FORM;
            case MALA -> predicts && key.whole("seed") == 1;
        };
    }

    /** Estimated seconds of one thread. */
    private static double work(NetworkTrial.Plan plan, Row key) {
        int count = key.whole("n");
        // the search for the mode makes a quarter of the updates of a fit
        double mode = 0.25 * plan.updates() * Math.min(plan.batch(), count) * SECONDS_PER_GRADIENT;
        double fit = 4.0 * mode + 2.0 * plan.predictions() * plan.steps() * count * SECONDS_PER_ROW;
        double all = mode
                + switch (key.part(NetworkWay.class)) {
                    case MODE -> 0.0;
                    case ELBO, DIVERGENCE -> fit;
                    case ACCEPTANCE -> fit + 0.25 * plan.updates() * count * SECONDS_PER_GRADIENT;
                    case MALA -> 2.0 * plan.steps() * count * SECONDS_PER_GRADIENT;
                };
        return 1.0
                + switch (key.part(NetworkKind.class)) {
                    case REGRESSION_4, REGRESSION_16 -> 0.1 * all;
                    case SMALL_LENET -> 0.5 * all;
                    case LENET -> all;
                };
    }

    /** Measures one treatment of one posterior. */
    private static Row measured(Lab lab, Images images, NetworkTrial.Plan plan, Row key) {
        Stopwatch watch = new Stopwatch();
        NetworkKind kind = key.part(NetworkKind.class);
        NetworkWay way = key.part(NetworkWay.class);
        int count = key.whole("n");
        long seed = lab.settings().seed("network " + key.whole("seed"));
        String task = kind.title + ", " + way.title + ", n = " + count + ", seed " + key.whole("seed");
        try (NetworkTrial trial = images.trial(kind, plan, count, seed)) {
            NetworkTrial.Figures figures = lab.task(task, work(plan, key), () -> way.measure(trial));
            Row row = key.with("parameters", trial.parameters())
                    .with("averaged_acceptance", figures.acceptance())
                    .with("averaged_jump", figures.jump())
                    .with("steps", plan.steps())
                    .with("error", figures.prediction().error())
                    .with("log_loss", figures.prediction().logLoss())
                    .with("test", trial.testCount())
                    .with("predictions", plan.predictions());
            return addFit(row, figures.fit()).with("seconds", watch.seconds());
        }
    }

    /** Adds the columns of a fit to a row, with NaN if there is none. */
    private static Row addFit(Row row, @Nullable Fit fit) {
        double[] values = new double[OF_FIT.size()];
        Arrays.fill(values, Double.NaN);
        if (fit != null) {
            NetworkTrial.Prediction last = fit.ofChains();
            double expected = fit.q().rate().acceptance(); // the values have the order of OF_FIT
            values = new double[] {expected, fit.q().lowerBound(), fit.q().elbo(), last.error(), last.logLoss()};
        }
        Row more = row;
        for (int k = 0; k < values.length; k++) {
            more = more.with(OF_FIT.get(k), values[k]);
        }
        for (int part = 0; part < NetworkTrial.PARTS; part++) {
            more = more.with("log_elbo_" + (part + 1), fit == null ? Double.NaN : fit.elbo()[part]);
        }
        return more;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        return rows.isEmpty() ? "" : new BayesianNetworkReport(lab, rows).text();
    }
}
