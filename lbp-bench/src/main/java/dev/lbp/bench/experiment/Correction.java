package dev.lbp.bench.experiment;

import dev.lbp.bench.data.DataSet;
import dev.lbp.bench.data.ImageSet;
import dev.lbp.bench.data.ImageSet.Part;
import dev.lbp.bench.plot.ImageGrid;
import dev.lbp.learn.CorrectedSamples;
import dev.lbp.learn.DensityRatio;
import dev.lbp.models.training.GreyImages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** {@link ImageCorrection} on static binarised MNIST: a cell for each kind of images, and grids of them. */
final class Correction implements Experiment {

    static final List<String> KEYS = List.of("images");

    static final List<String> FIGURES = List.of(
            "samples",
            "accuracy",
            "gap_discrepancy",
            "acceptance",
            "distinct",
            "moved",
            "scale",
            "log_test",
            "ratio_accuracy",
            "ratio_factor",
            "ratio_acceptance",
            "seconds");

    static final String REAL = "other test images";
    static final String UNCORRECTED = "mixture";

    /** Numbers of proposals, ascending. */
    static final List<Integer> PROPOSALS = List.of(20, 100, 400);

    /** Images of a grid. */
    private static final int SHOWN = 64;

    /** Seconds of one thread with the small budget, roughly: of the fits, of judging, and of a proposal of all chains. */
    private static final double SECONDS_OF_FITS = 80.0;

    private static final double SECONDS_OF_JUDGING = 15.0;

    private static final double SECONDS_OF_PROPOSAL = 0.15;

    @Override
    public String name() {
        return "proposals-images";
    }

    @Override
    public String purpose() {
        return "Images from samples alone, corrected by a classifier.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public boolean usesData() {
        return true;
    }

    private static Path data(Settings settings) {
        return DataSet.STATIC_MNIST.check(Objects.requireNonNull(settings.data()));
    }

    @Override
    public void check(Settings settings) {
        data(settings);
    }

    static ImageCorrection.Plan plan(Settings settings) {
        return settings.budget()
                .either(
                        new ImageCorrection.Plan(100, 30, 300, 100, 2_000, 2_000),
                        new ImageCorrection.Plan(100, 100, 300, 100, 5_000, 5_000));
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("correction", KEYS, FIGURES);
    }

    /** The name of a cell. */
    static String corrected(int proposals) {
        return proposals + " proposals";
    }

    private static Row key(String images) {
        return Row.EMPTY.with("images", images);
    }

    /** Measures all cells if one is missing: most of the time goes into the fits, which all of them need. */
    @Override
    public void measure(Lab lab) throws IOException {
        CellTable table = table(lab);
        if (table.find(key(corrected(PROPOSALS.get(PROPOSALS.size() - 1)))).isPresent()) {
            return;
        }
        ImageSet images = ImageSet.read("--data", data(lab.settings()));
        measure(
                lab,
                table,
                plan(lab.settings()),
                images.training(),
                images.images(Part.TEST).orElseThrow());
    }

    static void measure(Lab lab, CellTable table, ImageCorrection.Plan plan, GreyImages training, GreyImages test)
            throws IOException {
        double size = plan.samples() / 2_000.0;
        double proposals = PROPOSALS.stream().mapToInt(Integer::intValue).sum();
        lab.expect(SECONDS_OF_FITS
                + size * ((PROPOSALS.size() + 2) * SECONDS_OF_JUDGING + proposals * SECONDS_OF_PROPOSAL));
        long begun = System.nanoTime();
        ImageCorrection correction = lab.task(
                "mixture and ratio",
                SECONDS_OF_FITS,
                () -> new ImageCorrection(
                        plan,
                        training.binarised(0.5),
                        test.binarised(0.5),
                        lab.settings().seed("correction")));
        Cells cells = new Cells(lab, table, correction, test.rows(), test.columns());
        double judging = size * SECONDS_OF_JUDGING;
        cells.add(REAL, lab.task(REAL, judging, () -> correction.judge(correction.real())), begun);
        cells.draw("test", correction.real());
        begun = System.nanoTime();
        byte[][] uncorrected = correction.uncorrected();
        cells.add(UNCORRECTED, lab.task(UNCORRECTED, judging, () -> correction.judge(uncorrected)), begun);
        cells.draw("before", uncorrected);
        for (int count : PROPOSALS) {
            begun = System.nanoTime();
            CorrectedSamples samples =
                    lab.task(corrected(count), size * count * SECONDS_OF_PROPOSAL, () -> correction.corrected(count));
            cells.draw("after", samples.states()); // those of most proposals stay
            cells.add(
                    corrected(count),
                    lab.task("judging " + corrected(count), judging, () -> correction.judge(samples)),
                    begun);
        }
    }

    /** The name of a grid of images. */
    static String picture(String kind) {
        return "correction-" + kind + ".png";
    }

    /** Where the figures of one correction go. */
    private record Cells(Lab lab, CellTable table, ImageCorrection correction, int rows, int columns) {

        void add(String images, ImageCorrection.Figures figures, long begun) throws IOException {
            if (table.find(key(images)).isPresent()) {
                return; // of an interrupted process with the same seed
            }
            DensityRatio ratio = correction.ratio();
            table.add(key(images)
                    .with("samples", correction.real().length)
                    .with("accuracy", figures.accuracy())
                    .with("gap_discrepancy", figures.discrepancy())
                    .with("acceptance", figures.acceptance())
                    .with("distinct", figures.distinct())
                    .with("moved", figures.moved())
                    .with("scale", correction.scale())
                    .with("log_test", correction.logLikelihood())
                    .with("ratio_accuracy", ratio.accuracy())
                    .with("ratio_factor", ratio.factor())
                    .with("ratio_acceptance", ratio.acceptance())
                    .with("seconds", 1e-9 * (System.nanoTime() - begun)));
        }

        void draw(String kind, byte[][] images) throws IOException {
            byte[][] shown = Arrays.copyOf(images, Math.min(SHOWN, images.length));
            ImageGrid.write(lab.file(picture(kind)), rows, columns, shown);
        }
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new CorrectionReport(lab).publish();
    }
}
