package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp sample --temperatures} of a folder of instances. */
class DisorderTest {

    @TempDir
    private Path directory;

    private Path folder;
    private Path out;

    @BeforeEach
    void write() throws IOException {
        folder = Files.createDirectory(directory.resolve("rings"));
        out = directory.resolve("out");
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            ring(folder.resolve(name), 5);
        }
    }

    /** A ring whose couplings depend on the name of its file. */
    private static void ring(Path file, int sites) throws IOException {
        Random random = new Random(file.getFileName().toString().hashCode());
        StringBuilder text = new StringBuilder(sites + " " + sites + "\n");
        for (int i = 0; i < sites; i++) {
            text.append((i + 1) + " " + ((i + 1) % sites + 1) + " " + random.nextGaussian() + "\n");
        }
        Files.writeString(file, text);
    }

    private Terminal command(Object... more) {
        List<Object> command = new ArrayList<>(List.of("sample", "--quiet", "--sampler", "gibbs", "--warmup", 100));
        command.addAll(List.of("--draws", 200, "--chains", 4, "--temperatures", "0.5:1.5:0.5", "--out", out));
        command.addAll(Arrays.asList(more));
        return Terminal.run(command.toArray());
    }

    private Terminal run(Object... more) {
        Terminal terminal = command(more);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    private static Map<String, double[]> table(Path file) throws IOException {
        List<String[]> rows = Files.readAllLines(file).stream()
                .map(line -> line.split(",", -1))
                .toList();
        Map<String, double[]> columns = new TreeMap<>();
        for (int c = 0; c < rows.get(0).length; c++) {
            int column = c;
            columns.put(
                    rows.get(0)[c],
                    rows.stream()
                            .skip(1)
                            .mapToDouble(row -> Double.parseDouble(row[column]))
                            .toArray());
        }
        return columns;
    }

    /** A mean of three values, and its error. */
    private static void assertMean(Map<String, double[]> averages, String name, int k, double... values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        assertThat(averages.get(name)[k]).isCloseTo(mean, within(1e-12 * (1.0 + Math.abs(mean))));
        assertThat(averages.get(name + "_error")[k]).isCloseTo(Math.sqrt(squares / 2.0 / 3.0), within(1e-12));
    }

    private static double binder(double... moments) {
        double second = (moments[0] + moments[2]) / 2.0;
        return 0.5 * (3.0 - (moments[1] + moments[3]) / 2.0 / (second * second));
    }

    @Test
    void folder_averages_areThoseOfTheTablesOfItsInstances() throws IOException {
        Terminal terminal = run("--ising", folder.resolve("*.txt"));

        Map<String, double[]> averages = table(out.resolve("averages.csv"));
        List<Map<String, double[]>> each = new ArrayList<>();
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            each.add(table(out.resolve(name).resolve("thermodynamics.csv")));
        }
        assertThat(averages.get("temperature")).containsExactly(0.5, 1.0, 1.5);
        for (int k = 0; k < 3; k++) {
            int row = k;
            for (String name : List.of("energy", "heat_capacity", "overlap_squared", "link_overlap")) {
                assertMean(
                        averages,
                        name,
                        k,
                        each.stream().mapToDouble(one -> one.get(name)[row]).toArray());
            }
            double[] second = each.stream()
                    .mapToDouble(one -> one.get("overlap_squared")[row])
                    .toArray();
            double[] fourth = each.stream()
                    .mapToDouble(one -> one.get("overlap_fourth")[row])
                    .toArray();
            double[] without = {
                binder(second[1], fourth[1], second[2], fourth[2]),
                binder(second[0], fourth[0], second[2], fourth[2]),
                binder(second[0], fourth[0], second[1], fourth[1])
            };
            double mean = Arrays.stream(without).average().orElseThrow();
            double squares =
                    Arrays.stream(without).map(v -> (v - mean) * (v - mean)).sum();
            double all = (second[0] + second[1] + second[2]) / 3.0;
            assertThat(averages.get("overlap_binder")[k])
                    .isCloseTo(0.5 * (3.0 - (fourth[0] + fourth[1] + fourth[2]) / 3.0 / (all * all)), within(1e-12));
            assertThat(averages.get("overlap_binder_error")[k])
                    .isCloseTo(Math.sqrt(2.0 / 3.0 * squares), within(1e-12));
        }
        assertThat(averages).doesNotContainKey("pair_energy"); // 15 couplings do not tell what they are
        assertThat(terminal.out).contains("3 instances; ", "Binder parameter of q\n");
        assertThat(out.resolve("summary.txt")).content().startsWith("3 instances; ");
        assertThat(ImageIO.read(out.resolve("averages.png").toFile())).isNotNull();
        assertThat(out.resolve("b.txt")).isDirectoryContaining("glob:**best-state.txt");
    }

    /** The seed of an instance is that of its row, whatever other files there are. */
    @Test
    void folder_eachInstance_isTheRunOfItsSeedAndHasItsVerdict() throws IOException {
        run("--ising", folder);
        List<String> rows = Files.readAllLines(out.resolve("instances.csv"));
        assertThat(rows.get(0)).isEqualTo("instance,seed,mixed,verdict");
        assertThat(rows).hasSize(4);
        String[] b = rows.get(2).split(",", 4);
        String alone = "alone";
        out = directory.resolve(alone);
        run("--ising", folder.resolve("b.txt"), "--seed", b[1]);

        assertThat(b[0]).isEqualTo("b.txt");
        assertThat(out.resolve("thermodynamics.csv"))
                .hasSameTextualContentAs(directory.resolve("out/b.txt/thermodynamics.csv"));
        assertThat(Files.readString(out.resolve("summary.txt")))
                .contains("\nverdict: " + b[3].replace("\"", "") + "\n");
        assertThat(b[2]).isEqualTo(String.valueOf(b[3].startsWith("\"mixed")));
    }

    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    private boolean isOld(String name) throws IOException {
        return Files.getLastModifiedTime(out.resolve(name).resolve("thermodynamics.csv"))
                .equals(LONG_AGO);
    }

    @Test
    void folder_sameCommand_runsWhatIsNotFinishedAlone() throws IOException {
        run("--ising", folder);
        String averages = Files.readString(out.resolve("averages.csv"));
        for (String name : List.of("a.txt", "b.txt", "c.txt")) {
            Files.setLastModifiedTime(out.resolve(name).resolve("thermodynamics.csv"), LONG_AGO);
        }
        Files.delete(out.resolve("b.txt/finished.options"));
        run("--ising", folder, "--threads", 1);

        assertThat(Files.readString(out.resolve("averages.csv"))).isEqualTo(averages);
        assertThat(isOld("a.txt")).isTrue();
        assertThat(isOld("b.txt")).isFalse();
        ring(folder.resolve("aa.txt"), 5);
        Terminal terminal = run("--ising", folder.resolve("*.txt"));
        assertThat(isOld("a.txt") && isOld("c.txt")).isTrue();
        assertThat(terminal.out).contains("4 instances; ");
    }

    @Test
    void folder_otherSettingsOrContent_areRefusedByName() throws IOException {
        run("--ising", folder);

        Terminal draws = command("--ising", folder, "--seed", 7);
        assertThat(draws.exitCode).isEqualTo(2);
        assertThat(draws.out).isEmpty();
        assertThat(draws.err)
                .isEqualTo("lbp sample: cannot go on in " + out.resolve("a.txt")
                        + ": --seed must be 1, as in its finished run, and is 7\n");
        Files.writeString(folder.resolve("c.txt"), "5 1\n1 2 1\n");
        assertThat(command("--ising", folder).err)
                .contains("cannot go on in " + out.resolve("c.txt") + ": the content of the file of --ising must be ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --ising $/empty                      | must have files in it: --ising=$/empty
            --ising $/rings/*.gz                 | must match a file: --ising=$/rings/*.gz
            --ising $/nowhere/*.txt              | must be in a directory that is there: --ising=$/nowhere/*.txt
            --ising $/*/a*.txt                   | must be in a directory that is there: --ising=$/*/a*.txt
            --ising $/rings/[a.txt               | must be a pattern (Missing ']): --ising=$/rings/[a.txt
            --ising $/sizes                      | must be 5, as in $/sizes/a.txt, for averages over instances: the number of sites of $/sizes/b.txt=6
            --ising $/odd                        | $/odd/notes.md
            --ising $/rings --checkpoint $/run   | must be left out with several instances: those finished are not run again: --checkpoint
            --ising $/rings --sink $/sink        | must be left out with several instances: run one alone: --sink=$/sink
            --ising $/rings --report $/r.html    | must be left out with several instances: run one alone: --report=$/r.html
            --ising $/rings --keep-best 3        | must be left out with several instances: run one alone: --keep-best=3
            --ising $/rings --part 0/2 --phase draw | must be left out with several instances: each of them is a run: --part
            --ising $/rings --thin 0             | must be >= 1: --thin=0
            --ising $/named                      | must have another name than a file of the averages: --ising=$/named/averages.csv
            """)
    void folder_badInput_isRefused(String options, String words) throws IOException {
        Files.createDirectory(directory.resolve("empty"));
        Files.createDirectory(directory.resolve("sizes"));
        ring(directory.resolve("sizes/a.txt"), 5);
        ring(directory.resolve("sizes/b.txt"), 6);
        Files.createDirectory(directory.resolve("odd"));
        Files.writeString(directory.resolve("odd/notes.md"), "Rings of five sites.\n");
        Files.createDirectory(directory.resolve("named"));
        ring(directory.resolve("named/averages.csv"), 5);

        Terminal terminal =
                command((Object[]) options.replace("$", directory.toString()).split(" ", -1));
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.out).isEmpty();
        assertThat(terminal.err).contains(words.replace("$", directory.toString()));
        assertThat(out).doesNotExist();
    }
}
