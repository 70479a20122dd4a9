package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

    private static final String NOT_REGULAR = "must be a regular file, or a path where there is nothing";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("file");
    }

    @Test
    void replace_newAndOld_holdsTheContentAlone() throws IOException {
        WholeFile.replace(file, "first");
        assertThat(file).hasContent("first");
        WholeFile.replace(file, "2");
        assertThat(file).hasContent("2");
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void replace_failsOnTheWay_leavesWhatWasThere() throws IOException {
        Files.writeString(file, "old");
        assertThatIOException()
                .isThrownBy(() -> WholeFile.replace(file, out -> {
                    out.write(new byte[1 << 20]);
                    throw new IOException("wrapped", new IOException("no space"));
                }))
                .withMessage("cannot write " + file + ": no space");
        assertThatIllegalStateException()
                .isThrownBy(() -> WholeFile.replace(file, out -> {
                    out.write(1);
                    throw new IllegalStateException();
                }));
        assertThat(file).hasContent("old");
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void replace_aFileOfAnotherBesideIt_isNotTouched() throws IOException {
        Path other = Files.writeString(directory.resolve("file.part"), "another's");
        WholeFile.replace(file, "new");
        assertThat(other).hasContent("another's");
    }

    @Test
    void replace_interruptedThread_writesAndStaysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        WholeFile.replace(file, "new");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file).hasContent("new");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void replace_symbolicLinks_stay() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path real = Files.writeString(elsewhere.resolve("real"), "old");
        Path folder = Files.createSymbolicLink(directory.resolve("folder"), elsewhere);
        Path second = Files.createSymbolicLink(elsewhere.resolve("second"), Path.of("real"));
        Path first = Files.createSymbolicLink(directory.resolve("first"), Path.of("folder/second"));
        WholeFile.check("file", first);
        WholeFile.replace(first, "new");
        assertThat(real).hasContent("new").isRegularFile();
        assertThat(first).isSymbolicLink();
        assertThat(second).isSymbolicLink();
        assertThat(folder).isSymbolicLink();
        assertThat(elsewhere.toFile().list()).containsExactlyInAnyOrder("real", "second");
        assertThat(WholeFile.target(first))
                .isEqualTo(WholeFile.target(real))
                .isEqualTo(WholeFile.target(folder.resolve("../elsewhere/./real")));
    }

    /** As in /tmp: another user knows the name of a report, and makes a link first. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void replace_linkOfAnotherUser_whereAllCanWrite_isRefused() throws IOException {
        assumeTrue(Files.getAttribute(directory, "unix:uid").equals(0), "must be root to give a file to another user");
        Path target = Files.writeString(file, "kept");
        Path all = Files.createDirectory(directory.resolve("all"));
        Path link = Files.createSymbolicLink(all.resolve("report"), target);
        WholeFile.replace(link, "new");
        Files.setAttribute(link, "unix:uid", 65_534, LinkOption.NOFOLLOW_LINKS);
        WholeFile.replace(link, "newer"); // only this user can make files there
        Files.setPosixFilePermissions(all, PosixFilePermissions.fromString("rwxrwxrwx"));
        refused(link, "must be no link of another user in a directory that all can write to");
        assertThat(target).hasContent("newer");
        Files.setAttribute(all, "unix:uid", 65_534);
        WholeFile.replace(link, "newest"); // that of the owner of the directory
        assertThat(target).hasContent("newest");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void replace_linkToNothing_makesWhatItLeadsTo() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("file"));
        WholeFile.replace(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
        Path loop = Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));
        refused(loop, NOT_REGULAR);
        assertThat(loop).isSymbolicLink();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void replace_fileOfOneUser_staysSo() throws IOException {
        Files.writeString(file, "secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        WholeFile.replace(file, "secret 2");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void replace_noRegularFile_isRefused() throws IOException {
        refused(directory, NOT_REGULAR);
        refused(directory.resolve("none/file"), "must be in a directory that exists");
        refused(Files.writeString(file, "kept").resolve("below"), "must be in a directory that exists");
        assertThat(file).hasContent("kept");
    }

    /** A pipe stands for devices too: a test that could replace one must not be given any. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void replace_pipesSocketsAndOpenFiles_areRefused() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        refused(pipe, NOT_REGULAR);
        refused(Files.createSymbolicLink(directory.resolve("to-pipe"), pipe), NOT_REGULAR);
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
            refused(directory.resolve("socket"), NOT_REGULAR);
        }
        for (String path : new String[] {"/dev/null", "/dev/full", "/dev/stdout", "/dev/fd/1", "/proc/new"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> WholeFile.check("--out", Path.of(path)))
                    .withMessage(NOT_REGULAR + ": --out=" + path);
        }
    }

    private static void refused(Path bad, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WholeFile.check("--out", bad))
                .withMessage(reason + ": --out=" + bad);
        assertThatIOException()
                .isThrownBy(() -> WholeFile.replace(bad, "new"))
                .withMessage("cannot write " + bad + ": " + reason);
    }
}
