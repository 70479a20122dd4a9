package dev.lbp.models.factor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** A random model of tables, functions, counts and sums, with its log-probability written out naively. */
public final class RandomTerms {

    public final int[] values;

    private final List<ToDoubleFunction<int[]>> terms = new ArrayList<>();
    private final List<java.util.function.Consumer<FactorBuilder<?>>> calls = new ArrayList<>();

    /** @param zeros whether some entries are impossible; state 0 is always possible */
    public RandomTerms(int n, boolean bits, boolean zeros, long seed) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        values = new int[n];
        Arrays.setAll(values, i -> bits ? 2 : 2 + rng.nextInt(3));
        for (int a = 0; a < 2 * n; a++) {
            int[] sites = sites(rng, 1 + rng.nextInt(Math.min(3, n)));
            double share = zeros && rng.nextBoolean() ? 0.3 : 0.0;
            switch (a % 4) {
                case 0 -> table(sites, share, rng);
                case 1 -> function(sites, rng.nextDouble());
                case 2 -> count(sites(rng, 1 + rng.nextInt(n)), bits ? 1 : rng.nextInt(2), share, rng);
                default -> sum(sites(rng, 1 + rng.nextInt(n)), share, rng);
            }
        }
    }

    private static int[] sites(UniformRandomProvider rng, int n, int width) {
        int[] all = IntStream.range(0, n).toArray();
        for (int k = 0; k < width; k++) {
            int other = k + rng.nextInt(n - k);
            int keep = all[k];
            all[k] = all[other];
            all[other] = keep;
        }
        return Arrays.copyOf(all, width);
    }

    private int[] sites(UniformRandomProvider rng, int width) {
        return sites(rng, values.length, width);
    }

    private void table(int[] sites, double impossible, UniformRandomProvider rng) {
        int size = Arrays.stream(sites).map(i -> values[i]).reduce(1, (a, b) -> a * b);
        double[] table = entries(size, 0, impossible, rng);
        terms.add(x -> {
            int at = 0;
            for (int site : sites) {
                at = at * values[site] + x[site];
            }
            return table[at];
        });
        calls.add(builder -> builder.table(sites, table));
    }

    private void function(int[] sites, double scale) {
        ToDoubleFunction<int[]> function = own -> scale * Math.cos(Arrays.hashCode(own));
        terms.add(
                x -> function.applyAsDouble(Arrays.stream(sites).map(i -> x[i]).toArray()));
        calls.add(builder -> builder.term(function, sites));
    }

    private void count(int[] sites, int value, double impossible, UniformRandomProvider rng) {
        int none = value == 0 ? sites.length : 0; // the number that state 0 has
        double[] byCount = entries(sites.length + 1, none, impossible, rng);
        terms.add(x ->
                byCount[(int) Arrays.stream(sites).filter(i -> x[i] == value).count()]);
        calls.add(builder -> builder.count(sites, value, c -> byCount[c]));
    }

    private void sum(int[] sites, double impossible, UniformRandomProvider rng) {
        int[] weights = Arrays.stream(sites).map(i -> rng.nextInt(7) - 3).toArray();
        double[] bySum = entries(200, 100, impossible, rng);
        terms.add(x -> bySum[
                100
                        + IntStream.range(0, sites.length)
                                .map(k -> weights[k] * x[sites[k]])
                                .sum()]);
        calls.add(builder -> builder.sum(sites, weights, s -> bySum[100 + s]));
    }

    private static double[] entries(int size, int possible, double impossible, UniformRandomProvider rng) {
        double[] entries = new double[size];
        Arrays.setAll(
                entries,
                k -> rng.nextDouble() < impossible && k != possible
                        ? Double.NEGATIVE_INFINITY
                        : 3.0 * rng.nextDouble() - 1.5);
        return entries;
    }

    /** Declares the terms, in an order of their own. */
    public <M extends FactorModel> M build(FactorBuilder<M> builder, boolean backwards) {
        IntStream.range(0, calls.size())
                .map(k -> backwards ? calls.size() - 1 - k : k)
                .forEach(k -> calls.get(k).accept(builder));
        return builder.build();
    }

    public double logProb(int[] x) {
        return terms.stream().mapToDouble(term -> term.applyAsDouble(x)).sum();
    }

    /** All states. */
    public static List<int[]> states(int[] values) {
        int count = Arrays.stream(values).reduce(1, (a, b) -> a * b);
        return IntStream.range(0, count)
                .mapToObj(s -> {
                    int[] x = new int[values.length];
                    int rest = s;
                    for (int i = 0; i < x.length; i++) {
                        x[i] = rest % values[i];
                        rest /= values[i];
                    }
                    return x;
                })
                .toList();
    }
}
