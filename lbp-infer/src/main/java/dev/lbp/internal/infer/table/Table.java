package dev.lbp.internal.infer.table;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Numbers of at least 0 over a few variables: {@code exp(log) * values[k]}. The value of the last variable runs
 * fastest, and variables are in ascending order. The largest of {@code values} is 1, unless all are 0.
 *
 * <p>A product may be too small for a double beside others of its table. What such a loss can come to later, when the
 * others have been multiplied by small numbers, is bounded by {@link #lost}.
 */
public final class Table {

    /** The logarithm of the smallest double with all digits. */
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
     * A table whose values are scaled in place.
     *
     * @param lost the logarithm of a bound of what is missing in a value, before it is scaled; negative infinity if
     *     nothing is
     */
    public static Table of(int[] variables, double[] values, double log, double lost) {
        double scale = rescale(values);
        return new Table(variables, values, log + scale, lost - scale);
    }

    /** Divides by the largest number; returns its logarithm, 0 if all numbers are 0. */
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
     * The indices in a table for each combination of some variables' values and those of another variable, the fastest.
     *
     * @param starts the indices without it
     * @param stride what a step of it adds
     */
    static int[] indices(int[] starts, int stride, int[] values) {
        int[] result = new int[starts.length * values.length];
        int at = 0;
        for (int start : starts) {
            for (int value : values) {
                result[at++] = start + value * stride;
            }
        }
        return result;
    }

    /**
     * This table with other numbers for its variables.
     *
     * @param renamed the new number of each variable
     * @param sizes the number of values of each variable, by the old numbers
     */
    public Table renamed(int[] renamed, int[] sizes) {
        int width = variables.length;
        int[] order = IntStream.range(0, width)
                .boxed()
                .sorted(Comparator.comparingInt(k -> renamed[variables[k]]))
                .mapToInt(k -> k)
                .toArray();
        int[] strides = strides(variables, sizes);
        int[] names = new int[width];
        int[] from = {0};
        for (int k = 0; k < width; k++) {
            int old = variables[order[k]];
            names[k] = renamed[old];
            from = indices(
                    from, strides[order[k]], IntStream.range(0, sizes[old]).toArray());
        }
        double[] moved = new double[from.length];
        for (int k = 0; k < moved.length; k++) {
            moved[k] = values[from[k]];
        }
        return new Table(names, moved, log, lost);
    }

    /** What a step of each variable adds to the index, the last variable being the fastest. */
    private static int[] strides(int[] variables, int[] sizes) {
        int[] strides = new int[variables.length];
        int stride = 1;
        for (int k = variables.length - 1; k >= 0; k--) {
            strides[k] = stride;
            stride *= sizes[variables[k]];
        }
        return strides;
    }

    /** This table times another one whose variables it has. */
    public Table times(Table other, int[] sizes) {
        double[] product = values.clone();
        Alignment.of(variables, other.variables, sizes).multiply(product, other.values);
        double bound = Math.max(Math.max(lost, other.lost), lostBelow(least() + other.least()));
        return of(variables, product, log + other.log, bound);
    }

    /** The numbers themselves, with their scale. */
    public double[] unscaled() {
        double scale = Math.exp(log);
        return Arrays.stream(values).map(value -> value * scale).toArray();
    }

    /** How this table lies in one of more variables. */
    public Alignment alignedIn(int[] large, int[] sizes) {
        return Alignment.of(large, variables, sizes);
    }

    /** The variables, ascending; not to be changed. */
    public int[] variables() {
        return variables;
    }

    /** The values, not to be changed. */
    public double[] values() {
        return values;
    }

    /** The logarithm of the least value above 0; 0 if there is none. */
    public double least() {
        double least = 1.0;
        for (double value : values) {
            least = value > 0.0 && value < least ? value : least;
        }
        return Math.log(least);
    }

    /**
     * The logarithm of a bound of what is missing in a value, where the largest is 1; negative infinity for nothing.
     */
    public double lost() {
        return lost;
    }

    /** What a number of this logarithm loses as a double: negative infinity for nothing. */
    public static double lostBelow(double logValue) {
        return logValue < LOG_SMALLEST ? LOG_SMALLEST : Double.NEGATIVE_INFINITY;
    }

    /** The logarithm of the scale. */
    public double log() {
        return log;
    }
}
