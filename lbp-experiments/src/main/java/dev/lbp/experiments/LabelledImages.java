package dev.lbp.experiments;

import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.internal.Check;
import dev.lbp.models.training.GreyImages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.apache.commons.rng.sampling.PermutationSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Grey images with their digits, in a random order.
 *
 * @param images [count][rows * columns], in [0, 1]
 * @param labels [count]
 */
record LabelledImages(int rows, int columns, float[][] images, int[] labels) {

    /** Unsigned bytes on one axis. */
    private static final int MAGIC = 0x0801;

    /**
     * Reads some images of a part of MNIST.
     *
     * @param folder with the files of images and labels
     * @param most the number of images, or fewer if there are fewer
     * @param seed of the order
     * @throws IllegalArgumentException if a file is missing or broken
     */
    static LabelledImages read(Path folder, Part part, int most, long seed) {
        GreyImages all = ImageSet.read("--data", folder).images(part).orElseThrow();
        byte[] digits = labels(folder, part == Part.TRAINING ? "train" : "t10k", all.count());
        int[] order = PermutationSampler.natural(all.count());
        PermutationSampler.shuffle(RandomSource.XO_SHI_RO_256_PP.create(seed), order);
        int count = Math.min(most, order.length);
        float[][] images = new float[count][all.rows() * all.columns()];
        int[] labels = new int[count];
        for (int k = 0; k < count; k++) {
            double[] grey = all.grey(order[k]);
            for (int i = 0; i < grey.length; i++) {
                images[k][i] = (float) grey[i];
            }
            labels[k] = digits[order[k]];
        }
        return new LabelledImages(all.rows(), all.columns(), images, labels);
    }

    private static byte[] labels(Path folder, String part, int count) {
        Path plain = folder.resolve(part + "-labels-idx1-ubyte");
        Path packed = folder.resolve(plain.getFileName() + ".gz");
        Path file = Files.exists(plain) ? plain : packed;
        Check.that(Files.exists(file), "hold " + plain.getFileName() + ", or the same with .gz", "--data", folder);
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = file == packed ? new GZIPInputStream(raw) : raw) {
            ByteBuffer bytes = ByteBuffer.wrap(in.readAllBytes());
            boolean sound =
                    bytes.limit() == 2 * Integer.BYTES + count && bytes.getInt() == MAGIC && bytes.getInt() == count;
            Check.that(sound, "be an IDX file of " + count + " labels", "--data", file);
            byte[] labels = new byte[count];
            bytes.get(labels);
            return labels;
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a file of labels: " + file + ": " + e.getMessage(), e);
        }
    }

    /** The first images. */
    LabelledImages first(int count) {
        return new LabelledImages(rows, columns, Arrays.copyOf(images, count), Arrays.copyOf(labels, count));
    }
}
