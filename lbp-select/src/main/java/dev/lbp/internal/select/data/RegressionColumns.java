package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a regression: those of the candidate variables, and those that are always in.
 *
 * @param variables names of the candidates
 * @param first where the columns of each candidate begin; at the end the number of columns
 * @param columns [columns][n], of the candidates
 * @param names of these columns
 * @param base [columns that are always in][n]
 * @param baseNames of these columns
 * @param baseline the columns that all models have, orthonormal
 */
public record RegressionColumns(
        List<String> variables,
        int[] first,
        double[][] columns,
        String[] names,
        double[][] base,
        List<String> baseNames,
        Baseline baseline) {

    /**
     * Divides the variables of a regression into candidates and those that are always in.
     *
     * @param roots [n], square roots of the rows' weights, by which the baseline's columns are multiplied
     * @param order puts the values of a column in the order of the regression's rows
     * @throws IllegalArgumentException if fewer than 2 observations are left by the columns that are always in, or one
     *     of these columns is a combination of others
     */
    public static RegressionColumns of(
            Predictors predictors, Set<String> always, double[] roots, UnaryOperator<double[]> order) {
        List<String> variables = new ArrayList<>();
        List<Integer> first = new ArrayList<>();
        List<double[]> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<double[]> base = new ArrayList<>();
        List<String> baseNames = new ArrayList<>();
        predictors.variables().forEach((name, values) -> {
            boolean in = always.contains(name);
            if (!in) {
                variables.add(name);
                first.add(columns.size());
            }
            values.forEach(value -> (in ? base : columns).add(order.apply(value)));
            (in ? baseNames : names)
                    .addAll(Objects.requireNonNull(predictors.sources().get(name))
                            .columnNames());
        });
        first.add(columns.size());
        checkDistinct(names, baseNames);
        double[][] given = base.toArray(double[][]::new);
        Baseline baseline = Baseline.of(roots, given, baseNames.toArray(String[]::new));
        Check.atLeast(
                2,
                "observations less the constant and the columns that are always in, " + String.join(", ", baseNames),
                roots.length - baseline.size());
        return new RegressionColumns(
                List.copyOf(variables),
                first.stream().mapToInt(Integer::intValue).toArray(),
                columns.toArray(double[][]::new),
                names.toArray(String[]::new),
                given,
                List.copyOf(baseNames),
                baseline);
    }

    private static void checkDistinct(List<String> names, List<String> baseNames) {
        Set<String> before = new HashSet<>();
        Stream.concat(names.stream(), baseNames.stream())
                .filter(name -> !before.add(name))
                .forEach(name -> {
                    throw new IllegalArgumentException(
                            "must have distinct names, also of the levels of factors: two columns are called " + name);
                });
    }

    /**
     * Refuses two columns that are the same.
     *
     * @param pair their places; null if there are none
     */
    public void checkDistinct(int @Nullable [] pair) {
        if (pair != null) {
            throw new IllegalArgumentException("must differ by more than scale and shift: columns " + names[pair[0]]
                    + " and " + names[pair[1]] + "; leave out one of them, or call allowDuplicates()");
        }
    }
}
