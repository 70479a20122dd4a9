package dev.lbp.bench.cli;

import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.models.training.IdxImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pictures for the training, and some for judging the result.
 *
 * @param name a description in words
 * @param training [count][rows * columns] of zeros and ones
 * @param judging the same, at most {@link #MOST_JUDGED} of them
 * @param judgingName a description of those
 */
record TrainingData(String name, int rows, int columns, byte[][] training, byte[][] judging, String judgingName) {

    /** Enough for a pseudo-likelihood to three digits; it takes two seconds on MNIST. */
    static final int MOST_JUDGED = 1_000;

    private static final int GENERATED_SIDE = 8;

    /** The number of images in MNIST. */
    private static final int GENERATED = 60_000;

    /** Generated data, if there are no files: bars and stripes. */
    static TrainingData generated(long seed) {
        return new TrainingData(
                String.format(
                        Locale.ROOT, "%,d bars and stripes of %d x %d", GENERATED, GENERATED_SIDE, GENERATED_SIDE),
                GENERATED_SIDE,
                GENERATED_SIDE,
                BarsAndStripes.draws(GENERATED_SIDE, GENERATED, seed),
                BarsAndStripes.draws(GENERATED_SIDE, MOST_JUDGED, seed + 1),
                "others");
    }

    /**
     * Reads a file of images, or a directory with MNIST's file names.
     *
     * @throws IllegalArgumentException if there is nothing to read
     */
    static TrainingData read(Path path, double threshold) {
        List<Path> files = files(path);
        Path file = files.get(0);
        Optional<Path> heldOut = files.stream().skip(1).findFirst();
        IdxImages images = images(file);
        byte[][] training = images.binarised(threshold);
        byte[][] judging = training;
        if (heldOut.isPresent()) {
            IdxImages others = images(heldOut.get());
            if (others.rows() != images.rows() || others.columns() != images.columns()) {
                throw new IllegalArgumentException(
                        "must have images of one size: --data=" + path + ", " + file + " and " + heldOut.get());
            }
            judging = others.binarised(threshold);
        }
        checkBothValues(training, images, threshold, file);
        return new TrainingData(
                String.format(
                        Locale.ROOT,
                        "%,d images of %d x %d in %s, 1 from %s up",
                        images.count(),
                        images.rows(),
                        images.columns(),
                        file.getFileName(),
                        Text.number(threshold)),
                images.rows(),
                images.columns(),
                training,
                Arrays.copyOf(judging, Math.min(judging.length, MOST_JUDGED)),
                heldOut.map(others -> "of " + others.getFileName()).orElse("of these"));
    }

    /**
     * The files that {@link #read} reads: the training images, and the judging images if there are some.
     *
     * @throws IllegalArgumentException if it is a pipe or a device, or a directory without training images
     */
    static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                throw new IllegalArgumentException("must be a regular file or a directory: --data=" + path);
            }
            return List.of(path);
        }
        Path training = first(path, "train-images-idx3-ubyte")
                .orElseThrow(() -> new IllegalArgumentException(
                        "must hold train-images-idx3-ubyte, or the same with .gz: --data=" + path));
        return Stream.concat(
                        Stream.of(training), first(path, "t10k-images-idx3-ubyte", "test-images-idx3-ubyte").stream())
                .toList();
    }

    private static Optional<Path> first(Path directory, String... names) {
        return Arrays.stream(names)
                .flatMap(name -> Stream.of(name, name + ".gz"))
                .map(directory::resolve)
                .filter(Files::exists)
                .findFirst();
    }

    private static IdxImages images(Path file) {
        try {
            return IdxImages.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Refuses images whose pixels are all 0 or all 1: there is nothing to learn. */
    private static void checkBothValues(byte[][] pixels, IdxImages images, double threshold, Path file) {
        byte first = pixels[0][0];
        if (Arrays.stream(pixels)
                .allMatch(image -> IntStream.range(0, image.length).allMatch(i -> image[i] == first))) {
            DoubleSummaryStatistics grey = IntStream.range(0, images.count())
                    .mapToObj(images::grey)
                    .flatMapToDouble(Arrays::stream)
                    .summaryStatistics();
            throw new IllegalArgumentException("must be above the least grey value in " + file.getFileName() + ", "
                    + Text.number(grey.getMin()) + ", and at most the largest, " + Text.number(grey.getMax())
                    + ": --threshold=" + Text.number(threshold));
        }
    }

    /** The mean of each pixel over the training data. */
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
