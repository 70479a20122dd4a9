package dev.lbp.cli.plot;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Palette;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a picture of probabilities on a lattice, with row 0 at the top, on the colour scale viridis from 0 to 1. */
public final class HeatMap {

    /** Approximate length of the longer side of a lattice; each site is a square of whole pixels. */
    private static final int SIDE = 600;

    private static final int LEFT = 66;
    private static final int TOP = 40;
    private static final int BOTTOM = 52;
    private static final int RIGHT = 90;
    private static final int BAR = 20;
    private static final int GAP = 6;

    private HeatMap() {}

    /**
     * Writes a PNG.
     *
     * @param values [rows * cols] in [0, 1], row after row
     */
    public static void write(Path png, String title, int rows, int cols, double[] values) throws IOException {
        int cell = Math.max(1, SIDE / Math.max(rows, cols));
        int width = cols * cell;
        int height = rows * cell;
        BufferedImage picture = Png.blank(LEFT + width + RIGHT, TOP + height + BOTTOM);
        Graphics2D g = Png.graphics(picture);
        for (int i = 0; i < values.length; i++) {
            g.setColor(new Color(Palette.probability(values[i])));
            g.fillRect(LEFT + i % cols * cell, TOP + i / cols * cell, cell, cell);
        }
        g.setColor(Chart.INK);
        Chart.text(g, Chart.TITLE, title, LEFT + width / 2, TOP - 2 * GAP, 0.5);
        for (Axis.Label label : Axis.counting("column", -0.5, cols - 0.5).labels()) {
            int x = LEFT + (int) Math.round(label.place() * width);
            g.drawLine(x, TOP + height, x, TOP + height + GAP);
            Chart.text(g, Chart.LABEL, label.text(), x, TOP + height + GAP + 14, 0.5);
        }
        for (Axis.Label label : Axis.counting("row", -0.5, rows - 0.5).labels()) {
            int y = TOP + (int) Math.round(label.place() * height);
            g.drawLine(LEFT - GAP, y, LEFT, y);
            Chart.text(g, Chart.LABEL, label.text(), LEFT - GAP - 4, y + 4, 1.0);
        }
        Chart.text(g, Chart.NAME, "column", LEFT + width / 2, TOP + height + BOTTOM - GAP, 0.5);
        Chart.upright(g, "row", 18, TOP + height / 2);
        paintScale(g, LEFT + width + BAR, TOP, height);
        g.dispose();
        Png.write(png, picture);
    }

    /** Paints the colour scale, from 0 at the bottom to 1 at the top. */
    private static void paintScale(Graphics2D g, int left, int top, int height) {
        for (int y = 0; y < height; y++) {
            g.setColor(new Color(Palette.probability(1.0 - (y + 0.5) / height)));
            g.fillRect(left, top + y, BAR, 1);
        }
        g.setColor(Chart.INK);
        for (Axis.Label label : Axis.of("", 0, 1).labels()) {
            int y = top + (int) Math.round((1.0 - label.place()) * height);
            g.drawLine(left + BAR, y, left + BAR + GAP, y);
            Chart.text(g, Chart.LABEL, label.text(), left + BAR + GAP + 4, y + 4, 0.0);
        }
    }
}
