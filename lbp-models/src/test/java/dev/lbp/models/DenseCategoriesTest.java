package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.result.ValueResult;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.MoveModel;
import dev.lbp.target.SiteConstraints;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DenseCategoriesTest {

    /** The definition: a sum over pairs. */
    private record Naive(DenseCategories model) implements NaiveMoves {

        @Override
        public double logProb(int[] x) {
            double sum = 0.0;
            double[][] fields = model.fields();
            for (int i = 0; i < x.length; i++) {
                sum += fields[i][x[i]];
                for (int j = i + 1; j < x.length; j++) {
                    sum += model.coupling(i, j)[x[i]][x[j]];
                }
            }
            return sum;
        }

        @Override
        public int[] target(int[] state, int label) {
            int[] target = state.clone();
            target[label / model.values()] = label % model.values();
            return Arrays.equals(target, state) ? null : target;
        }
    }

    static Stream<DenseCategories> models() {
        return Stream.of(
                DenseCategories.random(5, 3, 1.0, 0.7, 1L),
                DenseCategories.random(3, 7, 0.5, 1.5, 2L),
                DenseCategories.random(9, 2, 0.0, 0.4, 3L),
                DenseCategories.random(1, 4, 1.0, 1.0, 4L));
    }

    @ParameterizedTest
    @MethodSource("models")
    void tracker_alongRandomMoves_isTheDefinition(DenseCategories model) {
        new Naive(model).assertFollowedBy(model, 150, 5L);
    }

    @Test
    void of_fieldsAndCouplings_givesThemBack() {
        DenseCategories model = DenseCategories.random(4, 3, 1.0, 1.0, 1L);
        double[][][][] couplings = new double[4][4][][];
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                couplings[i][j] = model.coupling(i, j);
            }
        }
        DenseCategories same = DenseCategories.of(model.fields(), couplings);
        assertThat(same.fields()).isDeepEqualTo(model.fields());
        assertThat(same.coupling(1, 3)).isDeepEqualTo(couplings[1][3]);
        double[][] turned = same.coupling(3, 1);
        assertThat(turned[2][0]).isEqualTo(couplings[1][3][0][2]);
    }

    @ParameterizedTest
    @MethodSource("models")
    void times_aFactor_isThePowerOfTheLaw(DenseCategories model) {
        DenseCategories colder = model.times(2.5);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7L);
        for (int k = 0; k < 20; k++) {
            int[] x = model.randomState(random);
            assertThat(new Naive(colder).logProb(x)).isCloseTo(2.5 * new Naive(model).logProb(x), within(1e-6));
        }
        assertThat(model.times(1.0)).isSameAs(model);
        assertThatThrownBy(() -> model.times(Double.NaN)).hasMessage("must be finite: factor=NaN");
    }

    /** Without couplings the reference is the law: of a site 3 to 1, and a ban that is not deeper than 700. */
    @Test
    void reference_withoutCouplings_isTheLawInTheRangeOfTempering() {
        double[][] fields = {{Math.log(3.0), 0.0}, {1e4, -1e4}};
        double[][] reference =
                DenseCategories.of(fields, new double[2][2][2][2]).reference();
        assertThat(reference[0][0] - reference[0][1]).isCloseTo(Math.log(3.0), within(1e-4));
        assertThat(reference[1]).containsExactly(700.0, -700.0);
    }

    /** Parameters are rounded to about 1e-8 in each model; a sum has at most 45 of them. */
    @ParameterizedTest
    @MethodSource("models")
    void zeroSum_hasTheSameLawAndNoMeans(DenseCategories model) {
        DenseCategories centred = model.zeroSum();
        Naive before = new Naive(model);
        Naive after = new Naive(centred);
        int[] zero = new int[model.dimension()];
        double constant = after.logProb(zero) - before.logProb(zero);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7L);
        for (int k = 0; k < 50; k++) {
            int[] x = model.randomState(random);
            assertThat(after.logProb(x) - before.logProb(x)).isCloseTo(constant, within(1e-6));
        }
        for (int i = 0; i < model.dimension(); i++) {
            assertThat(Arrays.stream(centred.fields()[i]).sum()).isCloseTo(0.0, within(1e-6));
            for (int j = 0; j < model.dimension(); j++) {
                if (i != j) {
                    for (double[] row : centred.coupling(i, j)) {
                        assertThat(Arrays.stream(row).sum()).isCloseTo(0.0, within(1e-6));
                    }
                }
            }
        }
    }

    /** The marginals of all states, P(x_i = c), by enumeration. */
    private static double[][] marginals(DenseCategories model, boolean constrained) {
        int sites = model.dimension();
        int values = model.values();
        int states = (int) Math.round(Math.pow(values, sites));
        double[][] marginals = new double[sites][values];
        double total = 0.0;
        Naive naive = new Naive(model);
        for (int s = 0; s < states; s++) {
            int[] x = new int[sites];
            for (int i = 0, rest = s; i < sites; i++, rest /= values) {
                x[i] = rest % values;
            }
            long mutations = Arrays.stream(x).filter(c -> c != 0).count();
            double p = Math.exp(naive.logProb(x) - (constrained ? 0.5 * mutations : 0.0));
            p = constrained && (mutations > 3 || x[0] == 1) ? 0.0 : p;
            total += p;
            for (int i = 0; i < sites; i++) {
                marginals[i][x[i]] += p;
            }
        }
        for (double[] row : marginals) {
            for (int c = 0; c < values; c++) {
                row[c] /= total;
            }
        }
        return marginals;
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.gibbs().build(),
                Samplers.metropolis().build(),
                Samplers.pas().path(2).build(),
                Samplers.rwm().build());
    }

    /**
     * 15 marginals, errors from the run's own batches, at 5 standard errors plus .002: a normal error exceeds 5 with
     * probability 6e-7, so one of 15 fails with 9e-6, if the errors were known exactly.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void sample_smallModel_hasTheMarginalsOfEnumeration(Sampler sampler) {
        DenseCategories model = DenseCategories.random(5, 3, 1.0, 0.7, 1L);
        assertMarginals(
                sampler.sample(model)
                        .chains(4)
                        .warmup(500)
                        .draws(5_000)
                        .seed(3L)
                        .run(),
                marginals(model, false));
    }

    @Test
    void sample_withConstraintsExpertsAndBatches_hasTheMarginalsOfEnumeration() {
        DenseCategories model = DenseCategories.random(5, 3, 1.0, 0.7, 1L);
        SiteConstraints constraints = SiteConstraints.of(5, 3)
                .price(new int[5], 0.5)
                .within(new int[5], 3)
                .forbid(0, 1);
        double[][] expected = marginals(model, true);
        assertMarginals(
                Samplers.gibbs()
                        .build()
                        .sample(constraints.on(model))
                        .draws(5_000)
                        .seed(4L)
                        .run(),
                expected);
        Experts experts = Experts.of(5, 3, Expert.of(model));
        assertMarginals(
                Samplers.lbp()
                        .build()
                        .sample(constraints.on(experts))
                        .draws(5_000)
                        .seed(5L)
                        .run(),
                expected);
    }

    private static void assertMarginals(ValueResult result, double[][] expected) {
        double[][] found = result.valueMarginals();
        double[][] errors = result.valueMarginalErrors();
        for (int i = 0; i < expected.length; i++) {
            for (int c = 0; c < expected[i].length; c++) {
                assertThat(found[i][c])
                        .as("site %d, value %d", i, c)
                        .isCloseTo(expected[i][c], within(expected[i][c] == 0.0 ? 0.0 : 5.0 * errors[i][c] + 0.002));
            }
        }
    }

    /** Fields of .001 beside couplings just below the bound stay, and at the bound the model is refused. */
    @ParameterizedTest
    @ValueSource(doubles = {0x1p19, 1e6, 1e300, Double.MAX_VALUE})
    void of_couplingsThatHideFields_areRefused(double coupling) {
        double[][] fields = {{0.001, 0.0}, {0.0, 0.0}};
        double[][][][] couplings = new double[2][2][2][2];
        couplings[0][1][0][0] = -0.99 * 0x1p19;
        DenseCategories model = DenseCategories.of(fields, couplings);
        assertThat(model.fields()[0][0]).isCloseTo(0.001, within(0x1p-11));
        couplings[0][1][0][0] = -coupling;
        assertThatThrownBy(() -> DenseCategories.of(fields, couplings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must keep log-ratios of moves below 1048576, or small parameters are lost "
                        + "(SiteConstraints forbid values): largest by couplings and fields=");
        Arrays.fill(fields[1], coupling);
        assertThatThrownBy(() -> DenseCategories.of(fields, new double[2][2][2][2]))
                .hasMessageContaining("must keep log-ratios of moves below 1048576");
    }

    /** The largest log-ratio is 2 * 0.5, so a factor of 2^20 reaches the bound. */
    @Test
    void times_factorAtTheBound_isRefused() {
        DenseCategories model = DenseCategories.of(new double[][] {{0.5, -0.5}, {0.0, 0.0}}, new double[2][2][2][2]);
        assertThat(model.times(-0.999 * 0x1p20).fields()[0][0]).isCloseTo(-0.4995 * 0x1p20, within(0x1p-10));
        for (double factor : new double[] {0x1p20, -0x1p20, 1e300, Double.MAX_VALUE}) {
            assertThatThrownBy(() -> model.times(factor))
                    .hasMessage(
                            "must be below 1.04858e+06 in magnitude, or small parameters are lost: factor=" + factor);
        }
        assertThat(DenseCategories.random(2, 2, 0.0, 0.0, 1L).times(1e300).fields()[1])
                .containsOnly(0.0);
    }

    @Test
    void badInput_isRefused() {
        double[][] fields = new double[2][3];
        double[][][][] couplings = new double[2][2][3][3];
        assertThat(DenseCategories.of(fields, couplings)).hasToString("DenseCategories, N = 2, C = 3");
        couplings[0][1][2][0] = Double.NaN;
        assertThatThrownBy(() -> DenseCategories.of(fields, couplings))
                .hasMessage("must be finite: couplings[0][1][2][0]=NaN");
        couplings[0][1] = new double[3][2];
        assertThatThrownBy(() -> DenseCategories.of(fields, couplings))
                .hasMessage("must have length 3: couplings[0][1][0].length=2");
        assertThatThrownBy(() -> DenseCategories.of(fields, new double[1][2][3][3]))
                .hasMessage("must have length 2: couplings.length=1");
        assertThatThrownBy(() -> DenseCategories.of(new double[2][1], couplings))
                .hasMessage("must be >= 2: fields[0].length=1");
        assertThatThrownBy(() -> DenseCategories.random(3, 3, 1.0, -1.0, 1L))
                .hasMessage("must be >= 0: couplingSd=-1.0");
        assertThatThrownBy(() -> DenseCategories.random(1_000_000, 21, 1.0, 1.0, 1L))
                .hasMessageContaining("sites=1000000, values=21");
        DenseCategories model = DenseCategories.random(3, 3, 1.0, 1.0, 1L);
        assertThatThrownBy(() -> model.coupling(1, 1)).hasMessage("must be another site in [0, N - 1=2]: j=1");
        MoveModel.Tracker tracker = model.newTracker();
        assertThatThrownBy(() -> tracker.reset(new int[] {0, 3, 0})).hasMessage("must be in [0, 2]: state[1]=3");
    }
}
