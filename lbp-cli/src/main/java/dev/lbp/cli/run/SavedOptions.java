package dev.lbp.cli.run;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options that a saved run was begun with, in a file beside its checkpoint: a line with the command, a line {@code
 * NAME=VALUE} for each option, {@code FILE NAME=SIZE CHECKSUM} for each file that is read, and {@code END CHECKSUM}.
 * The checkpoint itself also refuses to resume another run. But its messages name the library's settings instead of
 * options, and of another model they say only that log-probabilities differ.
 *
 * @param command such as "lbp sample"
 * @param values values by the name of the option, as written; the default of an option that is left out, if it has one
 * @param inputs size and checksum of each file that is read, by its option
 * @param given the names of the options that a user has written; none if they were read from a file
 */
public record SavedOptions(String command, Map<String, String> values, Map<String, String> inputs, Set<String> given) {

    /** Options that may change when a search goes on. */
    public static final Set<String> FREE_OF_SEARCHES = Set.of(
            "--checkpoint",
            "--checkpoint-every",
            "--resume",
            "--target",
            "--restarts",
            "--time",
            "--threads",
            "--out",
            "--report",
            "--quiet",
            "--stacktrace",
            "--help",
            "--version");

    /** Options that may change when a run goes on. The checkpoint itself compares the draws and the sink. */
    static final Set<String> FREE = Set.of(
            "--checkpoint",
            "--checkpoint-every",
            "--resume",
            "--draws",
            "--time",
            "--threads",
            "--sink",
            "--out",
            "--report",
            "--query",
            "--map",
            "--watch",
            "--keep",
            "--top",
            "--predict",
            "--survival-at",
            "--exact-evidence",
            "--save-model",
            "--fasta",
            "--quiet",
            "--stacktrace",
            "--help",
            "--version");

    /** Further options that may change as long as only a training is saved, and no draws of its model. */
    static final Set<String> FREE_OF_TRAININGS = Set.of("--correlation", "--updates");

    private static final String ABSENT = "left out";
    private static final String INPUT = "FILE ";
    private static final String END = "END ";

    /**
     * The options of a command that was parsed.
     *
     * @param files the files that it reads, by their options
     * @param free the options that are left out, because they may change
     * @param defaults the values that options have if they are left out, beside those that picocli knows; the default
     * sampler depends on the other options of its command
     */
    static SavedOptions of(ParseResult parsed, Map<String, Path> files, Set<String> free, Map<String, String> defaults)
            throws IOException {
        Map<String, String> values = new TreeMap<>();
        Set<String> given = new TreeSet<>();
        for (OptionSpec option : parsed.commandSpec().options()) {
            String name = option.longestName();
            if (!free.contains(name) && !files.containsKey(name)) {
                boolean written = parsed.hasMatchedOption(option);
                put(values, name, option, written);
                if (written) {
                    given.add(name);
                }
            }
        }
        for (PositionalParamSpec word : parsed.commandSpec().positionalParameters()) {
            if (!files.containsKey(word.paramLabel())) {
                put(values, word.paramLabel(), word, parsed.hasMatchedPositional(word));
            }
        }
        defaults.forEach(values::putIfAbsent);
        return new SavedOptions(parsed.commandSpec().qualifiedName(), values, contents(files, free), given);
    }

    /** What is in each file, by its option: its size and checksum. To read a pipe would use it up. */
    private static Map<String, String> contents(Map<String, Path> files, Set<String> free) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (!free.contains(file.getKey())) {
                boolean rereadable = Files.isRegularFile(file.getValue());
                contents.put(file.getKey(), rereadable ? PartCommand.checksum(file.getValue()) : "a pipe");
            }
        }
        return contents;
    }

    /** Adds the value of an option: as written, or its default. An option without a value and a default is left out. */
    private static void put(Map<String, String> values, String name, ArgSpec argument, boolean given) {
        @Nullable Object value = argument.getValue();
        if (given) {
            boolean flag = argument.arity().max() == 0;
            values.put(name, flag ? "given" : ForeignText.onOneLine(String.join(",", argument.originalStringValues())));
        } else if (value instanceof Number || value instanceof String || value instanceof Enum) {
            values.put(
                    name,
                    ForeignText.onOneLine(
                            value instanceof Enum ? value.toString().toLowerCase(Locale.ROOT) : value.toString()));
        }
    }

    /** Writes the options. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(command));
        values.forEach((name, value) -> lines.add(name + "=" + value));
        inputs.forEach((name, content) -> lines.add(INPUT + name + "=" + content));
        String text = String.join("\n", lines) + "\n";
        WholeFile.replace(file, text + end(text));
    }

    /** The last line of a file, with the checksum of the lines before it. */
    private static String end(String text) {
        return END + Fingerprint.of(new byte[][] {text.getBytes(StandardCharsets.UTF_8)}) + "\n";
    }

    /**
     * Reads a file of {@link #write}.
     *
     * @throws IllegalArgumentException if the file is not whole
     */
    static SavedOptions read(Path file) throws IOException {
        Map<String, String> values = new TreeMap<>();
        Map<String, String> inputs = new TreeMap<>();
        String whole = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        String text = whole.substring(0, Math.max(0, whole.lastIndexOf(END)));
        if (text.isEmpty() || !whole.equals(text + end(text))) {
            throw new IllegalArgumentException(
                    file + " is damaged or cut short; remove it, and the checkpoint alone is compared");
        }
        text.lines().skip(1).forEach(line -> {
            String[] words = line.split("=", 2);
            boolean input = words[0].startsWith(INPUT);
            (input ? inputs : values)
                    .put(input ? words[0].substring(INPUT.length()) : words[0], words.length > 1 ? words[1] : "");
        });
        return new SavedOptions(text.lines().findFirst().orElseThrow(), values, inputs, Set.of());
    }

    /**
     * Checks that a command has the options of the run that it goes on with. Options that the user has written are
     * checked first, because one of them may change the default of another option, which must not be blamed.
     *
     * @param where the place of the options that the run was begun with, for the message
     * @param saved the options that the run was begun with
     * @param free options that may differ; options that are not saved may differ too
     * @throws IllegalArgumentException if one differs; the message names it, with both values
     */
    void checkSame(String where, SavedOptions saved, Set<String> free) {
        if (!command.equals(saved.command)) {
            throw new IllegalArgumentException("it is a checkpoint of " + saved.command + ", and this is " + command);
        }
        if (!inputs.keySet().equals(saved.inputs.keySet())) {
            throw new IllegalArgumentException(
                    "its run reads " + names(saved.inputs) + ", and this command reads " + names(inputs));
        }
        Set<String> names = new LinkedHashSet<>(given);
        names.addAll(values.keySet());
        names.addAll(saved.values.keySet());
        names.removeAll(free);
        for (String name : names) {
            check(name, values.getOrDefault(name, ABSENT), saved.values.getOrDefault(name, ABSENT), where);
        }
        inputs.forEach((name, content) ->
                check("the content of the file of " + name, content, String.valueOf(saved.inputs.get(name)), where));
    }

    private static String names(Map<String, String> inputs) {
        return "the file of " + String.join(", ", inputs.keySet());
    }

    /** Refuses a value that differs from that in the saved options, which are in the file {@code where}. */
    private static void check(String name, String here, String there, String where) {
        if (!same(here, there)) {
            throw new IllegalArgumentException(name + " must be " + there + ", as in " + where + ", and is " + here);
        }
    }

    /** Whether two values are equal; 1 is 1.0, and LBP is lbp. */
    private static boolean same(String one, String other) {
        if (one.equalsIgnoreCase(other)) {
            return true;
        }
        try {
            return Double.parseDouble(one) == Double.parseDouble(other);
        } catch (NumberFormatException e) {
            return false; // they are not both numbers, and differ as words
        }
    }
}
