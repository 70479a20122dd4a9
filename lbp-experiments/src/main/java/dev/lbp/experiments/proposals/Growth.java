package dev.lbp.experiments.proposals;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.exact.PeriodicIsing;
import dev.lbp.experiments.exact.WolffLattice;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.learn.AcceptanceRate;
import dev.lbp.learn.Autoregressive;
import dev.lbp.models.IsingModel;
import java.io.IOException;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Measures the acceptance rate of jumps against the number of sites. Autoregressive proposals are fitted to exact draws
 * of periodic Ising lattices, so that only the fit can be wrong. The acceptance is estimated with other exact draws.
 */
final class Growth {

    static final double[] COUPLINGS = {0.30, 0.44, 0.60};

    /** The number of draws to which a proposal is fitted. */
    private static final int DRAWS = 17_000;
    /** The number of draws with which the acceptance is estimated. */
    private static final int OTHER_DRAWS = 4_000;

    /** The number of timed draws and scores of q. As many untimed ones come before, for the just-in-time compiler. */
    private static final int TIMED = 1_000;

    /** Estimated processor seconds of a fit, divided by N^2. */
    private static final double SECONDS_PER_SQUARE = 5e-5;

    private final Lab lab;

    /** A row for each fit. */
    final CellTable cells;

    Growth(Lab lab) throws IOException {
        this.lab = lab;
        this.cells = lab.table(
                "growth",
                "size coupling side",
                "acceptance gap_bound importance gap_log_prob jump_microseconds fit_cpu_seconds cpu_seconds seconds");
    }

    /** The numbers of rows of the lattices. They have as many columns. */
    private static int[] sides(Settings settings) {
        return settings.size().pick(new int[] {4, 6}, new int[] {8, 12, 16, 24}, new int[] {8, 12, 16, 24, 32});
    }

    CellPlan plan() {
        return CellPlan.of(cells, lab.sizeKey())
                .axis("coupling", COUPLINGS)
                .axis("side", sides(lab.settings()))
                .work(Growth::work)
                .measured(key -> lab.task("growth " + key, work(key), () -> fitted(key)));
    }

    /** Estimated processor seconds of a cell. */
    private static double work(Row key) {
        return 1.0 + SECONDS_PER_SQUARE * Math.pow(key.number("side"), 4.0);
    }

    /** Fits a proposal, and measures its acceptance rate. */
    private Row fitted(Row key) {
        Stopwatch watch = new Stopwatch();
        int side = key.whole("side");
        double coupling = key.number("coupling");
        long seed = lab.settings().seed("growth " + key);
        IsingModel model =
                IsingModel.lattice(side, side).periodic().coupling(coupling).build();
        WolffLattice wolff = new WolffLattice(side, coupling, seed);
        byte[][] draws = wolff.draws(lab.settings().size().pick(DRAWS / 10, DRAWS, DRAWS));
        Stopwatch fitting = new Stopwatch();
        Autoregressive q = Autoregressive.fitting().seed(seed).fit(draws);
        double fit = fitting.cpuSeconds();
        byte[][] others = wolff.draws(OTHER_DRAWS);
        AcceptanceRate rate = AcceptanceRate.estimate(model, q, others, seed);
        return watch.addTo(key.with("acceptance", rate.acceptance())
                .with("gap_bound", rate.lowerBound())
                .with("importance", rate.importanceEss())
                .with("gap_log_prob", meanLogProb(model, others) - PeriodicIsing.meanLogProb(side, side, coupling))
                .with("jump_microseconds", microseconds(q, seed))
                .with("fit_cpu_seconds", fit));
    }

    /** The mean log-probability of draws. It is compared with the exact expectation, to check the draws. */
    private static double meanLogProb(IsingModel model, byte[][] draws) {
        var tracker = model.newTracker();
        double sum = 0.0;
        for (byte[] draw : draws) {
            tracker.reset(draw);
            sum += tracker.logProb();
        }
        return sum / draws.length;
    }

    /** Processor time, in microseconds, of a draw of q and its log-probability. */
    private static double microseconds(Autoregressive q, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[] state = new byte[q.dimension()];
        double seconds = 0.0;
        for (int k = 0; k < 2 * TIMED; k++) {
            double before = Stopwatch.ofThread();
            q.draw(random, state);
            q.logProb(state);
            seconds += k < TIMED ? 0.0 : Stopwatch.ofThread() - before; // the first half warms the compiler up
        }
        return 1e6 * seconds / TIMED;
    }

    /** The rows, which have a column "seconds". */
    Rows rows() {
        return lab.rows(cells);
    }

    /** The text. Empty if no cell is done. */
    String text() throws IOException {
        Rows rows = rows();
        if (rows.isEmpty()) {
            return "";
        }
        Columns<Rows> table = new Columns<Rows>().add("N", group -> (int) sites(group.first()));
        addTo(table, "acceptance, ", "acceptance");
        addTo(table, "importance ESS, ", "importance");
        table.add("fit, s", group -> group.median("%.1f", "fit_cpu_seconds"));
        table.add("draw and score, us", group -> group.median("%.1f", "jump_microseconds"));
        double worst = rows.stream()
                .mapToDouble(row -> Math.abs(row.number("gap_log_prob")) / row.number("side"))
                .max()
                .orElse(0.0);
        return format(
                        "## Acceptance against the number of sites%n%nJumps by autoregressive proposals that are fitted to exact draws of"
                                + " periodic Ising lattices, by clusters; the acceptance is estimated with other exact draws, whose mean log pi is"
                                + " within %.2f sqrt(N) of the exact one.%n%n",
                        worst)
                + table.of(rows.sorted("side").by("side"))
                + new Figure()
                        // the number of sites has a logarithmic axis, the figure a linear one
                        .panel("Acceptance of jumps", "sites", "acceptance", true, false, curves(rows, "acceptance"))
                        .panel(
                                "Importance sampling",
                                "sites",
                                "effective share of draws",
                                true,
                                false,
                                curves(rows, "importance"))
                        .write(lab, "proposals-growth", "Acceptance of jumps against the number of sites", 2);
    }

    /** The number of sites, N. */
    private static double sites(Row row) {
        return row.number("side") * row.number("side");
    }

    /** Adds a column for each coupling. The title of the first one has a prefix. */
    private static void addTo(Columns<Rows> table, String prefix, String figure) {
        for (double coupling : COUPLINGS) {
            String title = format("J = %.2f", coupling).replace("0.", ".");
            boolean first = coupling == COUPLINGS[0];
            table.add(
                    first ? prefix + title : title,
                    group -> group.with("coupling", coupling).text(3, figure));
        }
    }

    /** A curve over N for each coupling. */
    private static Curves curves(Rows rows, String figure) {
        Curves curves = new Curves();
        for (Rows.Group<Double> group :
                rows.by("coupling", DoubleStream.of(COUPLINGS).boxed().toList(), coupling -> coupling)) {
            curves.add(
                    format("J = %.2f", group.value()),
                    Look.JOINED,
                    curves.size(),
                    group.numbers(Growth::sites),
                    group.numbers(figure));
        }
        return curves;
    }
}
