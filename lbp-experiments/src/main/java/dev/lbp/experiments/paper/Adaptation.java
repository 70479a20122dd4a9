package dev.lbp.experiments.paper;

import dev.lbp.Samplers;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Measures how many steps a rule needs to find the scale of LBP from random states, and how much jump distance the
 * found scale loses. The rules are the paper's (equation 22), the library's on log R, and the paper's grid search. All
 * runs of a target use the same instance; seeds are for states and draws.
 */
public final class Adaptation extends Experiment {

    private static final double[] MULTIPLES = {0.6, 0.75, 0.9, 1.0, 1.15, 1.3, 1.6};

    /**
     * Factor between scales of the grid search, 1, 1.5, 2.25, ... up to N/2. The grid does not depend on the target.
     */
    private static final double GRID_FACTOR = 1.5;

    /** A line of the table: the cells of a rule on a target, and the best fixed scale there. */
    private record Line(PaperTarget target, Rows rule, Optimum best) {

        /** The jump distance that is lost against the best fixed scale, in percent. */
        Estimate percentLost() {
            Estimate distance = rule.mean("ejd");
            double percent = 100.0 / best.value();
            return new Estimate(100.0 - percent * distance.mean(), percent * distance.error());
        }
    }

    public Adaptation() {
        super("adaptation", "Rules that find R: steps to settle, and EJD lost.", TargetKind.values());
    }

    /** A rule that adapts the scale. */
    enum Rule {
        ROBBINS_MONRO("robbins-monro"),
        LOG_SCALE("log-scale"),
        GRID("grid");

        final String text;

        Rule(String text) {
            this.text = text;
        }

        /** Makes the rule for a target of N sites. */
        ScaleController controller(int dimension) {
            return switch (this) {
                case ROBBINS_MONRO -> ScaleController.robbinsMonro(OptimalScaling.LBP_ACCEPTANCE);
                case LOG_SCALE -> ScaleController.logScale(OptimalScaling.LBP_ACCEPTANCE);
                case GRID -> ScaleController.grid(grid(0.5 * dimension));
            };
        }
    }

    /** The scales of the grid search. */
    static double[] grid(double largest) {
        return DoubleStream.iterate(1.0, scale -> scale <= largest, scale -> GRID_FACTOR * scale)
                .toArray();
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        List<CellPlan> plans = new ArrayList<>();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            double tuned = lab.tunedScale(target);
            plans.add(CellPlan.of(reference(lab), target.key())
                    .axis("scale", ConstantScale.halves(tuned, MULTIPLES, 0.5 * target.dimension()), scale -> scale)
                    .work(key -> lab.work(target, key.number("scale"), drawSteps(lab)))
                    .measured(key -> fixed(lab, target, key)));
            plans.add(CellPlan.of(rules(lab), target.key())
                    .axis("rule", Rule.values(), rule -> rule.text)
                    .repeated("seed", Lab.SEEDS)
                    .work(key -> work(lab, target, key.part(Rule.class), tuned))
                    .measured(key -> adapted(lab, target, tuned, key)));
        }
        return plans;
    }

    /** Measures the jump distance at a fixed scale near the best. */
    private static Row fixed(Lab lab, PaperTarget target, Row key) throws IOException {
        double scale = key.number("scale");
        SampleResult result = lab.fromBurnIn(
                "fixed " + scale + ", " + target.id(),
                target,
                Samplers.lbp().scale(new ConstantScale(scale)).build(),
                scale,
                drawSteps(lab),
                /* thin= */ 1);
        return key.with("ejd", Estimate.of(result.jumpDistances())).with("seconds", result.drawTime());
    }

    /** Steps of warm-up, in which a rule adapts the scale. */
    private static int warmup(Lab lab) {
        return lab.settings().budget().quickOrPaper(2_000, 5_000);
    }

    /** Estimated seconds of a run that adapts its scale. */
    private static double work(Lab lab, PaperTarget target, Rule rule, double tuned) {
        // the mean scale in warm-up, where the grid search tries all scales
        double mean = rule == Rule.GRID
                ? DoubleStream.of(grid(0.5 * target.dimension())).average().orElseThrow()
                : tuned;
        return lab.work(target, mean, warmup(lab)) + lab.work(target, tuned, drawSteps(lab));
    }

    /** Measures a run that adapts its scale. */
    private static Row adapted(Lab lab, PaperTarget target, double tuned, Row key) throws IOException {
        Rule rule = key.part(Rule.class);
        String cell = rule.text + " " + key.text("seed") + ", " + target.id();
        SampleResult result = lab.seeded(
                cell,
                work(lab, target, rule, tuned),
                Samplers.lbp()
                        .scale(rule.controller(target.dimension()))
                        .build()
                        .sample(target.model())
                        .chains(lab.settings().chains())
                        .warmup(warmup(lab))
                        .draws(drawSteps(lab))
                        .initial(target.initialStates(
                                lab.settings().chains(), lab.settings().seed("start " + cell))));
        SampleResult.WarmUp course = result.warmUp();
        if (key.whole("seed") == 1) {
            keepCourse(lab, key, course);
        }
        return key.with("warmup", course.steps())
                .with("settled_after", rule == Rule.GRID ? course.steps() : Settling.steps(course, result.scale()))
                .with("R", result.scale())
                .with("acceptance", Estimate.of(result.acceptanceRates()))
                .with("ejd", Estimate.of(result.jumpDistances()))
                .with("seconds", result.warmUpTime().plus(result.drawTime()));
    }

    /** Stores R and acceptance over warm-up, for the figure. */
    private static void keepCourse(Lab lab, Row key, SampleResult.WarmUp course) throws IOException {
        CellTable table = courses(lab);
        for (int bin = 0; bin < course.scale().length; bin++) {
            double step = (bin + 0.5) * course.steps() / course.scale().length;
            double scale = course.scale()[bin];
            double acceptance = course.acceptance()[bin];
            table.cell(key.with("step", step), row -> row.with("R", scale).with("acceptance", acceptance));
        }
    }

    /** The number of steps after warm-up. With it, the standard error of the jump distance is half a percent. */
    private static int drawSteps(Lab lab) {
        return lab.settings().budget().quickOrPaper(500, 1_000);
    }

    static CellTable rules(Lab lab) throws IOException {
        return lab.table(
                "rules",
                "target size config rule seed",
                "warmup settled_after R acceptance acceptance_se ejd ejd_se seconds");
    }

    static CellTable reference(Lab lab) throws IOException {
        return lab.table("reference", "target size config scale", "ejd ejd_se seconds");
    }

    static CellTable courses(Lab lab) throws IOException {
        return lab.table("courses", "target size config rule step", "R acceptance");
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(rules(lab));
        if (rows.isEmpty()) {
            return "";
        }
        Rows reference = lab.rows(reference(lab));
        Rows courses = new Rows(courses(lab).rows());
        List<Line> lines = new ArrayList<>();
        Figure figure = new Figure();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            Rows ofTarget = rows.with(target.key());
            Rows fixed = reference.with(target.key());
            if (!ofTarget.isEmpty() && !fixed.isEmpty()) {
                Optimum best = Optimum.of(Optimum.points(fixed));
                ofTarget.by("rule").forEach(rule -> lines.add(new Line(target, rule, best)));
                Curves curves = curves(courses.with(target.key()), best);
                String title = "Scale over warm-up, " + target.title();
                figure.panel(title, "step", "R", /* logX= */ true, /* logY= */ true, curves);
            }
        }
        return figure.link(lab, "adaptation", "Scale over warm-up", 2) + "\n\n"
                + "Steps until R, its geometric mean over chains, stays within 10 % of the scale that is frozen (the grid search: all"
                + " steps of warm-up), from random states, the noise of few chains included; over " + Lab.SEEDS
                + " seeds, in brackets standard errors over them. The best R is the top of EJD at fixed scales.\n\n"
                + new Columns<Line>()
                        .add("target", line -> line.target.title())
                        .add("rule", line -> line.rule.text("rule"))
                        .add("steps to settle", line -> line.rule.mean("settled_after"))
                        .add("R", line -> line.rule.mean("R"))
                        .add("best R", line -> line.best.scaleEstimate())
                        .add("acceptance", line -> line.rule.mean("acceptance"))
                        .add("EJD", line -> line.rule.mean("ejd"))
                        .add("EJD lost to the best R, %", Line::percentLost)
                        .of(lines)
                + "\n" + lab.provenance(rows);
    }

    /** R over warm-up by each rule, beside the best R. */
    private static Curves curves(Rows courses, Optimum best) {
        Curves curves = new Curves();
        double first = Double.POSITIVE_INFINITY;
        double last = 0.0;
        for (Group<Rule> course : courses.by("rule", Rule.values(), rule -> rule.text)) {
            double[] steps = course.numbers("step");
            curves.add(course.value().text, Look.LINE, course, "step", "R");
            first = Math.min(first, steps[0]);
            last = Math.max(last, steps[steps.length - 1]);
        }
        int colour = 6;
        double[] scales = {best.scale(), best.scale()};
        return curves.add("best R", Look.DASHED, colour, new double[] {first, last}, scales);
    }
}
