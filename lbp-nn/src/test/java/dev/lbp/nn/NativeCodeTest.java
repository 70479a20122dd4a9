package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.OtherJava;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What ONNX Runtime's native code does to a process of Java. */
class NativeCodeTest {

    /** Loads a network twice: the second time Java throws another error. */
    static final class Twice {

        public static void main(String[] args) throws IOException {
            for (int k = 0; k < 2; k++) {
                try {
                    OnnxNetwork.load(Reference.file("mlp"));
                } catch (IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @Test
    void missingNativeCode_isNamed() throws Exception {
        String printed = OtherJava.run(Twice.class, "-Donnxruntime.native.path=nowhere");
        assertThat(printed.lines().filter(line -> line.startsWith("ONNX Runtime must have native code")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("os.name=" + System.getProperty("os.name"), "onnxruntime.native.path=nowhere"));
        assertThat(printed).contains("Native library 'onnxruntime' not found at");
    }

    /** Loads a network and ends, as if it were killed with -Dkilled=true. */
    static final class Once {

        public static void main(String[] args) throws IOException {
            OnnxNetwork.load(Reference.file("mlp"));
            if (Boolean.getBoolean("killed")) {
                Runtime.getRuntime().halt(0);
            }
        }
    }

    private static List<String> below(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(path -> !path.equals(directory))
                    .map(path -> directory.relativize(path).toString())
                    .toList();
        }
    }

    private static void leave(Path directory, Duration age) throws IOException {
        Files.createDirectory(directory);
        Files.write(directory.resolve(System.mapLibraryName("onnxruntime")), new byte[9]);
        Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minus(age)));
    }

    /** Two processes were killed while they loaded. The folder of one is deleted; the other may still load. */
    @Test
    void temporaryFolder_isAsBefore(@TempDir Path temporary) throws Exception {
        leave(temporary.resolve("lbp-onnxruntime-1"), Duration.ofHours(2));
        leave(temporary.resolve("lbp-onnxruntime-2"), Duration.ofMinutes(2));
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        Files.setLastModifiedTime(Files.createDirectory(temporary.resolve("onnxruntime-java1")), old);
        assertThat(OtherJava.run(Once.class, "-Djava.io.tmpdir=" + temporary)).isEmpty();
        assertThat(below(temporary))
                .containsExactlyInAnyOrder(
                        "lbp-onnxruntime-2", "lbp-onnxruntime-2/" + System.mapLibraryName("onnxruntime"));
    }

    /** Its link may lead to the files of someone else when they are deleted. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void temporaryFolderOfAnotherUser_isLeft(@TempDir Path temporary) throws Exception {
        assumeTrue(Files.getAttribute(temporary, "unix:uid").equals(0), "must be root to give files to another user");
        Path theirs = temporary.resolve("lbp-onnxruntime-1");
        leave(theirs, Duration.ofHours(2));
        Files.setAttribute(theirs, "unix:uid", 65_534);
        OtherJava.run(Once.class, "-Djava.io.tmpdir=" + temporary);
        assertThat(theirs.resolve(System.mapLibraryName("onnxruntime"))).exists();
    }

    /** But for an empty directory that ONNX Runtime makes itself, and that a later process deletes. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void killedProcess_leavesNoFile(@TempDir Path temporary) throws Exception {
        OtherJava.run(Once.class, "-Djava.io.tmpdir=" + temporary, "-Dkilled=true");
        assertThat(below(temporary)).hasSizeLessThanOrEqualTo(1).allMatch(name -> name.startsWith("onnxruntime-java"));
    }

    @Test
    void missingTemporaryFolder_isNamed(@TempDir Path temporary) throws Exception {
        Path missing = temporary.resolve("missing");
        for (String given : new String[] {"-Dother=nowhere", "-Donnxruntime.native.path=nowhere"}) {
            assertThat(OtherJava.run(Twice.class, "-Djava.io.tmpdir=" + missing, given))
                    .contains("ONNX Runtime must have a temporary folder with 24 MB to unpack its native code")
                    .contains("java.io.tmpdir=" + missing + ": no such file: ");
        }
    }

    /** Prints the growth of the resident memory in KB, between two numbers of evaluations and of networks. */
    static final class Growth {

        private static final int EVALUATIONS = 100_000;
        private static final int NETWORKS = 1_000;
        private static final int ROWS = 7;

        public static void main(String[] args) throws IOException {
            long before = 0;
            try (OnnxNetwork network = OnnxNetwork.load(Reference.file("mlp"))) {
                FloatBuffer states = DirectFloats.allocate(ROWS * network.dimension());
                FloatBuffer scores = DirectFloats.allocate(ROWS);
                FloatBuffer gradients = DirectFloats.allocate(ROWS * network.dimension());
                FloatBuffer byParameters =
                        DirectFloats.allocate(network.parameters().capacity());
                for (int k = 0; k < 2 * EVALUATIONS; k++) {
                    network.evaluate(states, ROWS, scores, k % 3 == 0 ? null : gradients);
                    if (k % 3 == 2) {
                        network.parameterGradient(states, ROWS, new float[ROWS], byParameters);
                    }
                    before = k == EVALUATIONS ? resident() : before;
                }
            }
            System.out.println("evaluations=" + (resident() - before));
            for (int k = 0; k < 2 * NETWORKS; k++) {
                before = k == NETWORKS ? resident() : before;
                OnnxNetwork.load(Reference.file("mlp")).close();
            }
            System.out.println("networks=" + (resident() - before));
        }

        private static long resident() throws IOException {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(one -> one.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }

    /**
     * The heap is in memory from the start, and the optimising compiler, whose memory comes and goes by 20 MB, is off:
     * what grows is native. 1,000 networks that stay open take 190 MB; closed, 0.1 MB.
     */
    @Test
    @Tag("slow")
    @EnabledOnOs(OS.LINUX)
    void residentMemory_isFlat() throws Exception {
        String printed =
                OtherJava.run(Growth.class, "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:TieredStopAtLevel=1");
        for (String what : new String[] {"evaluations", "networks"}) {
            String growth = printed.lines()
                    .filter(line -> line.startsWith(what + "="))
                    .findFirst()
                    .orElseThrow();
            assertThat(Long.parseLong(growth.substring(what.length() + 1)))
                    .as(printed)
                    .isLessThan(10_000);
        }
    }
}
