package dev.lbp.infer.io;

import dev.lbp.internal.Memory;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the format of the UAI competitions, after its first word: the number of variables, their numbers of values, the
 * number of tables, the variables of each table, and the entries of each table, whose last variable changes fastest.
 * Numbers are separated by white space. In a {@code BAYES} file the last variable of each table is the child, the
 * others are its parents.
 */
final class UaiFile {

    /** The length of an array of counts before it grows. */
    private static final int FIRST = 1 << 10;

    /**
     * Estimated memory per value of an answer: its number, its probabilities with and without evidence, its error, and
     * its line of text.
     */
    private static final double BYTES_PER_VALUE = 128.0;

    private final Words words;

    UaiFile(Words words) {
        this.words = words;
    }

    /** Reads the rest of the file, after its first word; {@code isNetwork} tells whether that was BAYES. */
    GraphFile read(boolean isNetwork) throws IOException {
        int[] values = counts(words.whole("the number of variables", 1, Integer.MAX_VALUE));
        int n = values.length;
        int tables = words.whole("the number of tables", 0, Integer.MAX_VALUE);
        if (isNetwork && tables != n) {
            throw words.bad("must be the number of variables, " + n + ", in a BAYES file: tables=" + tables);
        }
        int[] lastTable = new int[n];
        List<int[]> scopes = new ArrayList<>();
        Conditionals conditionals = new Conditionals(words, n, Integer::toString);
        for (int table = 1; table <= tables; table++) {
            int[] scope = scope(isNetwork ? 1 : 0, table, lastTable);
            scopes.add(scope);
            if (isNetwork) {
                conditionals.add(scope, words.line());
            }
        }
        if (isNetwork) {
            conditionals.check();
        }
        List<Factor> factors = new ArrayList<>();
        for (int[] scope : scopes) {
            double[] logs = table(scope, values);
            if (isNetwork) {
                conditionals.scaleRows(logs, values[scope[scope.length - 1]], words.line());
            }
            factors.add(Factor.of(scope, logs));
        }
        words.expectEnd("the last table");
        double all = Arrays.stream(values).asDoubleStream().sum();
        words.checkMemory(BYTES_PER_VALUE * all, "values of all variables, " + (long) all);
        List<String> notes = isNetwork ? conditionals.notes() : List.of();
        return new GraphFile(FactorGraph.of(values, factors), isNetwork, notes);
    }

    /**
     * Reads the variables of a table.
     *
     * @param least the fewest variables that it may have
     * @param table the number of the table, from 1
     * @param lastTable for each variable the last table that has it, 0 if none; set to this table for its variables
     */
    private int[] scope(int least, int table, int[] lastTable) throws IOException {
        int n = lastTable.length;
        int[] scope = new int[words.whole("the number of variables of a table", least, n)];
        for (int k = 0; k < scope.length; k++) {
            scope[k] = words.whole("a variable", 0, n - 1);
            if (lastTable[scope[k]] == table) {
                throw words.bad("must be in a table once: variable " + scope[k]);
            }
            lastTable[scope[k]] = table;
        }
        return scope;
    }

    /**
     * Reads the numbers of values. The array grows while they are read, because a file may declare more variables than
     * it has.
     */
    private int[] counts(int n) throws IOException {
        int[] values = new int[Math.min(n, FIRST)];
        for (int i = 0; i < n; i++) {
            if (i == values.length) {
                values = Arrays.copyOf(values, (int) Math.min(n, 2L * i));
            }
            values[i] = words.whole("the number of values of variable " + i, 1, Integer.MAX_VALUE);
        }
        return values;
    }

    /** Reads the logarithms of the entries of one table. */
    private double[] table(int[] scope, int[] values) throws IOException {
        double product = 1.0;
        for (int site : scope) {
            product *= values[site];
        }
        int size = words.whole("the number of entries of a table", 1, Memory.LONGEST_ARRAY);
        if (size != product) {
            throw words.bad("must be the number of combinations of the values of variables "
                    + Words.excerpt(Arrays.toString(scope)) + ", "
                    + (long) product + ": entries=" + size);
        }
        double[] logs = words.logTable(size);
        words.checkPossible(logs);
        return logs;
    }
}
