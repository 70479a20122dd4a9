package dev.lbp.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.Set;

/** Who owns files and may change them, on a machine with other users. Where files have no POSIX mode, all is permitted. */
final class Owner {

    private Owner() {}

    /**
     * Whether a link may be followed when its target is written: in a directory that all can write to, only one of this
     * user or of the owner of the directory. It is the rule of Linux ({@code fs.protected_symlinks}), which a program
     * that reads the link itself goes round.
     */
    static boolean permitsLink(Path link) {
        try {
            if (!isPosix(link)) {
                return true;
            }
            PosixFileAttributes directory =
                    Files.readAttributes(Objects.requireNonNull(link.getParent()), PosixFileAttributes.class);
            UserPrincipal owner = Files.getOwner(link, LinkOption.NOFOLLOW_LINKS);
            return !directory.permissions().contains(PosixFilePermission.OTHERS_WRITE)
                    || isThisUser(owner)
                    || owner.equals(directory.owner());
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a path is a directory of this user, no link, in which nobody else can make files. */
    static boolean isOwnDirectory(Path path) throws IOException {
        if (!isPosix(path)) {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        }
        PosixFileAttributes file =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return file.isDirectory() && isThisUser(file.owner()) && isClosed(file.permissions());
    }

    /** Whether only the owner of a directory can make files in it. */
    static boolean isClosed(Set<PosixFilePermission> directory) {
        return !directory.contains(PosixFilePermission.GROUP_WRITE)
                && !directory.contains(PosixFilePermission.OTHERS_WRITE);
    }

    /** A user without a name, as in some containers, is found as the owner of a new file. */
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

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
