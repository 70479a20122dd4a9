package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.models.BernoulliRbm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user may get wrong. A command has the exit code 2, says some words on stderr, prints nothing on stdout, shows
 * no stack trace, and leaves every file and directory as it was. In a command, $ is the directory of the files that
 * {@link #write} makes.
 */
public abstract class BadInput {

    /** A pipe and a model, made once for the tests of a class. */
    @TempDir
    private static Path once;

    @TempDir
    protected Path directory;

    @BeforeAll
    static void makeOnce() throws IOException, InterruptedException {
        String pipe = once.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        BernoulliRbm.random(4, 3, 0.1, 1).save(once.resolve("rbm.npz"));
    }

    @BeforeEach
    protected void write() throws IOException {
        Files.createLink(directory.resolve("pipe"), once.resolve("pipe"));
        Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 1\n");
        Files.writeString(directory.resolve("h.txt"), "3 2\n1 2 1\n2 3 2\n");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("g.txt"));
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("later"));
        Files.createSymbolicLink(directory.resolve("circle"), directory.resolve("circle"));
        Files.createLink(directory.resolve("hard.txt"), directory.resolve("g.txt"));
        Path results = Files.createDirectory(directory.resolve("o"));
        Files.writeString(results.resolve("best-state.txt"), "3 1\n1 2 1\n");
        Files.createDirectories(directory.resolve("blocked/traces.png"));
        Files.createDirectory(directory.resolve("taken.next"));
        Files.writeString(directory.resolve("bits.amat"), "0 1 1 0\n0 0 1 1\n");
        Path images = Files.createDirectory(directory.resolve("images"));
        Files.write(images.resolve("train-images-idx3-ubyte"), idx(3));
        Files.write(images.resolve("t10k-images-idx3-ubyte"), idx(3));
        Files.createSymbolicLink(directory.resolve("images-link"), images);
        Files.write(directory.resolve("images.npz"), idx(3));
        Files.createLink(directory.resolve("linked.npz"), images.resolve("t10k-images-idx3-ubyte"));
        Files.createDirectory(directory.resolve("dir.npz"));
        Path sizes = Files.createDirectory(directory.resolve("sizes"));
        Files.write(sizes.resolve("train-images-idx3-ubyte"), idx(3));
        Files.write(sizes.resolve("t10k-images-idx3-ubyte"), idx(4));
        Files.writeString(directory.resolve("foreign.png"), "a picture of something else");
        Files.copy(once.resolve("rbm.npz"), directory.resolve("rbm.npz"));
        Files.writeString(directory.resolve("bad.npz"), "1 2 3");
        Files.writeString(directory.resolve("g.fasta"), ">a\nACGT\n");
        Path cells = Files.createDirectory(directory.resolve("cells"));
        Files.writeString(cells.resolve("settings.txt"), "\0\1\2" + "x".repeat(1_000));
    }

    /** 14 images of some rows and columns, all black. */
    private static byte[] idx(int side) {
        int count = 14;
        return ByteBuffer.allocate(16 + count * side * side)
                .putInt(0x803)
                .putInt(count)
                .putInt(side)
                .putInt(side)
                .array();
    }

    /** The words of a command, with the directory in the place of $. */
    protected final Object[] arguments(List<String> command) {
        return command.stream()
                .map(word -> word.equals("''") ? "" : word.replace("$", directory.toString()))
                .toArray();
    }

    /**
     * Runs a command, quiet and with its results in a new directory unless it says otherwise, and checks that it is
     * refused.
     */
    public final Terminal assertRefused(String command, String words) throws IOException {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        boolean has = Stream.of(
                        "sample",
                        "solve",
                        "infer",
                        "sequences",
                        "select",
                        "cover",
                        "quickstart",
                        "train-rbm",
                        "train-energy",
                        "experiment")
                .anyMatch(command::startsWith);
        if (has && !command.contains("--out")) {
            all.addAll(List.of("--out", "$/new/out.npz"));
        }
        if (has) {
            all.add("--quiet");
        }
        Map<Path, String> before = files();
        Terminal terminal = Terminal.run(arguments(all));
        assertThat(terminal.err)
                .contains(words.replace("$", directory.toString()).strip());
        assertThat(terminal.err).doesNotContain("\tat ", "Exception", "--stacktrace shows");
        assertThat(terminal.err).doesNotContainPattern("(: --[\\w=:-]+)\\1"); // the option twice
        assertThat(terminal.out).isEmpty();
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(files()).isEqualTo(before);
        return terminal;
    }

    /** All there is in the directory, with what is in it. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                files.put(path, file ? Arrays.hashCode(Files.readAllBytes(path)) + "" : "");
            }
        }
        return files;
    }
}
