package dev.lbp.experiments.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.learn.CorrectedSamples;
import dev.lbp.models.training.BarsAndStripes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ImageCorrectionTest {

    private static final ImageCorrection.Plan SMALL = new ImageCorrection.Plan(6, 20, 32, 16, 2_000, 500);

    private static double[] inkOfBlocks(byte[][] images) {
        int block = images.length / 10;
        double[] ink = new double[10];
        for (int k = 0; k < 10 * block; k++) {
            for (byte pixel : images[k]) {
                ink[k / block] += pixel / (double) (block * images[k].length);
            }
        }
        return ink;
    }

    /**
     * Images come in the order of their ink. A block of 100 has a standard error of .029; the bound is five of them.
     */
    @Test
    void shuffled_imagesInOrder_areMixed() {
        byte[][] images = new byte[1_000][100];
        for (int k = 0; k < images.length; k++) {
            Arrays.fill(images[k], 0, k / 10, (byte) 1);
        }
        byte[][] shuffled = ImageCorrection.shuffled(images, 1);
        assertThat(inkOfBlocks(images)[0]).isLessThan(0.05);
        assertThat(inkOfBlocks(shuffled)).containsExactly(filled(0.495), within(0.145));
        assertThat(Arrays.asList(shuffled)).containsExactlyInAnyOrderElementsOf(Arrays.asList(images));
        assertThat(ImageCorrection.shuffled(images, 1)).isDeepEqualTo(shuffled);
    }

    private static double[] filled(double value) {
        double[] values = new double[10];
        Arrays.fill(values, value);
        return values;
    }

    /** Ink of an image has a standard deviation of .05, so that of 1,000 images in random order one of .0016. */
    @Test
    @Tag("data")
    void testImages_ofBinarisedMnist_areOrderedInTheFile_andShuffledHere() {
        Path directory = Path.of(System.getProperty("lbp.data", "../../shared/data"));
        assumeTrue(Files.exists(directory), () -> "no directory " + directory.toAbsolutePath());
        byte[][] test = ImageSet.read("--data", DataSet.STATIC_MNIST.check(directory))
                .images(Part.TEST)
                .orElseThrow()
                .binarised(0.5);
        double[] ink = inkOfBlocks(test);
        double mean = Arrays.stream(ink).average().orElseThrow();
        assertThat(ink[1]).isLessThan(mean - 0.04); // ones
        assertThat(ink[0]).isGreaterThan(mean + 0.02); // zeros
        assertThat(inkOfBlocks(ImageCorrection.shuffled(test, 1))).containsExactly(filled(mean), within(0.008));
    }

    /**
     * A mixture of few components is told from the data, real data are not. 100 of each are held out: a standard error
     * of .035.
     */
    @Test
    void figures_tellRealImages_fromThoseOfAMixture() {
        ImageCorrection correction =
                new ImageCorrection(SMALL, BarsAndStripes.draws(4, 2_000, 1), BarsAndStripes.draws(4, 1_000, 2), 3);
        ImageCorrection.Figures real = correction.judge(correction.real());
        ImageCorrection.Figures mixture = correction.judge(correction.uncorrected());
        CorrectedSamples samples = correction.corrected(30);
        ImageCorrection.Figures corrected = correction.judge(samples);
        assertThat(real.accuracy()).isBetween(0.35, 0.65);
        assertThat(real.discrepancy()).isCloseTo(0.0, within(0.01));
        assertThat(real.distinct()).isEqualTo(30);
        assertThat(mixture.accuracy()).isGreaterThan(0.75);
        assertThat(mixture.acceptance()).isEqualTo(1.0);
        assertThat(corrected.accuracy()).isLessThan(mixture.accuracy());
        assertThat(corrected.acceptance()).isEqualTo(samples.acceptanceRate()).isBetween(0.001, 0.5);
        assertThat(corrected.moved()).isEqualTo(samples.moved()).isLessThanOrEqualTo(500);
        assertThat(correction.logLikelihood()).isBetween(-16.0 * Math.log(2.0), 0.0);
        assertThat(correction.ratio().accuracy()).isGreaterThan(0.8);
    }

    @Test
    void fewTestImages_areRefused() {
        byte[][] images = BarsAndStripes.draws(4, 999, 1);
        assertThatThrownBy(() -> new ImageCorrection(SMALL, images, images, 3))
                .hasMessage("must be >= 1000: test.length=999");
    }
}
