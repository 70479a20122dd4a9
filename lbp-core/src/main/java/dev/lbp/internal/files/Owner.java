package dev.lbp.internal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;

/** Who owns a file or directory, and who else can write there, on a machine with other users. */
public final class Owner {

    private Owner() {}

    /**
     * Whether a link may be followed to write its target. In a directory that all users can write to, only links of
     * this user or of the directory's owner may. Linux has this rule too ({@code fs.protected_symlinks}), but not for a
     * program that reads the link and opens its target.
     */
    static boolean permitsLink(Path link) {
        try {
            if (!isPosix(link)) {
                return true;
            }
            PosixFileAttributes directory = attributes(Objects.requireNonNull(link.getParent()));
            UserPrincipal owner = Files.getOwner(link, LinkOption.NOFOLLOW_LINKS);
            return !directory.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                    || isThisUser(owner)
                    || owner.equals(directory.owner());
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether a path, or the target of a link, is a directory of this user where only this user can make files. On a
     * file system without POSIX owners and modes, only that this user can.
     */
    public static boolean isOwnDirectory(Path path) throws IOException {
        if (!Files.isDirectory(path) || !Files.isWritable(path)) {
            return false;
        }
        if (!isPosix(path)) {
            return true;
        }
        PosixFileAttributes file = attributes(path);
        Set<PosixFilePermission> permitted = file.permissions();
        boolean ofTheUserAlone = file.group().getName().equals(file.owner().getName()); // a private group
        return isThisUser(file.owner())
                && !permitted.contains(PosixFilePermission.OTHERS_WRITE)
                && (ofTheUserAlone || !permitted.contains(PosixFilePermission.GROUP_WRITE));
    }

    private static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class);
    }

    /** Compares an owner with this user. In some containers the user has no name, so a new file tells its owner. */
    private static boolean isThisUser(UserPrincipal owner) throws IOException {
        if (owner.getName().equals(System.getProperty("user.name"))) {
            return true;
        }
        Path made = Files.createTempFile("lbp", null);
        try {
            return owner.equals(Files.getOwner(made));
        } finally {
            Files.delete(made);
        }
    }

    /** Whether files have owners and modes as POSIX has them. */
    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
