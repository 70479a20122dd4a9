package dev.lbp.infer.io;

import dev.lbp.internal.Check;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads evidence in the format of the UAI competitions, plain or gzip: the number of observed variables, then for each
 * the number of the variable and the number of its value, from 0, in the order of the graph's file. A file of the older
 * format begins with the number of samples, which must be 1; so {@code 1 0} is one sample without observations.
 */
public final class EvidenceFile {

    private final Words words;

    private EvidenceFile(Words words) {
        this.words = words;
    }

    /**
     * Reads a file.
     *
     * @return the observed values by variable
     * @throws IllegalArgumentException if the file cannot be read, breaks the form or does not fit the graph; the
     *     message has file and line
     */
    public static SortedMap<Integer, Integer> read(Path file, FactorGraph graph) {
        Check.notNull("graph", graph);
        return Words.readFile(Check.notNull("file", file), words -> new EvidenceFile(words).read(graph));
    }

    /** A number and its line. */
    private record Number(int value, long line) {}

    /** Reads the count of observed variables, and pairs of variable and value. */
    private SortedMap<Integer, Integer> read(FactorGraph graph) throws IOException {
        List<Number> numbers = new ArrayList<>();
        for (String word = words.next(); !words.isEnd(word); word = words.next()) {
            numbers.add(new Number(words.whole(word, "a number of evidence", 0, Integer.MAX_VALUE), words.line()));
        }
        if (numbers.isEmpty()) {
            throw words.bad("must begin with the number of observed variables, and is empty");
        }
        // The newer format, a count and then pairs, has an odd number of words. The older one begins with one word
        // more, the number of sets of evidence in the file ("samples").
        boolean isOlder = numbers.size() % 2 == 0;
        if (isOlder && numbers.get(0).value != 1) {
            throw words.bad("must be a number of observed variables with a variable and a value for each: found="
                    + numbers.size() + " numbers");
        }
        int firstPair = isOlder ? 2 : 1;
        Number count = numbers.get(firstPair - 1);
        int pairs = (numbers.size() - firstPair) / 2;
        if (count.value != pairs) {
            throw words.bad(
                    count.line,
                    "must be the number of observed variables, of which " + pairs + " follow: " + count.value);
        }
        SortedMap<Integer, Integer> evidence = new TreeMap<>();
        for (int k = firstPair; k < numbers.size(); k += 2) {
            int site = inRange(numbers.get(k), graph.sites(), "a variable");
            int value = inRange(numbers.get(k + 1), graph.values(site), "a value of variable " + site);
            if (evidence.put(site, value) != null) {
                throw words.bad(numbers.get(k).line, "must be observed once: variable " + site);
            }
        }
        return evidence;
    }

    private int inRange(Number number, int count, String what) {
        if (number.value >= count) {
            throw words.bad(number.line, "must be " + what + ", 0 to " + (count - 1) + ": " + number.value);
        }
        return number.value;
    }
}
