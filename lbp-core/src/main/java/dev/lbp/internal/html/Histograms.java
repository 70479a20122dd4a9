package dev.lbp.internal.html;

/** A row of small histograms of equal scale, each with its name and a dashed line at the expected count. */
public final class Histograms {

    private Histograms() {}

    /**
     * Writes the figure.
     *
     * @param noun the name of an item with a histogram, "chain"; items are numbered from 0
     * @param counts [histograms][bins]
     * @param expected the expected count of every bin, above 0
     */
    public static void write(Html html, String title, String noun, double[][] counts, double expected) {
        double highest = 1.5 * expected; // the least height of the axis: flat histograms then look flat
        for (double[] row : counts) {
            for (double count : row) {
                highest = Math.max(highest, count);
            }
        }
        html.newLine().open("figure").element("figcaption", title).open("div", "class", "small");
        for (int j = 0; j < counts.length; j++) {
            String name = noun + " " + j;
            html.newLine().open("div").element("p", name, "aria-hidden", "true");
            html.openDrawing("0 0 200 100", title + ", " + name, describe(counts[j], expected));
            html.empty("path", "class", "bar " + colour(j, counts.length), "d", bars(counts[j], highest));
            html.empty("path", "class", "level", "d", "M0 " + Math.round(100.0 - 100.0 * expected / highest) + "h200");
            html.close().close();
        }
        html.close().close();
    }

    /** The colour of a chain in all figures, if there are enough colours. */
    private static String colour(int j, int histograms) {
        return histograms <= Palette.SIZE ? "c" + j : "all";
    }

    /** The SVG path around the bars, in a box 200 wide and 100 high; its top is the count {@code highest}. */
    private static String bars(double[] counts, double highest) {
        StringBuilder path = new StringBuilder("M0 100");
        for (int b = 0; b < counts.length; b++) {
            path.append(
                    Numbers.format("V%.1fH%.1f", 100.0 - 100.0 * counts[b] / highest, 200.0 * (b + 1) / counts.length));
        }
        return path.append("V100z").toString();
    }

    /**
     * Describes a histogram in words: the lowest and the highest bin relative to the expected count, and the share of
     * the draws in the lower half of the bins.
     */
    private static String describe(double[] counts, double expected) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0.0;
        double low = 0.0;
        double all = 0.0;
        for (int b = 0; b < counts.length; b++) {
            least = Math.min(least, counts[b]);
            most = Math.max(most, counts[b]);
            low += 2 * b < counts.length ? counts[b] : 0.0;
            all += counts[b];
        }
        return Numbers.format(
                "Bins hold between %.0f %% and %.0f %% of the expected count; %.0f %% of the draws are in the lower half.",
                100.0 * least / expected, 100.0 * most / expected, 100.0 * low / all);
    }
}
