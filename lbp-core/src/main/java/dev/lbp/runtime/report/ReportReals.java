package dev.lbp.runtime.report;

import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The section of a report on real coordinates: their means and standard deviations, and if they have a shape a picture
 * of the means.
 *
 * @param means of each coordinate, with standard errors, as for {@code deviations}
 * @param noise the standard deviation of the sampler's noise in each coordinate
 * @param rows the rows of the picture; 0 if the coordinates have no shape
 */
public record ReportReals(
        double[] means,
        double[] meanErrors,
        double[] deviations,
        double[] deviationErrors,
        double[] noise,
        int rows,
        int columns)
        implements MarginalFigures {

    private static final int LONGEST_TABLE = 200;

    @Override
    public void writeTo(Html html) {
        html.paragraph("Means and standard deviations of coordinates over the draws of all chains. " + description());
        if (rows > 0) {
            writePicture(html);
        }
        writeTable(html);
    }

    @Override
    public String probability() {
        return "mean";
    }

    @Override
    public String site(int site, int value) {
        return "coordinate " + site;
    }

    private void writePicture(Html html) {
        double low = Arrays.stream(means).min().orElse(0.0);
        double range = Arrays.stream(means).max().orElse(0.0) - low;
        double[][] lattice = new double[rows][columns]; // means from 0 to 1; 0.5 if all are equal
        for (int i = 0; i < means.length; i++) {
            lattice[i / columns][i % columns] = range > 0.0 ? (means[i] - low) / range : 0.5;
        }
        String title =
                Numbers.format("Means on the lattice of %d rows and %d columns, row 0 at the top", rows, columns);
        HeatMap.lattice(
                html,
                new Caption(title, description()),
                lattice,
                Numbers.text(low),
                Numbers.text(low + 0.5 * range),
                Numbers.text(low + range));
    }

    private void writeTable(Html html) {
        int shown = Math.min(LONGEST_TABLE, means.length);
        List<List<String>> cells = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            cells.add(List.of(
                    String.valueOf(i),
                    Numbers.text(means[i]),
                    Numbers.text(meanErrors[i]),
                    Numbers.text(deviations[i]),
                    Numbers.text(deviationErrors[i]),
                    Numbers.text(noise[i])));
        }
        String rest = shown < means.length ? ", the first " + shown + " of " + means.length : "";
        html.newLine().open("details", "open", "").element("summary", "Coordinate by coordinate");
        Page.longTable(
                html,
                "Coordinates" + rest,
                List.of("coordinate", "mean", "error of mean", "sd", "error of sd", "sd of the proposal's noise"),
                cells);
        html.close();
    }

    private String description() {
        return Numbers.format(
                "Means from %s to %s, standard deviations from %s to %s. The largest standard error of a mean is %s.",
                Numbers.text(Arrays.stream(means).min().orElse(Double.NaN)),
                Numbers.text(Arrays.stream(means).max().orElse(Double.NaN)),
                Numbers.text(Arrays.stream(deviations).min().orElse(Double.NaN)),
                Numbers.text(Arrays.stream(deviations).max().orElse(Double.NaN)),
                Numbers.text(Arrays.stream(meanErrors)
                        .filter(error -> !Double.isNaN(error))
                        .max()
                        .orElse(Double.NaN)));
    }
}
