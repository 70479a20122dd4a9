package dev.lbp.experiments;

import dev.lbp.cli.data.ImageSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.internal.Check;
import dev.lbp.models.training.GreyImages;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Grey images with their digits, from MNIST's files.
 *
 * @param rows of an image
 * @param columns of an image
 * @param images [count][rows * columns], in [0, 1]
 * @param labels [count], from 0 to 9
 */
record LabelledImages(int rows, int columns, float[][] images, int[] labels) {

    /** The first bytes of a file of labels: unsigned bytes, one axis. */
    private static final int MAGIC = 0x801;

    /** Reads a part of a data set, whose labels lie beside the images. */
    static LabelledImages read(Path directory, Part part) {
        ImageSet set = ImageSet.read("--data", directory);
        GreyImages grey = set.images(part).orElseThrow();
        float[][] images = new float[grey.count()][];
        for (int k = 0; k < images.length; k++) {
            double[] values = grey.grey(k);
            images[k] = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                images[k][i] = (float) values[i];
            }
        }
        try {
            return new LabelledImages(
                    grey.rows(), grey.columns(), images, labels(labelsOf(directory, set, part), images.length));
        } catch (IOException e) {
            throw new IllegalArgumentException("must hold labels: --data=" + directory + ": " + e.getMessage(), e);
        }
    }

    static Path labelsOf(Path directory, ImageSet set, Part part) {
        Path file = directory.resolve(set.fileName(part).replace("images-idx3", "labels-idx1"));
        Check.that(Files.exists(file), "hold the labels " + file.getFileName(), "--data", directory);
        return file;
    }

    private static int[] labels(Path file, int count) throws IOException {
        try (InputStream raw = new FileInputStream(file.toFile());
                DataInputStream in =
                        new DataInputStream(file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw)) {
            int magic = in.readInt();
            int labels = in.readInt();
            if (magic != MAGIC || labels != count) {
                throw new IOException("must have a label for each of " + count + " images: " + file);
            }
            int[] classes = new int[count];
            for (int k = 0; k < count; k++) {
                classes[k] = in.readUnsignedByte();
            }
            return classes;
        }
    }
}
