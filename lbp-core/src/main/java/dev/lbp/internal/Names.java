package dev.lbp.internal;

import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds a name that a user gave. The message for a missing name lists similar names. */
public final class Names {

    /** The name of a target that is a function, unless its user names it. */
    public static final String OF_FUNCTION = "plain Java target";

    private static final int SHOWN = 3;

    private Names() {}

    /** The simple name of a class; the full name of an anonymous class, which has no simple one. */
    public static String ofClass(Class<?> type) {
        String simple = type.getSimpleName();
        return simple.isEmpty() ? type.getName() : simple;
    }

    /**
     * The index of a name.
     *
     * @param kind what the names stand for, for the message
     * @throws IllegalArgumentException if no name is equal
     */
    public static int find(String kind, String name, int count, IntFunction<String> names) {
        for (int k = 0; k < count; k++) {
            if (names.apply(k).equals(name)) {
                return k;
            }
        }
        throw new IllegalArgumentException("must be " + kind + near(name, count, names) + ": " + name);
    }

    /** For the message for a missing name: how many names there are, and which are nearest. */
    public static String near(String name, int count, IntFunction<String> names) {
        return near(name, count, names, UnaryOperator.identity());
    }

    /** See {@link #near(String, int, IntFunction)}; {@code shown} makes what the message has for a name. */
    public static String near(String name, int count, IntFunction<String> names, UnaryOperator<String> shown) {
        return IntStream.range(0, count)
                .mapToObj(names)
                .sorted(Comparator.comparingInt(other -> distance(name, other)))
                .limit(SHOWN)
                .map(shown)
                .collect(Collectors.joining(", ", " (of " + count + ", nearest: ", ")"));
    }

    /** The Levenshtein distance: the number of letters to insert, delete or replace, without regard to case. */
    public static int distance(String from, String to) {
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                boolean same = Character.toLowerCase(from.charAt(i - 1)) == Character.toLowerCase(to.charAt(j - 1));
                int replaced = diagonal + (same ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
