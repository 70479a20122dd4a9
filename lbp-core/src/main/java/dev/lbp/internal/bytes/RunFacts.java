package dev.lbp.internal.bytes;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts that all parts of a run share.
 *
 * @param description the settings in one line
 * @param chains the number of chains of the whole run
 * @param stages the number of barriers of warm-up
 * @param identity the values that must be equal in all parts, by name
 */
public record RunFacts(String description, int chains, int stages, Map<String, String> identity) {

    static final RunFacts NONE = new RunFacts("", 0, 0, Map.of());

    /** Some chains in words: "chain 3", or "chains 0 to 7". */
    public static String chains(int first, int count) {
        return count == 1 ? "chain " + first : "chains " + first + " to " + (first + count - 1);
    }

    /** The beginning of the name of an entry with the model's log-probability of a seeded state; a number follows. */
    public static final String TEST_STATE = "the model's log-probability of seeded state ";

    /**
     * The words for an entry whose value differs between two parts. For a log-probability of a test state they say what
     * that means: the model has other parameters or data.
     *
     * @param name the name in {@link #identity}
     */
    public static String inWords(String name) {
        return name.startsWith(TEST_STATE)
                ? "the model has other parameters or data: its log-probability of test state "
                        + name.substring(TEST_STATE.length())
                : name;
    }

    /**
     * Checks that two sets of values are equal.
     *
     * @param what the name of the argument, for the message
     * @param where the owner of the first values, for the message: "chains 8 to 11"
     * @param elsewhere the owner of the other values
     * @throws IllegalArgumentException if a value differs; the message names the first one
     */
    public static void checkSame(
            String what, Map<String, String> values, String where, Map<String, String> others, String elsewhere) {
        Map<String, String> left = new LinkedHashMap<>(values);
        others.forEach((name, other) -> check(what, name, left.remove(name), where, other, elsewhere));
        left.forEach((name, value) -> check(what, name, value, where, null, elsewhere));
    }

    /** Checks that a value, named {@code name}, is the same at both owners; null if an owner has none. */
    private static void check(
            String what, String name, @Nullable String value, String where, @Nullable String other, String elsewhere) {
        String here = Objects.requireNonNullElse(value, "none");
        String there = Objects.requireNonNullElse(other, "none");
        Check.that(
                here.equals(there),
                "be of one run",
                what,
                inWords(name) + " is " + here + " in " + where + ", and " + there + " in " + elsewhere);
    }

    /** Writes the fields of {@code facts}; or reads them, in this order, into a new object. */
    static RunFacts transcribe(Transcript transcript, RunFacts facts) {
        return new RunFacts(
                transcript.of(facts.description),
                transcript.of(facts.chains),
                transcript.of(facts.stages),
                transcribe(transcript, facts.identity));
    }

    /** Writes texts by name, or reads them; a transcript that reads ignores the given ones. */
    static Map<String, String> transcribe(Transcript transcript, Map<String, String> texts) {
        String[] names = texts.keySet().toArray(new String[0]);
        Map<String, String> all = new LinkedHashMap<>();
        int size = transcript.of(names.length);
        for (int k = 0; k < size; k++) {
            String name = transcript.of(transcript.isReading() ? "" : names[k]);
            all.put(name, transcript.of(texts.getOrDefault(name, "")));
        }
        return all;
    }

    /** Writes or reads a list. */
    static List<byte[]> transcribe(Transcript transcript, List<byte[]> list) {
        List<byte[]> all = new ArrayList<>();
        int size = transcript.of(list.size());
        for (int k = 0; k < size; k++) {
            all.add(transcript.of(transcript.isReading() ? new byte[0] : list.get(k)));
        }
        return all;
    }
}
