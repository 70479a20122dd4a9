package dev.lbp.runtime.report;

import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The section of a report on the marginals of whole numbers: a heat map with a row for each site and a column for each
 * value; or, if the sites have a shape, a picture of P(x = c) for each value c.
 *
 * @param marginals [N][C]; empty if they were not recorded
 * @param errors standard errors, [N][C]; NaN where there is none
 * @param rows the rows of the pictures; 0 if the sites have no shape
 */
public record ReportValues(double[][] marginals, double[][] errors, int rows, int columns, ReportTerms terms)
        implements MarginalFigures {

    /** Pictures of more values would hide what they show. */
    private static final int MOST_PICTURES = 12;

    private static final int LONGEST_TABLE = 200;

    @Override
    public void writeTo(Html html) {
        if (marginals.length == 0) {
            html.paragraph("The run was without marginals: marginals(false).");
            return;
        }
        if (rows > 0) {
            writePictures(html);
        } else {
            String title = Numbers.format(
                    "P(x = c): %s from top to bottom, values %s to %s from left to right",
                    Numbers.count(marginals.length, "site"), terms.column(0), terms.column(values() - 1));
            double brightest = brightest();
            HeatMap.lattice(
                    html,
                    new Caption(title, description()),
                    new HeatMap.Sides(i -> terms.site(i).replaceFirst("^Site ", ""), terms::column),
                    brightened(marginals, brightest),
                    scale(brightest));
        }
        html.paragraph("P(x = c) of each site and value over the draws of all chains. " + description());
        writeTable(html);
    }

    @Override
    public String probability() {
        return "P(x = value)";
    }

    @Override
    public String site(int site, int value) {
        return terms.site(site) + ", value " + terms.value(site, value);
    }

    private int values() {
        return marginals[0].length;
    }

    private void writePictures(Html html) {
        int shown = Math.min(MOST_PICTURES, values());
        double brightest = brightest();
        for (int c = 0; c < shown; c++) {
            int value = c;
            double[][] lattice = new double[rows][];
            Arrays.setAll(
                    lattice,
                    r -> IntStream.range(r * columns, (r + 1) * columns)
                            .mapToDouble(i -> marginals[i][value])
                            .toArray());
            String title = Numbers.format(
                    "P(x = %s) on the lattice of %d rows and %d columns, row 0 at the top",
                    terms.column(c), rows, columns);
            HeatMap.lattice(html, new Caption(title, description()), brightened(lattice, brightest), scale(brightest));
        }
        if (shown < values()) {
            html.paragraph("Drawn are the first " + shown + " of " + values() + " values.");
        }
    }

    /** Writes the most frequent value of each site. */
    private void writeTable(Html html) {
        int shown = Math.min(LONGEST_TABLE, marginals.length);
        List<List<String>> cells = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            int mode = mode(i);
            cells.add(List.of(
                    terms.site(i),
                    terms.value(i, mode),
                    Numbers.fixed(marginals[i][mode], 4),
                    Numbers.fixed(errors[i][mode], 4)));
        }
        String rest = shown < marginals.length ? ", the first " + shown + " of " + marginals.length + " sites" : "";
        html.newLine().open("details").element("summary", "Site by site");
        Page.longTable(
                html,
                "Most frequent value by site" + rest,
                List.of("site", "value", "P(x = value)", "standard error"),
                cells);
        html.close();
    }

    /**
     * The probability of the brightest colour: the least of 1, 1/2, 1/4, .. above all marginals; 1 for a marginal of 1.
     */
    private double brightest() {
        double largest =
                Arrays.stream(marginals).flatMapToDouble(Arrays::stream).max().orElse(1.0);
        return Math.scalb(1.0, Math.min(0, Math.getExponent(largest) + 1)); // the next power of two, at most 2^0
    }

    /** Divides probabilities by that of the brightest colour, so that pictures use all shades. */
    private static double[][] brightened(double[][] cells, double brightest) {
        return Arrays.stream(cells)
                .map(row -> Arrays.stream(row).map(p -> p / brightest).toArray())
                .toArray(double[][]::new);
    }

    /** The labels of 0, half of the brightest probability, and that probability. */
    private static String[] scale(double brightest) {
        long parts = Math.round(1.0 / brightest); // brightest is 1, 1/2, 1/4, ..
        return new String[] {"0", "1/" + 2 * parts, parts == 1 ? "1" : "1/" + parts};
    }

    private int mode(int site) {
        double[] row = marginals[site];
        return IntStream.range(0, row.length).reduce(0, (best, c) -> row[c] > row[best] ? c : best);
    }

    private String description() {
        double[] modes = IntStream.range(0, marginals.length)
                .mapToDouble(i -> marginals[i][mode(i)])
                .toArray();
        long still = Arrays.stream(modes).filter(p -> p == 1.0).count();
        double largest = Arrays.stream(errors)
                .flatMapToDouble(Arrays::stream)
                .filter(error -> !Double.isNaN(error))
                .max()
                .orElse(Double.NaN);
        return Numbers.format(
                "The most frequent value of a site has probability %s to %s, mean %s; %s had one value in all draws. The"
                        + " largest standard error is %s.",
                Numbers.fixed(Arrays.stream(modes).min().orElse(Double.NaN), 3),
                Numbers.fixed(Arrays.stream(modes).max().orElse(Double.NaN), 3),
                Numbers.fixed(Arrays.stream(modes).average().orElse(Double.NaN), 3),
                still == 0 ? "no site" : Numbers.count(still, "site"),
                Numbers.fixed(largest, 4));
    }
}
