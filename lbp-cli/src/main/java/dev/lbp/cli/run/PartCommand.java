package dev.lbp.cli.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * The command of a run in parts, without what may differ between parts. {@code lbp merge} carries it out again, with
 * the parts in place of the run. Its file has a line with a checksum of the other lines, a line {@code # OPTION SIZE
 * CHECKSUM} for each file that the command reads, the command's name, and a line for each argument.
 *
 * @param inputs size and checksum of each file that is read, by its option
 * @param name such as "sample"
 * @param values the values of options and of FILE, by name; an option without values has none
 */
public record PartCommand(Map<String, String> inputs, String name, Map<String, List<String>> values) {

    /** Options that may differ between parts. */
    private static final Set<String> OWN = Set.of("--part", "--phase", "--out", "--threads", "--quiet", "--stacktrace");

    private static final String INPUT = "# ";
    private static final String POSITIONAL = "FILE";

    /**
     * The command that was parsed.
     *
     * @throws IllegalArgumentException if a value has more than one line
     */
    static PartCommand of(ParseResult parsed, Map<String, Path> files) throws IOException {
        Map<String, List<String>> values = new TreeMap<>();
        for (OptionSpec option : parsed.matchedOptions()) {
            if (!OWN.contains(option.longestName())) {
                values.put(option.longestName(), option.arity().max() == 0 ? List.of() : option.originalStringValues());
            }
        }
        for (PositionalParamSpec file : parsed.matchedPositionals()) {
            values.put(POSITIONAL, file.originalStringValues());
        }
        values.forEach((name, all) -> all.forEach(value -> {
            Check.that(
                    value.lines().count() <= 1 && !value.endsWith("\n") && !value.endsWith("\r"),
                    "be on one line with --part: " + name + "=" + value);
        }));
        Map<String, String> inputs = new TreeMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            inputs.put(file.getKey(), checksum(file.getValue()));
        }
        return new PartCommand(inputs, parsed.commandSpec().name(), values);
    }

    /** Size and checksum of a file. */
    static String checksum(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                CheckedInputStream summed = new CheckedInputStream(in, new CRC32C())) {
            long bytes = summed.transferTo(OutputStream.nullOutputStream());
            return bytes + " bytes, checksum "
                    + Long.toHexString(summed.getChecksum().getValue());
        }
    }

    /** The arguments, for a command line. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((name, all) -> {
            if (all.isEmpty()) {
                arguments.add(name);
            } else if (!name.equals(POSITIONAL)) {
                all.forEach(value -> arguments.add(name + "=" + value));
            }
        });
        List<String> files = values.getOrDefault(POSITIONAL, List.of());
        if (!files.isEmpty()) {
            arguments.add("--");
            arguments.addAll(files);
        }
        return arguments;
    }

    /** The first line of a file: the checksum of the other lines, which detects damage. */
    private static String seal(String others) {
        String checksum = Fingerprint.of(new byte[][] {others.getBytes(StandardCharsets.UTF_8)});
        return "lbp command, checksum " + checksum + "\n";
    }

    void write(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        inputs.forEach((option, checksum) ->
                text.append(INPUT).append(option).append(' ').append(checksum).append('\n'));
        text.append(name).append('\n');
        arguments().forEach(argument -> text.append(argument).append('\n'));
        WholeFile.replace(file, seal(text.toString()) + text);
    }

    /**
     * Reads a file that {@link #write} has written. After the checksum it has lines on the input files, a line with the
     * name of the command, lines {@code OPTION=VALUE}, and after {@code --} the positional arguments.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static PartCommand read(Path file) throws IOException {
        String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        String text = all.substring(all.indexOf('\n') + 1);
        List<String> lines = text.lines().toList();
        int nameAt =
                (int) lines.stream().takeWhile(line -> line.startsWith(INPUT)).count();
        Check.that(
                nameAt < lines.size() && all.equals(seal(text) + text),
                "be whole; without it, the same command makes it again: " + file);
        Map<String, String> inputs = new TreeMap<>();
        for (String line : lines.subList(0, nameAt)) {
            String[] words = line.substring(INPUT.length()).split(" ", 2);
            inputs.put(words[0], words[words.length - 1]);
        }
        Map<String, List<String>> values = new TreeMap<>();
        int endOfOptions = lines.contains("--") ? lines.indexOf("--") : lines.size();
        for (String line : lines.subList(nameAt + 1, endOfOptions)) {
            String[] words = line.split("=", 2);
            List<String> given = values.computeIfAbsent(words[0], key -> new ArrayList<>());
            if (words.length > 1) {
                given.add(words[1]);
            }
        }
        if (endOfOptions < lines.size()) {
            values.put(POSITIONAL, lines.subList(endOfOptions + 1, lines.size()));
        }
        return new PartCommand(inputs, lines.get(nameAt), values);
    }

    /**
     * Checks that another part has the same command.
     *
     * @param here what the message calls this command, such as "this command"
     * @param there what the message calls the other command
     * @throws IllegalArgumentException if an option differs; the message names it
     */
    void checkSame(String here, PartCommand other, String there) {
        Map<String, List<String>> left = new LinkedHashMap<>(other.values);
        check("the command", List.of(name), here, List.of(other.name), there);
        values.forEach((option, all) -> check(option, all, here, left.remove(option), there));
        left.forEach((option, all) -> check(option, null, here, all, there));
        inputs.forEach((option, checksum) -> {
            Check.that(
                    checksum.equals(other.inputs.get(option)),
                    "have the same content in all parts: the file of " + option + " has " + checksum + " in " + here
                            + ", and " + other.inputs.get(option) + " in " + there);
        });
    }

    /** Refuses values of an option that differ between two parts. Null stands for an option that is not given. */
    private static void check(
            String name, @Nullable List<String> here, String where, @Nullable List<String> there, String elsewhere) {
        if (here == null || !here.equals(there)) {
            throw new IllegalArgumentException("must be the same in all parts: " + name + " is " + words(here) + " in "
                    + where + ", and " + words(there) + " in " + elsewhere);
        }
    }

    /** The values of an option in words. */
    private static String words(@Nullable List<String> values) {
        if (values == null) {
            return "not given";
        }
        return values.isEmpty() ? "given" : String.join(" ", values);
    }
}
