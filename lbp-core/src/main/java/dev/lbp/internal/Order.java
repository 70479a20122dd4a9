package dev.lbp.internal;

import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Sorts the numbers 0 to {@code n - 1} of some things by a value of each thing. */
public final class Order {

    private Order() {}

    /** The numbers 0 to {@code n - 1} by ascending values; those of equal values in their own order. */
    public static int[] of(int n, IntToDoubleFunction value) {
        return IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(value::applyAsDouble))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
