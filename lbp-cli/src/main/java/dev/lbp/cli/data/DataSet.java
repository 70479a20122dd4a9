package dev.lbp.cli.data;

import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** The data sets of the paper's experiments on energy-based models, each in a folder of one directory. */
public enum DataSet {
    /** MNIST in black and white as published by Larochelle: 50,000 training images. */
    STATIC_MNIST("static MNIST", "binarized_mnist", false, false),
    /** MNIST in grey: each batch redraws the pixels. */
    DYNAMIC_MNIST("dynamic MNIST", "mnist", false, true),
    /** Omniglot. Published log-likelihoods are for another split and another reduction to 28 x 28. */
    OMNIGLOT("Omniglot", "omniglot28", false, false),
    /** Caltech 101 silhouettes, inverted because the shape is 0 in the paper's experiments. */
    CALTECH("Caltech", "caltech28", true, false);

    private static final double THRESHOLD = 0.5;

    private final String title;
    private final String folder;
    private final boolean inverted;
    private final boolean dynamic;

    /**
     * @param title the name in tables
     * @param folder the name of its folder
     * @param inverted whether black and white are exchanged
     * @param dynamic whether each batch draws the pixels anew, with the grey value as the probability of a one
     */
    DataSet(String title, String folder, boolean inverted, boolean dynamic) {
        this.title = title;
        this.folder = folder;
        this.inverted = inverted;
        this.dynamic = dynamic;
    }

    /** The name in tables. */
    @Override
    public String toString() {
        return title;
    }

    /**
     * Reads the images.
     *
     * @param directory the directory of all data sets
     * @throws IllegalArgumentException if the folder is missing, or holds no images
     */
    public EnergyData read(Path directory) {
        ImageSet set = ImageSet.read("--data", check(directory));
        return new EnergyData(inverted ? set.inverted() : set, THRESHOLD, dynamic);
    }

    /**
     * The folder of this data set, after a check that it holds images. The images are not read.
     *
     * @throws IllegalArgumentException if the folder is missing, or holds no images
     */
    public Path check(Path directory) {
        Path images = directory.resolve(folder);
        Check.that(Files.isDirectory(images), "hold the folder " + folder + ", of " + title, "--data", directory);
        boolean hasTestImages = ImageSet.files("--data", images).containsKey(Part.TEST);
        Check.that(hasTestImages, "hold images to judge by, such as test-images-idx3-ubyte", "--data", images);
        return images;
    }

    /**
     * A fingerprint of the names and sizes of a directory's files. All results in one table must be of files with the
     * same fingerprint.
     */
    public static String fingerprint(Path directory) throws IOException {
        CRC32C sum = new CRC32C();
        for (DataSet set : values()) {
            Path folder = directory.resolve(set.folder);
            if (Files.isDirectory(folder)) {
                for (Path file : ImageSet.files("--data", folder).values()) {
                    sum.update((directory.relativize(file) + " " + Files.size(file) + "\n")
                            .getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return Long.toHexString(sum.getValue());
    }
}
