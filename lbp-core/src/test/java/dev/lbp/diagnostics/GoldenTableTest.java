package dev.lbp.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All diagnostics against other implementations, on the same traces; see posterior.R, tfp.py and lags.py. */
class GoldenTableTest {

    private static final double RELATIVE = 1e-10;
    private static final int BATCHES = 7;

    /** The error of autocorrelations, which pass through zero. */
    private static final double ABSOLUTE = 1e-8;

    private static final Map<String, Map<String, String>> POSTERIOR = GoldenTraces.table("posterior.csv");
    private static final Map<String, Map<String, String>> TFP = GoldenTraces.table("tfp.csv");
    private static final Map<String, Map<String, String>> LAGS = GoldenTraces.table("lags.csv");

    static Set<String> names() {
        return GoldenTraces.table("traces.csv").keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void trace_generatedHere_isTheOneTheTablesWereMadeOf(String name) {
        double[][] traces = GoldenTraces.of(name);
        double[] lastChain = traces[traces.length - 1];
        double last = lastChain[lastChain.length - 1];
        assertThat(last)
                .isEqualTo(number(POSTERIOR, name, "last"))
                .isEqualTo(number(TFP, name, "last"))
                .isEqualTo(number(LAGS, name, "last"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void rHat_goldenTrace_agreesWithPosterior(String name) {
        // Chains that all stand still have no variance within: R rounds it to 1e-31 or so, here it is exactly 0.
        double golden = number(POSTERIOR, name, "rhat");
        agree(RHat.of(GoldenTraces.of(name)), golden > 1e12 ? Double.POSITIVE_INFINITY : golden);
    }

    @ParameterizedTest
    @MethodSource("names")
    void bulk_goldenTrace_agreesWithPosterior(String name) {
        agree(EffectiveSampleSize.bulk(GoldenTraces.of(name)), number(POSTERIOR, name, "ess_bulk"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void tail_goldenTrace_agreesWithPosterior(String name) {
        double[][] traces = GoldenTraces.of(name);
        double golden = number(POSTERIOR, name, "ess_tail");
        boolean noUpperTail = Double.isNaN(golden) && !Double.isNaN(number(POSTERIOR, name, "ess_bulk"));
        agree(EffectiveSampleSize.tail(traces), noUpperTail ? lowerTail(traces) : golden);
    }

    /**
     * Where posterior answers NA because no draw is above the 95 % quantile. The bulk of an indicator is the sample
     * size of its mean.
     */
    private static double lowerTail(double[][] traces) {
        double[] sorted = Traces.sorted(traces);
        assertThat(Quantiles.of(sorted, 0.95)).isEqualTo(sorted[sorted.length - 1]);
        double quantile = Quantiles.of(sorted, 0.05);
        return EffectiveSampleSize.bulk(Arrays.stream(traces)
                .map(chain ->
                        Arrays.stream(chain).map(x -> x <= quantile ? 1 : 0).toArray())
                .toArray(double[][]::new));
    }

    @ParameterizedTest
    @MethodSource("names")
    void errorOfMean_goldenTrace_agreesWithPosterior(String name) {
        agree(MonteCarloError.ofMean(GoldenTraces.of(name)), number(POSTERIOR, name, "mcse_mean"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void tfp_goldenTrace_agreesWithNumPy(String name) {
        agree(EffectiveSampleSize.tfp(GoldenTraces.of(name)), number(TFP, name, "tfp"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void batchMeans_goldenTrace_agreesWithNumPy(String name) {
        double[][] traces = GoldenTraces.of(name);
        if (traces[0].length >= BATCHES) {
            agree(MonteCarloError.batchMeans(traces, BATCHES), number(TFP, name, "batch_means"));
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void autocorrelation_goldenTrace_agreesWithNumPy(String name) {
        double[][] traces = GoldenTraces.of(name);
        double[] rho = Autocorrelation.of(traces, traces[0].length - 1);
        assertThat(atLags(rho, name)).containsExactly(numbers(name, "each"), within(ABSOLUTE));
    }

    @ParameterizedTest
    @MethodSource("names")
    void pooledAutocorrelation_goldenTrace_agreesWithNumPy(String name) {
        double[] rho = PooledAutocorrelation.of(GoldenTraces.of(name));
        assertThat(atLags(rho, name)).containsExactly(numbers(name, "pooled"), within(ABSOLUTE));
    }

    @ParameterizedTest
    @MethodSource("names")
    void rankHistogram_goldenTrace_agreesWithNumPy(String name) {
        double[] golden = numbers(name, "ranks");
        double[] weighted = new double[golden.length];
        double[][] counts = RankHistogram.of(GoldenTraces.of(name), golden.length);
        for (int j = 0; j < counts.length; j++) {
            for (int b = 0; b < golden.length; b++) {
                weighted[b] += (j + 1) * counts[j][b];
            }
        }
        assertThat(weighted).containsExactly(golden, within(ABSOLUTE));
    }

    private static double[] atLags(double[] rho, String name) {
        return Arrays.stream(numbers(name, "lags")).map(lag -> rho[(int) lag]).toArray();
    }

    /** A cell of several numbers. */
    private static double[] numbers(String name, String column) {
        return Arrays.stream(text(LAGS, name, column).split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static void agree(double actual, double golden) {
        if (Double.isFinite(golden)) {
            assertThat(actual).isCloseTo(golden, within(RELATIVE * Math.abs(golden)));
        } else if (Double.isNaN(golden)) {
            assertThat(actual).isNaN();
        } else {
            assertThat(actual).isEqualTo(golden);
        }
    }

    private static double number(Map<String, Map<String, String>> table, String name, String column) {
        return Double.parseDouble(text(table, name, column));
    }

    private static String text(Map<String, Map<String, String>> table, String name, String column) {
        Map<String, String> row = Objects.requireNonNull(table.get(name), name);
        return Objects.requireNonNull(row.get(column), column);
    }
}
