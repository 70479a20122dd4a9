package dev.lbp.cli.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a grid of images, of zeros and ones in white and black, or of grey values. */
public final class ImageGrid {

    /** The approximate side of an image in the grid. Each pixel of an image is a square of whole pixels. */
    private static final int SIDE = 84;

    private static final int GAP = 4;

    private static final Color BETWEEN = new Color(0xBFC7D5);

    private ImageGrid() {}

    /**
     * Writes a PNG.
     *
     * @param images [count][rows * columns] of zeros and ones, row by row; the grid has as many columns as rows, or one
     *     more
     */
    public static void write(Path png, int rows, int columns, byte[][] images) throws IOException {
        writeGrid(
                png,
                rows,
                columns,
                images.length,
                (image, pixel) -> images[image][pixel] == 1 ? Color.BLACK : Color.WHITE);
    }

    /**
     * Writes a PNG of grey images.
     *
     * @param images [count][rows * columns], 0 for white and 1 for black; other values are clipped
     */
    public static void write(Path png, int rows, int columns, float[][] images) throws IOException {
        writeGrid(png, rows, columns, images.length, (image, pixel) -> {
            float white = 1.0f - Math.max(0.0f, Math.min(1.0f, images[image][pixel]));
            return new Color(white, white, white);
        });
    }

    /** The colour of a pixel. */
    private interface Pixels {
        Color of(int image, int pixel);
    }

    /** Paints the images side by side. */
    private static void writeGrid(Path png, int rows, int columns, int count, Pixels pixels) throws IOException {
        int across = (int) Math.ceil(Math.sqrt(count));
        int down = (count + across - 1) / across;
        int scale = Math.max(1, SIDE / Math.max(rows, columns));
        int width = columns * scale + GAP;
        int height = rows * scale + GAP;
        BufferedImage grid = new BufferedImage(across * width + GAP, down * height + GAP, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = grid.createGraphics();
        graphics.setColor(BETWEEN);
        graphics.fillRect(0, 0, grid.getWidth(), grid.getHeight());
        for (int k = 0; k < count; k++) {
            int left = GAP + k % across * width;
            int top = GAP + k / across * height;
            for (int i = 0; i < rows * columns; i++) {
                graphics.setColor(pixels.of(k, i));
                graphics.fillRect(left + i % columns * scale, top + i / columns * scale, scale, scale);
            }
        }
        graphics.dispose();
        Png.write(png, grid);
    }
}
