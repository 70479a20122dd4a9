package dev.lbp.internal.infer.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A table of nonnegative entries over a few variables: {@code exp(log) * values[k]}. Variables are in ascending order,
 * and the last one changes fastest. The largest of {@code values} is 1, unless all are 0.
 *
 * <p>An entry that is much smaller than the largest entry may underflow. The loss may matter later, when the larger
 * entries have been multiplied by small numbers. {@link #lost} bounds it.
 */
public final class Table {

    /** The logarithm of the smallest double with full precision. */
    private static final double LOG_SMALLEST = Math.log(Double.MIN_NORMAL);

    private final int[] variables;
    private final double[] values;
    private final double log;
    private final double lost;

    private Table(int[] variables, double[] values, double log, double lost) {
        this.variables = variables;
        this.values = values;
        this.log = log;
        this.lost = lost;
    }

    /**
     * Makes a table. The array {@code values} is scaled in place.
     *
     * @param lost the logarithm of a bound of the loss by underflow in a value, before it is scaled; negative infinity
     * for no loss
     */
    public static Table of(int[] variables, double[] values, double log, double lost) {
        double scale = rescale(values);
        return new Table(variables, values, log + scale, lost - scale);
    }

    /** Divides all values by the largest one. Returns its logarithm, or 0 if all values are 0. */
    public static double rescale(double[] values) {
        double largest = 0.0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        if (largest == 0.0 || largest == 1.0) {
            return 0.0;
        }
        for (int k = 0; k < values.length; k++) {
            values[k] /= largest;
        }
        return Math.log(largest);
    }

    /**
     * The index in a table of each combination of the chosen values of its variables. The combinations are in the order
     * in which the value of the variable of the largest rank changes fastest.
     *
     * @param variables the variables of the table; the value of the last one changes fastest
     * @param size the number of values of a variable in the table
     * @param rank the rank of a variable
     * @param values the chosen values of a variable, ascending
     */
    public static int[] indices(
            int[] variables, IntUnaryOperator size, IntUnaryOperator rank, IntFunction<int[]> values) {
        int[] strides = new int[variables.length];
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= size.applyAsInt(variables[k]);
        }
        int[] indices = {0};
        for (int k : IntStream.range(0, variables.length)
                .boxed()
                .sorted(Comparator.comparingInt(k -> rank.applyAsInt(variables[k])))
                .toList()) {
            int[] chosen = values.apply(variables[k]);
            int[] starts = indices;
            indices = new int[starts.length * chosen.length];
            for (int at = 0; at < indices.length; at++) {
                indices[at] = starts[at / chosen.length] + chosen[at % chosen.length] * strides[k];
            }
        }
        return indices;
    }

    /**
     * This table with other numbers for its variables.
     *
     * @param renamed the new number of each variable
     * @param sizes the number of values of each variable, by the old numbers
     */
    public Table renamed(int[] renamed, int[] sizes) {
        int[] names = Arrays.stream(variables).map(v -> renamed[v]).sorted().toArray();
        int[] from = indices(
                variables,
                v -> sizes[v],
                v -> renamed[v],
                v -> IntStream.range(0, sizes[v]).toArray());
        return new Table(names, Arrays.stream(from).mapToDouble(k -> values[k]).toArray(), log, lost);
    }

    /**
     * The product of this table and a table whose variables are a subset of this table's.
     *
     * @param sizes the number of values of each variable of the graph
     */
    public Table times(Table other, int[] sizes) {
        double[] product = values.clone();
        Alignment.of(variables, other.variables, sizes).multiply(product, other.values);
        double bound = Math.max(Math.max(lost, other.lost), lostBelow(least() + other.least()));
        return of(variables, product, log + other.log, bound);
    }

    /** The alignment of a larger table, over the variables {@code large}, with this one. */
    public Alignment alignedIn(int[] large, int[] sizes) {
        return Alignment.of(large, variables, sizes);
    }

    /** The variables, ascending. The caller must not change the array. */
    public int[] variables() {
        return variables;
    }

    /** The values. The caller must not change the array. */
    public double[] values() {
        return values;
    }

    /** The logarithm of the smallest value above 0. 0 if there is none. */
    public double least() {
        double least = 1.0;
        for (double value : values) {
            least = value > 0.0 && value < least ? value : least;
        }
        return Math.log(least);
    }

    /**
     * The logarithm of a bound of the loss by underflow in a value, relative to the largest value. Negative infinity
     * for no loss.
     */
    public double lost() {
        return lost;
    }

    /**
     * The logarithm of a bound of the loss when {@code exp(logValue)} is stored as a double. Negative infinity for no
     * loss. A number below the smallest double of full precision loses digits, at most the whole number.
     */
    public static double lostBelow(double logValue) {
        return logValue < LOG_SMALLEST ? LOG_SMALLEST : Double.NEGATIVE_INFINITY;
    }

    /** The logarithm of the factor of all values. */
    public double log() {
        return log;
    }
}
