package dev.lbp.bench.experiment;

import dev.lbp.bench.experiment.Adaptation.Rule;
import dev.lbp.bench.experiment.Optimum.Point;
import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The table and the figure of {@link Adaptation}. */
final class AdaptationReport {

    private AdaptationReport() {}

    static String publish(Lab lab) throws IOException {
        List<Row> rows = lab.shown(Adaptation.rules(lab));
        if (rows.isEmpty()) {
            return "";
        }
        List<Row> reference = lab.shown(Adaptation.reference(lab));
        MarkdownTable table = new MarkdownTable(
                "target", "rule", "steps to settle", "R", "best R", "acceptance", "EJD", "EJD lost to the best R, %");
        List<Panel> panels = new ArrayList<>();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            List<Row> ofTarget = rows.stream()
                    .filter(row -> row.agrees(target.key(), Adaptation.TARGET_KEYS))
                    .toList();
            List<Point> fixed = reference.stream()
                    .filter(row -> row.agrees(target.key(), Adaptation.TARGET_KEYS))
                    .map(row -> new Point(row.number("scale"), row.number("ejd"), row.number("ejd_se")))
                    .toList();
            if (ofTarget.isEmpty() || fixed.isEmpty()) {
                continue;
            }
            Optimum best = Optimum.of(fixed);
            for (Repetitions rule : Repetitions.of(ofTarget, List.of("rule"))) {
                table.row(
                        target.title(),
                        rule.text("rule"),
                        rule.mean("settled_after"),
                        rule.mean("R"),
                        new Estimate(best.scale(), best.scaleError()),
                        rule.mean("acceptance"),
                        rule.mean("ejd"),
                        lost(rule, best));
            }
            panels.add(panel(lab, target, best));
        }
        String figure = "adaptation-" + lab.settings().sizeText() + ".png";
        CurvePlot.write(lab.file(figure), 2, panels);
        return "![Scale over warm-up](" + figure + ")\n\n"
                + "Steps until R, its geometric mean over chains, stays within 10 % of the scale that is frozen (the grid search: all"
                + " steps of warm-up), from random states, the noise of few chains included; over " + Repetitions.SEEDS
                + " seeds, in brackets standard errors over them. The best R is the top of EJD at fixed scales.\n\n"
                + table + "\n" + lab.provenance(rows);
    }

    private static Estimate lost(Repetitions rule, Optimum best) {
        Estimate distance = rule.mean("ejd");
        double percent = 100.0 / best.value();
        return new Estimate(100.0 - percent * distance.mean(), percent * distance.error());
    }

    private static Panel panel(Lab lab, PaperTarget target, Optimum best) throws IOException {
        List<Row> courses = Adaptation.courses(lab).rows().stream()
                .filter(row -> row.agrees(target.key(), Adaptation.TARGET_KEYS))
                .toList();
        List<Series> series = new ArrayList<>();
        double first = Double.POSITIVE_INFINITY;
        double last = 0.0;
        for (Rule rule : Rule.values()) {
            List<Row> course = courses.stream()
                    .filter(row -> row.text("rule").equals(rule.text))
                    .toList();
            double[] steps =
                    course.stream().mapToDouble(row -> row.number("step")).toArray();
            if (steps.length > 0) {
                double[] scales =
                        course.stream().mapToDouble(row -> row.number("R")).toArray();
                series.add(new Series(rule.text, Look.LINE, series.size(), steps, scales));
                first = Math.min(first, steps[0]);
                last = Math.max(last, steps[steps.length - 1]);
            }
        }
        double[] level = {best.scale(), best.scale()};
        series.add(new Series("best R", Look.DASHED, 6, new double[] {first, last}, level));
        return new Panel("Scale over warm-up, " + target.title(), "step", "R", true, true, series);
    }
}
