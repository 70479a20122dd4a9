package dev.lbp.cli.train;

import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.models.training.GreyImages;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the images of a training. */
final class ImageOptions {

    private static final double DEFAULT_THRESHOLD = 0.5;

    /** Above this mean pixel, {@code --invert} is recommended. The Caltech silhouettes have .55. */
    private static final double MOSTLY_ONES = 0.52;

    @Option(
            names = "--data",
            paramLabel = "PATH",
            description = "A file of images, gzip or not: IDX, or text with a 0 or 1 for each pixel and a line for each"
                    + " image; or a directory with train-images-idx3-ubyte, and t10k- or test-images-idx3-ubyte to"
                    + " judge by, or with ...train.amat and ...test.amat.")
    private @Nullable Path data;

    @Option(
            names = "--threshold",
            paramLabel = "T",
            description = "Grey value in (0, 1] from which a pixel is 1. Default: 0.5.")
    private @Nullable Double threshold;

    @Option(names = "--invert", description = "Exchange black and white before all else.")
    private boolean invert;

    /** The path of {@code --data}; null if not given. */
    @Nullable Path path() {
        return data;
    }

    /** The smallest grey value of a pixel of 1. */
    double threshold() {
        return threshold == null ? DEFAULT_THRESHOLD : threshold;
    }

    /**
     * Refuses {@code --threshold} with an option that does not use it.
     *
     * @throws IllegalArgumentException if {@code --threshold} is given
     */
    void checkNoThreshold(String option) {
        Check.that(threshold == null, "be left out with " + option, "--threshold", "" + threshold);
    }

    /**
     * Declares the input files.
     *
     * @throws IllegalArgumentException if a file is missing, or another option needs {@code --data}
     */
    void declare(CommandFiles files) {
        Check.that(threshold() > 0.0 && threshold() <= 1.0, "be in (0, 1]", "threshold", threshold());
        if (data == null) {
            Check.that(threshold == null, "be left out without --data", "--threshold", "" + threshold);
            Check.that(!invert, "be left out without --data: --invert");
        } else {
            ImageSet.files("--data", data).values().forEach(file -> files.reads("--data", file));
        }
    }

    ImageSet read(Path path) {
        ImageSet set = ImageSet.read("--data", path);
        return invert ? set.inverted() : set;
    }

    /**
     * Refuses images whose pixels are all 0 or all 1. A pixel is 1 if its grey value is at least the threshold.
     *
     * @throws IllegalArgumentException if all pixels are equal
     */
    void checkBothValues(ImageSet set) {
        GreyImages images = set.training();
        DoubleSummaryStatistics grey = IntStream.range(0, images.count())
                .mapToObj(images::grey)
                .flatMapToDouble(Arrays::stream)
                .summaryStatistics();
        Check.that(
                grey.getMin() < threshold() && threshold() <= grey.getMax(),
                "be above the least grey value in " + set.fileName(Part.TRAINING) + ", " + Text.number(grey.getMin())
                        + ", and at most the largest, " + Text.number(grey.getMax()),
                "--threshold",
                Text.number(threshold()));
    }

    /**
     * The number, size and file of the training images, and a note if most pixels are 1.
     *
     * @param dynamic whether pixels are drawn with the grey values as probabilities
     */
    String description(ImageSet set, boolean dynamic) {
        GreyImages images = set.training();
        String text = Text.format(
                "%,d images of %d x %d in %s%s, %s",
                images.count(),
                images.rows(),
                images.columns(),
                set.fileName(Part.TRAINING),
                invert ? ", inverted" : "",
                dynamic ? "pixels drawn at each use" : "1 from " + Text.number(threshold()) + " up");
        double mean = Arrays.stream(images.means()).average().orElse(0.0);
        return mean > MOSTLY_ONES
                ? text + Text.format("%nNote: the mean pixel is %.2f; --invert makes images of few ones", mean)
                : text;
    }
}
