package dev.lbp.bench.instance;

import dev.lbp.models.BernoulliRbm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of an RBM, named by an option. */
public final class RbmFile {

    private RbmFile() {}

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if there is no such file, or it holds no RBM
     */
    public static BernoulliRbm read(String option, Path file) {
        String named = option + "=" + file;
        if (!Files.isRegularFile(file)) {
            String what = Files.exists(file) ? "must be a regular file: " : "must be a file that exists: ";
            throw new IllegalArgumentException(what + named);
        }
        try {
            return BernoulliRbm.load(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("must be a file of an RBM: " + named + ": " + e.getMessage(), e);
        }
    }
}
