package dev.lbp.cli.instance;

import dev.lbp.internal.Check;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says what is wrong with the path of a file to read. */
public final class InputFile {

    private InputFile() {}

    /**
     * What the path must be and is not, such as "be a file that exists"; empty if it can be read.
     *
     * @param pipes whether a pipe or another special file may stand for the file
     */
    static String fault(Path file, boolean pipes) {
        if (Files.isDirectory(file)) {
            return "be a file, and is a directory";
        }
        if (!Files.exists(file)) {
            return "be a file that exists";
        }
        if (!pipes && !Files.isRegularFile(file)) {
            return "be a regular file";
        }
        return Files.isReadable(file) ? "" : "be a file that can be read";
    }

    /** Checks that the file of an option can be read. A pipe is refused: the file may be read twice. */
    public static void check(String option, Path file) {
        String fault = fault(file, false);
        Check.that(fault.isEmpty(), fault, option, file);
    }
}
