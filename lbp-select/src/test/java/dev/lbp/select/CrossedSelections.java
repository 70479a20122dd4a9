package dev.lbp.select;

import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Heredity;
import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A small selection of every regression and with every setting. A name is the call that makes the selection: the
 * factory of {@link VariableSelection}, then the settings. {@link SelectionTaskCrossingTest} fails if one is in no
 * name. Runs of a fixed number of ones begin at any three of the sites, which heredity must allow.
 */
final class CrossedSelections {

    private static final int ROWS = 24;
    private static final double[][] X = new double[ROWS][5];

    static {
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < X[i].length; j++) {
                X[i][j] = Math.sin(1.0 + i * (j + 2.0) * (j + 1.3));
            }
        }
    }

    private static final double[] REAL =
            Arrays.stream(X).mapToDouble(row -> row[0] + 0.5 * row[2] * row[1]).toArray();
    private static final double[] BINARY = new double[ROWS];

    static {
        Arrays.setAll(BINARY, i -> REAL[i] > 0.1 == i % 5 > 0 ? 1.0 : 0.0); // a fifth turned over: no column separates
    }

    private static final double[] COUNTS =
            Arrays.stream(REAL).map(value -> Math.floor(Math.exp(value + 0.5))).toArray();
    private static final double[] TRIALS =
            Arrays.stream(COUNTS).map(count -> count + 2.0).toArray();
    private static final double[] TIMES =
            Arrays.stream(REAL).map(value -> Math.exp(-value)).toArray();
    private static final double[] EVENTS =
            Arrays.stream(X).mapToDouble(row -> row[4] > -0.6 ? 1.0 : 0.0).toArray();

    /** Positive numbers, and numbers around 0. */
    private static final double[] WEIGHTS =
            Arrays.stream(X).mapToDouble(row -> 1.5 + row[3]).toArray();

    private static final double[] OFFSETS =
            Arrays.stream(X).mapToDouble(row -> 0.3 * row[4]).toArray();

    private final Map<String, Supplier<VariableSelection>> selections = new LinkedHashMap<>();

    private CrossedSelections() {}

    /** Selections by name, made anew by each call. */
    static Map<String, Supplier<VariableSelection>> all() {
        CrossedSelections all = new CrossedSelections();
        all.addLinear();
        all.addOthers();
        return all.selections;
    }

    private void add(String name, Supplier<VariableSelection> selection) {
        selections.put(name, selection);
    }

    private static VariableSelection linear() {
        return VariableSelection.linear(X, REAL);
    }

    private void addLinear() {
        add("linear", CrossedSelections::linear);
        add("linear.gPrior.noiseVariance", () -> linear().gPrior(9.0).noiseVariance(0.4));
        add("linear.benchmarkPrior.maxSize", () -> linear().benchmarkPrior().maxSize(2));
        add("linear.hyperG.names", () -> linear().hyperG().names("a", "b", "c", "d", "e"));
        add("linear.hyperGn.inclusion", () -> linear().hyperGn().inclusion(Inclusion.expectedSize(2)));
        add("linear.zellnerSiow.always", () -> linear().zellnerSiow().always("x2"));
        add(
                "linear.empiricalBayes.untilPipError",
                () -> linear().empiricalBayes().untilPipError(0.2, 20));
        add(
                "linear.ridge.allowDuplicates",
                () -> VariableSelection.linear(withACopy(), REAL).ridge(2.0).allowDuplicates());
        add("linear.robustPrior", () -> linear().robustPrior());
        add("linear.globalEmpiricalBayes", () -> linear().globalEmpiricalBayes());
        add("linear.bic.weights.offset", () -> linear().bic().weights(WEIGHTS).offset(OFFSETS));
        add(
                "linear.formula",
                () -> VariableSelection.linear(table(), "y").formula("y ~ a*b + poly(c, 2) + log(d + 2)"));
        add(
                "linear.formula.heredity",
                () -> VariableSelection.linear(table(), "y")
                        .formula("y ~ a*b + c")
                        .heredity(Heredity.WEAK));
        add("summary", () -> VariableSelection.summary(new double[] {4.0, 1.0, -2.0, 0.5}, correlations(), 50));
        add("linear.evidence", () -> linear().evidence((k, rss, logDet) -> -k - 20.0 * Math.log(rss + 0.1)));
    }

    private void addOthers() {
        add("logistic", () -> VariableSelection.logistic(X, BINARY));
        add("logistic.approximate", () -> VariableSelection.logistic(X, BINARY).approximate());
        add(
                "logistic.exactEvidence",
                () -> VariableSelection.logistic(X, BINARY).exactEvidence(3));
        add(
                "binomial.localBenchmarkPrior",
                () -> VariableSelection.binomial(X, COUNTS, TRIALS).localBenchmarkPrior());
        add(
                "poisson.formula.heredity",
                () -> VariableSelection.poisson(table(), "count")
                        .formula("a*b + c")
                        .heredity(Heredity.WEAK));
        add("probit.bic", () -> VariableSelection.probit(X, BINARY).bic());
        add(
                "poisson.weights.offset",
                () -> VariableSelection.poisson(X, COUNTS).weights(WEIGHTS).offset(OFFSETS));
        add(
                "negativeBinomial.localGPrior",
                () -> VariableSelection.negativeBinomial(X, COUNTS, 2.0).localGPrior());
        add(
                "negativeBinomial.weights.offset",
                () -> VariableSelection.negativeBinomial(X, COUNTS)
                        .weights(WEIGHTS)
                        .offset(OFFSETS));
        add("cox", () -> VariableSelection.cox(X, TIMES, EVENTS));
        int[] strata = IntStream.range(0, ROWS).map(i -> i % 2).toArray();
        add(
                "cox.efronTies.strata",
                () -> VariableSelection.cox(
                                X, Arrays.stream(TIMES).map(Math::ceil).toArray(), EVENTS)
                        .efronTies()
                        .strata(strata));
        add(
                "cox.hyperGn.always",
                () -> VariableSelection.cox(X, TIMES, EVENTS).hyperGn().always("x1"));
    }

    private static Table table() {
        double[][] rows = new double[ROWS][];
        Arrays.setAll(rows, i -> new double[] {X[i][0], X[i][1], X[i][2], X[i][3], REAL[i], COUNTS[i]});
        return Table.of(new String[] {"a", "b", "c", "d", "y", "count"}, rows);
    }

    /** Correlations of 0.6 to the distance of two columns. */
    private static double[][] correlations() {
        double[][] made = new double[4][4];
        for (int i = 0; i < made.length; i++) {
            int row = i;
            Arrays.setAll(made[i], j -> Math.pow(0.6, Math.abs(row - j)));
        }
        return made;
    }

    /** The columns, and a copy of the second one. */
    private static double[][] withACopy() {
        return Arrays.stream(X)
                .map(row -> {
                    double[] longer = Arrays.copyOf(row, row.length + 1);
                    longer[row.length] = 1.0 - 2.0 * row[1];
                    return longer;
                })
                .toArray(double[][]::new);
    }
}
