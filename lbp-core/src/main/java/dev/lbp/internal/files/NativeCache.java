package dev.lbp.internal.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * Where the native code of ND4J is unpacked. JavaCPP, which does it, loads a file that is there if it has the right
 * size and time. Without a home directory that can be written to, it takes {@code /tmp/.javacpp-USER}, which any user
 * can make first and fill with code. So it is told a directory in which only this user can make files.
 */
public final class NativeCache {

    private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private NativeCache() {}

    /**
     * Tells JavaCPP the directory, unless the user has done so.
     *
     * @throws UnsatisfiedLinkError if there is none; the cause names the directory at fault
     */
    public static void choose() {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        boolean chosen =
                System.getProperty(PROPERTY) != null || System.getProperty("org.bytedeco.javacpp.cacheDir") != null;
        if (chosen || !Owner.isPosix(temporary)) {
            return;
        }
        try {
            Path home = Path.of(Objects.requireNonNullElse(System.getProperty("user.home"), ""));
            Path cache = directory(home, temporary);
            System.setProperty(PROPERTY, cache.toString());
        } catch (IOException e) {
            UnsatisfiedLinkError error = new UnsatisfiedLinkError(PROPERTY);
            error.initCause(new IOException("no directory for " + PROPERTY + ": " + WholeFile.reason(e), e));
            throw error;
        }
    }

    /** JavaCPP's own in the home directory, if that is safe, else one in the temporary directory. */
    static Path directory(Path home, Path temporary) throws IOException {
        Path folder = home.resolve(".javacpp");
        Path usual = folder.resolve("cache");
        boolean isKnown = home.isAbsolute(); // else it would be one of the working directory, with anybody's files
        if (isKnown && Owner.isOwnDirectory(home) && isOwnOrFree(folder) && isOwnOrFree(usual)) {
            return Files.createDirectories(usual);
        }
        Path own = temporary.resolve("lbp-javacpp-" + System.getProperty("user.name"));
        try {
            return Files.createDirectory(
                    own, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException e) {
            if (Files.isSymbolicLink(own) || !Owner.isOwnDirectory(own)) {
                throw new IOException(
                        "must be a directory of this user, no link, in which nobody else can make files: " + own, e);
            }
            return own;
        }
    }

    private static boolean isOwnOrFree(Path directory) throws IOException {
        return Files.notExists(directory) || Owner.isOwnDirectory(directory);
    }
}
