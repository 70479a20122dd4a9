package dev.lbp.internal.select.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cox's partial likelihood with ties and strata, against sums over rows as they stand in the definition. */
class CoxTiesTest {

    private static final int N = 40;

    private final double[] times = new double[N];
    private final boolean[] events = new boolean[N];
    private final double[] weights = new double[N];
    private final double[] eta = new double[N];
    private final double[] x = new double[N];
    private final int[] strata = new int[N];

    private void fill(int count, boolean weighted) {
        Random random = new Random(5L);
        double[] given =
                IntStream.range(0, N).mapToDouble(t -> 1 + random.nextInt(6)).toArray();
        Integer[] order = IntStream.range(0, N).boxed().toArray(Integer[]::new);
        Arrays.sort(
                order,
                (a, b) -> a % count != b % count
                        ? Integer.compare(a % count, b % count)
                        : Double.compare(given[b], given[a]));
        for (int t = 0; t < N; t++) {
            strata[t] = order[t] % count;
            times[t] = given[order[t]];
            events[t] = random.nextInt(4) > 0 && times[t] > 1; // the shortest times of a stratum are at no risk
            weights[t] = weighted ? 0.5 + random.nextDouble() : 1;
            eta[t] = 2 * random.nextGaussian();
            x[t] = random.nextGaussian();
        }
    }

    /** Tells each term, a logarithm of a sum, its weight and by row the addends of the sum. */
    private void forEachTerm(boolean efron, BiConsumer<Double, double[]> term) {
        for (int t = 0; t < N; t++) {
            int first = t;
            int[] tied = IntStream.range(0, N)
                    .filter(s -> events[s] && strata[s] == strata[first] && times[s] == times[first])
                    .toArray();
            if (!events[t] || tied[0] != t) {
                continue;
            }
            double mean =
                    IntStream.of(tied).mapToDouble(s -> weights[s]).average().orElseThrow();
            for (int l = 0; l < tied.length; l++) {
                double[] addends = new double[N];
                for (int s = 0; s < N; s++) {
                    boolean isTied = events[s] && times[s] == times[t];
                    addends[s] = strata[s] != strata[t] || times[s] < times[t]
                            ? 0
                            : weights[s] * Math.exp(eta[s]) * (efron && isTied ? 1 - (double) l / tied.length : 1);
                }
                term.accept(mean, addends);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, false, false",
        "1, true, false",
        "3, false, false",
        "3, true, false",
        "1, true, true",
        "4, true, true",
        "4, false, true"
    })
    void curve_isThatOfTheDefinition(int count, boolean efron, boolean weighted) {
        fill(count, weighted);
        double[] value = {0};
        double[] score = new double[N];
        double[] product = new double[N];
        for (int t = 0; t < N; t++) {
            value[0] += events[t] ? weights[t] * eta[t] : 0;
            score[t] = events[t] ? weights[t] : 0;
        }
        forEachTerm(efron, (weight, addends) -> {
            double sum = Arrays.stream(addends).sum();
            double mean =
                    IntStream.range(0, N).mapToDouble(s -> addends[s] * x[s]).sum() / sum;
            value[0] -= weight * Math.log(sum);
            for (int s = 0; s < N; s++) {
                score[s] -= weight * addends[s] / sum;
                product[s] += weight * addends[s] / sum * (x[s] - mean);
            }
        });
        CoxLikelihood likelihood = new CoxLikelihood(times, events, weights, new double[N], strata, efron);
        Likelihood.Curve curve = likelihood.newCurve();
        curve.at(x); // leaves nothing behind
        assertThat(curve.at(eta)).isCloseTo(value[0], within(1e-10));
        assertThat(curve.score()).containsExactly(score, within(1e-10));
        double[] found = new double[N];
        curve.weigh(x, found);
        assertThat(found).containsExactly(product, within(1e-10));
        float[][] rows = new float[N][];
        Arrays.setAll(rows, t -> new float[] {1.0f, (float) x[t]});
        float[] squares = new float[2];
        curve.squares(rows, squares);
        assertThat(squares[0]).isCloseTo(0.0f, within(2e-5f));
        double expected =
                IntStream.range(0, N).mapToDouble(t -> x[t] * product[t]).sum();
        assertThat((double) squares[1]).isCloseTo(expected, within(1e-5 * expected));
        assertThat(likelihood.isStratified()).isEqualTo(count > 1);
    }

    /** The baseline of Efron's formula: a term of the likelihood is a step of the hazard. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void hazard_isThatOfTheTerms(boolean efron) {
        fill(1, true);
        double[] sum = {0};
        forEachTerm(
                efron,
                (weight, addends) -> sum[0] += weight / Arrays.stream(addends).sum());
        double[] found = new CoxLikelihood(times, events, weights, new double[N], strata, efron)
                .logHazard(eta, new double[] {100});
        assertThat(found[0]).isCloseTo(Math.log(sum[0]), within(1e-10));
    }
}
