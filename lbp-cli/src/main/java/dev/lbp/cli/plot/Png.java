package dev.lbp.cli.plot;

import dev.lbp.cli.plot.Chart.Margins;
import dev.lbp.internal.files.WholeFile;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Makes pictures and writes them to files. */
final class Png {

    private Png() {}

    /** A white picture. */
    static BufferedImage blank(int width, int height) {
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = picture.createGraphics();
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, width, height);
        g.dispose();
        return picture;
    }

    /** Graphics with antialiasing. The caller disposes of it. */
    static Graphics2D graphics(BufferedImage picture) {
        Graphics2D g = picture.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        return g;
    }

    /**
     * Replaces a file by a picture. The picture is encoded in memory, because the temporary file of ImageIO would fail
     * on a full disk, and again at the end of the process.
     */
    static void write(Path file, BufferedImage picture) throws IOException {
        WholeFile.replace(file, out -> {
            try (ImageOutputStream memory = new MemoryCacheImageOutputStream(out)) {
                ImageIO.write(picture, "png", memory);
            }
        });
    }

    /**
     * Writes charts of equal width in columns, row by row. Charts of a row have the same height. Axes of a column are
     * aligned.
     */
    static void write(Path file, List<Chart> charts, int columns) throws IOException {
        int width = charts.get(0).width();
        int rows = (charts.size() + columns - 1) / columns;
        int height = IntStream.range(0, rows)
                .map(row -> charts.get(row * columns).height())
                .sum();
        BufferedImage picture = blank(columns * width, height);
        Margins[] margins = margins(charts, columns, picture);
        int y = 0;
        for (int k = 0; k < charts.size(); k++) {
            Graphics2D g = graphics(picture);
            g.translate(k % columns * width, y);
            charts.get(k).paint(g, margins[k % columns]);
            g.dispose();
            y += k % columns == columns - 1 ? charts.get(k).height() : 0;
        }
        write(file, picture);
    }

    /** The margins of each column: the largest margins of its charts. */
    private static Margins[] margins(List<Chart> charts, int columns, BufferedImage picture) {
        Margins[] margins = new Margins[columns];
        Arrays.fill(margins, new Margins(0, 0));
        Graphics2D g = graphics(picture);
        for (int k = 0; k < charts.size(); k++) {
            margins[k % columns] = margins[k % columns].max(charts.get(k).margins(g));
        }
        g.dispose();
        return margins;
    }
}
