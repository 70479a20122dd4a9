package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.likelihood.CoxLikelihood;
import dev.lbp.select.data.Prediction;
import dev.lbp.select.data.Table;
import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Breslow's baseline against sums over rows. */
class CoxSurvivalTest {

    private static final int N = 50;

    /** Times from the set 1, 2, .., so that many are tied; a third of the rows is censored. */
    private static double[][] rows(Random random) {
        double[][] rows = new double[N][3];
        for (int t = 0; t < N; t++) {
            rows[t][0] = random.nextGaussian();
            rows[t][1] = Math.ceil(-4.0 * Math.log(random.nextDouble()) / Math.exp(rows[t][0]));
            rows[t][2] = t % 3 == 0 ? 0.0 : 1.0;
        }
        return rows;
    }

    /** The cumulative hazard at eta = 0 up to a time, divided by {@code e^-shift}. */
    private static double hazard(double[][] rows, double[] eta, double time, double shift) {
        double hazard = 0.0;
        for (double[] event : rows) {
            hazard += event[2] == 1.0 && event[1] <= time ? term(rows, eta, event[1], shift) : 0.0;
        }
        return hazard;
    }

    /** The baseline is computed at the shrunk coefficients, not at the largest likelihood. */
    @Test
    void localGPrior_hasTheBaselineOfItsOwnCoefficients() {
        double[][] rows = rows(new Random(1L));
        double mean = Arrays.stream(rows).mapToDouble(row -> row[0]).average().orElseThrow();
        SelectionResult result = VariableSelection.cox(
                        Table.of(new String[] {"x", "time", "event"}, rows), "time", "event")
                .localGPrior(3)
                .inclusion(Inclusion.bernoulli(0.5))
                .run();
        SelectionResult.Coefficient x = result.coefficients().get(0);
        double[] eta = Arrays.stream(rows)
                .mapToDouble(row -> x.meanIfIn() * (row[0] - mean))
                .toArray();
        double at = 1.2;
        double out = Math.exp(-hazard(rows, new double[N], 3.0, 0.0));
        double in = hazard(rows, eta, 3.0, 0.0);
        double sum = 0.0;
        double weights = 0.0;
        for (double z = -8.0; z <= 8.0; z += 0.001) {
            double weight = Math.exp(-0.5 * z * z);
            double predictor = (x.meanIfIn() + z * x.sdIfIn()) * (at - mean);
            sum += weight * Math.exp(-in * Math.exp(predictor));
            weights += weight;
        }
        double survival = result.survival(Table.of(new String[] {"x"}, new double[][] {{at}}), 3.0)[0][0];
        assertThat(survival).isCloseTo(x.probability() * sum / weights + (1.0 - x.probability()) * out, within(1e-6));
    }

    /** Sums of the weights of models and of quadrature are 1 to rounding. */
    @Test
    void probabilities_areAtMostOne() {
        Random random = new Random(3L);
        double[][] rows = new double[N][];
        double[][] surely = new double[N][];
        for (int t = 0; t < N; t++) {
            rows[t] = random.doubles(7).toArray();
            rows[t][4] = 1.0 + random.nextDouble();
            rows[t][5] = random.nextInt(2);
            rows[t][6] = 0.0;
            surely[t] = rows[t].clone();
            surely[t][6] = 1e3;
        }
        String[] names = {"a", "b", "c", "d", "time", "event", "offset"};
        Table table = Table.of(names, rows);
        for (double prior : new double[] {0.2, 0.3, 0.4, 0.5}) {
            double[][] survival = VariableSelection.cox(table.without("offset"), "time", "event")
                    .inclusion(Inclusion.bernoulli(prior))
                    .run()
                    .survival(table, 0.5);
            assertThat(Arrays.stream(survival).mapToDouble(row -> row[0])) // before the first event
                    .allMatch(probability -> probability > 1.0 - 1e-14 && probability <= 1.0);
            List<Prediction> certain = VariableSelection.logistic(table.without("time"), "event")
                    .inclusion(Inclusion.bernoulli(prior))
                    .offset("offset")
                    .run()
                    .predict(Table.of(names, surely));
            assertThat(certain).allMatch(one -> one.mean() > 1.0 - 1e-14 && one.mean() <= 1.0);
        }
    }

    /** Of the rows with times up to 2, e^eta is 10^690 times that of the others. */
    @Test
    void hazardsOutOfTheRangeOfDoubles_areKept() {
        double[][] rows = rows(new Random(2L));
        Arrays.sort(rows, (a, b) -> Double.compare(b[1], a[1]));
        double[] times = Arrays.stream(rows).mapToDouble(row -> row[1]).toArray();
        boolean[] events = new boolean[N];
        double[] eta = new double[N];
        for (int t = 0; t < N; t++) {
            events[t] = rows[t][2] == 1.0;
            eta[t] = rows[t][0] + (times[t] <= 2.0 ? 795.0 : -795.0);
        }
        double[] ones = DoubleStream.generate(() -> 1.0).limit(N).toArray();
        double[] found = new CoxLikelihood(times, events, ones, new double[N], new int[N], false)
                .logHazard(eta, new double[] {100.0, 2.0, 0.5});
        // 1 / risk at times from 3 on, with rows of -795 alone; earlier terms are below e^-1580 of it
        double late = 0.0;
        for (int t = 0; t < N; t++) {
            late += events[t] && times[t] > 2.0 ? term(rows, eta, times[t], -795.0) : 0.0;
        }
        assertThat(found[0]).isCloseTo(Math.log(late) + 795.0, within(1e-10));
        assertThat(found[1]).isCloseTo(Math.log(hazard(rows, eta, 2.0, 795.0)) - 795.0, within(1e-10));
        assertThat(found[2]).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    private static double term(double[][] rows, double[] eta, double time, double shift) {
        double risk = 0.0;
        for (int t = 0; t < N; t++) {
            risk += rows[t][1] >= time ? Math.exp(eta[t] - shift) : 0.0;
        }
        return 1.0 / risk;
    }
}
