package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.linear.Problem;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampledInclusionTest {

    private static final double NAN = Double.NaN;
    private static final double[] NONE = {NAN, NAN};

    /** The errors of two variables, from two chains of 1,000 draws. */
    private static List<Double> errors(double[] averaged, double[] shares, double[] ofShares) {
        return errors(1_000, averaged, shares, ofShares);
    }

    /** The first variable is in in the first half of each chain's draws, the second never, a third in every third. */
    private static List<Double> errors(int draws, double[] averaged, double[] shares, double[] ofShares) {
        Map<String, Object> answers = Map.of(
                "conditionals",
                Optional.of(new SampleResult.Conditionals(new double[] {0.2, 0.5, 0.5}, Arrays.copyOf(averaged, 3))),
                "marginals",
                Arrays.copyOf(shares, 3),
                "marginalErrors",
                Arrays.copyOf(ofShares, 3),
                "chains",
                2,
                "draws",
                draws);
        SampleResult run = (SampleResult) Proxy.newProxyInstance(
                SampleResult.class.getClassLoader(),
                new Class<?>[] {SampleResult.class},
                (proxy, method, arguments) -> method.getName().equals("draw")
                        ? state((int) arguments[1], draws)
                        : answers.get(method.getName()));
        VariableSelection of = Regressions.autoregressive(20, 3, 0.5, 1L).selection();
        Problem problem =
                Problem.of(of.predictors, Objects.requireNonNull(of.response), of.always, of.prior, of.models(), false);
        SampledModels<?> drawn = new SampledModels<>(problem, run);
        return SampledInclusion.of(List.of("a", "b", "c"), run, drawn, problem.model()).stream()
                .limit(2)
                .map(SelectionResult.Variable::error)
                .toList();
    }

    private static byte[] state(int draw, int draws) {
        return new byte[] {(byte) (2 * draw < draws ? 1 : 0), 0, (byte) (draw % 3 == 0 ? 1 : 0)};
    }

    @Test
    void of_chainsWithBatches_haveTheirErrors() {
        double[] shares = {0.21, 0.49};
        assertThat(errors(new double[] {0.01, 0.02}, shares, new double[] {0.03, 0.03}))
                .containsExactly(0.01, 0.02);
        assertThat(errors(new double[] {NAN, 0.02}, shares, new double[] {0.03, 0.03}))
                .as("a constant average")
                .containsExactly(Math.pow(2_000.0, -2.0), 0.02);
        assertThat(errors(NONE, shares, new double[] {0.03, 0.03}))
                .as("constant averages, as of independent variables")
                .containsExactly(Math.pow(2_000.0, -2.0), Math.pow(2_000.0, -2.0));
    }

    /** 40 batches, of which 20 have the mean 1 and 20 have 0; the second variable does not vary. */
    @Test
    void of_chainsThatEndedEarly_haveTheErrorsOfShorterBatches() {
        double[] shares = {0.5, 0.0};
        double ofShare = Math.sqrt(0.25 / 39);
        double ofOneDraw = Math.sqrt(0.25 / 2);
        for (double[] averaged : new double[][] {NONE, {1e-9, 1e-9}}) { // the second has exact values
            List<Double> found = errors(40, averaged, shares, NONE);
            assertThat(found.get(0)).isCloseTo(ofShare, within(1e-15));
            assertThat(found.get(1)).isEqualTo(ofOneDraw);
            assertThat(errors(39, averaged, shares, NONE))
                    .as("too few draws")
                    .containsExactly(Math.sqrt(0.2 * 0.8 / 2), ofOneDraw);
        }
        double never = Math.pow(2_000.0, -2.0);
        assertThat(errors(NONE, new double[] {0.0, 1.0}, NONE))
                .as("variables that never changed sides")
                .containsExactly(never, never);
    }

    /** One variable has an error, so there were batches; the draws of the other are behind the last whole one. */
    @Test
    void of_variableWithDrawsBehindTheLastBatch_leavesTheOthersTheirErrors() {
        assertThat(errors(new double[] {NAN, 0.02}, new double[] {0.001, 0.49}, new double[] {NAN, 0.03}))
                .containsExactly(Math.pow(2_000.0, -2.0), 0.02);
    }

    /**
     * The chains end after about 2,000 of a million draws, before their first batch. By 80 means of batches a z of
     * 5.5 has a probability below 1e-6.
     */
    @Test
    void run_interruptedBeforeItsFirstBatch_hasErrors() {
        VariableSelection selection = Regressions.autoregressive(60, 6, 0.5, 3L).selection();
        SelectionResult exact = selection.run();
        SelectionResult sampled = selection
                .enumerateUpTo(0)
                .sampling(run -> run.draws(1_000_000))
                .listener(new SamplingListener() {
                    @Override
                    public void drawsProgress(long steps, long total) {
                        if (steps >= 2_000) {
                            Thread.currentThread().interrupt();
                        }
                    }
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(sampled.run().orElseThrow().draws()).isBetween(SampledModels.LEAST_DRAWS, 62_499);
        for (SelectionResult.Variable one : sampled.inclusion()) {
            double p = exact.inclusion(one.name()).probability();
            assertThat(one.error()).as(one.name()).isBetween(1e-12, 0.05);
            assertThat(one.probability()).isEqualTo(p, within(5.5 * one.error()));
        }
        assertThat(sampled.summary()).contains("largest error of a probability: 0.0");
    }
}
