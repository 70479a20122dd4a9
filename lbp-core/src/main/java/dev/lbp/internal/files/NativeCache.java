package dev.lbp.internal.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * Chooses the directory where JavaCPP unpacks the native code of ND4J. JavaCPP loads an existing file if its size and
 * time are right. Without a writable home directory it would use {@code /tmp/.javacpp-USER}, which another user could
 * make first and fill with code. So the directory must be one where only this user can make files.
 */
public final class NativeCache {

    private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private NativeCache() {}

    /**
     * Sets the directory, unless the user has set one by either property of JavaCPP. Without POSIX owners and modes it
     * cannot tell whether a directory is safe, and leaves JavaCPP's choice.
     *
     * @throws UnsatisfiedLinkError if no directory is safe; the cause names the directory at fault
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

    /** JavaCPP's default in the home directory, if that is safe, else a directory in the temporary directory. */
    static Path directory(Path home, Path temporary) throws IOException {
        Path folder = home.resolve(".javacpp");
        Path usual = folder.resolve("cache");
        boolean isKnown = home.isAbsolute(); // a relative one would be in the working directory
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
