package dev.lbp.bench.experiment;

import dev.lbp.ContinuousBuilder;
import dev.lbp.ContinuousRun;
import dev.lbp.continuous.ContinuousResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Locally balanced samplers of real coordinates: MALA, Barker and their kin beside a random walk, on light and heavy tails, with one
 * coordinate much narrower than the scale, with widths learned from far away, and on a funnel.
 */
final class RealTrials implements Experiment {

    /** How much narrower the first coordinate is. */
    static final double[] NARROW = {1.0, 3.0, 10.0, 30.0, 100.0};

    /** The narrow coordinate whose width is learned. */
    static final double LEARNED = 100.0;

    static final int CHAINS = 40;

    private static final List<String> KEYS = List.of("size", "case", "sampler", "narrow");

    private static final List<String> FIGURES =
            List.of("steps", "s", "acceptance", "ejd", "ess", "gap_mean", "sd", "seconds");

    /** Seconds of one thread for a step of a chain and a coordinate, roughly. */
    private static final double PER_COORDINATE = 60e-9;

    private static final int WARM_UP = 6_000;

    private static final int FUNNEL_STEPS = 15_000;

    /** A trial: a density, and what it is called in tables. */
    private record Cell(RealCase kind, RealSampler sampler, double narrow, Row key) {}

    @Override
    public String name() {
        return "continuous";
    }

    @Override
    public String purpose() {
        return "Real coordinates: MALA, Barker and a random walk.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public void check(Settings settings) {
        // its densities are small
    }

    /** The table of all trials. */
    static CellTable table(Lab lab) throws IOException {
        return lab.table("continuous", KEYS, FIGURES);
    }

    static Row key(Lab lab, RealCase kind, RealSampler sampler, double narrow) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", kind.name())
                .with("sampler", sampler.title)
                .with("narrow", narrow);
    }

    /** The factors of a case. */
    static double[] factors(RealCase kind) {
        return switch (kind) {
            case NARROW -> NARROW.clone();
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

    private static int steps(Settings settings, RealCase kind) {
        int steps = kind == RealCase.FUNNEL ? FUNNEL_STEPS : settings.budget().either(4_000, 40_000);
        return settings.size().pick(steps / 20, steps, steps);
    }

    private static int warmUp(Settings settings, Cell cell) {
        if (cell.kind == RealCase.NARROW && cell.narrow > 1.0) {
            return 0; // its scale is given
        }
        return settings.size().pick(WARM_UP / 10, WARM_UP, WARM_UP);
    }

    private static List<Cell> missing(Lab lab) throws IOException {
        CellTable table = table(lab);
        List<Cell> missing = new ArrayList<>();
        for (RealCase kind : RealCase.values()) {
            for (RealSampler sampler : RealSampler.values()) {
                for (double narrow : factors(kind)) {
                    Row key = key(lab, kind, sampler, narrow);
                    if (table.find(key).isEmpty()) {
                        missing.add(new Cell(kind, sampler, narrow, key));
                    }
                }
            }
        }
        return missing;
    }

    private static double work(Settings settings, Cell cell) {
        int steps = steps(settings, cell.kind) + warmUp(settings, cell);
        return PER_COORDINATE * CHAINS * steps * (20.0 + dimension(settings, cell.kind));
    }

    @Override
    public void measure(Lab lab) throws IOException {
        List<Cell> missing = missing(lab);
        missing.forEach(cell -> lab.expect(work(lab.settings(), cell)));
        CellTable table = table(lab);
        for (Cell cell : missing) {
            table.add(measured(lab, table, cell));
        }
    }

    private static Row measured(Lab lab, CellTable table, Cell cell) {
        Settings settings = lab.settings();
        ContinuousBuilder builder = cell.sampler.builder();
        if (cell.kind.diagonal) {
            builder.diagonal();
        }
        if (cell.kind == RealCase.NARROW && cell.narrow > 1.0) {
            Row equal = table.find(key(lab, cell.kind, cell.sampler, 1.0)).orElseThrow();
            builder.scale(equal.number("s"));
        }
        int dimension = dimension(settings, cell.kind);
        int steps = steps(settings, cell.kind);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(settings.seed("start of " + cell.key));
        double[][] points = new double[CHAINS][dimension];
        for (double[] point : points) {
            cell.kind.start(point, cell.narrow, random);
        }
        ContinuousRun run = builder.build()
                .sample(cell.kind.model(dimension, cell.narrow))
                .chains(CHAINS)
                .warmup(warmUp(settings, cell))
                .draws(steps)
                .seed(settings.seed(cell.key.toString()))
                .initial(points)
                .track("first", x -> x[0]);
        ContinuousResult result = lab.run(cell.key.toString(), work(settings, cell), run);
        return cell.key
                .with("steps", steps)
                .with("s", result.scale())
                .with("acceptance", result.acceptanceRate())
                .with("ejd", result.expectedJumpDistance() / dimension)
                .with("ess", result.effectiveSampleSize("first"))
                .with("gap_mean", result.means()[0])
                .with("sd", result.standardDeviations()[0])
                .with(
                        "seconds",
                        1e-9
                                * (result.drawTime().toNanos()
                                        + result.warmUpTime().toNanos()));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new RealReport(lab).publish();
    }
}
