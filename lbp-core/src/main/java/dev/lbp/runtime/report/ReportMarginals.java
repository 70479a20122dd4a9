package dev.lbp.runtime.report;

import dev.lbp.internal.Order;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.NamedBars;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The section of a report on marginals: a picture if the sites have a shape, else a dot with its error for each site
 * and a line of the sorted values.
 *
 * @param errors standard errors; NaN where there is none
 * @param rows the rows of the picture; 0 if the sites have no shape
 * @param names of the sites; empty if they have numbers
 */
public record ReportMarginals(double[] marginals, double[] errors, int rows, int columns, List<String> names)
        implements MarginalFigures {

    /** Named sites with a bar: those of the highest marginals. */
    private static final int MOST_NAMED = 50;

    /** The dots of more sites would hide each other. */
    private static final int MOST_DOTS = 400;

    private static final int LONGEST_TABLE = 200;

    /** Room on the axis beyond 0 and 1, for dots at these values. */
    private static final double MARGIN = 0.03;

    /** The number of standard errors from a dot to each end of its bar. */
    private static final double BAR = 2.0;

    @Override
    public void writeTo(Html html) {
        if (rows > 0) {
            double[][] lattice = new double[rows][];
            Arrays.setAll(lattice, r -> Arrays.copyOfRange(marginals, r * columns, (r + 1) * columns));
            String title = Numbers.format(
                    "P(x = 1) on the lattice of %d rows and %d columns, row 0 at the top", rows, columns);
            HeatMap.lattice(html, new Caption(title, description()), lattice, "0", "1/2", "1");
        } else if (!names.isEmpty()) {
            writeNamed(html);
        } else {
            writeSites(html);
            double[] sorted = marginals.clone();
            Arrays.sort(sorted);
            plot("P(x = 1), sorted", "sites in ascending order of P(x = 1)")
                    .line("P(x = 1)", /* first= */ 0, /* step= */ 1, sorted)
                    .writeTo(html);
        }
        html.paragraph("P(x = 1) of each site over the draws of all chains. " + description() + " " + accuracy());
        writeTable(html);
    }

    @Override
    public String site(int site, int value) {
        return names.isEmpty() ? String.valueOf(site) : names.get(site);
    }

    /** The sites in the order of the table: if they have names, by descending marginal. */
    private int[] order() {
        return names.isEmpty()
                ? IntStream.range(0, marginals.length).toArray()
                : Order.of(marginals.length, i -> -marginals[i]);
    }

    /** Writes a bar for each of the highest marginals. */
    private void writeNamed(Html html) {
        List<NamedBars.Row> bars = new ArrayList<>();
        for (int i : Arrays.copyOf(order(), Math.min(MOST_NAMED, marginals.length))) {
            double reach = BAR * errors[i];
            bars.add(new NamedBars.Row(
                    names.get(i),
                    marginals[i],
                    marginals[i] - reach,
                    marginals[i] + reach,
                    /* dot= */ Double.NaN,
                    Numbers.fixed(marginals[i], 3)));
        }
        int left = marginals.length - bars.size();
        String title = "P(x = 1)" + (left > 0 ? ", the " + bars.size() + " highest; " + left + " are left out" : "");
        NamedBars.write(
                html,
                new Caption(title, "A line reaches two standard errors to both sides."),
                Axis.of("P(x = 1)", 0.0, 1.0),
                /* level= */ 0.5,
                new String[] {"site", "P(x = 1)"},
                bars);
    }

    /** Writes dots with their errors; for many sites, the range of each group of neighbours. */
    private void writeSites(Html html) {
        Plot plot = plot("P(x = 1) by site", "site");
        if (marginals.length <= MOST_DOTS) {
            double[] lows = new double[marginals.length];
            double[] highs = new double[marginals.length];
            for (int i = 0; i < marginals.length; i++) {
                double reach = Double.isNaN(errors[i]) ? 0.0 : BAR * errors[i];
                lows[i] = Math.max(0.0, marginals[i] - reach);
                highs[i] = Math.min(1.0, marginals[i] + reach);
            }
            plot.bars("two standard errors up and down", lows, highs).dots("P(x = 1)", marginals);
        } else {
            // equal lows and highs: where bars are closer than pixels, the plot joins neighbours from least to greatest
            plot.bars("lowest to highest of some neighbouring sites", marginals, marginals);
        }
        plot.writeTo(html);
    }

    private Plot plot(String title, String axis) {
        return new Plot(
                new Caption(title, description()),
                Axis.counting(axis, 0, marginals.length - 1.0),
                Axis.of("P(x = 1)", -MARGIN, 1.0 + MARGIN));
    }

    private void writeTable(Html html) {
        int shown = Math.min(LONGEST_TABLE, marginals.length);
        List<List<String>> cells = new ArrayList<>();
        for (int i : Arrays.copyOf(order(), shown)) {
            String name = names.isEmpty() ? "site " + i : names.get(i);
            cells.add(List.of(name, Numbers.fixed(marginals[i], 4), Numbers.fixed(errors[i], 4)));
        }
        String rest = shown < marginals.length
                ? ", the " + (names.isEmpty() ? "first " : "highest ") + shown + " of " + marginals.length + " sites"
                : "";
        html.newLine().open("details").element("summary", "Site by site");
        if (shown < marginals.length) {
            html.element(
                    "p", "The files of the command line have all sites, as has the result in Java.", "class", "before");
        }
        Page.longTable(html, "P(x = 1) by site" + rest, List.of("site", "P(x = 1)", "standard error"), cells);
        html.close();
    }

    private String description() {
        double low = Arrays.stream(marginals).min().orElse(Double.NaN);
        double high = Arrays.stream(marginals).max().orElse(Double.NaN);
        double mean = Arrays.stream(marginals).average().orElse(Double.NaN);
        long still = Arrays.stream(marginals).filter(p -> p == 0.0 || p == 1.0).count();
        return Numbers.format(
                "Of %s: from %s to %s, mean %s; %s had one value in all draws.",
                Numbers.count(marginals.length, "site"),
                Numbers.fixed(low, 3),
                Numbers.fixed(high, 3),
                Numbers.fixed(mean, 3),
                still == 0 ? "none" : Numbers.count(still));
    }

    /** The standard errors in a sentence. */
    private String accuracy() {
        int[] ascending = IntStream.range(0, errors.length)
                .filter(i -> !Double.isNaN(errors[i]))
                .boxed()
                .sorted((i, j) -> Double.compare(errors[i], errors[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        if (ascending.length == 0) {
            return "No standard error is known: there are too few draws, or no site changed from one batch to another.";
        }
        int worst = ascending[ascending.length - 1];
        return Numbers.format(
                "Their standard errors by batch means: median %s, largest %s at %s.",
                Numbers.fixed(errors[ascending[ascending.length / 2]], 4),
                Numbers.fixed(errors[worst], 4),
                names.isEmpty() ? "site " + worst : names.get(worst));
    }
}
