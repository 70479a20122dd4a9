package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Results;
import dev.lbp.SamplingRun;
import dev.lbp.io.Draws;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SinkException;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Draws that go to a file system of Hadoop's client. */
class SparkSinkTest {

    private final JavaSparkContext context = Cluster.here();

    @TempDir
    private Path here;

    private SampleResult onSpark(SamplingRun run, String sink) {
        return SparkSampling.of(run).parts(3).sink(sink).run(context);
    }

    private String uri(String name) {
        return here.resolve(name).toUri().toString();
    }

    /** The bytes of all files by name, those of directories too. */
    static Map<String, byte[]> files(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(directory.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }

    static void assertSameFiles(Path expected, Path actual) throws IOException {
        Map<String, byte[]> files = files(actual);
        files(expected)
                .forEach((name, bytes) -> assertThat(files.get(name)).as(name).isEqualTo(bytes));
        assertThat(files).hasSameSizeAs(files(expected));
    }

    @Test
    void files_areThose_ofTheSinkOfThreads() throws IOException {
        SamplingRun run = Runs.of(Runs.ising()).track("a b.c", x -> x[1]);
        SampleResult actual = onSpark(run, uri("a/spark"));
        SampleResult expected = run.sink(here.resolve("threads")).run();
        Results.assertSame(expected, actual);
        assertSameFiles(here.resolve("threads"), here.resolve("a/spark"));
        assertThat(here.resolve("a/spark/_lbp")).doesNotExist();
        assertThat(Draws.read(here.resolve("a/spark")).draws()).isEqualTo(300);
    }

    @Test
    void drawsOfAnotherRun_stay() throws IOException {
        SamplingRun run = Runs.of(Runs.ising());
        onSpark(run, uri("draws"));
        Map<String, byte[]> before = files(here);
        assertThatThrownBy(() -> onSpark(run.seed(43), uri("draws")))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessageStartingWith("must not hold the draws of another run: file:");
        assertThat(files(here).keySet()).isEqualTo(before.keySet());
    }

    @Test
    void failedRun_leavesNoManifest() throws IOException {
        SamplingRun broken = Runs.of(EnergyModels.of(20, (byte[] x) -> {
                    if (x[0] + x[1] + x[2] + x[3] + x[4] == 5) {
                        throw new IllegalStateException("five ones");
                    }
                    return Runs.sevenOnes(x);
                }))
                .initial(new byte[5][20]);
        assertThatThrownBy(() -> onSpark(broken, uri("draws")))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class);
        assertThat(here.resolve("draws/manifest.json")).doesNotExist();
        SamplingRun next = Runs.of(Runs.ising());
        onSpark(next, uri("draws"));
        next.sink(here.resolve("threads")).run();
        assertSameFiles(here.resolve("threads"), here.resolve("draws"));
    }

    @Test
    void placeThatCannotBeWritten_isRefusedBeforeTheJobs() throws IOException {
        Files.writeString(here.resolve("file"), "");
        assertThat(Jobs.of(context, () -> {
                    assertThatThrownBy(() -> onSpark(Runs.of(Runs.ising()), uri("file/draws")))
                            .isInstanceOf(RunException.class)
                            .hasCauseInstanceOf(SinkException.class);
                    assertThatThrownBy(() -> onSpark(Runs.of(Runs.ising()), "nosuch://host/draws"))
                            .isInstanceOf(RunException.class)
                            .hasCauseInstanceOf(SinkException.class)
                            .hasMessageContaining("nosuch");
                }))
                .isEmpty();
    }

    @Test
    void twoSinks_areRefusedBeforeTheJobs() throws IOException {
        SamplingRun run = Runs.of(Runs.ising()).sink(here.resolve("own"));
        assertThat(Jobs.of(
                        context,
                        () -> assertThatThrownBy(() -> onSpark(run, uri("draws")))
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining("SparkSampling.sink=" + uri("draws"))))
                .isEmpty();
        assertThat(here).isEmptyDirectory();
    }

    @Test
    void failureOfTheFileSystemItself_namesTheSink() {
        context.hadoopConfiguration().set("fs.lost.impl", "com.example.Lost");
        assertThatThrownBy(() -> onSpark(Runs.of(Runs.ising()), "lost://host/draws"))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("lost://host/draws")
                .hasMessageContaining("com.example.Lost");
        assertThatThrownBy(() -> SparkSampling.of(Runs.of(Runs.ising())).sink(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must not be blank: uri= ");
    }

    @Test
    void twoRunsAtOnce_leaveTheDrawsOfOne() throws Exception {
        List<Long> seeds = List.of(42L, 43L);
        ExecutorService drivers = Executors.newFixedThreadPool(2);
        List<Future<SampleResult>> runs = new ArrayList<>();
        for (long seed : seeds) {
            runs.add(drivers.submit(() -> onSpark(Runs.of(Runs.ising()).seed(seed), uri("draws"))));
        }
        List<Long> finished = new ArrayList<>();
        for (int k = 0; k < runs.size(); k++) {
            try {
                runs.get(k).get();
                finished.add(seeds.get(k));
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOf(RunException.class)
                        .hasCauseInstanceOf(SinkException.class)
                        .message()
                        .matches("must not (be in use by|hold the draws of) another run: .*");
            }
        }
        drivers.shutdown();
        assertThat(finished).hasSize(1);
        Runs.of(Runs.ising())
                .seed(finished.get(0))
                .sink(here.resolve("threads"))
                .run();
        assertSameFiles(here.resolve("threads"), here.resolve("draws"));
        assertThat(here.resolve("draws/_lbp")).doesNotExist();
    }

    private void trouble(String setting, String value) {
        TroubledFileSystem.conf(Map.of(setting, value))
                .forEach(entry -> context.hadoopConfiguration().set(entry.getKey(), entry.getValue()));
    }

    /** Each rename is slow and fails where there is a file, as one that a failed run has left. */
    @Test
    void slowRenames_harmNothing() throws IOException {
        trouble(TroubledFileSystem.RENAME_MILLIS, "200");
        Files.createDirectories(here.resolve("draws"));
        Files.writeString(here.resolve("draws/states.3.npy"), "of a run that failed");
        onSpark(Runs.of(Runs.ising()), TroubledFileSystem.uri(here.resolve("draws")));
        context.hadoopConfiguration().unset(TroubledFileSystem.RENAME_MILLIS);
        Runs.of(Runs.ising()).sink(here.resolve("threads")).run();
        assertSameFiles(here.resolve("threads"), here.resolve("draws"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void fullDisk_namesChainsAndSink() {
        trouble(TroubledFileSystem.FULL, "true");
        String sink = TroubledFileSystem.uri(here.resolve("draws"));
        assertThatThrownBy(() -> onSpark(Runs.of(Runs.ising()), sink))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(SinkException.class)
                .hasMessageMatching(
                        "chains? [0-4].*: the draws cannot be written to \\Q" + sink + "\\E: .*No space left.*");
        context.hadoopConfiguration().unset(TroubledFileSystem.FULL);
        assertThat(here.resolve("draws/_lbp"))
                .satisfies(work -> assertThat(files(work)).isEmpty());
    }

    @Test
    void directoryThatIsNotMade_isRefusedBeforeTheJobs() {
        trouble(TroubledFileSystem.MKDIRS, "false");
        assertThat(Jobs.of(
                        context,
                        () -> assertThatThrownBy(
                                        () -> onSpark(Runs.of(Runs.ising()), TroubledFileSystem.uri(here.resolve("d"))))
                                .isInstanceOf(RunException.class)
                                .hasCauseInstanceOf(SinkException.class)
                                .hasMessageStartingWith("cannot make the directory troubled:")))
                .isEmpty();
        context.hadoopConfiguration().unset(TroubledFileSystem.MKDIRS);
    }
}
