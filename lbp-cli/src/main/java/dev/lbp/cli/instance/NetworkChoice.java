package dev.lbp.cli.instance;

import dev.lbp.internal.Check;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A network for images, described by the words of an option: {@code mlp}, {@code mlp-U-U}, {@code resnet-C-M}, or an
 * ONNX file. {@link #network} checks the words.
 */
public record NetworkChoice(String option, String words) {

    private static final Pattern MLP = Pattern.compile("mlp(?:-[0-9]+)*");

    private static final Pattern RESNET = Pattern.compile("resnet-([0-9]+)-([0-9]+)");

    /** The largest number of units, channels or blocks. The number of parameters and memory are further limits. */
    private static final int MOST = 1_000_000;

    /** A number with more digits exceeds {@link #MOST}, and need not be parsed. */
    private static final int DIGITS = 9;

    /** The units of the hidden layers of {@code mlp}. */
    private static final int[] HIDDEN = {256, 256};

    /** The file of the network; empty if the words describe a new one. */
    public Optional<Path> file() {
        boolean described =
                MLP.matcher(words).matches() || RESNET.matcher(words).matches();
        return described ? Optional.empty() : Optional.of(Path.of(words));
    }

    /**
     * Makes or reads the network.
     *
     * @param seed the seed of the initial parameters of a new network
     * @throws IllegalArgumentException if the words describe no network and are not a file, or the file holds no
     *     network for these images
     */
    public OnnxNetwork network(int rows, int columns, long seed) {
        @Nullable Path file = file().orElse(null);
        if (file != null) {
            return read(file, rows * columns);
        }
        Matcher resnet = RESNET.matcher(words);
        try {
            if (resnet.matches()) {
                int channels = number("channels", 1, resnet.group(1));
                return Networks.resNet(rows, columns, channels, number("further blocks", 0, resnet.group(2)), seed);
            }
            int[] hidden = words.equals("mlp")
                    ? HIDDEN
                    : Arrays.stream(words.substring("mlp-".length()).split("-", -1))
                            .mapToInt(units -> number("units a layer", 1, units))
                            .toArray();
            return Networks.mlp(rows * columns, hidden, seed);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ": " + option + "=" + words, e);
        }
    }

    /** The number of these digits; refuses one below {@code least} or above {@link #MOST}. */
    private static int number(String what, int least, String digits) {
        // a number of more digits is above MOST anyway; the largest int stands for it
        int number = digits.length() > DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits);
        Check.that(number >= least && number <= MOST, "have " + least + " to " + MOST + " " + what);
        return number;
    }

    /** Reads a network with an input for each pixel. */
    private OnnxNetwork read(Path file, int pixels) {
        Check.that(
                !Files.notExists(file),
                "be mlp, mlp-U-U with U hidden units a layer, resnet-C-M with C channels and M blocks, or a file that"
                        + " exists: "
                        + option + "=" + words);
        OnnxNetwork network = ModelFile.network(option, file);
        if (network.dimension() != pixels) {
            int inputs = network.dimension();
            network.close();
            throw new IllegalArgumentException("must have an input for each pixel of an image, " + pixels + ", and has "
                    + inputs + ": " + option + "=" + words);
        }
        return network;
    }
}
