package dev.lbp.cli.run;

import dev.lbp.cli.terminal.NotYetException;
import dev.lbp.internal.Check;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The files of a run in M parts, in {@code DIR/parts}. Part K has {@code part-K-of-M.command}, the command; {@code
 * .warm-up-S}, its chains at the barrier S of warm-up; {@code .draws}; and {@code .saved.*}, checkpoints, which are
 * removed at the end of a phase. {@code common-S-of-M} has the adaptation that is pooled from all parts at the barrier
 * S.
 *
 * @param out the directory of the command's results
 * @param parts M
 */
public record PartFiles(Path out, int parts) {

    private static final String DIRECTORY = "parts";
    private static final Pattern PART = Pattern.compile("part-([0-9]{1,9})-of-([0-9]{1,9})[.](.+)");
    private static final String COMMAND_ENDING = "command";
    private static final String DRAWS_ENDING = "draws";
    private static final int MOST_NAMED = 20;

    /**
     * Finds the parts in a directory.
     *
     * @throws IllegalArgumentException if there are none, or of several numbers of parts
     */
    public static PartFiles in(Path out) throws IOException {
        Check.that(Files.isDirectory(out), "be a directory that exists", "DIR", out);
        SortedSet<Integer> sizes = sizes(out);
        Check.that(!sizes.isEmpty(), "be the --out of commands with --part, and has no parts", "DIR", out);
        Check.that(sizes.size() == 1, "have the parts of one run, and has parts of " + sizes, "DIR", out);
        return new PartFiles(out, sizes.first());
    }

    /** The numbers M of the parts K/M that were begun in a directory. */
    private static SortedSet<Integer> sizes(Path out) throws IOException {
        SortedSet<Integer> sizes = new TreeSet<>();
        for (Matcher file : files(out)) {
            if (file.group(3).equals(COMMAND_ENDING)) {
                sizes.add(Integer.parseInt(file.group(2)));
            }
        }
        return sizes;
    }

    /** The names of the files of parts K/M with K below M. The groups of a match are K, M and the ending. */
    private static List<Matcher> files(Path out) throws IOException {
        List<Matcher> files = new ArrayList<>();
        Path directory = out.resolve(DIRECTORY);
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    Matcher part = PART.matcher(entry.getFileName().toString());
                    if (part.matches() && Integer.parseInt(part.group(1)) < Integer.parseInt(part.group(2))) {
                        files.add(part);
                    }
                }
            }
        }
        return files;
    }

    /**
     * Checks that all parts in the directory are parts of M.
     *
     * @throws IllegalArgumentException if not
     */
    void checkSize(PartNumber part) throws IOException {
        SortedSet<Integer> others = sizes(out);
        others.remove(parts);
        if (!others.isEmpty()) {
            throw new IllegalArgumentException(
                    "must be of " + others.first() + " parts, as those in " + out + " are: --part=" + part);
        }
    }

    Path directory() {
        return out.resolve(DIRECTORY);
    }

    public Path command(int part) {
        return file(part, COMMAND_ENDING);
    }

    Path warmUp(int part, int stage) {
        return file(part, warmUpEnding(stage));
    }

    Path draws(int part) {
        return file(part, DRAWS_ENDING);
    }

    /** The ending of the file that has a part's chains at a barrier. */
    static String warmUpEnding(int stage) {
        return "warm-up-" + stage;
    }

    /** The checkpoints of a part; their names have further endings. */
    Path saved(int part) {
        return file(part, "saved");
    }

    private Path commonFile(int stage) {
        return directory().resolve("common-" + stage + "-of-" + parts);
    }

    private Path file(int part, String ending) {
        return directory().resolve(name(part) + "." + ending);
    }

    /** The name that all files of a part begin with. */
    String name(int part) {
        return "part-" + part + "-of-" + parts;
    }

    /** The last barrier of warm-up that a part has reached; 0 if none. */
    int stage(int part) throws IOException {
        String prefix = name(part) + ".warm-up-";
        int last = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory(), prefix + "*")) {
            for (Path entry : entries) {
                String stage = entry.getFileName().toString().substring(prefix.length());
                if (stage.matches("[0-9]{1,9}")) { // else it is being written
                    last = Math.max(last, Integer.parseInt(stage));
                }
            }
        }
        return last;
    }

    /** The numbers of the parts that have a file with this ending. */
    SortedSet<Integer> partsWith(String ending) throws IOException {
        SortedSet<Integer> numbers = new TreeSet<>();
        for (Matcher file : files(out)) {
            if (Integer.parseInt(file.group(2)) == parts && file.group(3).equals(ending)) {
                numbers.add(Integer.parseInt(file.group(1)));
            }
        }
        return numbers;
    }

    /** The numbers of the parts that are begun. */
    public SortedSet<Integer> begun() throws IOException {
        return partsWith(COMMAND_ENDING);
    }

    /**
     * The parts that are not in {@code some}, as the begin of a sentence: "part 3 of 16 has", "parts 3, 4 of 16 have";
     * empty if there is none.
     */
    String otherThan(Set<Integer> some) {
        List<Integer> named = IntStream.range(0, parts)
                .filter(part -> !some.contains(part))
                .limit(MOST_NAMED)
                .boxed()
                .toList();
        int missing = parts - some.size();
        if (missing == 0) {
            return "";
        }
        String names = named.stream().map(String::valueOf).collect(Collectors.joining(", "));
        String more = missing > MOST_NAMED ? " and " + (missing - MOST_NAMED) + " more" : "";
        return (missing == 1 ? "part " : "parts ") + names + more + " of " + parts + (missing == 1 ? " has" : " have");
    }

    /**
     * Reads a part.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    RunPart read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return RunPart.of(bytes);
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
    }

    /** The failure to read a damaged file of a part, with advice: the command makes the file again if it is gone. */
    private static IllegalArgumentException damaged(Path file, IllegalArgumentException e) {
        String why = e.getCause() == null ? "" : " (" + e.getCause().getMessage() + ")";
        return new IllegalArgumentException(
                "must be whole; without it, the same command makes it again: " + file + why, e);
    }

    /**
     * The adaptation pooled from all parts at a barrier. It is read from its file; the first part that needs it makes
     * the file.
     *
     * @throws NotYetException if parts have not reached the barrier
     */
    RunFreeze common(int stage, int stages) throws IOException {
        Path file = commonFile(stage);
        try {
            return RunFreeze.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            RunFreeze made = pool(stage, stages);
            made.write(file);
            return made;
        } catch (IllegalArgumentException e) {
            throw damaged(file, e);
        }
    }

    /** Pools the adaptation of all parts at a barrier. */
    private RunFreeze pool(int stage, int stages) throws IOException {
        String missing = otherThan(partsWith(warmUpEnding(stage)));
        if (!missing.isEmpty()) {
            String end = stage == stages ? "the end of warm-up" : "stage " + stage + " of " + stages + " of warm-up";
            throw new NotYetException(
                    "not yet: " + missing + " not reached " + end + " in " + out + ", which --phase warm-up does");
        }
        return RunPart.freeze(readAll(warmUpEnding(stage)));
    }

    /** Reads the files of all parts with this ending. */
    private List<RunPart> readAll(String ending) throws IOException {
        List<RunPart> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            all.add(read(file(part, ending)));
        }
        return all;
    }

    /**
     * Reads all parts with their draws.
     *
     * @throws NotYetException if parts have none yet
     */
    List<RunPart> allDrawn() throws IOException {
        SortedSet<Integer> whole = partsWith(DRAWS_ENDING);
        whole.retainAll(begun()); // without draws of a part whose command file is missing
        String missing = otherThan(whole);
        if (!missing.isEmpty()) {
            throw new NotYetException(
                    "not yet: " + missing + " not made all draws in " + out + ", which --phase draw does");
        }
        return readAll(DRAWS_ENDING);
    }
}
