package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.io.Draws;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.run.TemperedRunTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts in processes of their own, which are killed by SIGKILL or have another Java, give the whole run. */
@Tag("slow")
class KilledPartsTest {

    private static final int CHAINS = 4;
    private static final int SIZE = 2;

    /** One in this many stages of a warm-up has processes that are killed; the stage of the draws has some too. */
    private static final int SOME = 6;

    @TempDir
    private Path parent;

    private static SamplingRun run(boolean tempered, Path directory) {
        SamplingRun run = Samplers.lbp()
                .build()
                .sample(SpinLine.of(60))
                .chains(CHAINS)
                .warmup(4_000)
                .draws(1_500)
                .thin(2)
                .seed(99)
                .threads(1)
                .conditionals()
                .track("first", x -> x[0])
                .sink(directory.resolve("draws"));
        return tempered ? run.conditionals().tempering(Tempering.replicas(4).every(4)) : run;
    }

    /** Carries out the next stage of a part, or goes on with it, and prints a line for each report of progress. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        int first = Integer.parseInt(args[1]);
        Path freezeFile = directory.resolve("freeze");
        Path partFile = directory.resolve("part" + first);
        RunSlice slice = run(Boolean.parseBoolean(args[2]), directory)
                .listener(new SamplingListener() {
                    @Override
                    public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                        System.out.println(steps);
                    }

                    @Override
                    public void drawsProgress(long steps, long total) {
                        System.out.println(steps);
                    }
                })
                .part(first, SIZE)
                .checkpoint(directory.resolve("checkpoint" + first), Duration.ZERO);
        if (!Files.exists(freezeFile)) {
            slice.warmUp().write(next(directory, first));
            return;
        }
        RunPart part = RunPart.read(partFile);
        RunFreeze freeze = RunFreeze.read(freezeFile);
        (freeze.isLast() ? slice.draw(part, freeze) : slice.warmUp(part, freeze)).write(next(directory, first));
    }

    /** Where a stage writes the part; a process that begins again needs the one before. */
    private static Path next(Path directory, int first) {
        return directory.resolve("part" + first + ".next");
    }

    /** Carries out a stage of a part; kills the process at its {@code lines}-th report. Whether it was killed. */
    private static boolean stage(Path java, Path directory, int first, boolean tempered, int lines)
            throws IOException, InterruptedException {
        Process process = OtherJava.start(java, KilledPartsTest.class, directory.toString(), "" + first, "" + tempered);
        try (BufferedReader progress = process.inputReader()) {
            int read = 0;
            while (read < lines && progress.readLine() != null) {
                read++;
            }
            if (read == lines) {
                process.destroyForcibly();
            }
            int exit = process.waitFor();
            if (read < lines) {
                assertThat(exit).isZero();
            }
            return exit != 0;
        }
    }

    private static Path here() {
        return Path.of(System.getProperty("java.home"));
    }

    /** The result of parts on some Javas, each killed at several reports of each stage. */
    private static SampleResult merged(Path directory, boolean tempered, List<Path> javas, int kills)
            throws IOException, InterruptedException {
        int killed = 0;
        int round = 0;
        List<RunPart> parts = new ArrayList<>();
        do {
            if (!parts.isEmpty()) {
                RunPart.freeze(parts).write(directory.resolve("freeze"));
            }
            boolean last = !parts.isEmpty() && parts.get(0).isWarm();
            parts.clear();
            for (int first = 0; first < CHAINS; first += SIZE) {
                Path java = javas.get(first / SIZE % javas.size());
                boolean apart = last || round % SOME == 0;
                for (int k = 1; apart && k <= kills; k++) {
                    killed += stage(java, directory, first, tempered, k) ? 1 : 0;
                }
                if (apart) {
                    stage(java, directory, first, tempered, Integer.MAX_VALUE);
                } else {
                    main(new String[] {directory.toString(), "" + first, "" + tempered});
                }
                Files.move(
                        next(directory, first), directory.resolve("part" + first), StandardCopyOption.REPLACE_EXISTING);
                parts.add(RunPart.read(directory.resolve("part" + first)));
            }
            round++;
        } while (!parts.get(0).isDrawn());
        assertThat(killed).isGreaterThanOrEqualTo(kills);
        return run(tempered, directory).merge(parts);
    }

    private SampleResult whole(boolean tempered) throws IOException {
        return run(tempered, Files.createDirectory(parent.resolve("whole"))).run();
    }

    private void assertSame(SampleResult whole, SampleResult merged, Path directory, boolean tempered)
            throws IOException {
        Results.assertSame(whole, merged);
        if (tempered) {
            TemperedRunTest.assertSameTempering(whole, merged);
        }
        Draws draws = Draws.read(directory.resolve("draws"));
        whole.traces()
                .forEach((name, trace) -> assertThat(draws.traces().get(name)).isDeepEqualTo(trace));
        for (int c = 0; c < CHAINS; c++) {
            String states = "draws/states." + c + ".npy";
            assertThat(directory.resolve(states))
                    .hasSameBinaryContentAs(parent.resolve("whole").resolve(states));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void merge_partsKilledInEachStage_isTheWholeRun(boolean tempered) throws IOException, InterruptedException {
        Path directory = Files.createDirectory(parent.resolve("killed"));
        SampleResult merged = merged(directory, tempered, List.of(here()), 2);
        assertSame(whole(tempered), merged, directory, tempered);
    }

    @Test
    void merge_partsOfTwoJavas_isTheWholeRun() throws IOException, InterruptedException {
        List<Path> others = otherJavas();
        assumeTrue(!others.isEmpty(), "no Java of another version beside " + here());
        SampleResult whole = whole(false);
        for (Path other : others) {
            Path directory = Files.createDirectory(parent.resolve("of" + other.getFileName()));
            assertSame(whole, merged(directory, false, List.of(here(), other), 0), directory, false);
        }
    }

    /** Homes of Java beside this one, of other versions from 17. */
    private static List<Path> otherJavas() throws IOException {
        List<Path> others = new ArrayList<>();
        try (Stream<Path> homes = Files.list(here().toRealPath().getParent())) {
            for (Path home : homes.filter(home -> !Files.isSymbolicLink(home)).toList()) {
                Path release = home.resolve("release");
                if (Files.isExecutable(home.resolve("bin").resolve("java")) && Files.exists(release)) {
                    int version = Files.readString(release)
                            .lines()
                            .filter(line -> line.startsWith("JAVA_VERSION="))
                            .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D*(\\d+).*", "$1")))
                            .findFirst()
                            .orElse(0);
                    if (version >= 17 && version != Runtime.version().feature()) {
                        others.add(home);
                    }
                }
            }
        }
        return others;
    }
}
