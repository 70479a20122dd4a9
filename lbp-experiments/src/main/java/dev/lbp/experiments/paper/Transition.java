package dev.lbp.experiments.paper;

import dev.lbp.Samplers;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.exact.PeriodicIsing;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.models.IsingModel;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The best acceptance rate of LBP across the phase transition of the Ising model, a case beyond the theory (Sun et al.
 * 2022, section 7). Chains start from states in equilibrium, drawn by Swendsen-Wang moves; Kaufman's exact log Z checks
 * them. In the ordered phase single flips do not change the sign of the magnetisation, but jump distances are the same
 * for both signs.
 */
public final class Transition extends Experiment {

    /** Couplings on both sides of the transition of the square lattice, log(1 + sqrt(2)) / 2 = 0.4407. */
    private static final double[] COUPLINGS = {0.1, 0.2, 0.3, 0.36, 0.4, 0.42, 0.4407, 0.46, 0.5, 0.6};

    private static final double[] MULTIPLES = {0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.4, 1.7, 2.1};

    private static final List<WeightFunction> WEIGHTS = List.of(WeightFunction.BARKER, WeightFunction.SQRT);

    /** Swendsen-Wang moves of burn-in. A move changes half of the sites, even at the transition. */
    private static final int CLUSTER_MOVES = 300;

    private static final int STEPS = 4_000;

    /** Seconds of one thread per step and site of the lattice. A step flips about a fifteenth of the sites. */
    private static final double SECONDS_PER_STEP = 8e-9;

    public Transition() {
        super("transition", "The best acceptance of LBP across a phase transition.");
    }

    @Override
    public void measure(Lab lab) throws IOException {
        Shared<byte[][]> states = new Shared<>();
        lab.measure(List.of(starts(lab, states)));
        lab.measure(List.of(points(lab, states))); // its axis of scales needs the scales that starts has found
    }

    /** The axes that both tables have: couplings and weight functions. */
    private static CellPlan cells(Lab lab, CellTable table) {
        return CellPlan.of(table, lab.sizeKey())
                .axis("coupling", COUPLINGS)
                .axis("weight", WEIGHTS, WeightFunction::name)
                .work(key -> work(lab));
    }

    /** The cells of starting states: the scale of LBP from them, and their log-probability beside the exact mean. */
    private static CellPlan starts(Lab lab, Shared<byte[][]> states) throws IOException {
        return cells(lab, startTable(lab)).measured(key -> {
            byte[][] from = equilibrium(lab, key, states);
            LocalEnergyModel.Tracker tracker = model(lab, key).newTracker();
            Estimate logProb = Estimate.of(Arrays.stream(from)
                    .mapToDouble(state -> {
                        tracker.reset(state);
                        return tracker.logProb();
                    })
                    .toArray());
            ScaleController rule = ScaleController.robbinsMonro(OptimalScaling.LBP_ACCEPTANCE);
            int draws = 1; // warm-up alone finds the scale
            return key.with("R", run(lab, key, rule, from, steps(lab), draws).scale())
                    .with("log_prob", logProb)
                    .with("exact", PeriodicIsing.meanLogProb(side(lab), side(lab), key.number("coupling")));
        });
    }

    /** The cells of jump distances at fixed scales. */
    private static CellPlan points(Lab lab, Shared<byte[][]> states) throws IOException {
        CellTable starts = startTable(lab);
        double largest = 0.5 * side(lab) * side(lab);
        return cells(lab, pointTable(lab))
                .axis(
                        "scale",
                        key ->
                                ConstantScale.halves(
                                        starts.find(key).orElseThrow().number("R"), MULTIPLES, largest)
                                        .stream(),
                        scale -> scale)
                .measured(key -> {
                    ScaleController rule = new ConstantScale(key.number("scale"));
                    byte[][] from = equilibrium(lab, key, states);
                    return Outcome.of(run(lab, key, rule, from, /* warmUp= */ 0, steps(lab)))
                            .addTo(key);
                });
    }

    /** Runs LBP from given states, with the coupling and the weight function of a key. */
    private static SampleResult run(Lab lab, Row key, ScaleController rule, byte[][] from, int warmUp, int draws) {
        WeightFunction weight = key.part(WeightFunction.class);
        return lab.seeded(
                rule.describe() + ", " + weight.name() + ", " + key.text("coupling"),
                work(lab),
                Samplers.lbp()
                        .weight(weight)
                        .scale(rule)
                        .build()
                        .sample(model(lab, key))
                        .chains(from.length)
                        .warmup(warmUp)
                        .draws(draws)
                        .initial(from));
    }

    /**
     * States in equilibrium at the coupling of a key, [chains][N]. Half of the chains begin with all spins up, half
     * with all spins down.
     */
    private static byte[][] equilibrium(Lab lab, Row key, Shared<byte[][]> states) throws IOException {
        return states.of(key.text("coupling"), () -> {
            byte[][] ordered = new byte[lab.settings().chains()][side(lab) * side(lab)];
            for (int chain = 0; chain < ordered.length; chain += 2) {
                Arrays.fill(ordered[chain], (byte) 1);
            }
            return lab.seeded(
                            "clusters, " + key.text("coupling"),
                            /* work= */ 0.0,
                            Samplers.swendsenWang()
                                    .build()
                                    .sample(model(lab, key))
                                    .chains(ordered.length)
                                    .warmup(CLUSTER_MOVES)
                                    .draws(1)
                                    .initial(ordered))
                    .finalStates();
        });
    }

    private static IsingModel model(Lab lab, Row key) {
        return IsingModel.lattice(side(lab), side(lab))
                .periodic()
                .coupling(key.number("coupling"))
                .build();
    }

    /** The side of the paper's Ising lattice. */
    private static int side(Lab lab) {
        return PaperTarget.side(TargetKind.ISING, lab.settings().size());
    }

    private static int steps(Lab lab) {
        return lab.settings().budget().steps(STEPS);
    }

    private static double work(Lab lab) {
        return lab.settings().chains() * steps(lab) * SECONDS_PER_STEP * side(lab) * side(lab);
    }

    private static CellTable startTable(Lab lab) throws IOException {
        return lab.table("starts", "size coupling weight", "R log_prob log_prob_se exact");
    }

    private static CellTable pointTable(Lab lab) throws IOException {
        return lab.table("points", "size coupling weight scale", Outcome.COLUMNS);
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows starts = lab.rows(startTable(lab));
        Rows points = lab.rows(pointTable(lab));
        if (points.isEmpty()) {
            return "";
        }
        Curves acceptance = new Curves();
        Curves jumps = new Curves();
        for (Group<WeightFunction> weight : points.by("weight", WEIGHTS, WeightFunction::name)) {
            List<Optimum> tops =
                    weight.by("coupling").stream().map(Transition::top).toList();
            double[] couplings = weight.by("coupling").stream()
                    .mapToDouble(rows -> rows.number("coupling"))
                    .toArray();
            acceptance.add(
                    weight.value().name(),
                    Look.JOINED,
                    acceptance.size(),
                    couplings,
                    tops.stream().mapToDouble(top -> top.acceptance().mean()).toArray(),
                    tops.stream().mapToDouble(top -> top.acceptance().error()).toArray());
            jumps.add(
                    weight.value().name(),
                    Look.JOINED,
                    jumps.size(),
                    couplings,
                    tops.stream().mapToDouble(Optimum::value).toArray());
        }
        String table = new Columns<Rows>()
                .add("coupling", rows -> rows.text("coupling"))
                .add("weight", rows -> rows.text("weight"))
                .add("best R", rows -> top(rows).scaleEstimate())
                .add("acceptance there", rows -> top(rows).acceptance())
                .add("EJD", 1, rows -> top(rows).value())
                .add("log pi at the start", rows -> start(starts, rows).estimate("log_prob"))
                .add("exact", 1, rows -> start(starts, rows).number("exact"))
                .of(points.by("coupling", "weight"));
        return new Figure()
                        .panel("The best acceptance rate", "coupling J", "acceptance rate", acceptance)
                        .panel("The largest jump distance", "coupling J", "EJD, sites per step", jumps)
                        .link(lab, "transition", "The best acceptance rate across the transition", 2)
                + "\n\nPeriodic Ising lattice of " + side(lab) + " x " + side(lab)
                + " sites without a field; the transition is at J = 0.4407.\n\n" + table + "\n"
                + lab.provenance(points);
    }

    private static Optimum top(Rows rows) {
        return Optimum.of(Optimum.points(rows));
    }

    /** The row on the states that chains start from, at the coupling and weight of the given rows. */
    private static Row start(Rows starts, Rows rows) {
        return starts.with("coupling", rows.text("coupling"))
                .with("weight", rows.text("weight"))
                .first();
    }
}
