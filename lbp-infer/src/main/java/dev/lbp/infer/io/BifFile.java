package dev.lbp.infer.io;

import dev.lbp.internal.Memory;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads BIF, the interchange format of Bayesian networks, version 0.15. It reads variables, values and tables, and
 * skips the name of the network and properties. In {@code ( A | B, C )} the first variable is the child; commas and the
 * bar are optional in the format.
 *
 * <p>A table is either a list of rows {@code (values of the parents) entries;}, with {@code default entries;} for
 * missing rows, or {@code table entries;}, in which the last parent changes fastest and the child slowest.
 */
final class BifFile {

    private final Words words;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** For each variable, the numbers of its values by name, in the order of the file. */
    private final List<Map<String, Integer>> values = new ArrayList<>();

    private final List<Table> tables = new ArrayList<>();

    /**
     * The table of a variable.
     *
     * @param scope the parents, then the variable, which changes fastest
     * @param line the line of the table's head
     */
    private record Table(int[] scope, double[] logs, long line) {

        int child() {
            return scope[scope.length - 1];
        }
    }

    BifFile(Words words) {
        this.words = words;
    }

    /** Reads the rest of the file, after its first word. */
    GraphFile read(String first) throws IOException {
        for (String word = first; !words.isEnd(word); word = words.next()) {
            switch (word) {
                case "network" -> readNetwork();
                case "variable" -> readVariable();
                case "probability" -> readProbability();
                default -> throw words.bad("must be network, variable or probability" + words.found(word));
            }
        }
        if (names.isEmpty()) {
            throw words.bad("must declare a variable, and the file ends");
        }
        Conditionals conditionals = new Conditionals(words, names.size(), names::get);
        for (Table table : tables) {
            conditionals.add(table.scope, table.line);
            conditionals.scaleRows(table.logs, values.get(table.child()).size(), table.line);
        }
        conditionals.check();
        List<Factor> factors =
                tables.stream().map(t -> Factor.of(t.scope, t.logs)).toList();
        return new GraphFile(graph(factors), true, conditionals.notes()); // true: a Bayesian network
    }

    /** A graph of the variables read so far, with the given factors. */
    private FactorGraph graph(List<Factor> factors) {
        int[] sizes = values.stream().mapToInt(Map::size).toArray();
        List<List<String>> valueNames =
                values.stream().map(map -> List.copyOf(map.keySet())).toList();
        return FactorGraph.of(sizes, factors).named(names, valueNames);
    }

    /** Skips the block of the network, its name and properties, which are not needed. */
    private void readNetwork() throws IOException {
        String word = words.next();
        while (!words.is("{", word)) {
            if (words.isEnd(word)) {
                throw words.bad("must be { after the name of the network, and the file ends");
            }
            word = words.next();
        }
        for (word = words.next(); !words.is("}", word); word = words.next()) {
            skipProperty(word, "property or }");
        }
    }

    /** Skips a property up to and including its semicolon. */
    private void skipProperty(String first, String expected) throws IOException {
        if (!words.is("property", first)) {
            throw words.bad("must be " + expected + words.found(first));
        }
        long begin = words.line();
        for (String word = words.next(); !words.is(";", word); word = words.next()) {
            if (words.isEnd(word)) {
                throw words.bad(begin, "must end with ; : a property");
            }
        }
    }

    /** Reads {@code NAME { type discrete [ COUNT ] { VALUES }; }}, after the word {@code variable}. */
    private void readVariable() throws IOException {
        String name = words.name(words.next(), "the name of a variable");
        if (numbers.put(name, names.size()) != null) {
            throw words.bad("must be declared once: " + Words.excerpt(name));
        }
        words.expect("{", "after the name of a variable");
        Map<String, Integer> own = new LinkedHashMap<>();
        for (String word = words.next(); !words.is("}", word); word = words.next()) {
            if (words.is("type", word) && own.isEmpty()) {
                readType(own);
            } else {
                skipProperty(word, own.isEmpty() ? "type or property" : "property or }");
            }
        }
        if (own.isEmpty()) {
            throw words.bad("must have a type: variable " + Words.excerpt(name));
        }
        names.add(name);
        values.add(own);
    }

    /** Reads the values of a variable into {@code own}, after the word {@code type}. */
    private void readType(Map<String, Integer> own) throws IOException {
        words.expect("discrete", "after type");
        words.expect("[", "after discrete");
        int count = words.whole("the number of values", 1, Memory.LONGEST_ARRAY);
        words.expect("]", "after the number of values");
        words.expect("{", "before the names of values");
        for (String value : listed("}", "the name of a value")) {
            if (own.put(value, own.size()) != null) {
                throw words.bad("must be a value once: " + Words.excerpt(value));
            }
        }
        if (own.size() != count) {
            throw words.bad("must have as many names of values as it says, " + count + ": found=" + own.size());
        }
        words.expect(";", "after the names of values");
    }

    /** Reads names up to the mark {@code end}, without commas and bars. */
    private List<String> listed(String end, String what) throws IOException {
        List<String> listed = new ArrayList<>();
        String word = words.next();
        while (!words.is(end, word)) {
            if (!words.is(",", word) && !words.is("|", word)) {
                listed.add(words.name(word, what));
            }
            word = words.next();
        }
        return listed;
    }

    /** Reads the table of a variable, after the word {@code probability}. */
    private void readProbability() throws IOException {
        long line = words.line();
        words.expect("(", "after probability");
        List<String> listed = listed(")", "a variable");
        int parents = listed.size() - 1;
        if (parents < 0) {
            throw words.bad("must name a variable: probability ( )");
        }
        Collections.rotate(listed, -1); // the child is listed first, and is last in a scope
        int[] scope = new int[parents + 1];
        double size = 1.0;
        for (int k = 0; k <= parents; k++) {
            int site = site(listed.get(k));
            if (Arrays.stream(scope, 0, k).anyMatch(other -> other == site)) {
                throw words.bad("must be in a table once: " + Words.excerpt(names.get(site)));
            }
            scope[k] = site;
            size *= values.get(site).size();
        }
        if (size > Memory.LONGEST_ARRAY) {
            throw words.bad("must be a table of fewer than 2^31 entries: " + (long) size);
        }
        words.expect("{", "after the variables of a table");
        double[] logs = readTable(scope, (int) size);
        words.checkPossible(logs);
        tables.add(new Table(scope, logs, line));
    }

    /** The number of a variable by its name. Throws if it is not declared. */
    private int site(String name) {
        Integer site = numbers.get(name);
        if (site != null) {
            return site;
        }
        try {
            return graph(List.of()).site(name);
        } catch (IllegalArgumentException e) { // a graph has a message for unknown names, which lists similar ones
            throw words.bad("" + e.getMessage());
        }
    }

    /** Reads the body of a table, up to its closing brace. Returns the logarithms of its entries, the child fastest. */
    private double[] readTable(int[] scope, int size) throws IOException {
        int width = values.get(scope[scope.length - 1]).size();
        Map<Integer, double[]> rows = new HashMap<>();
        double @Nullable [] others = null;
        double @Nullable [] whole = null;
        for (String word = words.next(); !words.is("}", word); word = words.next()) {
            if (words.is("(", word)) {
                List<String> listed = listed(")", "a value");
                int row = row(scope, listed);
                if (rows.put(row, entries(width)) != null) {
                    throw words.bad("must be a row once: " + Words.excerpt(String.join(", ", listed)));
                }
            } else if (words.is("default", word) && others == null) {
                others = entries(width);
            } else if (words.is("table", word) && whole == null) {
                whole = entries(size);
            } else {
                skipProperty(word, "a row, table, default, property or }");
            }
        }
        if (whole != null && (others != null || !rows.isEmpty())) {
            throw words.bad("must be a table or rows, and not both");
        }
        if (whole == null && others == null && rows.size() < size / width) {
            throw words.bad("must have a row for each combination of values of the parents, " + size / width
                    + ": found=" + rows.size());
        }
        words.checkMemory((double) Double.BYTES * size, "a table of " + size + " entries");
        return whole != null ? childFastest(whole, width) : joined(rows, others, size / width, width);
    }

    /** The entries of a whole table in another order: in the file the value of the child changes slowest. */
    private static double[] childFastest(double[] whole, int width) {
        int rows = whole.length / width;
        double[] logs = new double[whole.length];
        Arrays.setAll(logs, k -> whole[k % width * rows + k / width]);
        return logs;
    }

    /** The entries of {@code count} rows, one after another; {@code others} for a row that is not given. */
    private static double[] joined(Map<Integer, double[]> rows, double @Nullable [] others, int count, int width) {
        double[] logs = new double[count * width];
        for (int k = 0; k < count; k++) {
            System.arraycopy(Objects.requireNonNull(rows.getOrDefault(k, others)), 0, logs, k * width, width);
        }
        return logs;
    }

    /** The number of the row with the given values of the parents. */
    private int row(int[] scope, List<String> listed) {
        int parents = scope.length - 1;
        if (listed.size() != parents) {
            throw words.bad("must be a value of each parent, " + parents + ": found=" + listed.size());
        }
        int row = 0;
        for (int k = 0; k < parents; k++) {
            Map<String, Integer> own = values.get(scope[k]);
            Integer value = own.get(listed.get(k));
            if (value == null) {
                throw words.bad("must be a value of " + names.get(scope[k]) + " ("
                        + Words.excerpt(String.join(", ", own.keySet())) + "): " + Words.excerpt(listed.get(k)));
            }
            row = row * own.size() + value;
        }
        return row;
    }

    /** Reads entries up to and including their semicolon. */
    private double[] entries(int count) throws IOException {
        double[] logs = words.logTable(count);
        words.expect(";", "after " + count + (count == 1 ? " entry" : " entries"));
        return logs;
    }
}
