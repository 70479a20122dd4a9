package dev.lbp.cli.instance;

import dev.lbp.internal.Check;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.DenseCategories;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Reads the file of a model that an option names. */
public final class ModelFile {

    /** The number of random states on which a network is tried; it must score at least one above -Infinity. */
    private static final int STARTS = 20;

    private ModelFile() {}

    /** Reads a model from a file that exists. */
    @FunctionalInterface
    private interface Reader<M> {

        M read(Path file) throws IOException;
    }

    /**
     * Reads an RBM.
     *
     * @throws IllegalArgumentException if there is no such file, or it holds no RBM
     */
    public static BernoulliRbm rbm(String option, Path file) {
        return read(option, file, "an RBM", BernoulliRbm::load);
    }

    /**
     * Reads a Potts model of sequences, adabmDCA's text or plmc's binary parameters. Binary parameters begin with a
     * number below 2^24, whose first or last byte is 0 in either byte order. A gzip file is recognised first, because
     * it may have such a byte too.
     *
     * @param letters the letters of the values
     * @throws IllegalArgumentException if there is no such file, or it holds no Potts model
     */
    public static DenseCategories potts(String option, Path file, String letters) {
        return read(option, file, "a Potts model", path -> {
            byte[] head;
            try (InputStream in = Files.newInputStream(path)) {
                head = in.readNBytes(Integer.BYTES);
            }
            boolean gzip = head.length > 1 && head[0] == 0x1F && head[1] == (byte) 0x8B; // RFC 1952
            boolean binary = !gzip && head.length == Integer.BYTES && (head[0] == 0 || head[Integer.BYTES - 1] == 0);
            return binary ? DenseCategories.loadPlmc(path, letters) : DenseCategories.load(path, letters);
        });
    }

    /**
     * Reads a network from an ONNX file.
     *
     * @throws IllegalArgumentException if the file does not exist or holds no network of scores, or if all tried random
     *     states, from which chains start, are impossible
     */
    public static OnnxNetwork network(String option, Path file) {
        OnnxNetwork network = read(option, file, "a network", OnnxNetwork::load);
        if (!scoresRandomStates(network)) {
            network.close();
            throw new IllegalArgumentException("must score some of " + STARTS
                    + " random states above -Infinity, such as by parameters that do not overflow: " + option + "="
                    + file);
        }
        return network;
    }

    /** Whether one of some random states has a score above -Infinity. */
    private static boolean scoresRandomStates(OnnxNetwork network) {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1L);
        FloatBuffer state = FloatBuffer.allocate(network.dimension());
        FloatBuffer score = FloatBuffer.allocate(1);
        for (int k = 0; k < STARTS; k++) {
            for (int i = 0; i < state.capacity(); i++) {
                state.put(i, random.nextInt(2));
            }
            network.evaluate(state, 1, score, null); // null: no gradient
            if (score.get(0) > Float.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    /** Reads a file that must exist. The message of a failure names the option. */
    private static <M> M read(String option, Path file, String kind, Reader<M> reader) {
        String named = option + "=" + file;
        Check.regularFile(option, file);
        try {
            return reader.read(file);
        } catch (IOException e) {
            Throwable reason = e.getCause() instanceof IllegalArgumentException content ? content : e;
            throw new IllegalArgumentException(
                    "must be a file of " + kind + ": " + named + ": " + reason.getMessage(), e);
        }
    }
}
