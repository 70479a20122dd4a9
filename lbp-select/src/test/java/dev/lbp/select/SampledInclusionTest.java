package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SampledInclusionTest {

    private static final double NAN = Double.NaN;

    /** The errors of two variables, from two chains of 1,000 draws. */
    private static List<Double> errors(double[] averaged, double[] shares, double[] ofShares) {
        Map<String, Object> answers = Map.of(
                "conditionals",
                Optional.of(new SampleResult.Conditionals(new double[] {0.2, 0.5}, averaged)),
                "marginals",
                shares,
                "marginalErrors",
                ofShares,
                "chains",
                2,
                "draws",
                1_000);
        SampleResult run = (SampleResult) Proxy.newProxyInstance(
                SampleResult.class.getClassLoader(),
                new Class<?>[] {SampleResult.class},
                (proxy, method, arguments) -> answers.get(method.getName()));
        return SampledInclusion.of(
                        List.of("a", "b"),
                        run,
                        Regressions.autoregressive(20, 2, 0.5, 1L).selection().model(),
                        site -> 0.5)
                .stream()
                .map(SelectionResult.Variable::error)
                .toList();
    }

    @Test
    void of_chainsWithBatches_haveTheirErrors() {
        double[] shares = {0.21, 0.49};
        assertThat(errors(new double[] {0.01, 0.02}, shares, new double[] {0.03, 0.03}))
                .containsExactly(0.01, 0.02);
        assertThat(errors(new double[] {NAN, 0.02}, shares, new double[] {0.03, 0.03}))
                .as("a constant average")
                .containsExactly(Math.pow(2_000.0, -2.0), 0.02);
    }

    /** A run that ends before two of its batches are complete does not know its errors. */
    @Test
    void of_chainsThatEndedEarly_haveTheErrorOfOneDrawOfEach() {
        double[] none = {NAN, NAN};
        double[] expected = {Math.sqrt(0.2 * 0.8 / 2.0), Math.sqrt(0.25 / 2.0)};
        assertThat(errors(none, new double[] {0.21, 0.49}, none)).containsExactly(expected[0], expected[1]);
        assertThat(errors(new double[] {1e-9, 1e-9}, new double[] {0.21, 0.49}, none))
                .as("averages that exact values correct")
                .containsExactly(expected[0], expected[1]);
        double never = Math.pow(2_000.0, -2.0);
        assertThat(errors(none, new double[] {0.0, 1.0}, none))
                .as("variables that never changed sides")
                .containsExactly(never, never);
    }

    /** One variable has an error, so there were batches; the draws of the other are behind the last whole one. */
    @Test
    void of_variableWithDrawsBehindTheLastBatch_leavesTheOthersTheirErrors() {
        assertThat(errors(new double[] {NAN, 0.02}, new double[] {0.001, 0.49}, new double[] {NAN, 0.03}))
                .containsExactly(Math.pow(2_000.0, -2.0), 0.02);
    }
}
