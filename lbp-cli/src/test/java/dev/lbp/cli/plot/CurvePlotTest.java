package dev.lbp.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurvePlotTest {

    private static final double NONE = Double.NaN;

    @TempDir
    private Path directory;

    private BufferedImage draw(int columns, List<Panel> panels) throws IOException {
        Path png = directory.resolve("a.png");
        CurvePlot.write(png, columns, panels);
        return ImageIO.read(png.toFile());
    }

    /** Two of three panels could not fill a second row of two. */
    @ParameterizedTest
    @CsvSource({"1, 2, 1, 1", "2, 2, 2, 1", "3, 2, 1, 3", "4, 2, 2, 2"})
    void write_panels_fillsRows(int panels, int columns, int usedColumns, int rows) throws IOException {
        Panel panel = new Panel(
                "title", "x", "y", List.of(new Series("a", Look.LINE, 0, new double[] {1, 2}, new double[] {1, 2})));
        BufferedImage one = draw(1, List.of(panel));
        BufferedImage all = draw(columns, Collections.nCopies(panels, panel));
        assertThat(all.getWidth()).isEqualTo(usedColumns * one.getWidth());
        assertThat(all.getHeight()).isEqualTo(rows * one.getHeight());
    }

    /** Every look, values and errors that are none, a series without any point, and logarithmic axes. */
    @Test
    void write_pointsThatAreNone_leavesThemOut() throws IOException {
        double[] x = {1, 10, 100};
        double[] y = {3, NONE, 7};
        List<Series> series = List.of(
                new Series("points", Look.POINTS, 0, x, y, new double[] {1, 1, NONE}),
                new Series("joined", Look.JOINED, 1, x, y),
                new Series("line", Look.LINE, 2, x, x),
                new Series("dashed", Look.DASHED, 9, x, x),
                new Series("upright", Look.UPRIGHT, 0, x, x),
                new Series("cross", Look.CROSS, 3, x, x),
                new Series("mark", Look.MARK, 0, x, y),
                new Series("nothing", Look.LINE, 0, new double[] {NONE}, new double[] {1}));
        BufferedImage linear = draw(1, List.of(new Panel("t", "x", "y", series)));
        BufferedImage logarithmic = draw(1, List.of(new Panel("t", "x", "y", true, true, series)));
        BufferedImage without = draw(1, List.of(new Panel("t", "x", "y", true, true, series.subList(0, 7))));
        assertThat(pixels(linear)).isNotEqualTo(pixels(logarithmic));
        assertThat(pixels(without)).isEqualTo(pixels(logarithmic));
    }

    /** A bar is two errors long. Dashes of one point at its lower end draw nothing, and do not make the axis longer. */
    @Test
    void write_negativeData_holdsTheirBars() throws IOException {
        Series bars = new Series("a", Look.POINTS, 0, new double[] {1, 2}, new double[] {-1, 5}, new double[] {1, 0});
        Series end = new Series("a", Look.DASHED, 0, new double[] {1}, new double[] {-3});
        BufferedImage picture = draw(1, List.of(new Panel("t", "x", "y", List.of(bars))));
        int[] withEnd = pixels(draw(1, List.of(new Panel("t", "x", "y", List.of(bars, end)))));
        assertThat(Arrays.equals(withEnd, pixels(picture))).isTrue();
    }

    /** A line from 2 to 2.5 fills the width; one from 1 to 2.5 leaves room from 0 to 1. */
    @Test
    void write_dataBeyondTheMiddle_fillTheWidth() throws IOException {
        assertThat(longestRun(2.0)).isGreaterThan(longestRun(1.0) * 7 / 5);
    }

    /** The longest horizontal stretch of coloured pixels, of a line from x = from to x = 2.5. */
    private int longestRun(double from) throws IOException {
        Series line = new Series("a", Look.LINE, 0, new double[] {from, 2.5}, new double[] {1, 1});
        BufferedImage picture = draw(1, List.of(new Panel("t", "x", "y", List.of(line))));
        int longest = 0;
        for (int y = 0; y < picture.getHeight(); y++) {
            int run = 0;
            for (int x = 0; x < picture.getWidth(); x++) {
                Color colour = new Color(picture.getRGB(x, y));
                run = colour.getBlue() - colour.getRed() > 50 ? run + 1 : 0;
                longest = Math.max(longest, run);
            }
        }
        return longest;
    }

    /** A mark that the legend does not name would be a riddle. */
    @Test
    void series_withoutAName_isRefused() {
        assertThatThrownBy(() -> new Series("", Look.MARK, 0, new double[1], new double[1]))
                .hasMessage("must not be empty: name=");
    }

    /**
     * Both axes and the upright line reach the corner and the frame: dark pixels from the top of the plot to its
     * bottom.
     */
    @Test
    void write_uprightLine_endsAtTheFrame() throws IOException {
        List<Series> series = List.of(
                new Series("best", Look.UPRIGHT, 0, new double[] {0.3}, new double[] {0}),
                new Series("line", Look.LINE, 0, new double[] {0.2, 0.98}, new double[] {1, 1}));
        BufferedImage picture = draw(1, List.of(new Panel("", "x", "y", series)));
        int[] column = IntStream.range(0, picture.getWidth())
                .filter(x -> darkRows(picture, x).length > 100)
                .toArray();
        int[] axis = darkRows(picture, column[0]);
        int[] dashes = darkRows(picture, column[column.length - 1]);
        assertThat(column[column.length - 1] - column[0]).isGreaterThan(100);
        assertThat(dashes[0]).isBetween(axis[0] - 1, axis[0] + 2);
        int corner = dashes[dashes.length - 1];
        assertThat(axis[axis.length - 1] - corner).isBetween(0, 5); // the mark of 0 is 5 pixels long
        for (int k = 1; k < dashes.length; k++) {
            assertThat(dashes[k] - dashes[k - 1]).isLessThan(7); // a dash of 6 pixels, a gap of 4
        }
        assertThat(dark(picture, column[0] + 5, corner)).isTrue();
    }

    private static int[] darkRows(BufferedImage picture, int x) {
        return IntStream.range(0, picture.getHeight())
                .filter(y -> dark(picture, x, y))
                .toArray();
    }

    private static boolean dark(BufferedImage picture, int x, int y) {
        return (picture.getRGB(x, y) & 0xFF) < 0x80 && (picture.getRGB(x, y) >> 16 & 0xFF) < 0x80;
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }
}
