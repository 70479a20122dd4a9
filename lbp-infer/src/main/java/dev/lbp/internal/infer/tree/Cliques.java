package dev.lbp.internal.infer.tree;

import dev.lbp.internal.Memory;
import dev.lbp.internal.infer.order.EliminationOrder;
import dev.lbp.internal.infer.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The cliques of an elimination order, and the assignment of tables to cliques. Variables are numbered by rank: first
 * the core, then the other variables, the last eliminated one first. Tables have their variables in the order of ranks.
 * So the variables that a clique eliminates change fastest, and for each state of the separator their entries are one
 * block.
 */
final class Cliques {

    /** The number of tables that are multiplied before the product is rescaled. Each table has entries in [0, 1]. */
    private static final int TABLES_BETWEEN_SCALINGS = 4;

    /** A clique with more entries is reported as progress. */
    private static final double LARGE = 1e6;

    final int core;
    final int[] sizes; // by rank
    final int[] rankOf; // by variable
    final int[] stepOf; // by rank; -1 in the core
    final int[][] scopes; // by step: ranks, ascending
    final int[][] separators; // by step: ranks, ascending
    final int[] blocks; // by step: the number of joint values of the variables that it eliminates
    private final double total;

    private Cliques(int[] variableSizes, EliminationOrder order) {
        int count = variableSizes.length;
        core = order.core().length;
        rankOf = new int[count];
        stepOf = new int[count];
        int rank = count; // falls with each elimination, so the variable that is eliminated first has the last rank
        Arrays.fill(stepOf, -1);
        int steps = order.steps().size();
        for (int t = 0; t < steps; t++) {
            for (int v : order.steps().get(t).eliminated()) {
                rankOf[v] = --rank;
                stepOf[rank] = t;
            }
        }
        for (int k = 0; k < core; k++) {
            rankOf[order.core()[k]] = k;
        }
        sizes = new int[count];
        for (int v = 0; v < count; v++) {
            sizes[rankOf[v]] = variableSizes[v];
        }
        scopes = new int[steps][];
        separators = new int[steps][];
        blocks = new int[steps];
        for (int t = 0; t < steps; t++) {
            EliminationOrder.Step step = order.steps().get(t);
            separators[t] = ranks(step.separator());
            int[] eliminated = ranks(step.eliminated());
            scopes[t] = Arrays.copyOf(separators[t], separators[t].length + eliminated.length);
            System.arraycopy(eliminated, 0, scopes[t], separators[t].length, eliminated.length);
            blocks[t] = size(eliminated);
        }
        total = order.total();
    }

    /**
     * Makes the cliques of an elimination order.
     *
     * @param variableSizes the number of values of each variable
     */
    static Cliques of(int[] variableSizes, EliminationOrder order) {
        Memory.checkLength(order.largest(), "table of a clique");
        return new Cliques(variableSizes, order);
    }

    /** The ranks of variables, ascending. */
    int[] ranks(int[] variables) {
        return Arrays.stream(variables).map(v -> rankOf[v]).sorted().toArray();
    }

    int steps() {
        return scopes.length;
    }

    /** The number of entries of a table of these ranks. */
    int size(int[] ranks) {
        int size = 1;
        for (int rank : ranks) {
            size *= sizes[rank];
        }
        return size;
    }

    /** The number of entries of the largest clique. */
    int largest() {
        return Arrays.stream(scopes).mapToInt(this::size).max().orElse(0);
    }

    /** The ranks that a step eliminates, ascending. */
    int[] eliminated(int step) {
        return Arrays.copyOfRange(scopes[step], separators[step].length, scopes[step].length);
    }

    /** The number of these ascending ranks that are in the core. */
    int inCore(int[] ranks) {
        int count = 0;
        while (count < ranks.length && ranks[count] < core) {
            count++;
        }
        return count;
    }

    /**
     * The step that uses a table of these ascending ranks, which eliminates the last of them. -1 if all are in the
     * core.
     */
    int step(int[] ranks) {
        return ranks.length == 0 ? -1 : stepOf[ranks[ranks.length - 1]];
    }

    /** The index of a state in a table of the first {@code count} ranks. */
    int index(int[] ranks, int count, int[] state) {
        int index = 0;
        for (int k = 0; k < count; k++) {
            index = index * sizes[ranks[k]] + state[ranks[k]];
        }
        return index;
    }

    /** Writes the values of the variables that a step eliminates, given their index in the block. */
    void decode(int step, int index, int[] state) {
        int rest = index;
        for (int k = scopes[step].length - 1; k >= separators[step].length; k--) {
            int rank = scopes[step][k];
            state[rank] = rest % sizes[rank];
            rest /= sizes[rank];
        }
    }

    /**
     * Makes a pass from the first step to the last.
     *
     * @param tables the tables over variables; they are not changed
     * @param collapse computes the message of a step from the product of its tables: an entry for each block, at most
     *     the sum of the block
     * @return the resulting tables over the core, and tables without variables; their variables are ranks
     */
    List<Table> forward(
            List<Table> tables,
            int[] variableSizes,
            BiFunction<Integer, double[], double[]> collapse,
            Consumer<String> progress) {
        List<List<Table>> waiting = new ArrayList<>();
        for (int t = 0; t < steps(); t++) {
            waiting.add(new ArrayList<>(2));
        }
        List<Table> rest = new ArrayList<>();
        for (Table table : tables) {
            assign(table.renamed(rankOf, variableSizes), waiting, rest);
        }
        double done = 0.0;
        for (int t = 0; t < steps(); t++) {
            Product product = product(scopes[t], waiting.get(t));
            double lost = product.lost + Math.log(blocks[t]); // a message's entry sums up to blocks[t] entries
            waiting.set(t, List.of());
            assign(Table.of(separators[t], collapse.apply(t, product.entries), product.log, lost), waiting, rest);
            done += product.entries.length;
            if (product.entries.length > LARGE) {
                progress.accept(String.format(
                        Locale.ROOT, "clique %d of %d, %.0f %% of entries", t + 1, steps(), 100 * done / total));
            }
        }
        return rest;
    }

    /**
     * A product of tables, {@code exp(log)} times the entries.
     *
     * @param lost the logarithm of a bound of the loss of an entry by underflow
     */
    private record Product(double[] entries, double log, double lost) {}

    /** Multiplies tables. After every few of them, and at the end, the largest entry is scaled to 1. */
    private Product product(int[] scope, List<Table> tables) {
        double[] entries = new double[size(scope)];
        Arrays.fill(entries, 1.0);
        double log = 0.0;
        double least = 0.0; // the logarithm of a lower bound of the entries above 0
        double lost = Double.NEGATIVE_INFINITY;
        int count = 0;
        for (Table table : tables) {
            table.alignedIn(scope, sizes).multiply(entries, table.values());
            log += table.log();
            least += table.least();
            lost = Math.max(Math.max(lost, table.lost()), Table.lostBelow(least));
            if (++count % TABLES_BETWEEN_SCALINGS == 0) {
                double scale = Table.rescale(entries);
                log += scale;
                least -= scale;
                lost -= scale;
            }
        }
        double scale = Table.rescale(entries);
        return new Product(entries, log + scale, lost - scale);
    }

    /** Adds a table to the waiting tables of the step that uses it, or to {@code rest} if no step does. */
    private void assign(Table table, List<List<Table>> waiting, List<Table> rest) {
        int step = step(table.variables());
        (step < 0 ? rest : waiting.get(step)).add(table);
    }
}
