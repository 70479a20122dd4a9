package dev.lbp.internal;

import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Sums of doubles, term by term from the first to the last. {@link java.util.stream.DoubleStream#sum} corrects rounding
 * errors, so its results would differ in the last bits.
 */
public final class Sum {

    private Sum() {}

    /** The sum of {@code term(0)} to {@code term(n - 1)}. */
    public static double of(int n, IntToDoubleFunction term) {
        double sum = 0.0;
        for (int k = 0; k < n; k++) {
            sum += term.applyAsDouble(k);
        }
        return sum;
    }

    /** The sum of values. */
    public static double of(double[] values) {
        return of(values.length, k -> values[k]);
    }

    /** The sum of a function of values. */
    public static double of(double[] values, DoubleUnaryOperator term) {
        return of(values.length, k -> term.applyAsDouble(values[k]));
    }

    /** The sum of a function of elements. */
    public static <T> double of(T[] elements, ToDoubleFunction<T> term) {
        return of(elements.length, k -> term.applyAsDouble(elements[k]));
    }
}
