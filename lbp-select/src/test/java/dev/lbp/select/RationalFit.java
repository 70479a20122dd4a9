package dev.lbp.select;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Least squares in rational arithmetic: the numbers that an evidence needs, without any rounding before the last step.
 */
final class RationalFit {

    private final int always;
    private final int n;

    /** Products of all centred columns and the response, the last. */
    private final Fraction[][] products;

    private final Fraction[] squares;
    private final Map<String, Optional<Numbers>> known = new HashMap<>();

    /**
     * @param rows [n][q + p], the first q always in
     */
    RationalFit(double[][] rows, double[] y, int always) {
        this.always = always;
        this.n = y.length;
        int p = rows[0].length;
        BigInteger[][] columns = new BigInteger[p + 1][];
        Fraction[] units = new Fraction[p + 1];
        for (int j = 0; j <= p; j++) {
            int place = j;
            double[] values = IntStream.range(0, n)
                    .mapToDouble(t -> place < p ? rows[t][place] : y[t])
                    .toArray();
            int least = IntStream.range(0, n)
                    .filter(t -> values[t] != 0.0)
                    .map(t -> Math.getExponent(values[t]) - 52)
                    .min()
                    .orElse(0);
            Fraction unit = least >= 0
                    ? new Fraction(BigInteger.ONE.shiftLeft(least), BigInteger.ONE)
                    : new Fraction(BigInteger.ONE, BigInteger.ONE.shiftLeft(-least));
            BigInteger sum = BigInteger.ZERO;
            columns[j] = new BigInteger[n];
            for (int t = 0; t < n; t++) {
                columns[j][t] = Fraction.of(values[t]).dividedBy(unit).numerator();
                sum = sum.add(columns[j][t]);
            }
            for (int t = 0; t < n; t++) {
                columns[j][t] = columns[j][t].multiply(BigInteger.valueOf(n)).subtract(sum);
            }
            units[j] = unit.dividedBy(Fraction.of(n));
        }
        this.products = new Fraction[p + 1][p + 1];
        for (int i = 0; i <= p; i++) {
            for (int j = 0; j <= i; j++) {
                BigInteger sum = BigInteger.ZERO;
                for (int t = 0; t < n; t++) {
                    sum = sum.add(columns[i][t].multiply(columns[j][t]));
                }
                products[i][j] =
                        new Fraction(sum, BigInteger.ONE).times(units[i]).times(units[j]);
                products[j][i] = products[i][j];
            }
        }
        this.squares = IntStream.rangeClosed(0, p)
                .mapToObj(j -> eliminate(new boolean[p], 0.0, j))
                .toArray(Fraction[]::new);
    }

    /**
     * What the evidence of a model depends on.
     *
     * @param rss a part of the response's sum of squares, given the variables that are always in
     * @param logDet of the products of columns of sum of squares 1, plus lambda
     */
    record Numbers(int k, double rss, double logRss, double logDet) {}

    /** The numbers of a set of columns, the first q aside; null if one is a combination of the others. */
    @Nullable Numbers numbers(boolean[] in, double lambda) {
        return known.computeIfAbsent(Arrays.toString(in) + lambda, key -> Optional.ofNullable(compute(in, lambda)))
                .orElse(null);
    }

    private @Nullable Numbers compute(boolean[] in, double lambda) {
        int p = products.length - 1;
        Fraction last = eliminate(in, lambda, p);
        if (last == null) {
            return null;
        }
        Fraction rss = last.dividedBy(squares[p]);
        int k = (int) IntStream.range(always, p).filter(j -> in[j]).count();
        return new Numbers(k, rss.rounded(), rss.isZero() ? Double.NEGATIVE_INFINITY : rss.log(), logDet);
    }

    private double logDet;

    /** The last pivot of Gauss' elimination: of the columns that are in, and one more. */
    private @Nullable Fraction eliminate(boolean[] in, double lambda, int last) {
        int[] columns = IntStream.concat(
                        IntStream.range(0, products.length - 1)
                                .filter(j -> j != last && (j < always && (last >= always) || in[j])),
                        IntStream.of(last))
                .toArray();
        int k = columns.length;
        Fraction[][] a = new Fraction[k][k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < k; j++) {
                a[i][j] = products[columns[i]][columns[j]];
            }
            if (lambda > 0.0 && i < k - 1 && columns[i] >= always) {
                a[i][i] = a[i][i].plus(squares[columns[i]].times(Fraction.of(lambda)));
            }
        }
        logDet = 0.0;
        for (int m = 0; m < k - 1; m++) {
            if (a[m][m].isZero()) {
                return null;
            }
            if (columns[m] >= always) {
                logDet += a[m][m].dividedBy(squares[columns[m]]).log();
            }
            for (int i = m + 1; i < k; i++) {
                Fraction factor = a[i][m].dividedBy(a[m][m]);
                for (int j = i; j < k; j++) {
                    a[i][j] = a[i][j].minus(factor.times(a[m][j]));
                    a[j][i] = a[i][j];
                }
            }
        }
        return a[k - 1][k - 1];
    }
}
