package dev.lbp.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program that the build made, as a user has it: copied to a directory with a space in its name, started through a
 * symbolic link from another directory, with nothing but a Java runtime.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "bin/lbp is for a POSIX shell")
class ProgramIT {

    @TempDir
    private Path directory;

    private Path home = Path.of("");
    private Path elsewhere = Path.of("");

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void unpack() throws IOException {
        home = directory.resolve("a program");
        elsewhere = Files.createDirectory(directory.resolve("else where"));
        Path built = Path.of("target", "lbp").toAbsolutePath();
        for (String name : List.of("bin", "examples")) {
            copy(built.resolve(name), home.resolve(name));
        }
        Files.createSymbolicLink(home.resolve("lib"), built.resolve("lib")); // 136 MB
        Path first = Files.createSymbolicLink(directory.resolve("first"), Path.of("a program/bin/lbp"));
        Files.createSymbolicLink(elsewhere.resolve("lbp"), Path.of("..").resolve(first.getFileName()));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private Ended lbp(String... arguments) throws IOException, InterruptedException {
        return start(System.getProperty("java.home"), arguments);
    }

    private Ended start(String javaHome, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(elsewhere.resolve("lbp").toString()));
        words.addAll(List.of(arguments));
        return start(words, Map.of("JAVA_HOME", javaHome));
    }

    /** @param variables those to set, or to remove if they are empty */
    private Ended start(List<String> words, Map<String, String> variables) throws IOException, InterruptedException {
        Path out = directory.resolve("out.txt");
        Path err = directory.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(elsewhere.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        builder.environment().put("LBP_JAVA_OPTS", "-Xmx300m");
        builder.environment()
                .put("LBP_ARCHIVES", directory.resolve("the archives").toString());
        builder.environment().putAll(variables);
        builder.environment().values().removeIf(String::isEmpty);
        int exitCode = builder.start().waitFor();
        return new Ended(exitCode, Files.readString(out), Files.readString(err));
    }

    @Test
    void commands_fromElsewhere_work() throws IOException, InterruptedException {
        Ended help = lbp("--help");
        assertThat(help.out).contains("select", "Experiments and measurements of this library:", "quickstart");
        assertThat(help.exitCode).isZero();

        String glass = home.resolve("examples/spin-glass.txt").toString();
        String[] sample = {"sample", "--ising", glass, "--draws", "50", "--out", "my results", "--checkpoint", "a run"};
        Ended first = lbp(sample);
        assertThat(first.exitCode).as(first.err).isZero();
        assertThat(elsewhere.resolve("my results/best-state.txt")).exists();
        sample[4] = "80";
        Ended more = lbp(sample); // the same command, and with an archive of classes
        assertThat(more.exitCode).as(more.err).isZero();
        assertThat(more.out).contains("draws 80");
        assertThat(more.err).doesNotContain("archive", "arning: [");
        if (Runtime.version().feature() >= 19) {
            try (Stream<Path> archives = Files.list(directory.resolve("the archives"))) {
                assertThat(archives).hasSize(1).allMatch(file -> file.toString().endsWith(".jsa"));
            }
        }

        String table = home.resolve("examples/houses.csv").toString();
        Ended select = lbp("select", table, "--response", "price", "--factor", "region", "--out", "houses", "--quiet");
        assertThat(select.exitCode).as(select.err).isZero();
        assertThat(select.out).contains("P(in)");

        String sets = home.resolve("examples/faults.gmt").toString();
        String alarms = home.resolve("examples/alarms.txt").toString();
        Ended cover = lbp("cover", "--sets", sets, "--observed", alarms, "--min-size", "1", "--out", "causes");
        assertThat(cover.exitCode).as(cover.err).isZero();
    }

    @Test
    void exitCodes_andWhatIsMissing_areSaid() throws IOException, InterruptedException {
        Ended bad = lbp("sample", "--ising", "none.txt");
        assertThat(bad.exitCode).isEqualTo(2);
        assertThat(bad.err).contains("must be a file that exists");
        Ended noJava = start(directory.resolve("no java").toString(), "--version");
        assertThat(noJava.exitCode).isEqualTo(1);
        assertThat(noJava.err).startsWith("lbp: JAVA_HOME must be the directory of a Java runtime");

        Path old = Files.createDirectories(directory.resolve("old/bin"));
        Files.writeString(old.resolveSibling("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Files.writeString(old.resolve("java"), "");
        assertThat(old.resolve("java").toFile().setExecutable(true)).isTrue();
        Ended oldJava = start(old.getParent().toString(), "--version");
        assertThat(oldJava.exitCode).isEqualTo(1);
        assertThat(oldJava.err).startsWith("lbp: needs Java 17 or later, not 11.0.2: ");
    }

    @Test
    void java_thatIsNone_isRefused() throws IOException, InterruptedException {
        Path fake = directory.resolve("fake");
        Path java = Files.createDirectories(fake.resolve("bin/java"));
        String noRuntime = "lbp: JAVA_HOME must be the directory of a Java runtime, with bin/java: " + fake + "\n";
        assertThat(start(fake.toString(), "--version").err).isEqualTo(noRuntime);

        Files.delete(java);
        Files.writeString(java, "#!/bin/sh\nprintf 'a version \"\\033[2J 17\"\\n'\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        assertThat(start(fake.toString(), "--version").err)
                .isEqualTo("lbp: needs Java 17 or later, not a Java without a version: " + java + "\n");
        for (String version : List.of("99999999999999999999", "-17", "1.8.0_292", "17;")) {
            Files.writeString(fake.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
            String said = version.endsWith(";") ? "a Java without a version" : version;
            assertThat(start(fake.toString(), "--version").err)
                    .isEqualTo("lbp: needs Java 17 or later, not " + said + ": " + java + "\n");
        }
    }

    @Test
    void java_ofThePath_isAFile_notAFunction() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no other shell exports functions");
        Ended version = start(
                List.of("/bin/bash", elsewhere.resolve("lbp").toString(), "--version"),
                Map.of(
                        "JAVA_HOME", "",
                        "PATH", System.getProperty("java.home") + "/bin:/usr/bin:/bin",
                        "BASH_FUNC_java%%", "() { echo a function; }"));
        assertThat(version.exitCode).as(version.err).isZero();
    }

    @Test
    void program_inOddPlaces_starts() throws IOException, InterruptedException {
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.createSymbolicLink(other.resolve("bin"), home.resolve("bin"));
        Ended linked = start(List.of(other.resolve("bin/lbp").toString(), "--version"), Map.of());
        assertThat(linked.exitCode).as(linked.err).isZero();

        Path broken = Files.move(home, directory.resolve("a line break\n"));
        Ended moved = start(List.of(broken.resolve("bin/lbp").toString(), "--version"), Map.of("CDPATH", "/usr"));
        assertThat(moved.exitCode).as(moved.err).isZero();
    }

    @Test
    void archive_thatIsDamaged_isNotUsed() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Runtime.version().feature() >= 19, "archives need Java 19 or later");
        String[] sample = {
            "sample", "--ising", home.resolve("examples/spin-glass.txt").toString(), "--draws", "5"
        };
        assertThat(lbp(sample).exitCode).isZero();
        assertThat(lbp(sample).exitCode).isZero();
        try (Stream<Path> archives = Files.list(directory.resolve("the archives"))) {
            Path archive = archives.findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(archive);
            for (int k = bytes.length / 2; k < bytes.length / 2 + 5_000; k++) {
                bytes[k] ^= -1;
            }
            Files.write(archive, bytes);
        }
        Ended ended = lbp(sample);
        assertThat(ended.exitCode).as(ended.err).isZero();
    }

    /** Its classes come from the archive, also where the jars are reached through a link; without SIMD for a search. */
    @Test
    void warm_makesTheArchiveOfAllCommands() throws IOException, InterruptedException {
        Ended warm = lbp("warm");
        assertThat(warm.exitCode).as(warm.err).isZero();
        assertThat(warm.out).startsWith("lbp: starts are faster with ");
        try (Stream<Path> archives = Files.list(directory.resolve("the archives"))) {
            assertThat(archives).hasSize(1).allMatch(file -> file.toString().endsWith(".jsa"));
        }
        Path loaded = directory.resolve("loaded.txt");
        String glass = home.resolve("examples/spin-glass.txt").toString();
        Ended solve = start(
                List.of(elsewhere.resolve("lbp").toString(), "solve", "--ising", glass, "--restarts", "1", "--quiet"),
                Map.of("LBP_JAVA_OPTS", "-Xlog:class+load:file=" + loaded));
        assertThat(solve.exitCode).as(solve.err).isZero();
        assertThat(solve.err).isEmpty();
        assertThat(Files.readString(loaded))
                .contains("dev.lbp.cli.Lbp source: shared objects file")
                .contains("dev.lbp.cli.solve.SolveCommand source: shared objects file");

        Ended off = start(List.of(elsewhere.resolve("lbp").toString(), "warm"), Map.of("LBP_ARCHIVES", "off"));
        assertThat(off.exitCode).isEqualTo(1);
        assertThat(off.err).isEqualTo("lbp: needs a directory for the archive: LBP_ARCHIVES=DIR\n");
    }

    /** A script in the place of Java prints the options that it gets. */
    @Test
    void javaOptions_areThoseOfTheCommand() throws IOException, InterruptedException {
        Path fake = directory.resolve("fake");
        Path java = Files.createDirectories(fake.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(fake.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        String first = "-XX:TieredStopAtLevel=1";
        String late = "-XX:Tier4InvocationThreshold=";
        String simd = "--add-modules=jdk.incubator.vector";
        Map<String, String> variables = Map.of("JAVA_HOME", fake.toString(), "JAVA_OPTS", "");
        for (String[] line : new String[][] {{}, {"help", "sample"}, {"sample", "--help"}, {"bench", "-h"}}) {
            assertThat(options(variables, line)).contains(first).doesNotContain(late, simd);
        }
        assertThat(options(variables, "sample", "--ising", "g"))
                .contains(late, simd)
                .doesNotContain(first);
        assertThat(options(variables, "solve", "--ising", "g")).contains(late).doesNotContain(first, simd);
        assertThat(options(variables, "bench")).contains(simd).doesNotContain(first, late);
    }

    private String options(Map<String, String> variables, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(elsewhere.resolve("lbp").toString()));
        words.addAll(List.of(arguments));
        return start(words, variables).out;
    }

    @Test
    void cacheDirectory_thatIsRelative_isIgnored() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Runtime.version().feature() >= 19, "archives need Java 19 or later");
        Files.createSymbolicLink(home.resolve("archives"), Path.of("nowhere")); // cannot be made or written
        Path user = Files.createDirectory(directory.resolve("user"));
        start(
                List.of(elsewhere.resolve("lbp").toString(), "sample", "--ising", "none.txt"),
                Map.of("LBP_ARCHIVES", "", "XDG_CACHE_HOME", "relative", "HOME", user.toString()));
        assertThat(elsewhere.resolve("relative")).doesNotExist();
        assertThat(user.resolve(".cache/lbp")).isDirectory();
    }
}
