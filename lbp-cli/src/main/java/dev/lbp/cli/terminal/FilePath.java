package dev.lbp.cli.terminal;

import java.io.File;
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
