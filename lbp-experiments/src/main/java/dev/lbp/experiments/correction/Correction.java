package dev.lbp.experiments.correction;

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
import dev.lbp.learn.CorrectedSamples;
import dev.lbp.learn.DensityRatio;
import dev.lbp.models.training.GreyImages;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/**
 * Carries out {@link ImageCorrection} on static binarised MNIST, with a row of figures and a picture for each kind of
 * images.
 */
public final class Correction extends Experiment {

    /** The number of images in a picture. */
    private static final int SHOWN = 64;

    /**
     * Estimated seconds of one thread with the quick budget: of the fits, of measuring the quality of images, and of a
     * proposal of all chains.
     */
    private static final double SECONDS_OF_FITS = 80.0;

    private static final double SECONDS_OF_JUDGING = 15.0;

    private static final double SECONDS_OF_PROPOSAL = 0.15;

    /** The kinds of images. */
    private enum Kind {
        REAL("other test images", 0, "test", "Test images"),
        MIXTURE("mixture", 0, "before", "Images of the mixture"),
        FEW(20),
        SOME(100),
        MOST(400);

        private final String title;
        private final int proposals;
        private final String file;
        private final String caption;

        Kind(int proposals) { // these kinds write one picture after another to one file, which keeps the last
            this(proposals + " proposals", proposals, "after", "Images after most proposals");
        }

        Kind(String title, int proposals, String picture, String caption) {
            this.title = title;
            this.proposals = proposals;
            this.file = "correction-" + picture + ".png";
            this.caption = caption;
        }

        /**
         * Estimated seconds for {@code size} times the images of the quick budget. The fits are divided among all
         * kinds.
         */
        private double work(double size) {
            return SECONDS_OF_FITS / values().length + size * (SECONDS_OF_JUDGING + proposals * SECONDS_OF_PROPOSAL);
        }
    }

    /** The fits and the test images, which all cells share. */
    private record Fit(ImageCorrection correction, GreyImages test, double size) {}

    public Correction() {
        super("proposals-images", "Images from samples alone, corrected by a classifier.", Data.NEEDED);
    }

    @Override
    public void check(Settings settings) {
        DataSet.STATIC_MNIST.check(settings.directory());
    }

    private static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "correction",
                "images",
                "samples accuracy gap_discrepancy acceptance distinct moved scale log_test ratio_accuracy ratio_factor"
                        + " ratio_acceptance seconds");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(plan(
                lab,
                lab.settings()
                        .budget()
                        .quickOrPaper( // components, iterations, first, second, steps, samples
                                new ImageCorrection.Plan(100, 30, 300, 100, 2_000, 2_000),
                                new ImageCorrection.Plan(100, 100, 300, 100, 5_000, 5_000))));
    }

    /** The cells of all kinds of images. They share one fit. */
    static CellPlan plan(Lab lab, ImageCorrection.Plan plan) throws IOException {
        Shared<Fit> shared = new Shared<>();
        double size = plan.samples() / 2_000.0; // relative to the quick budget, for estimates of time
        return CellPlan.of(table(lab), Row.EMPTY)
                .axis("images", Kind.values(), kind -> kind.title)
                .work(key -> key.part(Kind.class).work(size))
                .measured(key -> {
                    Stopwatch watch = new Stopwatch();
                    Fit fit = shared.of(plan, () -> fit(lab, plan, size));
                    return measured(lab, fit, key).with("seconds", watch.seconds());
                });
    }

    /** Reads the images and fits the mixture and the ratio. */
    private static Fit fit(Lab lab, ImageCorrection.Plan plan, double size) {
        ImageSet images = ImageSet.read(
                "--data", DataSet.STATIC_MNIST.check(lab.settings().directory()));
        GreyImages test = images.images(Part.TEST).orElseThrow();
        byte[][] training = images.training().binarised(0.5);
        long seed = lab.settings().seed("correction");
        return new Fit(
                lab.task(
                        "mixture and ratio",
                        SECONDS_OF_FITS,
                        () -> new ImageCorrection(plan, training, test.binarised(0.5), seed)),
                test,
                size);
    }

    /** Draws and judges one kind of images. */
    private static Row measured(Lab lab, Fit fit, Row key) throws IOException {
        ImageCorrection correction = fit.correction;
        Kind kind = key.part(Kind.class);
        double judging = fit.size * SECONDS_OF_JUDGING;
        ImageCorrection.Figures figures;
        if (kind.proposals > 0) {
            CorrectedSamples samples = lab.task(
                    kind.title,
                    fit.size * kind.proposals * SECONDS_OF_PROPOSAL,
                    () -> correction.corrected(kind.proposals));
            draw(lab, fit, kind, samples.states());
            figures = lab.task("judging " + kind.title, judging, () -> correction.judge(samples));
        } else {
            byte[][] images = kind == Kind.REAL ? correction.real() : correction.uncorrected();
            draw(lab, fit, kind, images);
            figures = lab.task(kind.title, judging, () -> correction.judge(images));
        }
        DensityRatio ratio = correction.ratio();
        return key.with("samples", correction.real().length)
                .with("accuracy", figures.accuracy())
                .with("gap_discrepancy", figures.discrepancy())
                .with("acceptance", figures.acceptance())
                .with("distinct", figures.distinct())
                .with("moved", figures.moved())
                .with("scale", correction.scale())
                .with("log_test", correction.logLikelihood())
                .with("ratio_accuracy", ratio.accuracy())
                .with("ratio_factor", ratio.factor())
                .with("ratio_acceptance", ratio.acceptance());
    }

    private static void draw(Lab lab, Fit fit, Kind kind, byte[][] images) throws IOException {
        byte[][] shown = Arrays.copyOf(images, Math.min(SHOWN, images.length));
        ImageGrid.write(lab.file(kind.file), fit.test.rows(), fit.test.columns(), shown);
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(format(
                "A mixture of independent pixels (%.0f nats for a test image of static binarised MNIST)"
                        + " is corrected by a classifier of its images and the training images: %.3f of held-out images told"
                        + " apart, logit times %.2f, acceptance %.3f expected. %.0f images of each kind are judged beside as"
                        + " many test images: by the held-out accuracy of a new classifier, and by the squared maximum mean"
                        + " discrepancy with the kernel exp(-distance / %.0f).%n%n",
                rows.number("log_test"),
                rows.number("ratio_accuracy"),
                rows.number("ratio_factor"),
                rows.number("ratio_acceptance"),
                rows.number("samples"),
                rows.number("scale")));
        text.append(new Columns<Group<Kind>>()
                .add("images", group -> group.value().title)
                .add("told from test images", group -> group.text(3, "accuracy"))
                .add("discrepancy x 1,000", 2, group -> 1e3 * group.number("gap_discrepancy"))
                .add("acceptance", group -> group.value().proposals > 0 ? group.text(3, "acceptance") : "-")
                .add("distinct", group -> group.text(0, "distinct"))
                .add("chains that moved", group -> group.value().proposals > 0 ? group.text(0, "moved") : "-")
                .of(rows.by("images", Kind.values(), kind -> kind.title)));
        for (Kind kind : List.of(Kind.REAL, Kind.MIXTURE, Kind.MOST)) {
            if (Files.exists(lab.file(kind.file))) {
                text.append("\n![" + kind.caption + "](" + kind.file + ")\n");
            }
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }
}
