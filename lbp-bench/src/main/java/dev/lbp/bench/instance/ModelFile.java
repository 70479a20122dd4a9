package dev.lbp.bench.instance;

import dev.lbp.models.BernoulliRbm;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of a model, named by an option. */
public final class ModelFile {

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
     * Reads a network from an ONNX file.
     *
     * @throws IllegalArgumentException if there is no such file, or it holds no network of scores
     */
    public static OnnxNetwork network(String option, Path file) {
        return read(option, file, "a network", OnnxNetwork::load);
    }

    private static <M> M read(String option, Path file, String kind, Reader<M> reader) {
        String named = option + "=" + file;
        if (!Files.isRegularFile(file)) {
            String what = Files.exists(file) ? "must be a regular file: " : "must be a file that exists: ";
            throw new IllegalArgumentException(what + named);
        }
        try {
            return reader.read(file);
        } catch (IOException e) {
            Throwable reason = e.getCause() instanceof IllegalArgumentException content ? content : e;
            throw new IllegalArgumentException(
                    "must be a file of " + kind + ": " + named + ": " + reason.getMessage(), e);
        }
    }
}
