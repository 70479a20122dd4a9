package dev.lbp.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.terminal.CommandFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a run that a user gets wrong. */
class BadPartsTest extends BadInput {

    private static final String ISING = "sample --sampler lbp --ising $/g.txt --chains 4 --warmup 20 --draws 20";

    @BeforeEach
    void begin() throws IOException {
        Files.writeString(directory.resolve("t.csv"), "y,a\n1,2\n2,1\n3,5\n4,4\n");
        for (int part = 0; part < 2; part++) {
            assertThat(part(part, 2, "warm-up").exitCode).isZero();
        }
    }

    private Terminal part(int part, int parts, String phase) {
        String command = ISING + " --quiet --out $/d --phase " + phase + " --part " + part + "/" + parts;
        return Terminal.run(arguments(Arrays.asList(command.split(" "))));
    }

    private Path file(String name) {
        return directory.resolve("d/parts").resolve(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--part 2/2 --phase draw                     | must be K/M with K from 0 to M - 1, such as 0/16 to 15/16: 2/2",
                "--part 0/0 --phase draw                     | must be K/M with K from 0 to M - 1",
                "--part -1/2 --phase draw                    | must be K/M with K from 0 to M - 1",
                "--part 3 --phase draw                       | must be K/M with K from 0 to M - 1",
                "--part a/b --phase draw                     | must be K/M with K from 0 to M - 1",
                "--part 0/2 --phase both                     | must be warm-up or draw: both",
                "--part 0/2                                  | must be given with --phase warm-up or --phase draw: --part=0/2",
                "--phase draw                                | must be given with --part K/M: --phase=draw",
                "--part 0/5 --phase warm-up                  | must have at most 4 parts, each with a chain: --part=0/5",
                "--part 0/2 --phase warm-up --until-ess 9    | must be left out with --part, because it is about the draws of all chains",
                "--part 0/2 --phase warm-up --time 9s        | must be left out with --part, because parts would have different numbers",
                "--part 0/2 --phase warm-up --checkpoint $/c | must be left out with --part, which saves each part in --out: --checkpoint",
                "--part 0/2 --phase warm-up --resume         | must be left out with --part, because a part that was saved goes on",
                "--chains-per-batch 2                        | must be left out with --ising, which has no batches: --chains-per-batch=2"
            })
    void part_badOptions_areRefused(String options, String words) throws IOException {
        assertRefused(ISING + " " + options.strip(), words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sample --rbm $/rbm.npz --part 0/2 --phase draw  | must be given for parts of a run on a batched model",
                "sample --ising - --part 0/2 --phase draw        | must be a file, because each part and lbp merge read it: --ising=-",
                "sample --ising $/none.txt --part 0/2 --phase draw | must be a file, because each part and lbp merge read it: --ising=",
                "sample --rbm $/rbm.npz --chains 4 --chains-per-batch 2 --part 0/3 --phase draw | must have at most 2 parts, each with a batch of chains: --part=0/3",
                "sample --rbm $/rbm.npz --chains-per-batch 0     | must be >= 1: --chains-per-batch=0",
                "select $/t.csv --response y --part 0/2 --phase draw | for a run in parts: else all models are enumerated, without chains: --enumerate-up-to=20",
                "select $/t.csv --response y --enumerate-up-to 0 --until-pip-error 0.1 --part 0/2 --phase draw | must be left out with --part, because it is",
                "select $/t.csv --response y --phase draw        | must be given with --part K/M: --phase=draw",
                "merge $/images                                  | must be the --out of commands with --part, and has no parts: DIR=$/images",
                "merge $/g.txt                                   | must be a directory that exists: DIR=$/g.txt",
                "merge $/nowhere                                 | must be a directory that exists: DIR=$/nowhere"
            })
    void command_thatHasNoParts_isRefused(String command, String words) throws IOException {
        assertRefused(command.strip(), words);
    }

    @Test
    void part_withoutOut_isRefused() {
        Terminal terminal = Terminal.run(
                "sample", "--ising", directory.resolve("g.txt"), "--part", "0/2", "--phase", "draw", "--quiet");
        assertThat(terminal.err).contains("must be given with --out DIR, which all parts share: --part=0/2");
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sample --ising $/g.txt --chains 4 --warmup 20 --draws 20 --seed 2 | --seed is 2 in this command, and not given in part 0",
                "sample --ising $/g.txt --chains 4 --warmup 20 --draws 21          | --draws is 21 in this command, and 20 in part 0",
                "sample --ising $/g.txt --chains 4 --warmup 20                     | --draws is not given in this command, and 20 in part 0",
                "sample --ising $/h.txt --chains 4 --warmup 20 --draws 20          | --ising is $/h.txt in this command",
                "sample --ising $/g.txt --chains 4 --warmup 20 --draws 20 --log-z  | --log-z is given in this command, and not given in",
                "select $/t.csv --response y --enumerate-up-to 0                   | the command is select in this command, and sample in",
            })
    void part_ofAnotherCommand_isRefused(String command, String words) throws IOException {
        assertRefused(command.strip() + " --out $/d --part 1/2 --phase draw", words);
    }

    @Test
    void part_ofAnotherNumberOfParts_isRefused() throws IOException {
        assertRefused(
                ISING + " --out $/d --part 1/3 --phase draw",
                "must be of 2 parts, as those in " + directory.resolve("d") + " are: --part=1/3");
    }

    /** M is what was typed: nothing may count to it. */
    @Test
    void numberOfParts_beyondTheChains_isRefusedAtOnce() throws IOException {
        assertRefused(
                ISING + " --out $/e --part 0/999999999 --phase warm-up",
                "must have at most 4 parts, each with a chain: --part=0/999999999");
        assertThat(directory.resolve("e")).doesNotExist();
        Path many = Files.createDirectories(directory.resolve("many/parts"));
        Files.copy(file("part-0-of-2.command"), many.resolve("part-0-of-999999999.command"));
        Terminal merged = Terminal.run("merge", directory.resolve("many"));
        assertThat(merged.err)
                .contains("not yet: parts 0, 1, 2,")
                .contains(" and 999999979 more of 999999999 have not");
        assertThat(merged.exitCode).isEqualTo(3);
    }

    /** A scheduler starts again what ended with 1, not what ended with 2. */
    @Test
    void part_thatCannotBeSaved_isAFailure_andNoBadOption() throws IOException {
        for (String phase : List.of("draws", "warm-up-1")) {
            Path next = file("part-0-of-2.saved." + phase + ".next");
            Files.deleteIfExists(file("part-0-of-2.warm-up-1").resolveSibling("part-0-of-2." + phase));
            Files.createDirectory(next);
            Terminal full = part(0, 2, phase.equals("draws") ? "draw" : "warm-up");
            assertThat(full.err).contains("failed: cannot write ").contains("saved." + phase);
            assertThat(full.exitCode).isEqualTo(1);
            Files.delete(next);
            assertThat(part(0, 2, phase.equals("draws") ? "draw" : "warm-up").exitCode)
                    .isZero();
        }
    }

    @Test
    void partInUse_isRefused() throws IOException {
        try (CommandFiles other = new CommandFiles()
                .writesNamed("--part", "--part=1/2", file("any").getParent(), "part-1-of-2")
                .prepare()) {
            assertRefused(
                    ISING + " --out $/d --part 1/2 --phase draw", "must not be in use by another run: --part=1/2");
            assertThat(part(0, 2, "draw").exitCode).isZero();
        }
        assertThat(part(1, 2, "draw").exitCode).isZero();
    }

    @Test
    void part_onAnotherContentOfTheFile_isRefused() throws IOException {
        Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 2\n");
        assertRefused(
                ISING + " --out $/d --part 1/2 --phase draw",
                "must have the same content in all parts: the file of --ising has 16 bytes, checksum");
    }

    @Test
    void part_ownOrOthersWarmUpDamaged_isRefused() throws IOException {
        byte[] whole = Files.readAllBytes(file("part-0-of-2.warm-up-1"));
        Files.write(file("part-0-of-2.warm-up-1"), Arrays.copyOf(whole, whole.length / 2));
        for (int part = 0; part < 2; part++) {
            assertRefused(
                    ISING + " --out $/d --phase draw --part " + part + "/2",
                    "must be whole; without it, the same command makes it again: " + file("part-0-of-2.warm-up-1")
                            + " (it is damaged or cut short");
        }
    }

    @Test
    void draw_warmUpMissing_namesThePart() throws IOException {
        Files.delete(file("part-1-of-2.warm-up-1"));
        for (int part = 0; part < 2; part++) {
            Terminal terminal = part(part, 2, "draw");
            assertThat(terminal.err).contains("not yet: part 1 of 2 has no");
            assertThat(terminal.exitCode).isEqualTo(3);
        }
        assertThat(file("common-1-of-2")).doesNotExist();
    }

    @Test
    void merge_drawsMissingOrDamaged_isRefused() throws IOException {
        assertThat(part(1, 2, "draw").exitCode).isZero();
        Terminal early = Terminal.run("merge", directory.resolve("d"));
        assertThat(early.err).contains("lbp merge: not yet: part 0 of 2 has not made all draws in ");
        assertThat(early.exitCode).isEqualTo(3);
        assertThat(part(0, 2, "draw").exitCode).isZero();
        byte[] draws = Files.readAllBytes(file("part-0-of-2.draws"));
        draws[draws.length / 2] ^= 1;
        Files.write(file("part-0-of-2.draws"), draws);
        assertRefused(
                "merge $/d",
                "must be whole; without it, the same command makes it again: " + file("part-0-of-2.draws"));
        assertRefused(ISING + " --out $/d --phase draw --part 0/2", "must be whole; without it");
        Files.delete(file("part-0-of-2.draws"));
        assertThat(part(0, 2, "draw").exitCode).isZero();
        assertThat(Terminal.run("merge", directory.resolve("d")).exitCode).isZero();
    }

    @Test
    void merge_partsExchanged_isRefused() throws IOException {
        for (int part = 0; part < 2; part++) {
            assertThat(part(part, 2, "draw").exitCode).isZero();
        }
        Files.copy(file("part-0-of-2.draws"), file("part-1-of-2.draws"), StandardCopyOption.REPLACE_EXISTING);
        assertRefused("merge $/d", "must hold each chain of the run once: parts=chains 0 to 1 twice");
    }

    @Test
    void merge_commandsThatDiffer_namesTheOption() throws IOException {
        for (int part = 0; part < 2; part++) {
            assertThat(part(part, 2, "draw").exitCode).isZero();
        }
        byte[] whole = Files.readAllBytes(file("part-1-of-2.command"));
        withOption(1, "--draws", "30");
        assertRefused(
                "merge $/d", "must be the same in all parts: --draws is 20 in this command, and 30 in part 1 in ");
        Files.writeString(file("part-1-of-2.command"), "");
        assertRefused("merge $/d", "must be whole; without it, the same command makes it again: ");
        for (int k = 0; k < whole.length; k++) {
            byte[] damaged = whole.clone();
            damaged[k] ^= 1;
            Files.write(file("part-1-of-2.command"), damaged);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> PartCommand.read(file("part-1-of-2.command")))
                    .withMessageStartingWith("must be whole; without it, the same command makes it again: ");
        }
        new PartCommand(Map.of(), "train-rbm", Map.of("--data", List.of("x"))).write(file("part-0-of-2.command"));
        assertRefused("merge $/d", "must be the command of a run in parts: " + file("part-0-of-2.command"));
        new PartCommand(Map.of(), "rm -rf", Map.of()).write(file("part-0-of-2.command"));
        assertRefused("merge $/d", "must be the command of a run in parts: " + file("part-0-of-2.command"));
    }

    private void withOption(int part, String option, String value) throws IOException {
        Path file = file("part-" + part + "-of-2.command");
        PartCommand command = PartCommand.read(file);
        Map<String, List<String>> values = new HashMap<>(command.values());
        values.put(option, List.of(value));
        new PartCommand(command.inputs(), command.name(), values).write(file);
    }

    /** Another user who can write to the directory of the parts has changed their commands, or made links. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void merge_outputElsewhere_isWrittenOnlyIfItIsGiven() throws IOException {
        for (int part = 0; part < 2; part++) {
            assertThat(part(part, 2, "draw").exitCode).isZero();
        }
        Path elsewhere = Files.writeString(directory.resolve("v.dat"), "kept");
        Path summary = Files.createSymbolicLink(directory.resolve("d/summary.txt"), elsewhere);
        assertRefused("merge $/d", "must be no link, because it is not in " + directory.resolve("d") + ": " + summary);
        Files.delete(summary);
        assertRefused(
                "merge $/d --report $/r.html",
                "must be given to the parts too, by --report or its like: " + directory.resolve("r.html"));
        for (int part = 0; part < 2; part++) {
            withOption(part, "--report", elsewhere.toString());
        }
        assertRefused(
                "merge $/d",
                "must be given to lbp merge too, because it is not in " + directory.resolve("d") + ": --report="
                        + elsewhere);
        assertThat(elsewhere).hasContent("kept");
        assertThat(Terminal.run("merge", directory.resolve("d"), "--report", elsewhere).exitCode)
                .isZero();
        assertThat(elsewhere).content().startsWith("<!DOCTYPE html>");
    }
}
