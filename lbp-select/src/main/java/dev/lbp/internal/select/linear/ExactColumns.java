package dev.lbp.internal.select.linear;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.ref.SoftReference;
import java.math.BigInteger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a regression as integers, and the products of pairs of them without rounding. Collinear columns need
 * these: what n columns leave of another one is lost in products of doubles, where its square is below 1e-16 of the
 * column.
 *
 * <p>A double is an integer times a power of two, so {@code n x_t - sum x} is one too: the centred column has no
 * rounding error. It is cut to 114 bits, 5e-35 of its largest element. A product of two columns then is an exact sum of
 * 228 bits. Columns and products are made when they are first needed. Chains share them.
 */
public final class ExactColumns implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bits of the largest element of a column. Sums of 1,024 products of the upper 58 bits fit into 128 bits. */
    private static final int ELEMENT_BITS = 114;

    private static final int LOW_BITS = 56;

    private static final long LOW_MASK = (1L << LOW_BITS) - 1;

    private static final int BLOCK = 1_024;

    /** A product has this many bits behind the binary point: the columns' integers stand for elements of at most 1. */
    static final int PRODUCT_BITS = 2 * ELEMENT_BITS;

    /** The largest number of products in memory, about 100 bytes each. */
    private static final int MOST_PRODUCTS = 200_000;

    private final double[][] columns;
    /** The number of candidates; behind them are the variables that are always in. */
    final int candidates;

    private final boolean centred;

    private transient AtomicReferenceArray<@Nullable SoftReference<Column>> made;
    private transient Map<Long, BigInteger> products;

    /**
     * An integer column.
     *
     * @param high the bits of each element from the 56th on
     * @param low the lower 56 bits, not negative
     * @param exponent an element is {@code (2^56 high + low) 2^exponent}; if centred, n times the centred value
     */
    private record Column(long[] high, long[] low, int exponent) {}

    /**
     * @param columns [p + q + 1][n]: candidates, variables that are always in, the response; finite; not copied
     * @param candidates p
     * @param centred whether columns are replaced by their differences from the mean
     */
    public ExactColumns(double[][] columns, int candidates, boolean centred) {
        this.columns = columns;
        this.candidates = candidates;
        this.centred = centred;
        this.made = new AtomicReferenceArray<>(columns.length);
        this.products = new ConcurrentHashMap<>();
    }

    /** Reads the object, and makes empty caches, which are not serialised. */
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        made = new AtomicReferenceArray<>(columns.length);
        products = new ConcurrentHashMap<>();
    }

    int rows() {
        return columns[0].length;
    }

    /** The number of the response, the last column. */
    int response() {
        return columns.length - 1;
    }

    /** The product of two columns, times 2^{@link #PRODUCT_BITS}. */
    BigInteger product(int i, int j) {
        long key = (long) Math.min(i, j) * columns.length + Math.max(i, j);
        BigInteger known = products.get(key);
        if (known == null) {
            known = multiply(column(i), column(j));
            if (products.size() >= MOST_PRODUCTS) {
                products.clear();
            }
            products.put(key, known);
        }
        return known;
    }

    /** Whether one column is a multiple of the other: {@code (x'y)^2 = x'x y'y}. */
    boolean areParallel(int i, int j) {
        BigInteger product = product(i, j);
        return product.multiply(product).equals(product(i, i).multiply(product(j, j)));
    }

    /** The factor that converts a column's values to the units of the data. */
    double unit(int j) {
        return Math.scalb(1.0, column(j).exponent + ELEMENT_BITS) / (centred ? rows() : 1);
    }

    /** Adds a multiple of a column to a sum of columns, all in double-double numbers. */
    void add(int j, DoubleDouble weight, double[] high, double[] low) {
        Column column = column(j);
        for (int t = 0; t < high.length; t++) {
            double top = column.high[t];
            double rest = column.high[t] - (long) top; // the bits of the long that a double has no room for
            double a = Math.scalb(top, LOW_BITS - ELEMENT_BITS);
            double b = Math.scalb(rest, LOW_BITS - ELEMENT_BITS) + Math.scalb((double) column.low[t], -ELEMENT_BITS);
            double product = weight.high() * a; // then its rounding error and the smaller products
            double error = Math.fma(weight.high(), a, -product) + (weight.high() * b + weight.low() * a);
            double sum = high[t] + product;
            double shift = sum - high[t]; // by which the rounding error of the sum is computed exactly
            low[t] += ((high[t] - (sum - shift)) + (product - shift)) + error;
            high[t] = sum;
        }
    }

    /** Column j as integers, made when it is first needed or after the memory was reclaimed. */
    private Column column(int j) {
        SoftReference<Column> reference = made.get(j);
        Column known = reference == null ? null : reference.get();
        if (known == null) {
            known = make(columns[j]);
            made.set(j, new SoftReference<>(known));
        }
        return known;
    }

    /**
     * Converts the values to integers of one common exponent, centred if columns are (as n times the value, less the
     * sum), and cut to {@link #ELEMENT_BITS} bits in two longs.
     */
    private Column make(double[] values) {
        int n = values.length;
        int least = Integer.MAX_VALUE;
        for (double value : values) {
            least = value == 0.0 ? least : Math.min(least, exponent(value));
        }
        BigInteger[] exact = new BigInteger[n];
        BigInteger sum = BigInteger.ZERO;
        for (int t = 0; t < n; t++) {
            exact[t] = integer(values[t], least);
            sum = sum.add(exact[t]);
        }
        int bits = 0;
        BigInteger count = BigInteger.valueOf(n);
        for (int t = 0; t < n; t++) {
            exact[t] = centred ? exact[t].multiply(count).subtract(sum) : exact[t];
            bits = Math.max(bits, exact[t].bitLength());
        }
        int shift = bits - ELEMENT_BITS;
        long[] high = new long[n];
        long[] low = new long[n];
        for (int t = 0; t < n; t++) {
            BigInteger cut = exact[t].shiftRight(shift);
            high[t] = cut.shiftRight(LOW_BITS).longValue();
            low[t] = cut.longValue() & LOW_MASK;
        }
        return new Column(high, low, bits == 0 ? 0 : least + shift);
    }

    /** The exponent of a double's last bit. */
    private static int exponent(double value) {
        return Math.max(Math.getExponent(value), Double.MIN_EXPONENT) - 52;
    }

    /** The integer {@code value / 2^exponent}; exponent is at most that of the last bit. */
    private static BigInteger integer(double value, int exponent) {
        if (value == 0.0) {
            return BigInteger.ZERO;
        }
        int own = exponent(value);
        return BigInteger.valueOf((long) Math.scalb(value, -own)).shiftLeft(own - exponent);
    }

    /** The product of two columns: {@code (2^56 high + low)} of one times that of the other, as sums of blocks. */
    private static BigInteger multiply(Column a, Column b) {
        BigInteger sum = BigInteger.ZERO;
        for (int from = 0; from < a.high.length; from += BLOCK) {
            int to = Math.min(from + BLOCK, a.high.length);
            BigInteger high = sum(a.high, b.high, from, to);
            BigInteger middle = sum(a.high, b.low, from, to).add(sum(a.low, b.high, from, to));
            BigInteger low = sum(a.low, b.low, from, to);
            sum = sum.add(
                    high.shiftLeft(LOW_BITS).add(middle).shiftLeft(LOW_BITS).add(low));
        }
        return sum;
    }

    /** The sum of the products of elements from .. to - 1, exact in 128 bits. */
    private static BigInteger sum(long[] a, long[] b, int from, int to) {
        long high = 0;
        long low = 0;
        for (int t = from; t < to; t++) {
            long product = a[t] * b[t];
            low += product; // the low 64 bits; if they overflow, 1 is carried to the high ones
            high += Math.multiplyHigh(a[t], b[t]) + (Long.compareUnsigned(low, product) < 0 ? 1 : 0);
        }
        return BigInteger.valueOf(high)
                .shiftLeft(32)
                .add(BigInteger.valueOf(low >>> 32))
                .shiftLeft(32)
                .add(BigInteger.valueOf(low & 0xFFFFFFFFL));
    }
}
