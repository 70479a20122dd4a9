package dev.lbp.cli.train;

import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.cli.terminal.Text;
import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.models.training.GreyImages;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Images for training and for evaluation.
 *
 * @param name a description of the training images
 * @param training [count][rows * columns] of zeros and ones
 * @param judging [at most {@link #MOST_JUDGED}][rows * columns] of zeros and ones
 * @param judgingName a description of the evaluation images
 */
record TrainingData(String name, int rows, int columns, byte[][] training, byte[][] judging, String judgingName) {

    /**
     * The largest number of evaluation images. They give a pseudo-likelihood with three digits, in two seconds on
     * MNIST.
     */
    static final int MOST_JUDGED = 1_000;

    private static final int GENERATED_SIDE = 8;
    /** The number of generated images, that of MNIST. */
    private static final int GENERATED = 60_000;

    /** Generated images: bars and stripes. */
    static TrainingData generated(long seed) {
        return new TrainingData(
                Text.format("%,d bars and stripes of %d x %d", GENERATED, GENERATED_SIDE, GENERATED_SIDE),
                GENERATED_SIDE,
                GENERATED_SIDE,
                BarsAndStripes.draws(GENERATED_SIDE, GENERATED, seed),
                BarsAndStripes.draws(GENERATED_SIDE, MOST_JUDGED, seed + 1),
                "others");
    }

    /**
     * Reads a data set. Without images for tests, the evaluation takes the training images.
     *
     * @throws IllegalArgumentException if the images cannot be read, or all pixels are equal
     */
    static TrainingData read(ImageOptions options, Path path) {
        ImageSet set = options.read(path);
        options.checkBothValues(set);
        GreyImages images = set.training();
        double threshold = options.threshold();
        byte[][] training = images.binarised(threshold);
        byte[][] judging =
                set.images(Part.TEST).map(test -> test.binarised(threshold)).orElse(training);
        boolean dynamic = false; // pixels are 0 and 1, and are not drawn from grey values
        return new TrainingData(
                options.description(set, dynamic),
                images.rows(),
                images.columns(),
                training,
                evenlySpaced(judging, MOST_JUDGED),
                set.images(Part.TEST).isPresent() ? "of " + set.fileName(Part.TEST) : "of these");
    }

    /** At most {@code most} evenly spaced images, because files may be sorted by class. */
    static byte[][] evenlySpaced(byte[][] images, int most) {
        int count = Math.min(images.length, most);
        byte[][] chosen = new byte[count][];
        Arrays.setAll(chosen, k -> images[(int) ((long) k * images.length / count)]);
        return chosen;
    }

    /** The mean of each pixel over the training images. */
    double[] means() {
        double[] means = new double[rows * columns];
        for (byte[] picture : training) {
            for (int i = 0; i < means.length; i++) {
                means[i] += picture[i];
            }
        }
        for (int i = 0; i < means.length; i++) {
            means[i] /= training.length;
        }
        return means;
    }
}
