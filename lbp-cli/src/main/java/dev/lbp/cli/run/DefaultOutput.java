package dev.lbp.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The output of a command without {@code --out}: a path that does not exist yet, so that no earlier results are lost.
 */
public final class DefaultOutput {

    private DefaultOutput() {}

    /**
     * The first of {@code NAME}, {@code NAME-2}, {@code NAME-3}, ... that does not exist with any of the endings.
     *
     * @param endings such as {@code .npz} and {@code .png}; for a directory one empty ending
     * @return the path with the first ending
     */
    public static Path free(Path name, String... endings) {
        for (int k = 1; ; k++) {
            String numbered = name.getFileName() + (k == 1 ? "" : "-" + k);
            if (Arrays.stream(endings).noneMatch(ending -> Files.exists(name.resolveSibling(numbered + ending)))) {
                return name.resolveSibling(numbered + endings[0]);
            }
        }
    }
}
