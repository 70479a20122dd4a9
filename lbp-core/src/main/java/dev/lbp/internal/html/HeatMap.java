package dev.lbp.internal.html;

import dev.lbp.internal.html.Axis.Label;
import dev.lbp.internal.html.Plot.Caption;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A heat map: values in [0, 1] as the colours of a lattice, by {@link Palette#probability}, row 0 at the top. More than
 * {@value #MOST_CELLS} rows or columns are reduced to this number by averages of neighbours.
 */
public final class HeatMap {

    private static final int MOST_CELLS = 400;

    /** The largest ratio of the sides of a figure with square cells. */
    private static final int LONGEST = 6;

    private static final double HIGHEST_REM = 40.0;

    private static final int COLOURS = 256;

    /** The target number of labels on a side; half of it on one that is less than a third of the other. */
    private static final int LABELS = 4;

    private HeatMap() {}

    /** The labels of rows and columns, by their numbers from 0. */
    public record Sides(IntFunction<String> row, IntFunction<String> column) {}

    /** Writes the figure of a lattice whose rows and columns are labelled by their numbers. */
    public static void lattice(Html html, Caption caption, double[][] values, String... scale) {
        lattice(html, caption, new Sides(String::valueOf, String::valueOf), values, scale);
    }

    /**
     * Writes the figure of a lattice, row 0 at the top. Cells are square, unless the lattice is so long that the figure
     * would be too thin.
     *
     * @param values [rows][columns] in [0, 1], at least one of each
     * @param scale the labels of 0, 1/2 and 1
     */
    public static void lattice(Html html, Caption caption, Sides sides, double[][] values, String... scale) {
        int rows = values.length;
        int columns = values[0].length;
        boolean isLong = columns > LONGEST * rows || rows > LONGEST * columns;
        String width = isLong ? "1fr" : Numbers.format("min(30rem,%.1frem)", HIGHEST_REM * columns / rows);
        String shape = isLong ? "height:6rem" : Numbers.format("aspect-ratio:%d/%d", columns, rows);
        write(html, caption, sides, values, width, shape, scale);
    }

    /**
     * Writes the figure of some rows of values, one row per item. The cells need not be square.
     *
     * @param values [rows][columns] in [0, 1], at least one of each
     * @param scale the labels of 0, 1/2 and 1
     */
    public static void rows(Html html, Caption caption, double[][] values, String... scale) {
        write(html, caption, new Sides(String::valueOf, k -> ""), values, "30rem", "height:24rem", scale);
    }

    /**
     * Writes a figure: the caption, the cells as a PNG inside the page, stretched to a box, and the labels of the
     * scale.
     *
     * @param width the largest width of the box
     * @param shape the style of the box
     */
    private static void write(
            Html html, Caption caption, Sides sides, double[][] values, String width, String shape, String[] scale) {
        double[][] cells = averaged(values);
        int rows = cells.length;
        int columns = cells[0].length;
        html.newLine().open("figure").element("figcaption", caption.title());
        Plot.openFrame(html, labels(values.length, values[0].length, /* origin= */ 1.0, sides.row()), width, "");
        html.open("div", "class", "heat", "style", shape);
        html.openDrawing("0 0 " + columns + " " + rows, caption.title(), caption.description());
        html.empty(
                "image",
                "width",
                "" + columns,
                "height",
                "" + rows,
                "preserveAspectRatio",
                "none",
                "href",
                "data:image/png;base64," + Base64.getEncoder().encodeToString(Png.of(pixels(cells), palette())));
        html.close().close();
        Plot.writeAcross(html, labels(values[0].length, values.length, /* origin= */ 0.0, sides.column()));
        html.close().open("div", "class", "scale", "aria-hidden", "true");
        for (String value : scale) {
            html.element("span", value);
        }
        html.close().close();
    }

    /**
     * Labels at the middles of some of a side's cells.
     *
     * @param others the number of cells of the other side
     * @param origin the end of the axis where cell 0 is: 0 or 1
     */
    private static List<Label> labels(int cells, int others, double origin, IntFunction<String> name) {
        return Axis.counting("", -0.5, cells - 0.5).labels(3 * cells < others ? LABELS / 2 : LABELS).stream()
                .map(at -> new Label(Math.abs(origin - at.place()), name.apply((int) (at.place() * cells))))
                .toList();
    }

    /** Reduces a lattice to at most {@value #MOST_CELLS} rows and columns, by averages of neighbours. */
    private static double[][] averaged(double[][] values) {
        int rows = Math.min(MOST_CELLS, values.length);
        int columns = Math.min(MOST_CELLS, values[0].length);
        double[][] sums = new double[rows][columns];
        int[][] counts = new int[rows][columns];
        for (int r = 0; r < values.length; r++) {
            for (int c = 0; c < values[r].length; c++) {
                int row = (int) ((long) r * rows / values.length);
                int column = (int) ((long) c * columns / values[r].length);
                sums[row][column] += values[r][c];
                counts[row][column]++;
            }
        }
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                sums[r][c] /= counts[r][c];
            }
        }
        return sums;
    }

    /** The index of each cell's colour in the palette: values in [0, 1] become 0 to {@code COLOURS - 1}. */
    private static byte[][] pixels(double[][] cells) {
        byte[][] pixels = new byte[cells.length][cells[0].length];
        for (int r = 0; r < cells.length; r++) {
            for (int c = 0; c < cells[r].length; c++) {
                pixels[r][c] = (byte) Math.round(cells[r][c] * (COLOURS - 1));
            }
        }
        return pixels;
    }

    /** The colours of probabilities at equal distances from 0 to 1, each as three bytes: red, green, blue. */
    private static byte[] palette() {
        byte[] palette = new byte[3 * COLOURS];
        for (int k = 0; k < COLOURS; k++) {
            int colour = Palette.probability(k / (COLOURS - 1.0));
            for (int channel = 0; channel < 3; channel++) {
                palette[3 * k + channel] = (byte) (colour >> 16 - 8 * channel);
            }
        }
        return palette;
    }
}
