package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables and the figure of {@link Weights}. */
final class WeightsReport {

    private WeightsReport() {}

    static String publish(Lab lab) throws IOException {
        List<Row> rows = lab.shown(Weights.table(lab));
        List<Row> rough = lab.shown(Roughness.table(lab));
        if (rows.isEmpty() && rough.isEmpty()) {
            return "";
        }
        List<Row> all = new ArrayList<>(rows);
        all.addAll(rough);
        return comparison(rows) + (rough.isEmpty() ? "" : roughness(lab, rough)) + lab.provenance(all);
    }

    private static String comparison(List<Row> rows) {
        MarkdownTable table = new MarkdownTable(
                "target", "size", "config", "sampler", "weight", "R", "acceptance", "EJD", "ESS", "seconds");
        for (Repetitions group : Repetitions.of(rows, Weights.GROUP)) {
            table.row(
                    group.text("target"),
                    group.text("size"),
                    group.text("config"),
                    group.text("sampler"),
                    group.text("weight"),
                    group.mean("R"),
                    group.mean("acceptance"),
                    group.mean("ejd"),
                    group.mean("ess"),
                    String.format(Locale.ROOT, "%.1f", group.median("seconds")));
        }
        return "Adapted to acceptance 0.574; GWG draws with replacement. Means over " + Repetitions.SEEDS
                + " instances, in brackets standard errors over them; of seconds, which are those of the draws of all chains together,"
                + " medians.\n\n" + table + "\n";
    }

    private static String roughness(Lab lab, List<Row> rows) throws IOException {
        List<Repetitions> groups = Repetitions.of(rows, Roughness.GROUP);
        List<Series> series = new ArrayList<>();
        List<String> titles = new ArrayList<>(List.of("lambda"));
        for (WeightFunction weight : Roughness.WEIGHTS) {
            List<Repetitions> curve = Repetitions.with(groups, "weight", weight.name());
            titles.add("g = " + weight.name());
            series.add(new Series(
                    "g = " + weight.name(),
                    Look.JOINED,
                    series.size(),
                    Repetitions.numbers(curve, "lambda"),
                    Repetitions.means(curve, "acceptance"),
                    Repetitions.errors(curve, "acceptance")));
        }
        String figure =
                String.format(Locale.ROOT, "roughness-%s.png", lab.settings().sizeText());
        CurvePlot.write(
                lab.file(figure),
                1,
                List.of(new Panel("Acceptance of single flips, Ising", "roughness lambda", "acceptance rate", series)));
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        for (Repetitions first :
                Repetitions.with(groups, "weight", Roughness.WEIGHTS.get(0).name())) {
            List<Object> cells = new ArrayList<>(List.of(first.text("lambda")));
            for (WeightFunction weight : Roughness.WEIGHTS) {
                List<Repetitions> found = Repetitions.with(
                        Repetitions.with(groups, "lambda", first.text("lambda")), "weight", weight.name());
                cells.add(found.isEmpty() ? "-" : found.get(0).mean("acceptance"));
            }
            table.row(cells.toArray());
        }
        return "![Acceptance against roughness](" + figure + ")\n\n"
                + "Acceptance of single flips on an Ising lattice of " + Roughness.side(lab) + " x "
                + Roughness.side(lab)
                + " sites, log pi = lambda (sum a_i s_i + sum s_i s_j) with a_i uniform in"
                + " (-1, 1); means over " + Repetitions.SEEDS + " fields, in brackets standard errors over them.\n\n"
                + table + "\n";
    }
}
