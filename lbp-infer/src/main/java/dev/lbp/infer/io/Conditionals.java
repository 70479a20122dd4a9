package dev.lbp.infer.io;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The tables of a Bayesian network as they are read: each variable has one, and none is its own ancestor. */
final class Conditionals {

    /** A row may differ from 1 by the rounding of its entries; files have six digits and more. */
    private static final double ROUNDING = 1e-6;

    /** A row whose sum is this near to 1, for each entry, is as good as doubles can be. */
    private static final double EXACT = 1e-15;

    private final Words words;
    private final IntFunction<String> names;

    /** The variables of the table of each variable, itself the last; null before it is read. */
    private final int @Nullable [][] scopes;

    private final long[] lines;
    private long oddRows;
    private String firstOdd = "";

    Conditionals(Words words, int variables, IntFunction<String> names) {
        this.words = words;
        this.names = names;
        this.scopes = new int[variables][];
        this.lines = new long[variables];
    }

    /**
     * A variable has a table.
     *
     * @param scope the variables of its table, the variable itself the last
     * @param line that of the scope
     */
    void add(int[] scope, long line) {
        int child = scope[scope.length - 1];
        if (scopes[child] != null) {
            throw words.bad(
                    line,
                    "must be a variable without a table; line " + lines[child] + " has one: " + names.apply(child));
        }
        scopes[child] = scope;
        lines[child] = line;
    }

    /**
     * Scales the rows of a table to the sum 1, which rounded entries miss, and notes those that were further off. A row
     * of zeros stays.
     *
     * @param values the number of values of the variable: the length of a row
     * @param line that of the table
     */
    void scaleRows(double[] logs, int values, long line) {
        for (int row = 0; row < logs.length; row += values) {
            double sum = 0.0;
            for (int k = 0; k < values; k++) {
                sum += Math.exp(logs[row + k]);
            }
            double off = Math.abs(sum - 1.0);
            if (!(off <= ROUNDING)) {
                oddRows++;
                firstOdd = firstOdd.isEmpty() ? "line " + line + ", sum " + (float) sum : firstOdd;
            }
            if (off > EXACT * values && sum > 0.0) {
                double log = Math.log(sum);
                for (int k = 0; k < values; k++) {
                    logs[row + k] -= log;
                }
            }
        }
    }

    /** What is odd. */
    List<String> notes() {
        return oddRows == 0
                ? List.of()
                : List.of("Rows of tables that do not add to 1: " + oddRows + ", the first in the table at " + firstOdd
                        + ". They are scaled to the sum 1, but for rows of zeros.");
    }

    /** Refuses a network in which a variable has no table, or is its own ancestor. */
    void check() {
        for (int i = 0; i < scopes.length; i++) {
            if (scopes[i] == null) {
                throw words.bad("must have a table of each variable, and has none of " + names.apply(i));
            }
        }
        checkOrder();
    }

    /** Takes away variables whose parents are all taken; in what remains, parents lead around a circle. */
    private void checkOrder() {
        int n = scopes.length;
        int[] waiting = new int[n];
        int[][] children = new int[n][];
        int[] count = new int[n];
        forEachParent((parent, child) -> count[parent]++);
        for (int i = 0; i < n; i++) {
            children[i] = new int[count[i]];
        }
        forEachParent((parent, child) -> {
            children[parent][--count[parent]] = child;
            waiting[child]++;
        });
        Deque<Integer> free = new ArrayDeque<>();
        for (int i = 0; i < n; i++) {
            if (waiting[i] == 0) {
                free.add(i);
            }
        }
        int taken = 0;
        for (Integer next = free.poll(); next != null; next = free.poll()) {
            taken++;
            for (int child : children[next]) {
                if (--waiting[child] == 0) {
                    free.add(child);
                }
            }
        }
        if (taken < n) {
            throw circle(waiting);
        }
    }

    private interface Link {

        void of(int parent, int child);
    }

    private void forEachParent(Link link) {
        for (int[] scope : scopes) {
            for (int k = 0; scope != null && k < scope.length - 1; k++) {
                link.of(scope[k], scope[scope.length - 1]);
            }
        }
    }

    private IllegalArgumentException circle(int[] waiting) {
        int at = 0;
        while (waiting[at] == 0) {
            at++;
        }
        List<Integer> path = new ArrayList<>();
        boolean[] isOnPath = new boolean[waiting.length];
        while (!isOnPath[at]) { // each that waits has a parent that waits
            isOnPath[at] = true;
            path.add(at);
            for (int parent : scope(at)) {
                if (waiting[parent] > 0 && parent != path.get(path.size() - 1)) {
                    at = parent;
                    break;
                }
            }
        }
        List<Integer> circle = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
        circle.add(at);
        Collections.reverse(circle);
        List<String> shown = circle.stream().map(names::apply).toList();
        return words.bad(
                lines[at],
                "must be a variable that is not its own ancestor: " + Words.excerpt(String.join(" -> ", shown)));
    }

    private int[] scope(int child) {
        int[] scope = scopes[child];
        return scope == null ? new int[0] : scope;
    }
}
