package dev.lbp;

import dev.lbp.report.HeatMap;
import dev.lbp.report.Html;
import dev.lbp.report.Numbers;
import dev.lbp.report.Plot;
import dev.lbp.report.Plot.Caption;
import java.util.Arrays;
import java.util.Locale;

/**
 * The marginals in a report: a picture if the sites have a shape, else a line in the order of sites and a sorted one.
 *
 * @param rows 0 if there is no shape
 */
record ReportMarginals(double[] marginals, int rows, int columns) {

    void writeTo(Html html) {
        html.element("p", "P(x = 1) of each site over the draws of all chains. " + description());
        if (rows > 0) {
            double[][] lattice = new double[rows][];
            Arrays.setAll(lattice, r -> Arrays.copyOfRange(marginals, r * columns, (r + 1) * columns));
            String title = String.format(
                    Locale.ROOT, "P(x = 1) on the lattice of %d rows and %d columns, row 0 at the top", rows, columns);
            HeatMap.lattice(html, new Caption(title, description()), lattice, "0", "1/2", "1");
            return;
        }
        double[] sorted = marginals.clone();
        Arrays.sort(sorted);
        int last = marginals.length - 1;
        plot("P(x = 1) by site", "site", marginals, last).writeTo(html);
        plot("P(x = 1), sorted", "sites in ascending order of P(x = 1)", sorted, last)
                .writeTo(html);
    }

    private Plot plot(String title, String axis, double[] values, int last) {
        return Plot.between(new Caption(title, description()), axis, 0, last, "P(x = 1)", 0, 1)
                .line("P(x = 1)", 0, 1, values);
    }

    private String description() {
        double low = Arrays.stream(marginals).min().orElse(Double.NaN);
        double high = Arrays.stream(marginals).max().orElse(Double.NaN);
        double mean = Arrays.stream(marginals).average().orElse(Double.NaN);
        long still = Arrays.stream(marginals).filter(p -> p == 0.0 || p == 1.0).count();
        return String.format(
                Locale.ROOT,
                "Of %s: from %s to %s, mean %s; %s had one value in all draws.",
                Numbers.count(marginals.length, "site"),
                Numbers.fixed(low, 3),
                Numbers.fixed(high, 3),
                Numbers.fixed(mean, 3),
                still == 0 ? "none" : Numbers.count(still));
    }
}
