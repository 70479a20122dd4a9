package dev.lbp.experiments.adversarial;

import dev.lbp.cli.data.EnergyData;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.internal.Check;
import dev.lbp.internal.files.StrictGzip;
import dev.lbp.models.training.GreyImages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Grey images with their digits, from MNIST's files.
 *
 * @param rows the rows of an image
 * @param columns the columns of an image
 * @param images [count][rows * columns], in [0, 1]
 * @param labels [count], from 0 to 9
 */
public record LabelledImages(int rows, int columns, float[][] images, int[] labels) {

    /** The magic number of an IDX file of labels: unsigned bytes, one axis. */
    private static final int MAGIC = 0x0801;

    /**
     * Reads a part of a data set. The file of labels is in the same directory as the images.
     *
     * @throws IllegalArgumentException if a file is missing or broken
     */
    static LabelledImages read(Path directory, Part part) {
        ImageSet set = ImageSet.read("--data", directory);
        GreyImages grey = set.images(part).orElseThrow();
        float[][] images = EnergyData.grey(grey);
        return new LabelledImages(
                grey.rows(), grey.columns(), images, labels(labelsOf(directory, set, part), images.length));
    }

    /**
     * Reads images of a part, in a random order.
     *
     * @param most the largest number of images
     * @param seed the seed of the order
     * @throws IllegalArgumentException if a file is missing or broken
     */
    public static LabelledImages read(Path directory, Part part, int most, long seed) {
        LabelledImages all = read(directory, part);
        int[] order = PermutationSampler.natural(all.labels.length);
        PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
        int count = Math.min(most, order.length);
        float[][] images = new float[count][];
        int[] labels = new int[count];
        for (int k = 0; k < count; k++) {
            images[k] = all.images[order[k]];
            labels[k] = all.labels[order[k]];
        }
        return new LabelledImages(all.rows, all.columns, images, labels);
    }

    /** The first {@code count} images, at most as many as there are. */
    public LabelledImages first(int count) {
        return new LabelledImages(rows, columns, Arrays.copyOf(images, count), Arrays.copyOf(labels, count));
    }

    /**
     * Smaller images: each pixel is the mean of a square of pixels.
     *
     * @param square the side of a square; it divides the sides of an image
     */
    public LabelledImages averaged(int square) {
        int width = columns / square;
        float[][] means = new float[images.length][rows / square * width];
        for (int k = 0; k < images.length; k++) {
            for (int i = 0; i < rows * columns; i++) {
                means[k][i / columns / square * width + i % columns / square] += images[k][i] / (square * square);
            }
        }
        for (float[] image : means) {
            for (int i = 0; i < image.length; i++) {
                image[i] = Math.min(1.0f, image[i]); // rounding may exceed 1
            }
        }
        return new LabelledImages(rows / square, width, means, labels);
    }

    /** The central square of each image, of {@code side} rows and columns. */
    public LabelledImages middle(int side) {
        int top = (rows - side) / 2;
        int left = (columns - side) / 2;
        float[][] middles = new float[images.length][side * side];
        for (int k = 0; k < images.length; k++) {
            for (int i = 0; i < side; i++) {
                System.arraycopy(images[k], (top + i) * columns + left, middles[k], i * side, side);
            }
        }
        return new LabelledImages(side, side, middles, labels);
    }

    /**
     * The file of labels of a part.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Path labelsOf(Path directory, ImageSet set, Part part) {
        Path file = directory.resolve(set.fileName(part).replace("images-idx3", "labels-idx1"));
        Check.that(Files.exists(file), "hold the labels " + file.getFileName(), "--data", directory);
        return file;
    }

    /** Reads a file of {@code count} labels. */
    private static int[] labels(Path file, int count) {
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new StrictGzip(raw) : raw) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
            boolean sound =
                    bytes.limit() == 2 * Integer.BYTES + count && bytes.getInt() == MAGIC && bytes.getInt() == count;
            Check.that(sound, "be an IDX file of " + count + " labels", "--data", file);
            int[] labels = new int[count];
            Arrays.setAll(labels, k -> Byte.toUnsignedInt(bytes.get()));
            return labels;
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a file of labels: " + file + ": " + e.getMessage(), e);
        }
    }
}
