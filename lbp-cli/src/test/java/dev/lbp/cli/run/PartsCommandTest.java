package dev.lbp.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import dev.lbp.cli.WideGraph;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.DenseCategories;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in parts print and write what one process prints and writes. */
class PartsCommandTest {

    private static final String SHORT = " --chains 7 --warmup 60 --draws 30 --seed 3 --threads 2 --quiet";

    @TempDir
    private Path directory;

    private Path whole;
    private Path out;

    private static byte[] network;

    @BeforeAll
    static void makeNetwork(@TempDir Path made) throws IOException {
        Path file = made.resolve("net.onnx");
        try (OnnxNetwork mlp = Networks.mlp(5 * 4, new int[] {3}, 1L)) {
            mlp.save(file);
        }
        network = Files.readAllBytes(file);
    }

    @BeforeEach
    void write() throws IOException {
        whole = directory.resolve("whole");
        out = directory.resolve("a/parts");
        StringBuilder ring = new StringBuilder("30 30\n");
        for (int site = 1; site <= 30; site++) {
            ring.append(site).append(' ').append(site % 30 + 1).append(" 0.7\n");
        }
        Files.writeString(directory.resolve("ring.txt"), ring);
        BernoulliRbm.random(12, 5, 0.5, 1).save(directory.resolve("rbm.npz"));
        Files.writeString(directory.resolve("wide.uai"), WideGraph.uai());
        Files.writeString(directory.resolve("pairs.txt"), "4 4 5\n1 1 2\n1 2 1\n2 2 1.5\n3 4 2\n4 3 1\n");
        StringBuilder table = new StringBuilder("y,a,b,c,d,e\n");
        for (int row = 0; row < 24; row++) {
            table.append(Math.sin(row) + 0.3 * (row % 5)).append(',').append(row % 5);
            for (int column = 2; column < 6; column++) {
                table.append(',').append(Math.cos(column * row + 0.1 * row * row));
            }
            table.append('\n');
        }
        Files.writeString(directory.resolve("t.csv"), table);
        Files.writeString(directory.resolve("sets.gmt"), "A\t-\tx\ty\tz\nB\t-\tz\tu\nC\t-\tu\tv\tw\n");
        Files.writeString(directory.resolve("seen.txt"), "x\ny\nz\n");
        Files.writeString(directory.resolve("wt.fasta"), ">wt\nACGTA\n");
        DenseCategories.random(5, 4, 0.5, 0.5, 1L).save(directory.resolve("potts.txt"), "ACGT");
        Files.write(directory.resolve("net.onnx"), network);
    }

    private Terminal run(String command, Object... more) {
        List<Object> words = new ArrayList<>(Arrays.asList(
                (Object[]) command.replace("$", directory.toString()).split(" ")));
        words.addAll(List.of(more));
        return Terminal.run(words.toArray());
    }

    private Terminal part(String command, String phase, int part, int parts) {
        return run(command + SHORT, "--out", out, "--phase", phase, "--part", part + "/" + parts);
    }

    /** Carries out a run in parts: the loop of docs/how-to/many-machines.md, with the processes in turn. */
    private void carryOut(String command, int parts) {
        boolean[] drawn = new boolean[parts];
        for (int round = 0; !allTrue(drawn); round++) {
            assertThat(round).isLessThan(50);
            for (int part = parts - 1; part >= 0; part--) {
                Terminal draws = part(command, "draw", part, parts);
                drawn[part] = draws.exitCode == 0;
                if (!drawn[part]) {
                    assertThat(draws.err).contains("not yet: ");
                    assertThat(draws.exitCode).isEqualTo(3);
                    assertThat(part(command, "warm-up", part, parts).exitCode).isIn(0, 3);
                }
            }
        }
    }

    @Test
    void merge_namesAReportAsItsUserDoes() {
        String command = "sample --ising $/ring.txt --sampler gibbs --report $/r.html";
        carryOut(command, 2);
        assertThat(run("merge", out, "--report", out.resolve("../../r.html")).out)
                .contains("Report: " + out.resolve("../../r.html"))
                .doesNotContain("Report: " + directory.resolve("r.html"));
    }

    private static boolean allTrue(boolean[] values) {
        boolean all = true;
        for (boolean value : values) {
            all &= value;
        }
        return all;
    }

    /** A sink of parts has the files of that of the whole run. */
    @Test
    void merge_partsWithASink_fillsItAsTheWholeCommand() throws IOException {
        String command = "sample --ising $/ring.txt --sink ";
        Path drawn = directory.resolve("drawn");
        Path merged = directory.resolve("merged");
        assertThat(run(command + drawn + SHORT, "--out", whole).exitCode).isZero();
        carryOut(command + merged, 3);
        Terminal without = Terminal.run("merge", out);
        assertThat(without.err)
                .contains("must be given to lbp merge too, because it is not in " + out + ": --sink=" + merged);
        assertThat(without.exitCode).isEqualTo(2);
        assertThat(Terminal.run("merge", out, "--sink", merged).exitCode).isZero();
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(drawn)) {
            for (Path file : files) {
                names.add(file.getFileName());
                assertThat(merged.resolve(file.getFileName())).hasSameBinaryContentAs(file);
            }
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(merged)) {
            assertThat(files).map(Path::getFileName).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static String timeless(String text) {
        return text.replaceAll("[0-9.]+ (ms|s|min|h)\\b", "").replaceAll("Written to [^:]*", "");
    }

    @ParameterizedTest
    @CsvSource({
        "3, sample --ising $/ring.txt --beta 0.8",
        "7, sample --ising $/ring.txt --sampler gibbs --keep-best 4",
        "2, sample --qubo $/ring.txt --ones 9 --sampler pas",
        "2, sample --qubo $/ring.txt --replicas 4 --every 2",
        "3, sample --rbm $/rbm.npz --chains-per-batch 2",
        "2, sample --rbm $/rbm.npz --chains-per-batch 2 --replicas 3",
        "2, sample --matching $/pairs.txt",
        "3, sample --uai $/wide.uai --log-z --sampler gibbs",
        "3, select $/t.csv --response y --enumerate-up-to 0 --without c",
        "2, cover --sets $/sets.gmt --observed $/seen.txt --min-size 2",
        "2, sequences --net $/net.onnx --alphabet dna --layout sites-first --wild-type $/wt.fasta --chains-per-batch 2",
        "2, sequences --model $/potts.txt --alphabet ACGT --wild-type $/wt.fasta --within 4 --replicas 2",
        "1, sample --rbm $/rbm.npz"
    })
    void merge_parts_isTheWholeCommand(int parts, String command) throws IOException {
        Terminal expected = run(command + SHORT, "--out", whole);
        assertThat(expected.exitCode).isZero();
        carryOut(command, parts);
        Terminal merged = Terminal.run("merge", out);
        assertThat(merged.err).isEmpty();
        assertThat(merged.exitCode).isZero();
        assertThat(timeless(merged.out)).isEqualTo(timeless(expected.out));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(whole)) {
            for (Path file : files) {
                Path same = out.resolve(file.getFileName());
                if (file.toString().endsWith(".txt") || file.toString().endsWith(".html")) {
                    assertThat(timeless(Files.readString(same))).isEqualTo(timeless(Files.readString(file)));
                } else {
                    assertThat(same).hasSameBinaryContentAs(file);
                }
            }
        }
    }

    @Test
    void phase_finishedAlready_saysSoAndChangesNothing() throws IOException {
        String command = "sample --ising $/ring.txt --sampler lbp";
        carryOut(command, 2);
        byte[] before = Files.readAllBytes(out.resolve("parts/part-1-of-2.draws"));
        Terminal again = part(command, "draw", 1, 2);
        assertThat(again.out).contains("Part 1/2 has all its draws already");
        assertThat(again.exitCode).isZero();
        assertThat(out.resolve("parts/part-1-of-2.draws")).hasBinaryContent(before);
        Terminal warm = part(command, "warm-up", 1, 2);
        assertThat(warm.out).contains("Part 1/2 has finished its warm-up already");
        assertThat(warm.exitCode).isZero();
    }

    @Test
    void phase_ended_leavesNoCheckpoints() throws IOException {
        carryOut("sample --ising $/ring.txt --replicas 3", 2);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(out.resolve("parts"), "*.saved.*")) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void draw_partOfASamplerThatPoolsNothing_needsNoOther() {
        Terminal drawn = part("sample --ising $/ring.txt --scale 3", "draw", 1, 3);
        assertThat(drawn.out).contains("Part 1/3 has all its draws");
        assertThat(drawn.exitCode).isZero();
        Terminal merged = Terminal.run("merge", out);
        assertThat(merged.err).contains("not yet: parts 0, 2 of 3 have not made all draws in " + out);
        assertThat(merged.exitCode).isEqualTo(3);
    }

    @Test
    void warmUp_temperedBeforeOthers_namesThem() {
        String command = "sample --ising $/ring.txt --replicas 3";
        Terminal first = part(command, "warm-up", 1, 3);
        assertThat(first.out).contains("Part 1/3 has finished stage 1 of ", "start --phase warm-up again");
        assertThat(first.exitCode).isZero();
        Terminal again = part(command, "warm-up", 1, 3);
        assertThat(again.err).contains("not yet: parts 0, 2 of 3 have not reached stage 1 of ");
        assertThat(again.exitCode).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void part_chains_areDividedEvenly(int parts) {
        for (int chains = parts; chains < 30; chains++) {
            int next = 0;
            for (int part = 0; part < parts; part++) {
                PartNumber number = new PartNumber(part, parts);
                assertThat(number.first(chains, 1)).isEqualTo(next);
                assertThat(number.count(chains, 1)).isBetween(chains / parts, (chains + parts - 1) / parts);
                next += number.count(chains, 1);
            }
            assertThat(next).isEqualTo(chains);
        }
    }
}
