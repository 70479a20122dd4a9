package dev.lbp.cli.data;

import dev.lbp.internal.Check;
import dev.lbp.models.training.GreyImages;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The images of a file, or of a directory with files for training, validation and test. All images have the same size.
 */
public record ImageSet(Map<Part, Path> files, Map<Part, GreyImages> images) {

    /**
     * A part of a data set, with the names of its file: IDX under the names of MNIST, or text under the names of static
     * binarised MNIST.
     */
    public enum Part {
        /** Images for training. */
        TRAINING("{train-images-idx3-ubyte,*train.amat}"),
        /** Images for the choice of settings. */
        VALIDATION("{val-images-idx3-ubyte,*valid.amat}"),
        /** Images for evaluation. */
        TEST("{t10k-images-idx3-ubyte,test-images-idx3-ubyte,*test.amat}");

        private final String names;

        Part(String names) {
            this.names = names;
        }
    }

    /**
     * The files of a data set. It always has the file of training images.
     *
     * @param option the name of the argument in messages
     * @throws IllegalArgumentException if {@code path} is missing, a pipe or a device, or a directory without training
     *     images or with two files for one part
     */
    public static Map<Part, Path> files(String option, Path path) {
        Check.that(!Files.notExists(path), "be a file or directory that exists", option, path);
        if (!Files.isDirectory(path)) {
            boolean special = Files.exists(path) && !Files.isRegularFile(path);
            Check.that(!special, "be a regular file or a directory", option, path);
            return Map.of(Part.TRAINING, path);
        }
        Map<Part, Path> files = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            @Nullable Path file = file(option, path, part);
            if (file != null) {
                files.put(part, file);
            }
        }
        Check.that(
                files.containsKey(Part.TRAINING),
                "hold train-images-idx3-ubyte, or a file that ends in train.amat, or one of them with .gz: " + option
                        + "=" + path);
        return files;
    }

    /** The file of a part in a directory; null if there is none. */
    private static @Nullable Path file(String option, Path directory, Part part) {
        @Nullable Path found = null;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, part.names + "{,.gz}")) {
            for (Path file : files) {
                if (found != null) {
                    throw new IllegalArgumentException(
                            "must hold one file of " + part.name().toLowerCase(Locale.ROOT)
                                    + " images: " + option + "=" + directory + " has " + found.getFileName() + " and "
                                    + file.getFileName());
                }
                found = file;
            }
            return found;
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a directory that can be read: " + option + "=" + directory, e);
        }
    }

    /**
     * Reads all files.
     *
     * @param option the name of the argument in messages
     * @throws IllegalArgumentException as {@link #files}, and if a file cannot be read or sizes of images differ
     */
    public static ImageSet read(String option, Path path) {
        Map<Part, Path> files = files(option, path);
        Map<Part, GreyImages> images = new EnumMap<>(Part.class);
        files.forEach((part, file) -> images.put(part, images(file)));
        GreyImages training = Objects.requireNonNull(images.get(Part.TRAINING));
        images.forEach((part, others) -> {
            Check.that(
                    others.rows() == training.rows() && others.columns() == training.columns(),
                    "have images of one size: " + option + "=" + path + ", " + files.get(Part.TRAINING) + " and "
                            + files.get(part));
        });
        return new ImageSet(files, images);
    }

    private static GreyImages images(Path file) {
        try {
            return GreyImages.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The negatives of all images. */
    public ImageSet inverted() {
        Map<Part, GreyImages> negatives = new EnumMap<>(Part.class);
        images.forEach((part, each) -> negatives.put(part, each.inverted()));
        return new ImageSet(files, negatives);
    }

    /** The training images. */
    public GreyImages training() {
        return Objects.requireNonNull(images.get(Part.TRAINING));
    }

    /** The images of a part. Empty if the part has no file. */
    public Optional<GreyImages> images(Part part) {
        return Optional.ofNullable(images.get(part));
    }

    /** The name of the file of a part. */
    public String fileName(Part part) {
        return String.valueOf(
                Objects.requireNonNull(files.get(part), part.name()).getFileName());
    }
}
