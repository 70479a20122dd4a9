package dev.lbp.bench.experiment;

import dev.lbp.bench.exact.PeriodicIsing;
import dev.lbp.bench.exact.WolffLattice;
import dev.lbp.learn.AcceptanceRate;
import dev.lbp.learn.Autoregressive;
import dev.lbp.models.IsingModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * How often jumps are accepted as the number of sites grows: autoregressive proposals fitted to exact draws of periodic Ising
 * lattices, so that the fit alone is at fault. The acceptance is estimated with other exact draws.
 */
final class Growth {

    static final double[] COUPLINGS = {0.30, 0.44, 0.60};

    private static final List<String> KEYS = List.of("size", "coupling", "side");

    private static final List<String> FIGURES = List.of(
            "acceptance",
            "gap_bound",
            "importance",
            "gap_log_prob",
            "jump_microseconds",
            "fit_cpu_seconds",
            "cpu_seconds",
            "seconds");

    private static final int DRAWS = 17_000;

    private static final int OTHER_DRAWS = 4_000;

    /** Draws and scores of q whose time is measured, after as many for the compiler. */
    private static final int TIMED = 1_000;

    /** Processor seconds of a fit for each square of N, roughly. */
    private static final double SECONDS_PER_SQUARE = 5e-5;

    private final Lab lab;

    /** A row for each fit. */
    final CellTable cells;

    Growth(Lab lab) throws IOException {
        this.lab = lab;
        this.cells = lab.table("growth", KEYS, FIGURES);
    }

    /** The sides of the lattices. */
    private static int[] sides(Settings settings) {
        return settings.size().pick(new int[] {4, 6}, new int[] {8, 12, 16, 24}, new int[] {8, 12, 16, 24, 32});
    }

    private List<Row> missing() {
        List<Row> missing = new ArrayList<>();
        for (double coupling : COUPLINGS) {
            for (int side : sides(lab.settings())) {
                Row key = Row.EMPTY
                        .with("size", lab.settings().sizeText())
                        .with("coupling", coupling)
                        .with("side", side);
                if (cells.find(key).isEmpty()) {
                    missing.add(key);
                }
            }
        }
        return missing;
    }

    private static double work(Row key) {
        return 1.0 + SECONDS_PER_SQUARE * Math.pow(key.number("side"), 4.0);
    }

    /** Adds the missing cells to the expected work. */
    void expect() {
        missing().forEach(key -> lab.expect(work(key)));
    }

    /** Measures the missing cells. */
    void measure() throws IOException {
        for (Row key : missing()) {
            cells.add(lab.task("growth " + key, work(key), () -> fitted(key)));
        }
    }

    private Row fitted(Row key) {
        double cpu = ProcessorTime.ofProcess();
        long began = System.nanoTime();
        int side = (int) key.number("side");
        double coupling = key.number("coupling");
        long seed = lab.settings().seed("growth " + key);
        IsingModel model =
                IsingModel.lattice(side, side).periodic().coupling(coupling).build();
        WolffLattice wolff = new WolffLattice(side, coupling, seed);
        byte[][] draws = wolff.draws(lab.settings().size().pick(DRAWS / 10, DRAWS, DRAWS));
        double before = ProcessorTime.ofProcess();
        Autoregressive q = Autoregressive.fitting().seed(seed).fit(draws);
        double fit = ProcessorTime.ofProcess() - before;
        byte[][] others = wolff.draws(OTHER_DRAWS);
        AcceptanceRate rate = AcceptanceRate.estimate(model, q, others, seed);
        return key.with("acceptance", rate.acceptance())
                .with("gap_bound", rate.lowerBound())
                .with("importance", rate.importanceEss())
                .with("gap_log_prob", meanLogProb(model, others) - PeriodicIsing.meanLogProb(side, side, coupling))
                .with("jump_microseconds", microseconds(q, seed))
                .with("fit_cpu_seconds", fit)
                .with("cpu_seconds", ProcessorTime.ofProcess() - cpu)
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }

    /** Shows that the draws are of the target. */
    private static double meanLogProb(IsingModel model, byte[][] draws) {
        var tracker = model.newTracker();
        double sum = 0.0;
        for (byte[] draw : draws) {
            tracker.reset(draw);
            sum += tracker.logProb();
        }
        return sum / draws.length;
    }

    /** Processor time of a draw of q and a score of another state. */
    private static double microseconds(Autoregressive q, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[] state = new byte[q.dimension()];
        double seconds = 0.0;
        for (int k = 0; k < 2 * TIMED; k++) {
            double before = ProcessorTime.ofThread();
            q.draw(random, state);
            q.logProb(state);
            seconds += k < TIMED ? 0.0 : ProcessorTime.ofThread() - before;
        }
        return 1e6 * seconds / TIMED;
    }
}
