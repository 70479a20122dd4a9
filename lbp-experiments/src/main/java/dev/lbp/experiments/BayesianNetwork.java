package dev.lbp.experiments;

import static dev.lbp.experiments.Text.format;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.Rows.Group;
import dev.lbp.learn.FittedGaussian;
import dev.lbp.learn.Objective;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** {@link NetworkTrial} on MNIST: a cell for each number of images and each way to treat the posterior. */
final class BayesianNetwork extends Experiment {

    private static final List<Integer> COUNTS = List.of(50, 200, 1_000, 5_000);

    /** With more images an update of the acceptance form, which takes all of them, is too long. */
    private static final int MOST_OF_ACCEPTANCE_FORM = 200;

    /** Seconds of an image's evaluation; with its gradient it takes four times as long. */
    private static final double SECONDS_PER_ROW = 1.4e-5;

    /** A way to treat the posterior. */
    private enum Way {
        MODE("MAP"),
        ELBO("q alone, ELBO"),
        DIVERGENCE("q alone, KL form"),
        ACCEPTANCE("q alone, acceptance form"),
        CHAIN("chain with q of the KL form"),
        MALA("MALA");

        private final String title;

        Way(String title) {
            this.title = title;
        }

        private NetworkTrial.Figures measure(NetworkTrial trial) {
            return switch (this) {
                case MODE -> trial.ofMode();
                case ELBO -> trial.ofProposal(Objective.REVERSE_KL);
                case DIVERGENCE -> trial.ofProposal(Objective.LOWER_BOUND);
                case ACCEPTANCE -> trial.ofProposal(Objective.ACCEPTANCE_RATE);
                case CHAIN -> trial.ofChains();
                case MALA -> trial.ofMala();
            };
        }
    }

    BayesianNetwork() {
        super("bayesian-network", "The posterior of a small LeNet, by fitted proposals.");
    }

    @Override
    public boolean usesData() {
        return true;
    }

    private static Path data(Settings settings) {
        return DataSet.DYNAMIC_MNIST.check(Objects.requireNonNull(settings.data()));
    }

    @Override
    public void check(Settings settings) {
        data(settings);
    }

    private static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "network",
                List.of("n", "way"),
                List.of(
                        "parameters",
                        "averaged_acceptance",
                        "averaged_expected",
                        "gap_bound",
                        "log_elbo",
                        "averaged_jump",
                        "steps",
                        "error",
                        "log_loss",
                        "test",
                        "predictions",
                        "cpu_seconds",
                        "seconds"));
    }

    private static NetworkTrial.Plan plan(Settings settings) {
        return settings.budget()
                .either(new NetworkTrial.Plan(600, 50, 8, 100_000), new NetworkTrial.Plan(10_000, 100, 32, 10_000_000));
    }

    private static int test(Settings settings) {
        return settings.budget().either(1_000, 10_000);
    }

    @Override
    List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(plan(lab, plan(lab.settings()), test(lab.settings()), COUNTS));
    }

    static CellPlan plan(Lab lab, NetworkTrial.Plan plan, int test, List<Integer> counts) throws IOException {
        Shared<NetworkTrial> shared = new Shared<>();
        return CellPlan.of(table(lab), Row.EMPTY)
                .axis("n", counts, count -> count)
                .axis("way", Way.values(), way -> way.title)
                .where(key -> key.part(Way.class) != Way.ACCEPTANCE || key.whole("n") <= MOST_OF_ACCEPTANCE_FORM)
                .work(key -> SECONDS_PER_ROW * (4.0 * plan.updates() * plan.batch() + 2.0 * plan.rows()))
                .measured(key -> measured(lab, shared, plan, test, key));
    }

    private static Row measured(Lab lab, Shared<NetworkTrial> shared, NetworkTrial.Plan plan, int test, Row key)
            throws IOException {
        Stopwatch watch = new Stopwatch();
        int count = key.whole("n");
        Way way = key.part(Way.class);
        NetworkTrial trial = shared.of(count, () -> trial(lab, plan, count, test));
        NetworkTrial.Figures figures = lab.task(
                way.title + ", n = " + count,
                SECONDS_PER_ROW * 4.0 * plan.updates() * plan.batch(),
                () -> way.measure(trial));
        FittedGaussian fitted = figures.fitted();
        return watch.addTo(key.with("parameters", trial.parameters())
                .with("averaged_acceptance", figures.acceptance())
                .with(
                        "averaged_expected",
                        fitted == null ? Double.NaN : fitted.rate().acceptance())
                .with("gap_bound", fitted == null ? Double.NaN : fitted.lowerBound())
                .with("log_elbo", fitted == null ? Double.NaN : fitted.elbo())
                .with("averaged_jump", figures.jump())
                .with("steps", figures.steps())
                .with("error", figures.error())
                .with("log_loss", figures.logLoss())
                .with("test", trial.testCount())
                .with("predictions", plan.predictions()));
    }

    private static NetworkTrial trial(Lab lab, NetworkTrial.Plan plan, int count, int test) {
        long seed = lab.settings().seed("images");
        Path folder = data(lab.settings());
        return new NetworkTrial(
                plan,
                LabelledImages.read(folder, Part.TRAINING, count, seed),
                LabelledImages.read(folder, Part.TEST, test, seed),
                lab.settings().seed("network"));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(format(
                "A LeNet of %.0f parameters, each with the prior N(0, %.0f), given n training images of MNIST. Test error"
                        + " and log-loss are those of %.0f test images, in nats; %.0f draws of the parameters are averaged,"
                        + " and one for MAP. Acceptance is that of chains with q, which begin at draws of q, after as many"
                        + " steps of warm-up; its bound is 1 - sqrt(KL / 2), with the chains' points as draws of the"
                        + " posterior. Jumps are squared, summed over parameters, a mean over steps; \"steps\" counts those"
                        + " of each chain, half of them warm-up.%n",
                rows.number("parameters"), NetworkTrial.PRIOR, rows.number("test"), rows.number("predictions")));
        for (Rows mine : rows.by("n")) {
            text.append(format("%n## n = %s%n%n", mine.text("n")))
                    .append(new Columns<Group<Way>>()
                            .add("", row -> row.value().title)
                            .add("test error", row -> row.text(3, "error"))
                            .add("log-loss", row -> row.text(3, "log_loss"))
                            .add("accepted", 4, row -> row.number("averaged_acceptance"))
                            .add("bound", 1, row -> row.number("gap_bound"))
                            .add("ELBO", 0, row -> row.number("log_elbo"))
                            .add("jump", 4, row -> row.number("averaged_jump"))
                            .add("steps", row -> row.number("steps") > 0.0 ? row.text(0, "steps") : "-")
                            .of(mine.by("way", Way.values(), way -> way.title)));
        }
        return text.append(figure(lab, rows))
                .append('\n')
                .append(lab.provenance(rows))
                .toString();
    }

    /** Acceptance and log-loss against n. */
    private static String figure(Lab lab, Rows rows) throws IOException {
        Curves accepted = new Curves();
        Curves losses = new Curves();
        for (Group<Way> mine : rows.by("way", Way.values(), way -> way.title)) {
            Rows byCount = mine.sorted("n");
            int colour = mine.value().ordinal();
            losses.add(mine.value().title, Look.LINE, colour, byCount.numbers("n"), byCount.numbers("log_loss"));
            if (mine.value() != Way.MODE && mine.value() != Way.CHAIN) {
                accepted.add(
                        mine.value().title,
                        Look.LINE,
                        colour,
                        byCount.numbers("n"),
                        byCount.numbers("averaged_acceptance"));
            }
        }
        Figure figure = new Figure()
                .panel("Acceptance", "images n", "acceptance", true, false, accepted)
                .panel("Prediction", "images n", "log-loss of test images", true, false, losses);
        return "\n" + figure.link(lab.file("bayesian-network.png"), "Acceptance and log-loss against n", 2) + "\n";
    }
}
