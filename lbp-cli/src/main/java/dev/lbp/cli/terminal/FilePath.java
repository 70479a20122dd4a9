package dev.lbp.cli.terminal;

import dev.lbp.internal.Check;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses the path of a file. It refuses a slash at the end, which means a directory, because a {@link Path} would drop
 * it.
 */
public final class FilePath implements ITypeConverter<Path> {

    @Override
    public Path convert(String text) {
        Path path = anyPath(text);
        String last = text.substring(1 + Math.max(text.lastIndexOf('/'), text.lastIndexOf(File.separatorChar)));
        if (last.isEmpty() || last.equals(".") || last.equals("..")) {
            throw new TypeConversionException("must be the path of a file, and is that of a directory: " + text);
        }
        return path;
    }

    /**
     * What is wrong with a path that must be that of a file, such as "be a file that exists"; empty if it is a file.
     *
     * @param pipes whether a pipe or another special file may stand for it
     */
    public static String fault(Path file, boolean pipes) {
        if (Files.isDirectory(file)) {
            return "be a file, and is a directory";
        }
        return !Files.exists(file)
                ? "be a file that exists"
                : pipes || Files.isRegularFile(file)
                        ? Files.isReadable(file) ? "" : "be a file that can be read"
                        : "be a regular file";
    }

    /** Checks that the file of an option is there, and is no pipe, which cannot be read twice. */
    public static void checkThere(String option, Path file) {
        String fault = fault(file, false);
        Check.that(fault.isEmpty(), fault, option, file);
    }

    /** The path of a file or of a directory. */
    public static Path anyPath(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("must not be empty");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("must be a path: " + e.getReason());
        }
    }
}
