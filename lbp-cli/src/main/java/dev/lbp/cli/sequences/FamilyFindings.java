package dev.lbp.cli.sequences;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.models.training.PairCovariances;
import java.util.Arrays;
import java.util.function.IntFunction;

/** Compares draws of a model with the family that the model was trained on. */
final class FamilyFindings {

    /** The number of cells of the picture of covariances, in each direction. */
    private static final int CELLS = 81;

    private final Family family;
    private final int[][] written;
    private final int compared;
    private final PairCovariances ofFamily;
    private final PairCovariances ofDraws;

    /**
     * @param written the draws that are written to files
     * @param draws the draws whose frequencies are compared
     */
    FamilyFindings(Family family, int[][] written, int[][] draws) {
        this.family = family;
        this.written = written;
        this.compared = draws.length;
        this.ofFamily = family.covariances();
        double[] equalWeights = new double[draws.length];
        Arrays.fill(equalWeights, 1.0);
        this.ofDraws = PairCovariances.of(draws, equalWeights, family.alphabet().size());
    }

    /** The weighted frequencies of letters in the family, [N][C]. */
    double[][] frequencies() {
        return ofFamily.frequencies();
    }

    /** The similarity of the draws to the family, and the share of copies, in lines. */
    String text() {
        double pearson = ofFamily.pearson(ofDraws);
        return Text.format(
                        "correlation of pair covariances, of %,d draws with the family: %s%n",
                        compared,
                        Double.isNaN(pearson) ? "unknown, as no two sites vary together" : Text.format("%.4f", pearson))
                + "sites that differ from the nearest sequence of the family: " + distances(family.nearest(written))
                + "; of the family's own: " + distances(family.ownNearest(written.length)) + "\n";
    }

    /** The median of distances, and the share of distance 0, in words. */
    private static String distances(int[] unsorted) {
        int[] sorted = unsorted.clone();
        Arrays.sort(sorted);
        double median = 0.5 * (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]);
        double copies = 100.0 * Arrays.stream(sorted).filter(d -> d == 0).count() / sorted.length;
        return Text.format("median %s, %.1f %% copies", Text.number(median), copies);
    }

    /** Writes a picture of the pair covariances: a two-dimensional histogram of the family's and of the draws'. */
    void writeCovariances(Html html) {
        double largest = Double.MIN_NORMAL;
        for (int i = 1; i < ofFamily.sites(); i++) {
            largest = Math.max(largest, Math.max(largestOf(ofFamily.ofSite(i)), largestOf(ofDraws.ofSite(i))));
        }
        // row 0, at the top, counts the largest covariances of the draws
        double[][] counts = new double[CELLS][CELLS];
        double most = 0.0;
        for (int i = 1; i < ofFamily.sites(); i++) {
            double[] across = ofFamily.ofSite(i);
            double[] up = ofDraws.ofSite(i);
            for (int k = 0; k < across.length; k++) {
                double count = ++counts[CELLS - 1 - cell(up[k], largest)][cell(across[k], largest)];
                most = Math.max(most, count);
            }
        }
        // from a count to log(1 + count) in [0, 1], the colour
        double unit = Math.log1p(most);
        for (double[] row : counts) {
            Arrays.setAll(row, c -> Math.log1p(row[c]) / unit);
        }
        double end = largest;
        IntFunction<String> covariance = cell -> Text.format("%.2f", end * ((2.0 * cell + 1.0) / CELLS - 1.0));
        html.paragraph(Text.format(
                "f_ij(a, b) - f_i(a) f_j(b) of all pairs of sites and letters, in the family from left to right, in %,d"
                        + " draws from bottom to top, both from %.3g to %.3g. The colour counts them, by its logarithm."
                        + " Their correlation is %.4f; of a model that has them all, they lie on the diagonal but for"
                        + " the noise of the draws.",
                compared, -largest, largest, ofFamily.pearson(ofDraws)));
        HeatMap.lattice(
                html,
                new Caption("Pair covariances", "A cloud around the diagonal from bottom left to top right is good"),
                new HeatMap.Sides(row -> covariance.apply(CELLS - 1 - row), covariance),
                counts,
                "0",
                Text.format("%.0f", Math.expm1(0.5 * unit)),
                Text.format("%.0f", most));
    }

    private static double largestOf(double[] row) {
        return Arrays.stream(row).map(Math::abs).max().orElse(0.0);
    }

    /** The row or column of the histogram that counts a covariance in [-largest, largest], from 0. */
    private static int cell(double value, double largest) {
        return (int) Math.min(CELLS - 1, (value / largest + 1.0) * 0.5 * CELLS);
    }
}
