package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.OtherJava;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Native code is unpacked where no other user can put any. */
@DisabledOnOs(OS.WINDOWS)
class NativeCacheTest {

    private static final String USER = System.getProperty("user.name");

    private static final int NOBODY = 65_534;

    @TempDir
    private Path directory;

    private Path home;
    private Path usual;
    private Path temporary;
    private Path own;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectory(directory.resolve("home"));
        usual = home.resolve(".javacpp").resolve("cache");
        temporary = Files.createDirectory(directory.resolve("tmp"));
        own = temporary.resolve("lbp-javacpp-" + USER);
        mode(home, "rwxr-xr-x");
        mode(temporary, "rwxrwxrwx");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private void assertUsed(Path expected) throws IOException {
        assertThat(NativeCache.directory(home, temporary)).isEqualTo(expected).isDirectory();
    }

    private void assertOwnRefused() {
        assertThatThrownBy(() -> NativeCache.directory(directory.resolve("none"), temporary))
                .isInstanceOf(IOException.class)
                .hasMessage("must be a directory of this user, no link, in which nobody else can make files: " + own);
    }

    /** Prints the directory that JavaCPP takes after a check. */
    static final class Check {

        public static void main(String[] arguments) throws IOException {
            Nd4jPresence.check("this test");
            System.out.println("cache: " + Loader.getCacheDir());
        }
    }

    @Test
    void processWithoutAHome_doesNotUseADirectoryThatAnyoneCanMakeFirst() throws Exception {
        Path planted = Files.createDirectories(temporary.resolve(".javacpp-" + USER + "/cache"));
        String printed =
                OtherJava.run(Check.class, "-Duser.home=" + directory.resolve("none"), "-Djava.io.tmpdir=" + temporary);
        assertThat(printed).contains("cache: " + own.toRealPath()).doesNotContain(planted.toString());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
    }

    @Test
    void processWithADirectoryOfItsUser_keepsIt() throws Exception {
        Path chosen = directory.resolve("chosen");
        assertThat(OtherJava.run(Check.class, "-Dorg.bytedeco.javacpp.cachedir=" + chosen))
                .contains("cache: " + chosen.toRealPath());
    }

    @Test
    void homeOfTheUser_hasTheUsualDirectory() throws IOException {
        assertUsed(usual);
        mode(usual, "rwxr-xr-x");
        assertUsed(usual);
        assertThat(own).doesNotExist();
    }

    @Test
    void homeThatIsOpenToOthers_isNotUsed() throws IOException {
        mode(home, "rwxrwxrwx");
        assertUsed(own);
        assertThat(usual).doesNotExist();
    }

    @Test
    void usualDirectoryThatIsOpenToOthers_isNotUsed() throws IOException {
        assertUsed(usual);
        mode(usual, "rwxr-xrwx");
        assertUsed(own);
        mode(usual, "rwxr-xr-x");
        mode(home.resolve(".javacpp"), "rwxrwxrwx");
        assertUsed(own);
    }

    @Test
    void linkInTheHome_isFollowed_toADirectoryOfTheUser() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Files.createSymbolicLink(home.resolve(".javacpp"), elsewhere);
        mode(elsewhere, "rwxr-xr-x");
        assertUsed(usual);
        mode(elsewhere, "rwxrwxrwx");
        assertUsed(own);
    }

    @Test
    void temporaryDirectory_ofTheWrongMode_orALink_orAFile_isRefused() throws IOException {
        Files.createDirectory(own);
        mode(own, "rwxrwxrwx");
        assertOwnRefused();
        mode(own, "rwx------");
        for (Path home : List.of(directory.resolve("none"), Path.of(""), Path.of("?"))) {
            assertThat(NativeCache.directory(home, temporary)).isEqualTo(own);
        }
        Files.delete(own);
        Files.createSymbolicLink(own, home);
        assertOwnRefused();
        Files.delete(own);
        Files.createFile(own);
        assertOwnRefused();
    }

    @Test
    void directoriesOfAnotherUser_areNotUsed() throws IOException {
        assumeTrue(Files.getAttribute(directory, "unix:uid").equals(0), "must be root to give files to another user");
        assertUsed(usual);
        Files.setAttribute(usual, "unix:uid", NOBODY);
        assertUsed(own);
        Files.setAttribute(own, "unix:uid", NOBODY);
        assertOwnRefused();
    }
}
