package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The tables and the figures of {@link Moves}. */
final class MovesReport {

    private MovesReport() {}

    static String publish(Lab lab) throws IOException {
        List<Row> acceptances = lab.shown(Moves.acceptances(lab));
        List<Row> cells = lab.shown(MoveWalks.table(lab));
        List<Row> all = new ArrayList<>(acceptances);
        all.addAll(cells);
        if (all.isEmpty()) {
            return "";
        }
        return (acceptances.isEmpty() ? "" : acceptance(lab, acceptances))
                + (cells.isEmpty() ? "" : MoveWalksReport.text(lab, cells))
                + "\n" + lab.provenance(all);
    }

    private static String acceptance(Lab lab, List<Row> rows) throws IOException {
        List<Repetitions> groups = Repetitions.of(rows, List.of("model", "weight"));
        List<String> titles = new ArrayList<>(List.of("n", "lambda"));
        Moves.WEIGHTS.forEach(weight -> titles.add("g = " + weight.name()));
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        List<Panel> panels = new ArrayList<>();
        for (int n : Moves.sizes(lab.settings())) {
            for (double lambda : Moves.LAMBDAS) {
                List<Object> cells = new ArrayList<>(List.of(n, (int) lambda));
                for (WeightFunction weight : Moves.WEIGHTS) {
                    cells.add(mean(groups, n, lambda, weight));
                }
                table.row(cells.toArray());
            }
            panels.add(panel(groups, n));
        }
        String figure =
                String.format(Locale.ROOT, "moves-%s.png", lab.settings().sizeText());
        CurvePlot.write(lab.file(figure), panels.size(), panels);
        return "![Acceptance of single swaps](" + figure + ")\n\n"
                + "Acceptance of single swaps proposed with probability w(x)/Z(x), w = g(t) over all n(n - 1)/2 swaps, from states in"
                + " equilibrium: uniform (g = 1), naive (g = t) and balanced. Each acceptance probability, pi(y) w'(y) Z(x) /"
                + " (pi(x) w(x) Z(y)), is computed from all log-ratios at both ends, as no sampler of the library takes"
                + " unbalanced weights here; the uniform one is the exact mean over all swaps. Means over "
                + Repetitions.SEEDS + " instances, in brackets standard errors over them.\n\n" + table + "\n";
    }

    private static Estimate mean(List<Repetitions> groups, int n, double lambda, WeightFunction weight) {
        List<Repetitions> found = Repetitions.with(
                Repetitions.with(groups, "model", Moves.assignment(n, lambda)), "weight", weight.name());
        return found.isEmpty()
                ? new Estimate(Double.NaN, Double.NaN)
                : found.get(0).mean("acceptance");
    }

    private static Panel panel(List<Repetitions> groups, int n) {
        List<Series> series = new ArrayList<>();
        for (WeightFunction weight : Moves.WEIGHTS) {
            List<Estimate> curve = Arrays.stream(Moves.LAMBDAS)
                    .mapToObj(lambda -> mean(groups, n, lambda, weight))
                    .toList();
            series.add(new Series(
                    "g = " + weight.name(),
                    Look.JOINED,
                    series.size(),
                    Moves.LAMBDAS,
                    curve.stream().mapToDouble(Estimate::mean).toArray(),
                    curve.stream().mapToDouble(Estimate::error).toArray()));
        }
        return new Panel("Acceptance of single swaps, n = " + n, "lambda", "acceptance rate", series);
    }
}
