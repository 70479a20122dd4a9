package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The text and the figure of {@link RealTrials}. */
final class RealReport {

    private static final double THOUSAND = 1_000.0;

    private static final List<RealCase> TAILS = List.of(RealCase.NORMAL, RealCase.HYPERBOLIC, RealCase.QUARTIC);

    /** The least acceptance on the logarithmic axis of the figure. */
    private static final double LEAST = 1e-5;

    private final Lab lab;
    private final CellTable table;
    private final List<Row> rows;

    RealReport(Lab lab) throws IOException {
        this.lab = lab;
        this.table = RealTrials.table(lab);
        this.rows = lab.shown(table);
    }

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        Settings settings = lab.settings();
        return format(
                        "%d chains. ESS is that of the first coordinate, per 1,000 steps of a chain; s is the standard deviation of the noise, and"
                                + " a jump is squared, per coordinate. Scales adapt to the acceptance .234 for the random walk and .574 for the"
                                + " others.%n%n## Tails%n%n%d independent coordinates: normal, -sqrt(0.1 + x^2) and -x^4 / 4.%n%n",
                        RealTrials.CHAINS, RealTrials.dimension(settings, RealCase.NORMAL))
                + tails()
                + format(
                        "%n## One narrow coordinate%n%n%d normal coordinates, the first of standard deviation 1 / lambda, and the scale of lambda ="
                                + " 1. Acceptance in equilibrium.%n%n",
                        RealTrials.dimension(settings, RealCase.NARROW))
                + narrow()
                + format(
                        "%n## Widths learned%n%n%d normal coordinates, the first of standard deviation %.2f. Chains start at N(0, 10^2), and learn"
                                + " the widths of all coordinates in warm-up.%n%n",
                        RealTrials.dimension(settings, RealCase.DIAGONAL), 1.0 / RealTrials.LEARNED)
                + learned()
                + "\n## Funnel\n\nNeal's funnel of 10 coordinates: v from N(0, 3^2), the others from N(0, e^v).\n\n"
                + funnel()
                + figures()
                + "\n"
                + lab.provenance(rows);
    }

    private Optional<Row> row(RealCase kind, RealSampler sampler, double narrow) {
        return table.find(RealTrials.key(lab, kind, sampler, narrow));
    }

    private String cell(RealCase kind, RealSampler sampler, double narrow, Function<Row, String> text) {
        return row(kind, sampler, narrow).map(text).orElse("-");
    }

    private static String number(int decimals, Row row, String column) {
        return MarkdownTable.number(decimals, row.number(column));
    }

    /** Effective samples of 1,000 steps. */
    private static double sample(Row row) {
        return THOUSAND * row.number("ess") / (RealTrials.CHAINS * row.number("steps"));
    }

    private static String sampleText(Row row) {
        return MarkdownTable.number(1, sample(row));
    }

    private MarkdownTable tails() {
        MarkdownTable text = new MarkdownTable(
                "sampler",
                "normal: s",
                "jump",
                "ESS",
                "heavy tails: s",
                "jump",
                "ESS",
                "light tails: s",
                "jump",
                "ESS");
        for (RealSampler sampler : RealSampler.values()) {
            List<Object> cells = new ArrayList<>(List.of(sampler.title));
            for (RealCase kind : TAILS) {
                cells.add(cell(kind, sampler, 1.0, row -> number(3, row, "s")));
                cells.add(cell(kind, sampler, 1.0, row -> number(4, row, "ejd")));
                cells.add(cell(kind, sampler, 1.0, RealReport::sampleText));
            }
            text.row(cells.toArray());
        }
        return text;
    }

    private MarkdownTable narrow() {
        List<String> titles = new ArrayList<>(List.of("sampler"));
        for (double factor : RealTrials.NARROW) {
            titles.add(format("lambda = %.0f", factor));
        }
        MarkdownTable text = new MarkdownTable(titles.toArray(String[]::new));
        for (RealSampler sampler : RealSampler.values()) {
            List<Object> cells = new ArrayList<>(List.of(sampler.title));
            for (double factor : RealTrials.NARROW) {
                cells.add(cell(RealCase.NARROW, sampler, factor, row -> number(4, row, "acceptance")));
            }
            text.row(cells.toArray());
        }
        return text;
    }

    private MarkdownTable learned() {
        MarkdownTable text = new MarkdownTable("sampler", "acceptance", "sd of the narrow coordinate", "ESS");
        for (RealSampler sampler : RealSampler.values()) {
            text.row(
                    sampler.title,
                    cell(RealCase.DIAGONAL, sampler, RealTrials.LEARNED, row -> number(3, row, "acceptance")),
                    cell(RealCase.DIAGONAL, sampler, RealTrials.LEARNED, row -> number(4, row, "sd")),
                    cell(RealCase.DIAGONAL, sampler, RealTrials.LEARNED, RealReport::sampleText));
        }
        return text;
    }

    private MarkdownTable funnel() {
        MarkdownTable text = new MarkdownTable("sampler", "acceptance", "mean of v (0)", "sd of v (3)", "ESS of v");
        for (RealSampler sampler : RealSampler.values()) {
            text.row(
                    sampler.title,
                    cell(RealCase.FUNNEL, sampler, 1.0, row -> number(3, row, "acceptance")),
                    cell(RealCase.FUNNEL, sampler, 1.0, row -> number(2, row, "gap_mean")),
                    cell(RealCase.FUNNEL, sampler, 1.0, row -> number(2, row, "sd")),
                    cell(RealCase.FUNNEL, sampler, 1.0, RealReport::sampleText));
        }
        return text;
    }

    private String figures() throws IOException {
        List<Series> acceptance = new ArrayList<>();
        List<Series> samples = new ArrayList<>();
        for (RealSampler sampler : RealSampler.values()) {
            List<double[]> points = new ArrayList<>();
            for (double factor : RealTrials.NARROW) {
                row(RealCase.NARROW, sampler, factor)
                        .filter(row -> row.number("acceptance") >= LEAST)
                        .ifPresent(row -> points.add(new double[] {factor, row.number("acceptance")}));
            }
            acceptance.add(series(sampler, points));
            List<double[]> tails = new ArrayList<>();
            for (RealCase kind : TAILS) {
                row(kind, sampler, 1.0)
                        .filter(row -> !Double.isNaN(row.number("ess")))
                        .ifPresent(row -> tails.add(new double[] {kind.ordinal() + 1.0, sample(row)}));
            }
            samples.add(series(sampler, tails));
        }
        String file = "continuous-" + lab.settings().sizeText() + ".png";
        CurvePlot.write(
                lab.file(file),
                2,
                List.of(
                        new Panel("One narrow coordinate", "lambda", "acceptance", true, true, acceptance),
                        new Panel(
                                "Tails",
                                "1 normal, 2 heavy, 3 light tails",
                                "effective samples of 1,000 steps",
                                false,
                                true,
                                samples)));
        return "\n![Acceptance against lambda, and effective samples by tails](" + file + ")\n";
    }

    private static Series series(RealSampler sampler, List<double[]> points) {
        return new Series(
                sampler.title,
                Look.JOINED,
                sampler.ordinal(),
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray());
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
