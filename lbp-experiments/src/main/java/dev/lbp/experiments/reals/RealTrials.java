package dev.lbp.experiments.reals;

import dev.lbp.ContinuousBuilder;
import dev.lbp.ContinuousRun;
import dev.lbp.continuous.ContinuousResult;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Locally balanced samplers of real coordinates, such as MALA and Barker, beside a random walk. The densities have
 * light and heavy tails, one coordinate much narrower than the scale, one narrow coordinate whose width is learned in
 * warm-up, and the form of a funnel.
 */
public final class RealTrials extends Experiment {

    /** The factors by which the first coordinate is narrower. */
    static final double[] NARROW = {1.0, 3.0, 10.0, 30.0, 100.0};

    /** The factor by which the first coordinate is narrower if widths are learned. */
    static final double LEARNED = 100.0;

    static final int CHAINS = 40;

    /** Estimated seconds of one thread per step, chain and coordinate. */
    private static final double PER_COORDINATE = 60e-9;

    private static final int WARM_UP = 6_000;

    private static final int FUNNEL_STEPS = 15_000;

    public RealTrials() {
        super("continuous", "Real coordinates: MALA, Barker and a random walk.");
    }

    /** The table of all trials. */
    static CellTable table(Lab lab) throws IOException {
        return lab.table("continuous", "size case sampler narrow", "steps s acceptance ejd ess gap_mean sd seconds");
    }

    /** The factors by which the first coordinate is narrower in a case. */
    private static double[] factors(RealCase kind) {
        return switch (kind) {
            case NARROW -> NARROW;
            case DIAGONAL -> new double[] {LEARNED};
            default -> new double[] {1.0};
        };
    }

    /** The number of coordinates. */
    static int dimension(Settings settings, RealCase kind) {
        return kind == RealCase.NARROW || kind == RealCase.FUNNEL
                ? 10
                : settings.size().pick(10, 100, 400);
    }

    /** The number of steps after warm-up. */
    private static int steps(Settings settings, RealCase kind) {
        int steps = kind == RealCase.FUNNEL ? FUNNEL_STEPS : settings.budget().quickOrPaper(4_000, 40_000);
        return settings.size().pick(steps / 20, steps, steps);
    }

    /** Whether the scale is fixed, to that of the cell with equal widths. */
    private static boolean isScaleGiven(Row key) {
        return key.part(RealCase.class) == RealCase.NARROW && key.number("narrow") > 1.0;
    }

    /** The number of steps of warm-up; 0 if the scale is fixed. */
    private static int warmUp(Settings settings, Row key) {
        return isScaleGiven(key) ? 0 : settings.size().pick(WARM_UP / 10, WARM_UP, WARM_UP);
    }

    /** Estimated seconds of a run. */
    private static double work(Settings settings, Row key) {
        RealCase kind = key.part(RealCase.class);
        int steps = steps(settings, kind) + warmUp(settings, key);
        // the part of a step that does not depend on the dimension costs as much as 20 coordinates
        return PER_COORDINATE * CHAINS * steps * (20.0 + dimension(settings, kind));
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        CellTable table = table(lab);
        return List.of(CellPlan.of(table, lab.sizeKey())
                .axis("case", RealCase.values(), Enum::name)
                .axis("sampler", RealSampler.values(), sampler -> sampler.title)
                .axis(
                        "narrow",
                        key -> DoubleStream.of(factors(key.part(RealCase.class)))
                                .boxed(),
                        narrow -> narrow)
                .work(key -> work(lab.settings(), key))
                .measured(key -> measured(lab, table, key)));
    }

    private static Row measured(Lab lab, CellTable table, Row key) {
        Settings settings = lab.settings();
        RealCase kind = key.part(RealCase.class);
        double narrow = key.number("narrow");
        ContinuousBuilder builder = key.part(RealSampler.class).builder();
        if (kind.isDiagonal()) {
            builder.diagonal();
        }
        if (isScaleGiven(key)) { // the scale that was found where the first coordinate is as wide as the others
            builder.scale(table.find(key.with("narrow", 1.0)).orElseThrow().number("s"));
        }
        int dimension = dimension(settings, kind);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(settings.seed("start of " + key));
        double[][] points = new double[CHAINS][dimension];
        for (double[] point : points) {
            kind.start(point, narrow, random);
        }
        ContinuousRun run = builder.build()
                .sample(kind.model(dimension, narrow))
                .chains(CHAINS)
                .warmup(warmUp(settings, key))
                .draws(steps(settings, kind))
                .initial(points)
                .track("first", x -> x[0]);
        ContinuousResult result = lab.seeded(key.toString(), work(settings, key), run);
        return key.with("steps", result.draws())
                .with("s", result.scale())
                .with("acceptance", result.acceptanceRate())
                .with("ejd", result.expectedJumpDistance() / dimension)
                .with("ess", result.effectiveSampleSize("first"))
                .with("gap_mean", result.means()[0])
                .with("sd", result.standardDeviations()[0])
                .with("seconds", result.drawTime().plus(result.warmUpTime()));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new RealReport(lab).publish();
    }
}
