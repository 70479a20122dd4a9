package dev.lbp.infer.io;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Checks the tables of a Bayesian network while they are read: each variable has one table, and no variable is its own
 * ancestor.
 */
final class Conditionals {

    /** A row whose sum differs more from 1 is reported. Files have at least six digits. */
    private static final double ROUNDING = 1e-6;

    /**
     * A row whose sum differs from 1 by at most this, per entry, is not scaled: the difference is rounding of doubles.
     */
    private static final double EXACT = 1e-15;

    private final Words words;
    private final IntFunction<String> names;

    /**
     * For each variable, the variables of its table: its parents, then the variable. Empty before the table is read.
     */
    private final int[][] scopes;

    /** For each variable, the line of its table. */
    private final long[] lines;
    /** The number of rows whose sum is not 1 up to {@link #ROUNDING}. */
    private long oddRows;
    /** The line and the sum of the first row whose sum differs from 1 by more than {@link #ROUNDING}. */
    private String firstOdd = "";

    Conditionals(Words words, int variables, IntFunction<String> names) {
        this.words = words;
        this.names = names;
        this.scopes = new int[variables][0];
        this.lines = new long[variables];
    }

    /**
     * Adds the table of a variable.
     *
     * @param scope the variables of the table, the variable itself last
     * @param line the line of the scope
     */
    void add(int[] scope, long line) {
        int child = scope[scope.length - 1];
        if (scopes[child].length > 0) {
            throw words.bad(
                    line,
                    "must be a variable without a table; line " + lines[child] + " has one: " + names.apply(child));
        }
        scopes[child] = scope;
        lines[child] = line;
    }

    /**
     * Scales each row of a table to the sum 1, because the entries of files are rounded, and counts the rows whose sum
     * differs from 1 by more than rounding. A row of zeros stays.
     *
     * @param values the number of values of the variable: the length of a row
     * @param line the line of the table
     */
    void scaleRows(double[] logs, int values, long line) {
        for (int row = 0; row < logs.length; row += values) {
            double largest = 0.0; // subtracted before exp if it is above 0, because large entries may overflow
            for (int k = 0; k < values; k++) {
                largest = Math.max(largest, logs[row + k]);
            }
            double scaled = 0.0;
            for (int k = 0; k < values; k++) {
                scaled += Math.exp(logs[row + k] - largest);
            }
            double sum = scaled * Math.exp(largest);
            double off = Math.abs(sum - 1.0);
            if (!(off <= ROUNDING)) { // also if the sum is infinite
                oddRows++;
                firstOdd = firstOdd.isEmpty() ? "line " + line + ", sum " + (float) sum : firstOdd;
            }
            if (off > EXACT * values && sum > 0.0) { // beyond the rounding of doubles, and not a row of zeros
                double log = largest + Math.log(scaled);
                for (int k = 0; k < values; k++) {
                    logs[row + k] -= log;
                }
            }
        }
    }

    /** Notes on names that are not UTF-8, and on rows that do not add to 1, if there are any. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (words.foreignLine() > 0) {
            notes.add("Names are not UTF-8 from line " + words.foreignLine()
                    + " on, and were read as windows-1252. If they look wrong, convert the file to UTF-8 (iconv).");
        }
        if (oddRows > 0) {
            notes.add("Rows of tables that do not add to 1: " + oddRows + ", the first in the table at " + firstOdd
                    + ". They are scaled to the sum 1, but for rows of zeros.");
        }
        return notes;
    }

    /** Refuses a network in which a variable has no table, or is its own ancestor. */
    void check() {
        for (int i = 0; i < scopes.length; i++) {
            if (scopes[i].length == 0) {
                throw words.bad("must have a table of each variable, and has none of " + names.apply(i));
            }
        }
        checkAncestors();
    }

    /** Checks by depth-first search through ancestors that no variable is its own ancestor. */
    private void checkAncestors() {
        boolean[] isFound = new boolean[scopes.length];
        int[] visitedParents = new int[scopes.length];
        boolean[] isOnPath = new boolean[scopes.length];
        int[] path = new int[scopes.length]; // each variable is a parent of the one before
        for (int start = 0; start < scopes.length; start++) {
            int length = 0;
            if (!isFound[start]) {
                isFound[start] = true;
                isOnPath[start] = true;
                path[length++] = start;
            }
            while (length > 0) {
                int last = path[length - 1];
                int parents = scopes[last].length - 1; // the last variable of a scope is the child
                if (visitedParents[last] == parents) {
                    isOnPath[last] = false;
                    length--;
                    continue;
                }
                int parent = scopes[last][visitedParents[last]++];
                if (isOnPath[parent]) {
                    throw circle(path, length, parent);
                }
                if (!isFound[parent]) {
                    isFound[parent] = true;
                    isOnPath[parent] = true;
                    path[length++] = parent;
                }
            }
        }
    }

    /** The exception for a variable that is met again on the path of its own ancestors. */
    private IllegalArgumentException circle(int[] path, int length, int variable) {
        StringBuilder text = new StringBuilder(names.apply(variable));
        for (int k = length - 1; path[k] != variable; k--) {
            text.append(" -> ").append(names.apply(path[k]));
        }
        text.append(" -> ").append(names.apply(variable));
        return words.bad(
                lines[variable], "must be a variable that is not its own ancestor: " + Words.excerpt(text.toString()));
    }
}
