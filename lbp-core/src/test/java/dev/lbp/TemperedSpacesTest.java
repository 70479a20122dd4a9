package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.result.Estimate;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.UniformStates;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tempered runs of moves, categories, subsets and reals, as users make them. */
class TemperedSpacesTest {

    private static final int SITES = 6;
    private static final int ONES = 3;
    private static final int SEEDS = 120;

    /** A run, with the exact log Z of its target. */
    private record Case(String name, double logZ, Supplier<Run<?, ?, ?>> run) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static double logSum(double[] logProb) {
        double largest = Arrays.stream(logProb).max().orElseThrow();
        return largest
                + Math.log(
                        Arrays.stream(logProb).map(v -> Math.exp(v - largest)).sum());
    }

    private static TableTarget bits() {
        return TableTarget.of("rough", SITES, x -> 4.0 * Math.sin(1.0 + 5.0 * TableTarget.number(x)));
    }

    private static double logSubsets() {
        return logSum(IntStream.range(0, 1 << SITES)
                .filter(x -> Integer.bitCount(x) == ONES)
                .mapToDouble(bits()::logProb)
                .toArray());
    }

    private static final double[] LOGITS = {0.8, -1.1, 0.3, -0.6, 0.0, 0.4};

    private static SamplingRun subsets(Sampler sampler, EnergyModel model, boolean logits) {
        Tempering tempering = Tempering.replicas(4).every(2);
        return sampler.sample(model).ones(ONES).tempering(logits ? tempering.reference(LOGITS) : tempering);
    }

    private static TableMoves permutations() {
        return new TableMoves(MoveSpaces.permutations(4), x -> 3.0 * Math.sin(2.0 + 7.0 * x));
    }

    private static TableCategories categories() {
        return TableCategories.random(3, 2.0, 11L, 3, 3, 2);
    }

    private static double[][] logits() {
        return new double[][] {{0.8, -1.1, 0.3}, {-0.4, 0.9, 0.2}, {0.0, 0.5, -0.5}};
    }

    /** Two normal modes of weights 1/4 and 3/4 and standard deviations 1/2, at -4 and 4 in each of two coordinates. */
    private static DensityModel twoModes() {
        return DensityModels.of(
                2,
                x -> {
                    double left = Math.log(0.25) - 2.0 * (square(x[0] + 4.0) + square(x[1] + 4.0));
                    double right = Math.log(0.75) - 2.0 * (square(x[0] - 4.0) + square(x[1] - 4.0));
                    double largest = Math.max(left, right);
                    return largest + Math.log(Math.exp(left - largest) + Math.exp(right - largest));
                },
                (x, gradient) -> {
                    double left = Math.log(0.25) - 2.0 * (square(x[0] + 4.0) + square(x[1] + 4.0));
                    double right = Math.log(0.75) - 2.0 * (square(x[0] - 4.0) + square(x[1] - 4.0));
                    double share = 1.0 / (1.0 + Math.exp(right - left));
                    for (int i = 0; i < 2; i++) {
                        gradient[i] = -4.0 * (share * (x[i] + 4.0) + (1.0 - share) * (x[i] - 4.0));
                    }
                });
    }

    private static double square(double z) {
        return z * z;
    }

    private static final Tempering WIDE =
            Tempering.replicas(6).every(2).reference(new double[2], new double[] {5.0, 5.0});

    private static ContinuousRun reals(ContinuousSampler sampler) {
        return sampler.sample(twoModes()).tempering(WIDE);
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "subsets, LBP",
                        logSubsets(),
                        () -> subsets(Samplers.lbp().build(), bits().local(), false)),
                new Case(
                        "subsets, PAS, logits",
                        logSubsets(),
                        () -> subsets(Samplers.pas().path(2).build(), bits().local(), true)),
                new Case(
                        "subsets in a batch, LBP",
                        logSubsets(),
                        () -> subsets(Samplers.lbp().build(), bits().batched(true), true)),
                new Case(
                        "permutations, PAS",
                        logSum(permutations().logProb()),
                        () -> Samplers.pas()
                                .path(2)
                                .build()
                                .sample(permutations())
                                .tempering(Tempering.replicas(4).every(2))),
                new Case(
                        "categories in a batch, LBP",
                        logSum(categories().table()),
                        () -> Samplers.lbp()
                                .build()
                                .sample(categories().crude())
                                .initial(new int[4][3])
                                .tempering(Tempering.replicas(4).every(2))),
                new Case(
                        "categories in a batch, DLMC, logits",
                        logSum(categories().table()),
                        () -> Samplers.dlmc()
                                .build()
                                .sample(categories())
                                .initial(new int[4][3])
                                .tempering(Tempering.replicas(4).every(2).reference(logits()))),
                new Case(
                        "reals, Barker",
                        Math.log(Math.PI / 2.0),
                        () -> reals(Samplers.barker().build())),
                new Case(
                        "reals, MALA",
                        Math.log(Math.PI / 2.0),
                        () -> reals(Samplers.mala().build())));
    }

    /** A z-score beyond 5 has a probability of 6e-7: 5e-6 in all. */
    @ParameterizedTest
    @MethodSource("cases")
    void logZ_isExactWithinItsError(Case c) {
        RunResult result = c.run.get().warmup(500).draws(1_200).seed(5).run();
        TemperingResult ladder = result.tempering().orElseThrow();
        assertThat(Math.abs(ladder.logZ() - c.logZ)).isLessThan(5.0 * ladder.logZError());
        assertThat(ladder.logZError()).isLessThan(0.15);
        assertThat(result.summary()).contains("tempering: ").contains("; log Z ");
    }

    /**
     * The root mean square of 120 z-scores of variance 1 has a standard deviation of 1 / sqrt(240) = 0.065: [0.8, 1.25]
     * is 3.1 and 3.8 of these off, which a right error leaves with a probability of 1e-3, 8e-3 in all; seeds are fixed.
     */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void errorsOfLogZ_areRight(Case c) {
        double squares = 0.0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            TemperingResult ladder = c.run.get()
                    .warmup(1_000)
                    .draws(4_000)
                    .seed(seed)
                    .run()
                    .tempering()
                    .orElseThrow();
            double z = (ladder.logZ() - c.logZ) / ladder.logZError();
            squares += z * z / SEEDS;
        }
        System.out.println(String.format(Locale.ROOT, "%s: rms z %.3f", c, Math.sqrt(squares)));
        assertThat(Math.sqrt(squares)).isBetween(0.8, 1.25);
    }

    /** A mean that is further off than 5 errors has a probability of 6e-7. 16 deviations are between the modes. */
    @Test
    void twoModesOfReals_areDrawnByTheirWeights() {
        ContinuousResult result = reals(Samplers.barker().build())
                .chains(16)
                .warmup(600)
                .draws(2_500)
                .seed(2)
                .run();
        for (int i = 0; i < 2; i++) {
            assertThat(Math.abs(result.means()[i] - 2.0)).isLessThan(5.0 * result.meanErrors()[i]);
            assertThat(result.meanErrors()[i]).isLessThan(0.5);
        }
        double share = share(result);
        assertThat(share).isBetween(0.6, 0.9);
    }

    private static double share(ContinuousResult result) {
        double variance = square(result.standardDeviations()[0]) - 0.25; // 64 p (1 - p) and 1/4 within a mode
        return 0.5 + Math.sqrt(Math.max(0.0, 0.25 - variance / 64.0));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void draws_areTheSameForAnyNumberOfThreads(Case c) {
        String one =
                text(c.run.get().warmup(100).draws(150).chains(4).threads(1).run());
        for (int threads : new int[] {3}) {
            assertThat(text(c.run.get()
                            .warmup(100)
                            .draws(150)
                            .chains(4)
                            .threads(threads)
                            .run()))
                    .isEqualTo(one);
        }
    }

    /** All bits of the traces, and of log Z. */
    private static String text(RunResult result) {
        TemperingResult ladder = result.tempering().orElseThrow();
        return Arrays.deepToString(result.traces().values().toArray())
                + ladder.logZ()
                + ladder.logZError()
                + Arrays.toString(ladder.betas())
                + Arrays.toString(ladder.restarts());
    }

    /** Sums over all 24 states. Each of 6 z-scores is beyond 5 with a probability of 6e-7. */
    @Test
    void permutations_betweenTemperatures_haveExactLogZAndEntropy() {
        double[] logProb = permutations().logProb();
        TemperingResult ladder = Samplers.pas()
                .path(2)
                .build()
                .sample(permutations())
                .tempering(Tempering.replicas(4).every(2))
                .draws(4_000)
                .seed(5)
                .run()
                .tempering()
                .orElseThrow();
        for (double beta : new double[] {0.3, 0.6, 1.0}) {
            double[] scaled = Arrays.stream(logProb).map(value -> beta * value).toArray();
            double logZ = logSum(scaled);
            double mean = Arrays.stream(scaled)
                    .map(value -> value * Math.exp(value - logZ))
                    .sum();
            Estimate found = ladder.at(beta).logZ();
            Estimate entropy = ladder.at(beta).entropy();
            assertThat(Math.abs(found.value() - logZ)).isLessThan(5.0 * found.error());
            assertThat(Math.abs(entropy.value() - logZ + mean)).isLessThan(5.0 * entropy.error());
        }
        assertThat(ladder.at(0.0).entropy().value()).isEqualTo(Math.log(24.0), within(1e-9));
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    /** The model of permutations without uniform states, or with some whose number it does not know. */
    private record Other(MoveModel model, boolean uniform) implements MoveModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public int values() {
            return model.values();
        }

        @Override
        public int moves() {
            return model.moves();
        }

        @Override
        public int[] randomState(UniformRandomProvider rng) {
            return model.randomState(rng);
        }

        @Override
        public Optional<UniformStates> uniformStates() {
            if (!uniform) {
                return Optional.empty();
            }
            UniformStates states = model.uniformStates().orElseThrow();
            return Optional.of(new UniformStates() {

                @Override
                public int[] draw(UniformRandomProvider rng) {
                    return states.draw(rng);
                }

                @Override
                public double logCount() {
                    return Double.NaN;
                }
            });
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }

    @Test
    void numberOfStatesNotKnown_namesWhatIsEstimated() {
        RunResult result = Samplers.pas()
                .path(2)
                .build()
                .sample(new Other(permutations(), true))
                .tempering(Tempering.replicas(4).every(2))
                .draws(4_000)
                .run();
        TemperingResult ladder = result.tempering().orElseThrow();
        assertThat(ladder.normalised()).isFalse();
        double mean = logSum(permutations().logProb()) - Math.log(24.0);
        assertThat(Math.abs(ladder.logZ() - mean)).isLessThan(5.0 * ladder.logZError());
        assertThat(result.summary()).contains("; log Z - log(number of states) ");
    }

    @Test
    void badReferences_areRefusedByName() {
        Tempering four = Tempering.replicas(4);
        ValueRun moves = Samplers.pas().build().sample(permutations());
        refused(
                "must have uniformStates() to be tempered, from which slot 0 is drawn: model=Other",
                () -> Samplers.pas()
                        .build()
                        .sample(new Other(permutations(), false))
                        .tempering(four));
        refused(
                "must be left out, because slot 0 has uniform states of permutations of 4: reference=given",
                () -> moves.tempering(four.reference(new double[4][4])));
        ValueRun categories = Samplers.lbp().build().sample(categories());
        refused("must have length 3: reference.length=2", () -> categories.tempering(four.reference(new double[2][3])));
        refused(
                "must have length 3: reference[1].length=4",
                () -> categories.tempering(four.reference(new double[][] {{0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0}})));
        refused(
                "must be in [-700, 700]: reference[0][1]=NaN",
                () -> four.reference(new double[][] {{0.0, Double.NaN}}));
        refused(
                "must be logits of each site's values, reference(double[][]), for this run: reference=log-odds of bits,"
                        + " reference(double[])",
                () -> categories.tempering(four.reference(new double[3])));
        ContinuousSampler barker = Samplers.barker().build();
        refused(
                "must be given for real coordinates, reference(means, standardDeviations): reference=null",
                () -> barker.sample(twoModes()).tempering(four));
        refused(
                "must have length 2: means.length=3",
                () -> barker.sample(twoModes()).tempering(four.reference(new double[3], new double[] {1, 1, 1})));
        refused(
                "must have length 2: standardDeviations.length=3",
                () -> four.reference(new double[2], new double[] {1, 1, 1}));
        refused(
                "must be finite and > 0: standardDeviations[1]=0.0",
                () -> four.reference(new double[2], new double[] {1.0, 0.0}));
        refused(
                "must be finite and > 0: standardDeviations[0]=-1.0",
                () -> four.reference(new double[1], new double[] {-1.0}));
        refused(
                "must be log-odds of bits, reference(double[]), for this run: reference=means and standard deviations,"
                        + " reference(double[], double[])",
                () -> Samplers.lbp().build().sample(bits().local()).tempering(WIDE));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Samplers.mala().diagonal().build().sample(twoModes()).tempering(WIDE))
                .withMessageStartingWith("must be a sampler that tempering can use, but diagonal() learns one shape");
    }
}
