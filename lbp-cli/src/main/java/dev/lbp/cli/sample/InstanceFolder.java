package dev.lbp.cli.sample;

import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The instance files that a directory or a pattern names. */
final class InstanceFolder {

    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    private InstanceFolder() {}

    /** Whether a path is a directory, or a pattern such as {@code DIR/*.txt} and no file of this name. */
    static boolean isAt(Path path) {
        return Files.isDirectory(path) || GLOB.matcher(path.toString()).find() && !Files.exists(path);
    }

    /**
     * The files by name: those of a directory but hidden ones, or those that match.
     *
     * @throws IllegalArgumentException if there are none, or directories have patterns
     */
    static List<Path> files(String option, Path path) throws IOException {
        boolean whole = Files.isDirectory(path);
        Path directory = whole ? path : Objects.requireNonNullElse(path.getParent(), Path.of(""));
        Check.that(
                whole || !GLOB.matcher(directory.toString()).find(),
                "have *, ?, [ and { in the name of the file alone",
                option,
                path);
        Check.that(Files.isDirectory(directory), "be in a directory that is there", option, path);
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, whole ? "*" : "" + path.getFileName())) {
            for (Path file : all) {
                if (Files.isRegularFile(file) && !file.getFileName().toString().startsWith(".")) {
                    files.add(file);
                }
            }
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "must be a pattern (" + e.getDescription() + "): " + option + "=" + path, e);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Check.that(!files.isEmpty(), whole ? "have files in it" : "match a file", option, path);
        Collections.sort(files);
        return files;
    }
}
