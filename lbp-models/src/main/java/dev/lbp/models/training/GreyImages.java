package dev.lbp.models.training;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Grey images of one size, from a file of one of two forms, recognised by its first byte. The file may be compressed by
 * gzip under any name.
 *
 * <p>The IDX format of <a href="https://yann.lecun.org/exdb/mnist/">MNIST</a>: four bytes 0, 0, 8 (unsigned bytes), 3
 * (axes), then the number of images, rows and columns as big-endian integers, then the pixels row after row.
 *
 * <p>Text, as in the {@code .amat} files of static binarised MNIST: a line for each image, with a 0 or a 1 for each
 * pixel and white space between them. Images are squares if their number of pixels is a square, else one row of pixels.
 */
public final class GreyImages {

    static final int BRIGHTEST = 255;

    private final int rows;
    private final int columns;

    /** [count][rows * columns], a grey value from 0 to 255 in each byte. */
    private final List<byte[]> images;

    GreyImages(int rows, int columns, List<byte[]> images) {
        this.rows = rows;
        this.columns = columns;
        this.images = images;
    }

    /**
     * Reads all images of a file.
     *
     * @throws IOException if it cannot be read, or is in neither format; the message names the file and what is wrong
     */
    public static GreyImages read(Path file) throws IOException {
        return ImageReader.read(Check.notNull("file", file));
    }

    /** The number of images. */
    public int count() {
        return images.size();
    }

    /** The number of rows of each image. */
    public int rows() {
        return rows;
    }

    /** The number of columns of each image. */
    public int columns() {
        return columns;
    }

    /**
     * Whether every pixel is black or white: {@link #binarised} and {@link #drawn} give the same states for all
     * arguments.
     */
    public boolean isBinary() {
        for (byte[] image : images) {
            for (byte pixel : image) {
                if (pixel != 0 && pixel != (byte) BRIGHTEST) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The negatives: each grey value becomes 1 minus itself. */
    public GreyImages inverted() {
        return new GreyImages(
                rows, columns, images.stream().map(GreyImages::negative).toList());
    }

    private static byte[] negative(byte[] image) {
        byte[] negative = new byte[image.length];
        for (int i = 0; i < image.length; i++) {
            negative[i] = (byte) (BRIGHTEST - Byte.toUnsignedInt(image[i]));
        }
        return negative;
    }

    /**
     * An image's grey values.
     *
     * @param image in [0, count)
     * @return [rows * columns], row after row, each from 0 to 1; a copy
     */
    public double[] grey(int image) {
        checkIndex(image);
        byte[] pixels = images.get(image);
        double[] grey = new double[pixels.length];
        Arrays.setAll(grey, i -> (double) Byte.toUnsignedInt(pixels[i]) / BRIGHTEST);
        return grey;
    }

    private void checkIndex(int image) {
        Check.that(image >= 0 && image < count(), "be in [0, " + count() + ")", "image", image);
    }

    /** The mean of each pixel's grey value over the images: [rows * columns], each from 0 to 1. */
    public double[] means() {
        long[] sums = new long[rows * columns];
        for (byte[] image : images) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += Byte.toUnsignedInt(image[i]);
            }
        }
        double[] means = new double[sums.length];
        Arrays.setAll(means, i -> (double) sums[i] / ((double) BRIGHTEST * count()));
        return means;
    }

    /**
     * The images in black and white.
     *
     * @param threshold in (0, 1]: a grey value of at least {@code threshold} becomes 1
     * @return [count][rows * columns] of zeros and ones
     */
    public byte[][] binarised(double threshold) {
        Check.that(threshold > 0.0 && threshold <= 1.0, "be in (0, 1]", "threshold", threshold);
        byte[][] states = new byte[count()][];
        for (int k = 0; k < states.length; k++) {
            double[] grey = grey(k);
            states[k] = new byte[grey.length];
            for (int i = 0; i < grey.length; i++) {
                states[k][i] = (byte) (grey[i] >= threshold ? 1 : 0);
            }
        }
        return states;
    }

    /**
     * Draws binary images: a pixel is 1 with its grey value as probability, independently of all others.
     *
     * @return [count][rows * columns] of zeros and ones
     */
    public byte[][] drawn(long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        return IntStream.range(0, count()).mapToObj(k -> drawn(k, random)).toArray(byte[][]::new);
    }

    /**
     * Draws one binary image: a pixel is 1 with its grey value as probability.
     *
     * @param image in [0, count)
     * @return [rows * columns] of zeros and ones
     */
    public byte[] drawn(int image, UniformRandomProvider random) {
        checkIndex(image);
        byte[] pixels = images.get(image);
        byte[] state = new byte[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            state[i] = (byte) (random.nextInt(BRIGHTEST) < Byte.toUnsignedInt(pixels[i]) ? 1 : 0);
        }
        return state;
    }
}
