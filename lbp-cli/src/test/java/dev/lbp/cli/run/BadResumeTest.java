package dev.lbp.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of runs that cannot be resumed. */
class BadResumeTest extends BadInput {

    private static final List<String> RUN =
            List.of("sample", "--ising", "$/g.txt", "--chains", "2", "--warmup", "10", "--draws", "20", "--seed", "3");

    /** Each row goes on with a run of {@link #RUN} that has been saved to $/run, in a way in which it cannot. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --ising $/h.txt            | cannot resume from $/run: the content of the file of --ising must be 16 bytes, checksum
            --beta 2                   | cannot resume from $/run: --beta must be 1.0, as in the checkpoint, and is 2
            --sampler rwm              | --sampler must be auto, as in the checkpoint, and is rwm
            --sampler gibbs --scan ordered | --sampler must be auto, as in the checkpoint, and is gibbs
            --weight sqrt              | --weight must be left out, as in the checkpoint, and is sqrt
            --target 0.3               | --target must be left out, as in the checkpoint, and is 0.3
            --chains 3                 | --chains must be 2, as in the checkpoint, and is 3
            --warmup 11                | --warmup must be 10, as in the checkpoint, and is 11
            --thin 2                   | --thin must be 1, as in the checkpoint, and is 2
            --seed 4                   | --seed must be 3, as in the checkpoint, and is 4
            --sink $/sink              | --sink must be none, as in the checkpoint, and is a directory
            --until-ess 5              | --until-ess must be left out, as in the checkpoint, and is 5
            --checkpoint $/none        | must be there to be resumed: --checkpoint=$/none
            --checkpoint $/g.txt2      | cannot resume from $/g.txt2: it is not a checkpoint of lbp
            --checkpoint $/cut         | cannot resume from $/cut: it is damaged or cut short
            --checkpoint $/short       | cannot resume from $/short: it is cut short
            --checkpoint $/edited      | cannot resume from $/edited: it is damaged or cut short
            --checkpoint $/empty       | cannot resume from $/empty: it is not a checkpoint of lbp
            --checkpoint $/images      | must be a regular file, or a path where there is nothing: --checkpoint=$/images
            """)
    void sample_badResume_isRefused(String options, String words) throws IOException {
        List<String> saved = new ArrayList<>(RUN);
        saved.addAll(List.of("--checkpoint", "$/run", "--out", "$/first", "--quiet"));
        assertThat(Terminal.run(arguments(saved)).exitCode).isZero();
        byte[] whole = Files.readAllBytes(directory.resolve("run"));
        Files.write(directory.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));
        Files.write(directory.resolve("short"), Arrays.copyOf(whole, 9));
        Files.write(directory.resolve("empty"), new byte[0]);
        Files.copy(directory.resolve("h.txt"), directory.resolve("g.txt2"));
        byte[] edited = whole.clone();
        edited[whole.length / 2] ^= 1;
        Files.write(directory.resolve("edited"), edited);

        List<String> command = new ArrayList<>(RUN);
        command.addAll(List.of("--checkpoint", "$/run", "--resume"));
        String[] changed = options.split(" ");
        int at = command.indexOf(changed[0]);
        if (at >= 0) {
            command.set(at + 1, changed[1]);
        } else {
            command.addAll(List.of(changed));
        }
        assertRefused(String.join(" ", command), words);
    }

    private void save(String command) {
        assertThat(Terminal.run(arguments(List.of((command + " --quiet --out $/first").split(" ")))).exitCode)
                .isZero();
    }

    @Test
    void sample_resumeOfAnotherCommand_isRefused() throws IOException {
        Files.writeString(directory.resolve("s.gmt"), "a\t-\tx\ty\nb\t-\ty\tz\n");
        Files.writeString(directory.resolve("names.txt"), "x\ny\n");
        String cover = "cover --sets $/s.gmt --observed $/names.txt --min-size 1 --warmup 10 --draws 20 --thin 1";
        save(cover + " --checkpoint $/run");
        save(cover + " --checkpoint $/run --alpha 1,9 --beta 1,1"); // the defaults
        assertRefused(
                String.join(" ", RUN) + " --checkpoint $/run",
                "cannot resume from $/run: it is a checkpoint of lbp cover, and this is lbp sample");
        assertRefused(
                cover + " --checkpoint $/run --population $/names.txt",
                "cannot resume from $/run: its run reads the file of --observed, --sets, and this command reads the file"
                        + " of --observed, --population, --sets");
    }

    @Test
    void sample_resumeWithAnotherInput_isRefused() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run";
        save(command);
        assertRefused(
                command.replace("--ising", "--qubo"),
                "cannot resume from $/run: its run reads the file of --ising, and this command reads the file of --qubo");
    }

    @Test
    void sample_resumeWithDamagedOptions_isRefused() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run";
        save(command);
        Path options = directory.resolve("run.options");
        String whole = Files.readString(options);
        for (String damaged : List.of(
                "",
                "\n",
                whole.substring(0, whole.length() / 2),
                whole.replace("seed=3", "seed=4"),
                whole + "more\n")) {
            Files.writeString(options, damaged);
            assertRefused(
                    command,
                    "cannot resume from $/run: $/run.options is damaged or cut short; remove it, and the checkpoint"
                            + " alone is compared");
        }
        Files.delete(options);
        save(command);
    }

    @Test
    void sample_resumeFromThePreviousOne_isRefusedByItsName() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run";
        save(command);
        Files.delete(directory.resolve("run"));
        assertRefused(command + " --beta 2", "cannot resume from $/run.previous: --beta must be 1.0, as in the");
        save(command);
    }

    @Test
    void sample_resumeOfARunBegunThroughALink_findsItsOptions() throws IOException {
        Files.createSymbolicLink(directory.resolve("alias"), directory.resolve("run"));
        save(String.join(" ", RUN) + " --checkpoint $/alias");
        assertRefused(
                String.join(" ", RUN) + " --checkpoint $/run --beta 2", "from $/run: --beta must be 1.0, as in the");
    }

    /** As a run of an earlier version: only the checkpoint itself is there to be compared. */
    @Test
    void sample_resumeWithoutItsOptions_isRefusedByTheModel() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run";
        save(command);
        Files.delete(directory.resolve("run.options"));
        assertRefused(
                command + " --beta 2",
                "the instance, its --beta or another option of the model is not that of the checkpoint: its log-probability"
                        + " of test state");
    }

    /** A restart loop needs no option that says whether there is a checkpoint; the last start finds a finished run. */
    @Test
    void sample_sameCommand_beginsGoesOnAndEnds() throws IOException {
        List<String> command = new ArrayList<>(RUN);
        command.addAll(List.of("--checkpoint", "$/run", "--checkpoint-every", "1s", "--out", "$/first", "--quiet"));
        command.addAll(List.of("--sampler", "lbp"));
        assertThat(Terminal.run(arguments(command)).exitCode).isZero();
        String marginals = Files.readString(directory.resolve("first/marginals.csv"));
        Files.delete(directory.resolve("first/marginals.csv"));
        command.addAll(List.of("--beta", "1", "--threads", "1")); // the default beta, in other words
        command.addAll(List.of("--weight", "barker", "--target", "0.574", "--swaps", "0"));
        Terminal again = Terminal.run(arguments(command));
        assertThat(again.err).isEmpty();
        assertThat(again.exitCode).isZero();
        assertThat(directory.resolve("first/marginals.csv")).hasContent(marginals);
        command.set(command.indexOf("--draws") + 1, "30");
        Terminal more = Terminal.run(arguments(command));
        assertThat(more.err).isEmpty();
        assertThat(more.out).contains("draws 30");
    }

    @Test
    void sample_resumeWithoutItsDraws_isRefused() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run --sink $/draws";
        save(command);
        Files.delete(directory.resolve("draws/hamming.1.npy"));
        assertRefused(command + " --resume", "cannot go on with $/draws/hamming.1.npy: it is no longer there");
        Files.delete(directory.resolve("draws/manifest.json"));
        assertRefused(command + " --resume", "must hold the draws of the run that is resumed: --sink=$/draws");
    }
}
