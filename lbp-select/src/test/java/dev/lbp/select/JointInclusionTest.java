package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.select.prior.Inclusion;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Joint inclusion, credible sets, Bayes factors and ratios, against sums over the table of all models. */
class JointInclusionTest {

    /** Three copies of a signal up to noise, one signal alone, and noise. */
    private static VariableSelection correlated() {
        return correlated("linear");
    }

    private static VariableSelection correlated(String family) {
        Random random = new Random(4L);
        double[][] x = new double[80][6];
        double[] y = new double[80];
        for (int t = 0; t < 80; t++) {
            double signal = random.nextGaussian();
            for (int j = 0; j < 6; j++) {
                x[t][j] = (j < 3 ? signal : 0) + (j < 3 ? 0.15 : 1) * random.nextGaussian();
            }
            y[t] = signal + 0.8 * x[t][4] + random.nextGaussian();
        }
        VariableSelection made = family.equals("linear")
                ? VariableSelection.linear(x, y)
                : VariableSelection.logistic(
                        x, Arrays.stream(y).map(value -> value > 0 ? 1 : 0).toArray());
        return made.names("a1", "a2", "a3", "b", "c", "d");
    }

    private static double sum(SelectionResult result, Predicate<List<String>> models) {
        return result.models(1000).stream()
                .filter(model -> models.test(model.variables()))
                .mapToDouble(SelectionResult.Model::probability)
                .sum();
    }

    private static boolean hits(List<String> model, JointInclusion.CredibleSet set) {
        return set.variables().stream().anyMatch(model::contains);
    }

    @Test
    void tables_areSums_overAllModels() {
        SelectionResult result = correlated().run();
        JointInclusion joint = result.joint();
        assertThat(joint.pairs()).hasSize(15);
        for (JointInclusion.Pair pair : joint.pairs()) {
            assertThat(pair.both())
                    .isEqualTo(
                            sum(result, model -> model.containsAll(List.of(pair.first(), pair.second()))),
                            offset(1e-12));
            assertThat(pair.independent())
                    .isEqualTo(result.inclusion(pair.first()).probability()
                            * result.inclusion(pair.second()).probability());
        }
        assertThat(joint.sets()).hasSize(2);
        assertThat(joint.sets().get(0).variables()).containsExactly("c");
        assertThat(joint.sets().get(1).variables()).hasSizeBetween(2, 3).allMatch(name -> name.startsWith("a"));
        for (JointInclusion.CredibleSet set : joint.sets()) {
            assertThat(set.probability())
                    .isGreaterThanOrEqualTo(0.95)
                    .isEqualTo(sum(result, model -> hits(model, set)), offset(1e-12));
            assertThat(set.error()).isZero();
            for (String one : set.variables()) {
                assertThat(sum(
                                result,
                                model -> set.variables().stream()
                                        .anyMatch(name -> !name.equals(one) && model.contains(name))))
                        .isLessThan(0.95);
            }
        }
        assertThat(joint.together())
                .isEqualTo(
                        sum(result, model -> joint.sets().stream().allMatch(set -> hits(model, set))), offset(1e-12));
        assertThat(result.joint(0.5, 1).sets()).allMatch(set -> set.variables().size() == 1);
    }

    /** No set of fewer variables that replace each other reaches the level. */
    @Test
    void sets_areAsSmallAsPossible() {
        SelectionResult result = correlated().run();
        for (double level : new double[] {0.5, 0.7, 0.9, 0.95, 0.99}) {
            for (JointInclusion.CredibleSet set : result.joint(level, 3).sets()) {
                Set<String> pool = new HashSet<>(List.of("a1", "a2", "a3"));
                if (pool.containsAll(set.variables())) {
                    double best = set.variables().size() == 1
                            ? 0
                            : pool.stream()
                                    .mapToDouble(out -> sum(
                                            result,
                                            model -> pool.stream()
                                                            .filter(name -> !name.equals(out))
                                                            .filter(model::contains)
                                                            .count()
                                                    >= 1))
                                    .max()
                                    .orElseThrow();
                    assertThat(set.variables().size() == 3 && best >= level).isFalse();
                }
            }
        }
    }

    @Test
    void noSet_isSaid_inPlaceOfAnEmptyOne() {
        SelectionResult result = correlated().run().withLevel(1 - 1e-8);
        assertThat(result.joint().sets()).isEmpty();
        String words =
                "o group of up to 10 variables was found to have at least one in with a probability of 99.999999 %";
        assertThat(result.summary()).contains("no credible set: n" + words).doesNotContain("all of these");
    }

    /** Errors of 4 chains are batch means; 6 of them, for about 20 numbers, fail by chance with 4e-8. */
    @Test
    void draws_haveTheSame_withinTheirErrors() {
        SelectionResult exact = correlated().run();
        SelectionResult sampled = correlated().enumerateUpTo(0).seed(5).run();
        for (JointInclusion.Pair pair : exact.joint().pairs()) {
            JointInclusion.Pair found = sampled.joint().pairs().stream()
                    .filter(one ->
                            one.first().equals(pair.first()) && one.second().equals(pair.second()))
                    .findFirst()
                    .orElseThrow();
            assertThat(found.error()).isPositive();
            assertThat(found.both()).isEqualTo(pair.both(), offset(6 * found.error() + 1e-4));
        }
        assertThat(sampled.joint().sets())
                .extracting(set -> new HashSet<>(set.variables()))
                .isEqualTo(exact.joint().sets().stream()
                        .map(set -> new HashSet<>(set.variables()))
                        .toList());
        assertThat(sampled.joint().together())
                .isEqualTo(exact.joint().together(), offset(6 * sampled.joint().error()));
        assertThat(sampled.summary()).contains("credible set: at least one is in", "P(both)");
    }

    /**
     * Root mean squares of {@code (sampled - exact) / error} over 100 seeds: of pairs with a probability in (.01, .99),
     * of sets of several variables, and of all sets together; prints a table. A set is taken where its sampled
     * probability is large enough, so figures are a little above 1. One of 1.2 has a standard error of at most .085,
     * that of 100 independent runs, so that other draws leave the bounds with a probability of 3e-4 each.
     */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"linear", "logistic"})
    void errors_areThoseOfTheSampling(String family) {
        SelectionResult exact = correlated(family).run();
        double[] sums = new double[3];
        int[] counts = new int[3];
        for (int seed = 1; seed <= 100; seed++) {
            JointInclusion joint = correlated(family)
                    .enumerateUpTo(0)
                    .sampling(run -> run.warmup(500).draws(2_000))
                    .seed(seed)
                    .run()
                    .joint();
            for (JointInclusion.Pair pair : joint.pairs()) {
                double p = sum(exact, model -> model.containsAll(List.of(pair.first(), pair.second())));
                if (p > 0.01 && p < 0.99) {
                    sums[0] += square((pair.both() - p) / pair.error());
                    counts[0]++;
                }
            }
            for (JointInclusion.CredibleSet set : joint.sets()) {
                if (set.variables().size() > 1) {
                    double p = sum(exact, model -> hits(model, set));
                    sums[1] += square((set.probability() - p) / set.error());
                    counts[1]++;
                }
            }
            double all = sum(exact, model -> joint.sets().stream().allMatch(set -> hits(model, set)));
            sums[2] += square((joint.together() - all) / joint.error());
            counts[2]++;
        }
        System.out.printf("| %s", family);
        for (int k = 0; k < 3; k++) {
            System.out.printf(" | %.2f (%d)", Math.sqrt(sums[k] / counts[k]), counts[k]);
        }
        System.out.println(" |");
        for (int k = 0; k < 3; k++) {
            assertThat(Math.sqrt(sums[k] / counts[k])).isBetween(0.7, 1.5);
        }
    }

    private static double square(double z) {
        return z * z;
    }

    /** By how much the data multiply the odds of the models that have the variable. */
    @Test
    void bayesFactors_areRatiosOfMarginalLikelihoods() {
        SelectionResult result =
                correlated().inclusion(Inclusion.betaBinomial(1, 3)).run();
        double[] sizes = result.priorSizes();
        long[] choose = {1, 6, 15, 20, 15, 6, 1};
        for (SelectionResult.Variable variable : result.inclusion()) {
            double[] evidence = new double[2];
            double[] prior = new double[2];
            for (SelectionResult.Model model : result.models(1000)) {
                int in = model.variables().contains(variable.name()) ? 1 : 0;
                int size = model.variables().size();
                double weight = sizes[size] / choose[size];
                prior[in] += weight;
                evidence[in] += weight * Math.exp(model.logEvidence());
            }
            assertThat(variable.prior()).isEqualTo(prior[1], offset(1e-12)).isEqualTo(0.25, offset(1e-12));
            double expected = evidence[1] / prior[1] / (evidence[0] / prior[0]);
            assertThat(variable.bayesFactor() / expected).isEqualTo(1, offset(1e-6));
        }
        assertThat(result.summary()).contains("prior", "BF(in)");
        assertThat(result.ratio()).isEmpty();
    }

    @Test
    void ratios_areExponentials_whereTheyMeanSomething() {
        Regressions data = Regressions.autoregressive(60, 3, 0.3, 2L);
        double[] y = GlmSelectionTest.bits(data.x(), 0.8, 3L);
        double[] times =
                Arrays.stream(data.y()).map(value -> Math.exp(value / 5)).toArray();
        SelectionResult logistic = VariableSelection.logistic(data.x(), y).run();
        SelectionResult.Coefficient first = logistic.coefficients().get(0);
        assertThat(new double[] {first.lowerRatio(), first.ratio(), first.upperRatio()})
                .containsExactly(Math.exp(first.lower()), Math.exp(first.mean()), Math.exp(first.upper()));
        assertThat(logistic.summary()).contains("odds ratio");
        assertThat(logistic.ratio()).contains("odds ratio");
        assertThat(new SelectionReport(logistic).html()).contains("odds ratio", "Variables together");
        assertThat(VariableSelection.cox(data.x(), times, y).run().ratio()).contains("hazard ratio");
        assertThat(VariableSelection.poisson(data.x(), y).run().ratio()).contains("rate ratio");
        assertThat(VariableSelection.probit(data.x(), y).run().ratio()).isEmpty();
    }

    /** In many simulations: the fast test has too few sets of several variables for such a bound. */
    private static void assertAtLeast95(int covering, int sets) {
        assertThat((double) covering / sets).isGreaterThanOrEqualTo(0.95);
    }

    /** What happened in simulations: sets, those with a true variable, and what they said of themselves. */
    private static final class Coverage {

        private int sets;
        private int covering;
        private double claimed;
        private int large;
        private int coveringLarge;
        private double claimedLarge;
        private int variables;
        private int together;
        private double claimedTogether;

        /**
         * Models and coefficients are drawn from the prior, so that the posterior probabilities are right on average
         * over data: of sets with a mean probability c, a share c covers. All columns have the correlation rho.
         */
        static Coverage of(double rho, int simulations, long seed) {
            Coverage coverage = new Coverage();
            Random random = new Random(seed);
            for (int s = 0; s < simulations; s++) {
                coverage.simulate(rho, random);
            }
            return coverage;
        }

        private void simulate(double rho, Random random) {
            int n = 60;
            int p = 8;
            double[][] x = new double[n][p];
            double[] y = new double[n];
            for (double[] row : x) {
                double common = random.nextGaussian();
                Arrays.setAll(row, j -> Math.sqrt(rho) * common + Math.sqrt(1 - rho) * random.nextGaussian());
            }
            Set<String> truth = new HashSet<>();
            for (int j = 0; j < p; j++) {
                int column = j;
                double mean = Arrays.stream(x)
                        .mapToDouble(row -> row[column])
                        .average()
                        .orElseThrow();
                double squares = Arrays.stream(x)
                        .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
                        .sum();
                boolean in = random.nextDouble() < 0.25;
                double beta = in ? 2 * random.nextGaussian() / Math.sqrt(squares / (n - 1)) : 0;
                for (int t = 0; t < n; t++) {
                    y[t] += beta * x[t][j];
                }
                if (in) {
                    truth.add("x" + (j + 1));
                }
            }
            Arrays.setAll(y, t -> y[t] + random.nextGaussian());
            JointInclusion joint = VariableSelection.linear(x, y)
                    .ridge(4)
                    .inclusion(Inclusion.bernoulli(0.25))
                    .run()
                    .joint();
            boolean all = true;
            for (JointInclusion.CredibleSet set : joint.sets()) {
                boolean covers = set.variables().stream().anyMatch(truth::contains);
                sets++;
                covering += covers ? 1 : 0;
                claimed += set.probability();
                variables += set.variables().size();
                large += set.variables().size() > 1 ? 1 : 0;
                claimedLarge += set.variables().size() > 1 ? set.probability() : 0;
                coveringLarge += covers && set.variables().size() > 1 ? 1 : 0;
                all &= covers;
            }
            together += all ? 1 : 0;
            claimedTogether += joint.together();
        }

        /** A share is within four standard errors of what was claimed, which fails by chance with 6e-5. */
        private Coverage check(int simulations) {
            String told = String.format(
                    "%d sets of %.2f variables, %.4f cover, %.4f claimed; %d of several, %.4f cover, %.4f claimed; together %.4f, %.4f claimed",
                    sets,
                    (double) variables / sets,
                    (double) covering / sets,
                    claimed / sets,
                    large,
                    (double) coveringLarge / large,
                    claimedLarge / large,
                    (double) together / simulations,
                    claimedTogether / simulations);
            assertThat((double) covering / sets).as(told).isGreaterThanOrEqualTo(0.95);
            assertThat((double) coveringLarge / large)
                    .as(told)
                    .isEqualTo(claimedLarge / large, offset(4 * error(claimedLarge / large, large)));
            assertThat((double) covering / sets)
                    .as(told)
                    .isEqualTo(claimed / sets, offset(4 * error(claimed / sets, sets)));
            assertThat((double) together / simulations)
                    .as(told)
                    .isEqualTo(
                            claimedTogether / simulations,
                            offset(4 * error(claimedTogether / simulations, simulations)));
            return this;
        }

        private static double error(double share, int count) {
            return Math.sqrt(share * (1 - share) / count);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.9, 0.99})
    void sets_cover_correlatedColumns(double rho) {
        Coverage.of(rho, 300, 1L).check(300);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(doubles = {0.9, 0.99})
    void sets_cover_correlatedColumns_inManySimulations(double rho) {
        Coverage found = Coverage.of(rho, 1_000, 2L).check(1_000);
        assertAtLeast95(found.covering, found.sets);
        assertAtLeast95(found.coveringLarge, found.large);
    }
}
