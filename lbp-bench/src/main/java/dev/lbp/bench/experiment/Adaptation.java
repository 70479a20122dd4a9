package dev.lbp.bench.experiment;

import dev.lbp.Samplers;
import dev.lbp.bench.jmh.AdaptationBenchmark;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Measures how soon rules find the scale of LBP from random states, and how good it is: the paper's rule (equation 22), the
 * library's on log R, and the paper's grid search. All runs of a target use the same instance; seeds are for states and draws.
 */
final class Adaptation implements Experiment {

    static final List<String> TARGET_KEYS = List.of("target", "size", "config");

    static final List<String> KEYS = List.of("target", "size", "config", "rule", "seed");

    static final List<String> FIGURES =
            List.of("warmup", "settled_after", "R", "acceptance", "acceptance_se", "ejd", "ejd_se", "seconds");

    static final List<String> REFERENCE_KEYS = List.of("target", "size", "config", "scale");
    static final List<String> REFERENCE_FIGURES = List.of("ejd", "ejd_se", "seconds");

    static final List<String> COURSE_KEYS = List.of("target", "size", "config", "rule", "step");

    private static final double[] MULTIPLES = {0.6, 0.75, 0.9, 1.0, 1.15, 1.3, 1.6};

    /** Factor of the grid search: 1, 1.5, 2.25 .. up to N/2, a grid that needs no knowledge of the target. */
    private static final double GRID_FACTOR = 1.5;

    @Override
    public String name() {
        return "adaptation";
    }

    @Override
    public String purpose() {
        return "Rules that find R: steps to settle, and EJD lost.";
    }

    /** A rule, for a target of N sites. */
    enum Rule {
        ROBBINS_MONRO("robbins-monro"),
        LOG_SCALE("log-scale"),
        GRID("grid");

        final String text;

        Rule(String text) {
            this.text = text;
        }

        ScaleController controller(int dimension) {
            return switch (this) {
                case ROBBINS_MONRO -> ScaleController.robbinsMonro(OptimalScaling.LBP_ACCEPTANCE);
                case LOG_SCALE -> ScaleController.logScale(OptimalScaling.LBP_ACCEPTANCE);
                case GRID -> ScaleController.grid(grid(0.5 * dimension));
            };
        }
    }

    static double[] grid(double largest) {
        return DoubleStream.iterate(1.0, scale -> scale <= largest, scale -> GRID_FACTOR * scale)
                .toArray();
    }

    @Override
    public void measure(Lab lab) throws IOException {
        List<PaperTarget> targets = lab.settings().instances(TargetKind.values());
        for (PaperTarget target : targets) {
            lab.expect(reference(lab, target, false) + rules(lab, target, false));
        }
        for (PaperTarget target : targets) {
            reference(lab, target, true);
            rules(lab, target, true);
        }
    }

    /**
     * Jump distances at fixed scales near the best. Returns the work of the missing cells; measures them if {@code carryOut}.
     */
    private static double reference(Lab lab, PaperTarget target, boolean carryOut) throws IOException {
        CellTable table = reference(lab);
        int steps = drawSteps(lab);
        List<Double> scales = new ArrayList<>();
        double work = 0.0;
        for (double multiple : MULTIPLES) {
            double scale = ConstantScale.half(multiple * lab.tunedScale(target));
            Row key = target.key().with("scale", scale);
            if (scales.contains(scale)
                    || scale > 0.5 * target.dimension()
                    || table.find(key).isPresent()) {
                continue;
            }
            scales.add(scale);
            work += lab.work(target, scale, steps);
            if (carryOut) {
                SampleResult result = lab.fromBurnIn(
                        "fixed " + scale + ", " + target.id(),
                        target,
                        Samplers.lbp().scale(new ConstantScale(scale)).build(),
                        scale,
                        steps,
                        1);
                Estimate distance = Estimate.of(result.jumpDistances());
                table.add(key.with("ejd", distance.mean())
                        .with("ejd_se", distance.error())
                        .with("seconds", 1e-9 * result.drawTime().toNanos()));
            }
        }
        return work;
    }

    /** The same for runs that adapt their scale. */
    private static double rules(Lab lab, PaperTarget target, boolean carryOut) throws IOException {
        CellTable table = rules(lab);
        double scale = lab.tunedScale(target);
        int warmup = lab.settings().budget().either(2_000, 5_000);
        int draws = drawSteps(lab);
        double work = 0.0;
        for (Rule rule : Rule.values()) {
            for (int seed = 1; seed <= Repetitions.SEEDS; seed++) {
                Row key = target.key().with("rule", rule.text).with("seed", seed);
                if (table.find(key).isPresent()) {
                    continue;
                }
                double mean = rule == Rule.GRID
                        ? DoubleStream.of(grid(0.5 * target.dimension()))
                                .average()
                                .orElseThrow()
                        : scale;
                double share = lab.work(target, mean, warmup) + lab.work(target, scale, draws);
                work += share;
                if (carryOut) {
                    String cell = rule.text + " " + seed + ", " + target.id();
                    SampleResult result = lab.run(
                            cell,
                            share,
                            Samplers.lbp()
                                    .scale(rule.controller(target.dimension()))
                                    .build()
                                    .sample(target.model())
                                    .chains(lab.settings().chains())
                                    .warmup(warmup)
                                    .draws(draws)
                                    .seed(lab.settings().seed(cell))
                                    .initial(target.initialStates(
                                            lab.settings().chains(),
                                            lab.settings().seed("start " + cell))));
                    if (seed == 1) {
                        course(lab, key, result.warmUp());
                    }
                    table.add(row(key, rule, result));
                }
            }
        }
        return work;
    }

    private static Row row(Row key, Rule rule, SampleResult result) {
        SampleResult.WarmUp course = result.warmUp();
        int bins = AdaptationBenchmark.binsUntilClose(course.scale(), result.scale());
        double settled = (double) bins * course.steps() / course.scale().length;
        Estimate acceptance = Estimate.of(result.acceptanceRates());
        Estimate distance = Estimate.of(result.jumpDistances());
        return key.with("warmup", course.steps())
                .with("settled_after", rule == Rule.GRID ? course.steps() : settled)
                .with("R", result.scale())
                .with("acceptance", acceptance.mean())
                .with("acceptance_se", acceptance.error())
                .with("ejd", distance.mean())
                .with("ejd_se", distance.error())
                .with(
                        "seconds",
                        1e-9 * result.warmUpTime().plus(result.drawTime()).toNanos());
    }

    /** R and acceptance over warm-up, for the figure. */
    private static void course(Lab lab, Row key, SampleResult.WarmUp course) throws IOException {
        CellTable table = courses(lab);
        for (int b = 0; b < course.scale().length; b++) {
            double step = (b + 0.5) * course.steps() / course.scale().length;
            Row row = key.with("step", step);
            if (table.find(row).isEmpty()) { // the process may have ended between this and the cell
                table.add(row.with("R", course.scale()[b]).with("acceptance", course.acceptance()[b]));
            }
        }
    }

    /** Enough steps for a jump distance accurate to half a percent. */
    private static int drawSteps(Lab lab) {
        return lab.settings().budget().either(500, 1_000);
    }

    static CellTable rules(Lab lab) throws IOException {
        return lab.table("rules", KEYS, FIGURES);
    }

    static CellTable reference(Lab lab) throws IOException {
        return lab.table("reference", REFERENCE_KEYS, REFERENCE_FIGURES);
    }

    static CellTable courses(Lab lab) throws IOException {
        return lab.table("courses", COURSE_KEYS, List.of("R", "acceptance"));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return AdaptationReport.publish(lab);
    }
}
