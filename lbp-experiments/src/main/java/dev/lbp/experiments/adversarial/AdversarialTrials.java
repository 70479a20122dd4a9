package dev.lbp.experiments.adversarial;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.plot.ImageGrid;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.nn.training.AcceptanceLoss;
import dev.lbp.nn.training.AdversarialProgress;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Proposals trained on samples: {@link AdversarialToy} with known answers, and {@link AdversarialImages} on grey MNIST.
 */
public final class AdversarialTrials extends Experiment {

    /** The number of images in a picture. */
    private static final int SHOWN = 100;

    /** Estimated processor seconds of an update without pairs, an update with pairs, and the rest of a cell. */
    private static final double SECONDS_OF_UPDATE = 0.002;

    private static final double SECONDS_OF_PAIRS = 0.015;
    private static final double SECONDS_OF_REST = 5.0;
    private static final double SECONDS_OF_TOY = 10.0;

    private static final int DIGITS = 10;

    private static final int TOY_UPDATES = 3_000;

    public AdversarialTrials() {
        super("adversarial", "Proposals trained on samples alone, corrected.", Data.NEEDED);
    }

    @Override
    public void check(Settings settings) {
        Path directory = DataSet.DYNAMIC_MNIST.check(settings.directory());
        ImageSet set = ImageSet.read("--data", directory);
        LabelledImages.labelsOf(directory, set, Part.TRAINING);
        LabelledImages.labelsOf(directory, set, Part.TEST);
    }

    private static CellTable toys(Lab lab) throws IOException {
        return lab.table("toys", "toy", "gap_correlation gap_uncorrected corrected exact acceptance seconds");
    }

    private static CellTable trained(Lab lab) throws IOException {
        return lab.table("trained", "loss weight", "gap_a b acceptance distance seconds");
    }

    /**
     * The table of {@link AdversarialImages}. The figures of each kind of images have the suffix data, before or after.
     */
    private static CellTable images(Lab lab) throws IOException {
        StringBuilder figures = new StringBuilder(
                "updates samples proposals classifier loss rate proposed" + " jump_uncorrected jump moved accepted");
        for (String which : List.of("data", "before", "after")) {
            figures.append(format(" frechet_%1$s validation_%1$s gap_mmd_%1$s apart_%1$s", which));
            IntStream.range(0, DIGITS).forEach(digit -> figures.append(format(" share_%s_%d", which, digit)));
        }
        return lab.table("images", "proposal", figures.append(" seconds").toString());
    }

    private static AdversarialImages.Plan imagesPlan(Settings settings) {
        // updates, markovUpdates, afterwards, fitted, proposals, samples, classifierUpdates
        return settings.budget()
                .quickOrPaper(
                        new AdversarialImages.Plan(20_000, 6_000, 200, 2_000, 50, 1_000, 1_000),
                        new AdversarialImages.Plan(30_000, 10_000, 3_000, 20_000, 300, 5_000, 5_000));
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(toyPlan(lab, TOY_UPDATES), trainedPlan(lab, TOY_UPDATES), plan(lab, imagesPlan(lab.settings())));
    }

    /** The cells of proposals with known log-ratios. */
    static CellPlan toyPlan(Lab lab, int updates) throws IOException {
        return CellPlan.of(toys(lab), Row.EMPTY)
                .axis("toy", AdversarialToy.values(), toy -> toy.title)
                .work(key -> SECONDS_OF_TOY)
                .parallel()
                .measured(key -> {
                    Stopwatch watch = new Stopwatch();
                    AdversarialToy toy = key.part(AdversarialToy.class);
                    AdversarialToy.Figures figures = lab.task(
                            toy.title,
                            SECONDS_OF_TOY,
                            () -> toy.measure(updates, lab.settings().seed("toy")));
                    return key.with("gap_correlation", figures.correlation())
                            .with("gap_uncorrected", figures.uncorrected())
                            .with("corrected", figures.corrected())
                            .with("exact", figures.exact())
                            .with("acceptance", figures.acceptance())
                            .with("seconds", watch.seconds());
                });
    }

    /** The cells of trained proposals of a toy. */
    static CellPlan trainedPlan(Lab lab, int updates) throws IOException {
        return CellPlan.of(trained(lab), Row.EMPTY)
                .axis("loss", AcceptanceLoss.values(), AcceptanceLoss::name)
                .axis("weight", 0.0, 0.3)
                .work(key -> SECONDS_OF_TOY)
                .parallel()
                .measured(key -> {
                    Stopwatch watch = new Stopwatch();
                    AcceptanceLoss loss = key.part(AcceptanceLoss.class);
                    double weight = key.number("weight");
                    AdversarialToy.Trained trained = lab.task(
                            loss + " " + weight,
                            SECONDS_OF_TOY,
                            () -> AdversarialToy.MARKOV.trained(
                                    loss, weight, updates, lab.settings().seed("toy")));
                    return key.with("gap_a", trained.a())
                            .with("b", trained.b())
                            .with("acceptance", trained.acceptance())
                            .with("distance", trained.distance())
                            .with("seconds", watch.seconds());
                });
    }

    /** The cells of images. They share the images, which are read once. */
    static CellPlan plan(Lab lab, AdversarialImages.Plan plan) throws IOException {
        Shared<AdversarialImages> shared = new Shared<>();
        return CellPlan.of(images(lab), Row.EMPTY)
                .axis("proposal", AdversarialKind.values(), kind -> kind.title)
                .work(key -> work(plan, key.part(AdversarialKind.class)))
                .parallel()
                .measured(key -> {
                    Stopwatch watch = new Stopwatch();
                    AdversarialImages images;
                    synchronized (shared) {
                        images = shared.of(plan, () -> read(lab, plan));
                    }
                    return measured(lab, plan, images, key).with("seconds", watch.seconds());
                });
    }

    /** Estimated processor seconds of a cell. */
    private static double work(AdversarialImages.Plan plan, AdversarialKind kind) {
        double each = kind.markov ? SECONDS_OF_PAIRS : SECONDS_OF_UPDATE;
        return each * (plan.updates(kind) + plan.afterwards(kind)) + SECONDS_OF_REST;
    }

    private static AdversarialImages read(Lab lab, AdversarialImages.Plan plan) {
        Path directory = DataSet.DYNAMIC_MNIST.check(lab.settings().directory());
        long seed = lab.settings().seed("adversarial");
        return new AdversarialImages(
                plan,
                LabelledImages.read(directory, Part.TRAINING, Integer.MAX_VALUE, seed),
                LabelledImages.read(directory, Part.TEST),
                seed);
    }

    /** Trains one proposal, measures the quality of its images, and draws pictures of them. */
    private static Row measured(Lab lab, AdversarialImages.Plan plan, AdversarialImages images, Row key)
            throws IOException {
        AdversarialKind kind = key.part(AdversarialKind.class);
        Path checkpoint = lab.saved(kind.title);
        SamplingListener listener = lab.begin(kind.title, work(plan, kind));
        listener.started(kind.title, 0, 100); // the progress in hundredths; training is 90 of them
        AdversarialImages.Samples samples =
                images.samples(kind, checkpoint, share -> listener.drawsProgress((long) (90 * share), 100));
        AdversarialImages.Figures data = images.judge(images.others());
        AdversarialImages.Figures before = images.judge(samples.uncorrected().states());
        AdversarialImages.Figures after = images.judge(samples.corrected().states());
        draw(lab, "test", images.others());
        draw(lab, kind.file() + "-before", samples.uncorrected().states());
        draw(lab, kind.file() + "-after", samples.corrected().states());
        Lab.forget(checkpoint);
        listener.drawsProgress(100, 100);
        AdversarialProgress progress = samples.progress();
        Row row = key.with("updates", plan.updates(kind))
                .with("samples", plan.samples())
                .with("proposals", plan.proposals())
                .with("classifier", images.accuracy())
                .with("loss", progress.discriminatorLoss())
                .with("rate", progress.acceptance())
                .with("proposed", progress.distance())
                .with("jump_uncorrected", samples.uncorrected().jumpDistance())
                .with("jump", samples.corrected().jumpDistance())
                .with("moved", samples.corrected().moved())
                .with("accepted", samples.corrected().acceptanceRate());
        return addFigures(addFigures(addFigures(row, "data", data), "before", before), "after", after);
    }

    /** Adds the figures of one kind of images to a row. */
    private static Row addFigures(Row row, String which, AdversarialImages.Figures figures) {
        Row more = row.with("frechet_" + which, figures.frechet())
                .with("validation_" + which, figures.validation())
                .with("gap_mmd_" + which, figures.discrepancy())
                .with("apart_" + which, figures.sharesApart());
        for (int digit = 0; digit < DIGITS; digit++) {
            more = more.with("share_" + which + "_" + digit, figures.shares()[digit]);
        }
        return more;
    }

    private static void draw(Lab lab, String name, float[][] images) throws IOException {
        int side = (int) Math.round(Math.sqrt(images[0].length));
        ImageGrid.write(lab.file(picture(name)), side, side, Arrays.copyOf(images, Math.min(SHOWN, images.length)));
    }

    private static String picture(String name) {
        return "adversarial-" + name + ".png";
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows toys = lab.rows(toys(lab));
        Rows rows = lab.rows(images(lab));
        Rows trained = lab.rows(trained(lab));
        Rows all = Rows.of(toys, trained, rows);
        if (all.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        if (!toys.isEmpty()) {
            appendToys(toys, text);
        }
        if (!trained.isEmpty()) {
            text.append("\nThe second proposal, x' = a x + b z from a = .6 and b = .9, trained by each loss, with a"
                    + " weight of the distance term.\n\n");
            text.append(new Columns<Row>()
                    .add("loss", row -> row.text("loss"))
                    .add("weight", row -> row.text("weight"))
                    .add("a", 2, row -> row.number("gap_a"))
                    .add("b", 2, row -> row.number("b"))
                    .add("acceptance", 2, row -> row.number("acceptance"))
                    .add("mean distance of x and x'", 2, row -> row.number("distance"))
                    .of(trained));
        }
        if (!rows.isEmpty()) {
            appendImages(lab, rows, text);
        }
        return text.append('\n').append(lab.provenance(all)).toString();
    }

    private static void appendToys(Rows toys, StringBuilder text) {
        text.append("Known log-ratios. TV is the total variation distance to p.\n\n")
                .append(new Columns<Row>()
                        .add("proposal", row -> row.text("toy"))
                        .add("correlation of d", 3, row -> row.number("gap_correlation"))
                        .add("TV of q alone", 3, row -> row.number("gap_uncorrected"))
                        .add("TV, fitted d", 3, row -> row.number("corrected"))
                        .add("TV, true d", row -> format("%.0e", row.number("exact")))
                        .add("acceptance", 2, row -> row.number("acceptance"))
                        .of(toys));
    }

    /** Appends the tables of quality, of acceptance and of digits, and the pictures. */
    private static void appendImages(Lab lab, Rows rows, StringBuilder text) {
        text.append(format(
                "%nMNIST with noise of standard deviation %s. The classifier finds %.3f of the digits of test images. Of"
                        + " %.0f images of each kind: Frechet distance and 1,000 times the squared maximum mean discrepancy to"
                        + " test images; other test images have %.2f and %.2f. A Gaussian by m images has their mean and"
                        + " covariance. Several Gaussians are fitted to one cluster of images each, by k-means. Beside"
                        + " Gaussians only the discriminator D is trained, in %d updates.%n%n",
                AdversarialImages.NOISE,
                rows.number("classifier"),
                rows.number("samples"),
                rows.number("frechet_data"),
                1e3 * rows.number("gap_mmd_data"),
                imagesPlan(lab.settings()).fitted()));
        List<Group<AdversarialKind>> groups = rows.by("proposal", AdversarialKind.values(), kind -> kind.title);
        text.append(new Columns<Group<AdversarialKind>>()
                .add("proposal", group -> group.value().title)
                .add("updates", group -> group.text(0, "updates"))
                .add("Frechet, without", group -> group.text(2, "frechet_before"))
                .add("with", group -> group.text(2, "frechet_after"))
                .add("MMD, without", 2, group -> 1e3 * group.number("gap_mmd_before"))
                .add("with", 2, group -> 1e3 * group.number("gap_mmd_after"))
                .of(groups));
        text.append(format(
                "%nAcceptance and distance. D's loss is %.3f if it cannot tell the order of a pair. The rate is E min(1,"
                        + " e^{-d}) over data and proposals, with D's log-ratio d; accepted is the share over chains of %.0f"
                        + " proposals, and the jump their mean step, rejections included.%n%n",
                2.0 * Math.log(2.0), rows.number("proposals")));
        text.append(new Columns<Group<AdversarialKind>>()
                .add("proposal", group -> group.value().title)
                .add("loss of D", group -> group.text(3, "loss"))
                .add("rate", group -> group.text(3, "rate"))
                .add("distance of x and x'", group -> group.text(2, "proposed"))
                .add("accepted", group -> group.text(4, "accepted"))
                .add("jump", group -> group.text(2, "jump"))
                .add("chains that moved", group -> group.text(0, "moved"))
                .of(groups));
        text.append(
                "\nShares of the digits 0 to 9 in hundredths, and half the sum of differences to the test images.\n\n");
        text.append("| images | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | apart |\n")
                .append("|---".repeat(12))
                .append("|\n");
        line(text, "other test images", rows.first(), "data");
        for (Group<AdversarialKind> group : groups) {
            line(text, group.value().title, group.first(), "before");
            line(text, group.value().title + ", corrected", group.first(), "after");
        }
        picture(lab, text, "Test images", "test");
        for (Group<AdversarialKind> group : groups) {
            picture(
                    lab,
                    text,
                    group.value().title + ", without the correction",
                    group.value().file() + "-before");
            picture(
                    lab,
                    text,
                    group.value().title + ", with the correction",
                    group.value().file() + "-after");
        }
    }

    /** Appends a row of the table of shares of digits. */
    private static void line(StringBuilder text, String title, Row row, String which) {
        text.append("| ").append(title);
        for (int digit = 0; digit < DIGITS; digit++) {
            text.append(format(" | %.0f", 100.0 * row.number("share_" + which + "_" + digit)));
        }
        text.append(" | ").append(row.number(2, "apart_" + which)).append(" |\n");
    }

    /** Appends a link to a picture that exists. */
    private static void picture(Lab lab, StringBuilder text, String caption, String name) {
        if (Files.exists(lab.file(picture(name)))) {
            text.append(format("%n![%s](%s)%n", caption, picture(name)));
        }
    }
}
