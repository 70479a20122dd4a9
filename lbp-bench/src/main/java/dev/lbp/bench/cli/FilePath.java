package dev.lbp.bench.cli;

import java.io.File;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The path of a file. A {@link Path} forgets a slash at the end, by which a user means a directory: that is refused here. */
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
