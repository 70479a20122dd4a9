package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.result.SampleResult;
import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Coefficients and models of draws against enumeration. */
class SampledCoefficientTest {

    private static final int P = 6;

    private static final Regressions DATA = Regressions.autoregressive(25, P, 0.6, 11L);

    private static VariableSelection selection() {
        return DATA.selection().inclusion(Inclusion.bernoulli(0.3)).seed(3L);
    }

    private static SelectionResult sampled(VariableSelection selection) {
        return selection
                .enumerateUpTo(0)
                .sampling(run -> run.chains(4).warmup(200).draws(1_000))
                .run();
    }

    private static String key(byte[] state, int flip, int to) {
        byte[] copy = state.clone();
        copy[flip] = (byte) to;
        return Arrays.toString(copy);
    }

    /**
     * The mean over draws of P(in | others) times the mean of the model with the variable, from enumerated models;
     * under a prior of g as well.
     */
    @Test
    void means_areAveragesOfConditionalMeans() {
        for (VariableSelection selection :
                List.of(selection(), selection().hyperGn(), selection().ridge(2))) {
            SelectionResult exact = selection.run();
            SelectionResult result = sampled(selection);
            Map<String, Double> probabilities = new HashMap<>();
            Map<String, List<SelectionResult.Coefficient>> coefficients = new HashMap<>();
            for (SelectionResult.Model model : exact.models(1_000)) {
                byte[] state = new byte[P];
                model.variables().forEach(name -> state[Integer.parseInt(name.substring(1)) - 1] = 1);
                probabilities.put(Arrays.toString(state), model.probability());
                coefficients.put(Arrays.toString(state), exact.coefficients(model, 0.5));
            }
            SampleResult run = result.run().orElseThrow();
            for (int j = 0; j < P; j++) {
                String name = "x" + (j + 1);
                double mean = 0;
                double square = 0;
                for (int c = 0; c < run.chains(); c++) {
                    for (int t = 0; t < run.draws(); t++) {
                        double in = probabilities.get(key(run.draw(c, t), j, 1));
                        double out = probabilities.get(key(run.draw(c, t), j, 0));
                        SelectionResult.Coefficient with = coefficients.get(key(run.draw(c, t), j, 1)).stream()
                                .filter(one -> one.column().equals(name))
                                .findFirst()
                                .orElseThrow();
                        mean += in / (in + out) * with.mean() / 4_000;
                        square += in / (in + out) * (with.sd() * with.sd() + with.mean() * with.mean()) / 4_000;
                    }
                }
                SelectionResult.Coefficient one = result.coefficients().get(j);
                assertThat(one.mean()).isEqualTo(mean, offset(1e-7));
                assertThat(one.sd()).isEqualTo(Math.sqrt(square - mean * mean), offset(1e-6));
                assertThat(one.probability()).isEqualTo(result.inclusion(name).probability(), offset(1e-6));
            }
        }
    }

    /**
     * 12 means and 24 ends of intervals. A standard error of batch means from 80 batches has 79 degrees of freedom: 5
     * of them are exceeded with probability 3.4e-6, 12 times 4e-5. The ends of intervals have no error of their own; a
     * tenth of a standard deviation is allowed.
     */
    @Test
    void coefficients_agreeWithEnumeration() {
        Random random = new Random(1L);
        double[] bits = Arrays.stream(DATA.x())
                .mapToDouble(row -> random.nextDouble() < 1 / (1 + Math.exp(row[1] - row[0])) ? 1 : 0)
                .toArray();
        for (VariableSelection selection : List.of(
                selection(), VariableSelection.logistic(DATA.x(), bits).ridge(1).inclusion(Inclusion.bernoulli(0.3)))) {
            List<SelectionResult.Coefficient> exact = selection.run().coefficients(0.8);
            SelectionResult result = sampled(selection);
            for (int j = 0; j < P; j++) {
                SelectionResult.Coefficient one = result.coefficients(0.8).get(j);
                assertThat(one.error()).isBetween(1e-7, 0.1);
                assertThat(one.mean()).isEqualTo(exact.get(j).mean(), offset(5 * one.error()));
                double allowed = 0.1 * exact.get(j).sd();
                assertThat(one.lower()).isEqualTo(exact.get(j).lower(), offset(allowed));
                assertThat(one.upper()).isEqualTo(exact.get(j).upper(), offset(allowed));
            }
        }
    }

    /**
     * P(b = 0) is what the inclusion probability leaves, and the signs share the rest as the models drawn do. A
     * variable that is never drawn has the sign that it has beside the best model. The signs of 12 variables, given
     * that they are in, are allowed 0.1; with 1,000 draws a share is off by .03.
     */
    @Test
    void signs_sumToTheInclusionProbability() {
        Random random = new Random(1L);
        double[] bits = Arrays.stream(DATA.x())
                .mapToDouble(row -> random.nextDouble() < 1 / (1 + Math.exp(row[1] - row[0])) ? 1 : 0)
                .toArray();
        int never = 0;
        for (double prior : new double[] {0.3, 0.02}) {
            VariableSelection selection = VariableSelection.logistic(DATA.x(), bits)
                    .ridge(1)
                    .inclusion(Inclusion.bernoulli(prior))
                    .seed(5L);
            SelectionResult exact = selection.run();
            SelectionResult result = selection
                    .enumerateUpTo(0)
                    .sampling(run -> run.chains(2).warmup(200).draws(prior < 0.1 ? 40 : 1_000))
                    .run();
            double[] shares = result.run().orElseThrow().marginals();
            for (int j = 0; j < P; j++) {
                SelectionTables.Variable variable = result.inclusion().get(j);
                SelectionTables.Coefficient one = result.coefficients().get(j);
                assertThat(one.probability()).isEqualTo(variable.probability());
                assertThat(one.positive() + one.negative()).isEqualTo(variable.probability(), offset(1e-12));
                assertThat(one.mean()).isEqualTo(one.meanIfIn() * variable.probability(), offset(1e-12));
                SelectionTables.Coefficient truth = exact.coefficients().get(j);
                assertThat(one.positive() / one.probability())
                        .isEqualTo(truth.positive() / truth.probability(), offset(0.1));
                assertThat(one.error()).isGreaterThanOrEqualTo(0.9 * Math.abs(one.meanIfIn()) * variable.error());
                never += shares[j] == 0.0 ? 1 : 0;
            }
        }
        assertThat(never).isPositive();
    }

    /** Shares are counts of draws, relative probabilities those of the models drawn; both against the truth. */
    @Test
    void models_haveTheirShareOfDraws_andTheirRelativeProbability() {
        Regressions wide = Regressions.autoregressive(25, 12, 0.6, 11L);
        VariableSelection selection = wide.selection().seed(2L);
        SelectionResult exact = selection.run();
        SelectionResult result = selection
                .enumerateUpTo(0)
                .sampling(run -> run.chains(2).warmup(200).draws(300))
                .run();
        SampleResult run = result.run().orElseThrow();
        List<SelectionResult.Model> models = result.models(1_000);
        double drawn = models.stream()
                .mapToDouble(model ->
                        exact.model(model.variables().toArray(String[]::new)).probability())
                .sum();
        assertThat(drawn).isLessThan(0.8);
        for (SelectionResult.Model model : models.subList(0, 5)) {
            byte[] state = new byte[12];
            model.variables().forEach(name -> state[Integer.parseInt(name.substring(1)) - 1] = 1);
            long count = IntStream.range(0, 600)
                    .filter(t -> Arrays.equals(run.draw(t / 300, t % 300), state))
                    .count();
            SelectionResult.Model truth = exact.model(model.variables().toArray(String[]::new));
            assertThat(model.probability()).isEqualTo(count / 600.0, offset(1e-12));
            assertThat(model.relative()).isEqualTo(truth.probability() / drawn, offset(1e-6));
            assertThat(model.relative()).isGreaterThan(truth.probability());
            assertThat(model.logEvidence()).isEqualTo(truth.logEvidence(), offset(1e-7));
        }
        assertThat(models.stream().mapToDouble(SelectionResult.Model::relative).sum())
                .isEqualTo(1.0, offset(1e-9));
        assertThat(result.summary())
                .contains("share: of the draws", "relative: of the probability of all models drawn", "    share ");
    }

    /** A model that no chain has drawn has the share 0, and no error of it. */
    @Test
    void modelThatWasNotDrawn_hasNoShare() {
        Regressions wide = Regressions.autoregressive(60, 12, 0.6, 11L);
        SelectionResult result = wide.selection()
                .enumerateUpTo(0)
                .sampling(run -> run.warmup(100).draws(100))
                .run();
        SelectionResult.Model all =
                result.model(IntStream.rangeClosed(1, 12).mapToObj(j -> "x" + j).toArray(String[]::new));
        assertThat(all.probability()).isZero();
        assertThat(all.error()).isNaN();
        assertThat(all.rSquared()).isBetween(0.0, 1.0);
    }
}
