package dev.lbp.bench.cli;

import java.io.File;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The path of a file. A slash at the end, which means a directory, is refused here, because a {@link Path} drops it. */
final class FilePath implements ITypeConverter<Path> {

    @Override
    public Path convert(String text) {
        Path path = Lbp.path(text);
        String last = text.substring(1 + Math.max(text.lastIndexOf('/'), text.lastIndexOf(File.separatorChar)));
        if (last.isEmpty() || last.equals(".") || last.equals("..")) {
            throw new TypeConversionException("must be the path of a file, and is that of a directory: " + text);
        }
        return path;
    }
}
