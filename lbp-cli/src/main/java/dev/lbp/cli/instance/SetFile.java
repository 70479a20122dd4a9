package dev.lbp.cli.instance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Named sets in the GMT form of gene sets: a line for each set, with its name, a description and its members, separated
 * by tabs. Lines that begin with {@code #} are comments. A file may be gzip.
 *
 * @param file the name of the file, for messages
 * @param sets the members of each set by name; sets and members are in the order of the file
 * @param descriptions the description of each set by name
 * @param repeated the number of repetitions of members within sets
 */
public record SetFile(String file, Map<String, List<String>> sets, Map<String, String> descriptions, int repeated) {

    /**
     * Reads a file.
     *
     * @throws InstanceException if the file cannot be read or breaks the form
     */
    public static SetFile read(Path file) {
        InstanceLines lines = new InstanceLines(file, TextOnly.Form.NAMES);
        Map<String, List<String>> sets = new LinkedHashMap<>();
        Map<String, String> descriptions = new HashMap<>();
        Map<String, Long> lineOf = new HashMap<>();
        Map<String, String> shared = new HashMap<>(); // one object for each name, because a name occurs in many sets
        int[] repeated = new int[1]; // an array, so that the lambda can count

        lines.forEach(entry -> {
            String[] fields = entry.split("\t", -1);
            String name = fields[0].strip();
            List<String> members = Arrays.stream(fields)
                    .skip(2)
                    .map(String::strip)
                    .filter(member -> !member.isEmpty())
                    .map(member -> shared.computeIfAbsent(member, key -> key))
                    .toList();
            if (members.isEmpty() || name.isEmpty()) {
                throw lines.bad("must be a name, a description and members, between tabs: " + Excerpt.of(entry));
            }
            Long earlier = lineOf.put(name, lines.line());
            if (earlier != null) {
                throw lines.bad("must be another set than line " + earlier + ": " + Excerpt.of(name));
            }
            Set<String> distinct = new LinkedHashSet<>(members);
            repeated[0] += members.size() - distinct.size();
            sets.put(name, List.copyOf(distinct));
            descriptions.put(name, fields[1].strip());
        });
        if (sets.isEmpty()) {
            throw lines.bad("must be a name, a description and members, between tabs: the file has no such line");
        }
        return new SetFile(lines.name(), sets, descriptions, repeated[0]);
    }

    /**
     * Reads a list of names, one per line. A name may be repeated.
     *
     * @throws InstanceException if the file cannot be read, has no name, or has a line with a tab
     */
    public static Set<String> readNames(Path file) {
        InstanceLines lines = new InstanceLines(file, TextOnly.Form.NAMES);
        List<String> names = new ArrayList<>();
        lines.forEach(entry -> {
            if (entry.strip().indexOf('\t') >= 0) {
                throw lines.bad("must be one name a line, without a tab: " + Excerpt.of(entry));
            }
            names.add(entry.strip());
        });
        if (names.isEmpty()) {
            throw lines.bad("must be one name a line: the file has none");
        }
        return new LinkedHashSet<>(names);
    }
}
