package dev.lbp.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.html.Palette;
import dev.lbp.result.SampleResult;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pictures of a run agree with its report: row 0 at the top, and a colour for each chain. */
class RunPicturesTest {

    @TempDir
    private Path directory;

    private BufferedImage read(Path png) throws IOException {
        return ImageIO.read(png.toFile());
    }

    @Test
    void heatMap_row0_isAtTheTop() throws IOException {
        Path png = directory.resolve("a.png");
        HeatMap.write(png, "title", 3, 2, new double[] {1, 1, 0, 0, 0.5, 0.5});
        BufferedImage picture = read(png);
        int[] rows = {1, 0, 0};
        rows[0] = row(picture, 1.0);
        rows[1] = row(picture, 0.0);
        rows[2] = row(picture, 0.5);
        assertThat(rows[0]).isBetween(0, rows[1] - 100);
        assertThat(rows[1]).isLessThan(rows[2] - 100);
    }

    /** The first row of pixels whose cells, left of the scale of colours, have the colour of a probability. */
    private static int row(BufferedImage picture, double probability) {
        int colour = Palette.probability(probability);
        return IntStream.range(0, picture.getHeight())
                .filter(y -> (picture.getRGB(100, y) & 0xFFFFFF) == colour)
                .findFirst()
                .orElse(-1);
    }

    /** Each in a strip of its own, in the order of the chains. */
    @Test
    void traces_ofEightChains_haveTheColoursOfAReport() throws IOException {
        double[][] traces = new double[8][50];
        for (double[] chain : traces) {
            Arrays.setAll(chain, t -> t % 7);
        }
        Path png = directory.resolve("traces.png");
        TracePlot.write(png, "title", "energy", traces, 1);
        BufferedImage picture = read(png);
        int above = 0;
        for (int chain = 0; chain < 8; chain++) {
            int colour = Palette.series(chain);
            int[] rows = IntStream.range(0, picture.getHeight())
                    .filter(y -> IntStream.range(0, picture.getWidth())
                            .anyMatch(x -> (picture.getRGB(x, y) & 0xFFFFFF) == colour))
                    .toArray();
            assertThat(rows).hasSizeGreaterThan(30);
            assertThat(rows[0]).isGreaterThan(above);
            above = rows[rows.length - 1];
        }
    }

    /** Labels of R are wider than those of acceptance; steps line up all the same. */
    @Test
    void warmUp_plots_haveTheSameEdges() throws IOException {
        double[] scales = new double[200];
        double[] rates = new double[200];
        Arrays.setAll(scales, b -> 200_000.0 / (b + 1));
        Arrays.setAll(rates, b -> 0.5);
        Path png = directory.resolve("warm-up.png");
        WarmUpPlot.write(
                png, List.of(new WarmUpPlot.Curve("LBP", new SampleResult.WarmUp(scales, rates, 200, true), 0.574)));
        BufferedImage picture = read(png);
        int half = picture.getHeight() / 2;
        assertThat(frame(picture, 0, half)).containsExactly(frame(picture, half, 2 * half));
    }

    /**
     * The column of the vertical axis, and the column where the horizontal one ends: those of the longest dark lines.
     */
    private static int[] frame(BufferedImage picture, int top, int bottom) {
        int[] frame = new int[2];
        int highest = 0;
        int widest = 0;
        int[] dark = new int[bottom - top]; // pixels in a row to the left of x
        for (int x = 0; x < picture.getWidth(); x++) {
            int height = 0;
            for (int y = top; y < bottom; y++) {
                boolean isDark = (picture.getRGB(x, y) & 0xFFFFFF) == 0x333333;
                height += isDark ? 1 : 0;
                dark[y - top] = isDark ? dark[y - top] + 1 : 0;
                frame[1] = dark[y - top] > widest ? x : frame[1];
                widest = Math.max(widest, dark[y - top]);
            }
            frame[0] = height > highest ? x : frame[0];
            highest = Math.max(highest, height);
        }
        return frame;
    }

    @Test
    void traces_ofManyChains_areARangeAndTwoLines() throws IOException {
        double[][] traces = new double[9][1];
        Path png = directory.resolve("traces.png");
        TracePlot.write(png, "title", "energy", traces, 1);
        assertThat(read(png).getHeight()).isEqualTo(520);
    }
}
