package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ContinuousBuilder;
import dev.lbp.ContinuousChain;
import dev.lbp.ContinuousSampler;
import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.Serialized;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Bad input, and targets that overflow. */
class ContinuousInputTest {

    private static final DensityModel NORMAL = DensityModels.of(1, p -> -0.5 * p[0] * p[0], (p, g) -> g[0] = -p[0]);

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @Test
    void badArguments_areRefused() {
        refused(
                "must be sqrt(t), t/(t+1) or min(1,t): weightFunction=max(1,t)",
                () -> Samplers.continuous().weight(WeightFunction.MAX));
        refused(
                "must be t/(t+1) for bimodal noise: weightFunction=sqrt(t)",
                () -> Samplers.mala().bimodal().build());
        refused(
                "must be t/(t+1) for bimodal noise: weightFunction=1",
                () -> Samplers.barker().randomWalk().bimodal().build());
        refused("must be in (0, 1): targetAcceptance=1.3", () -> Samplers.mala().adaptive(1.3));
        refused("must be finite and > 0: scale=0.0", () -> Samplers.mala().scale(0.0));
        refused("must be finite and > 0: scale=NaN", () -> Samplers.mala().scale(Double.NaN));
        ContinuousSampler mala = Samplers.mala().build();
        refused("must be >= 1: dimension=0", () -> DensityModels.of(0, p -> 0.0, (p, g) -> {}));
        refused(
                "must be finite: initial[1][0]=Infinity",
                () -> mala.sample(NORMAL).initial(new double[][] {{0.0}, {Double.POSITIVE_INFINITY}}));
        refused(
                "must have length 1: initial[0].length=2",
                () -> mala.sample(NORMAL).initial(new double[][] {{0.0, 1.0}}));
        refused(
                "must have one row per chain (4): initial.length=1",
                () -> mala.sample(NORMAL).initial(new double[][] {{0.0}}).run());
        refused(
                "must be unlike the names of other traces: name=distance",
                () -> mala.sample(NORMAL).track("distance", p -> p[0]));
        refused("must be finite: point[0]=NaN", () -> mala.start(NORMAL, 1L).reset(new double[] {Double.NaN}));
        refused("must have length 1: initial.length=2", () -> mala.start(NORMAL, 1L, new double[2]));
        refused("must be finite: initial[0]=NaN", () -> mala.start(NORMAL, 1L, new double[] {Double.NaN}));
        assertThatNullPointerException()
                .isThrownBy(() -> DensityModels.of(1, null, (p, g) -> {}))
                .withMessage("must not be null: logProb");
        assertThatNullPointerException()
                .isThrownBy(() -> Samplers.continuous().weight(null))
                .withMessage("must not be null: weightFunction");
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void sampler_writtenAndRead_drawsTheSame(Supplier<ContinuousBuilder> builder) throws Exception {
        ContinuousSampler sampler = builder.get().build();
        ContinuousSampler copy = Serialized.copy(sampler);
        assertThat(copy).hasToString(sampler.toString());
        Results.assertSame(
                sampler.sample(NORMAL).warmup(50).draws(50).run(),
                copy.sample(NORMAL).warmup(50).draws(50).run());
    }

    /** Chains that stand still at different points differ at every coordinate, whatever the rounding of their sums. */
    @Test
    void chainsThatStandStill_differAtEveryCoordinate() {
        DensityModel steep = DensityModels.of(40, p -> 0.0, (p, gradient) -> Arrays.fill(gradient, 1e300));

        ContinuousResult result = Samplers.mala()
                .scale(1.0)
                .build()
                .sample(steep)
                .chains(2)
                .warmup(0)
                .draws(1_000)
                .run();

        assertThat(result.acceptanceRate()).isZero();
        assertThat(Arrays.stream(result.fRatios()).min().orElseThrow()).isGreaterThan(1e10);
    }

    /** Distances of 10^200 have no square: the traces and figures that need one say so. */
    @Test
    void squaresThatOverflow_leaveTheMeanAndAreNotJudged() {
        DensityModel flat = DensityModels.of(1, p -> 0.0, (p, gradient) -> {});

        ContinuousResult result = Samplers.barker()
                .scale(1e200)
                .build()
                .sample(flat)
                .warmup(0)
                .draws(100)
                .run();

        assertThat(result.means()[0]).isFinite();
        assertThat(result.standardDeviations()[0]).isNaN();
        assertThat(result.meanErrors()[0]).isNaN();
        assertThat(result.summary()).contains("- distance has values too large to judge.");
    }

    /** A density of two coordinates that answers with given arrays. */
    private record Given(INDArray logProb, INDArray gradient) implements DensityModel {

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public INDArray logProb(INDArray points) {
            return logProb;
        }

        @Override
        public INDArray gradient(INDArray points) {
            return gradient;
        }
    }

    private static void failing(String message, DensityModel model) {
        assertThatThrownBy(
                        () -> Samplers.barker().build().sample(model).chains(1).run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining(message);
    }

    @Test
    void start_withoutAFiniteDensity_failsAtOnce() {
        INDArray zero = Nd4j.createFromArray(0.0);
        INDArray flat = Nd4j.createFromArray(new double[][] {{0.0, 0.0}});
        failing(
                "must start in a possible state: logProb=-Infinity",
                new Given(Nd4j.createFromArray(Double.NEGATIVE_INFINITY), flat));
        failing("must not be NaN or +Infinity: logProb=NaN", new Given(Nd4j.createFromArray(Double.NaN), flat));
        failing("must be finite: gradient[1]=NaN", new Given(zero, Nd4j.createFromArray(new double[][] {
            {0.0, Double.NaN}
        })));
        failing("must be [1, 2]: gradient.shape=[1]", new Given(zero, zero));
        failing("must be [1]: logProb.shape=[1, 2]", new Given(flat, flat));
        ContinuousSampler sampler = Samplers.mala().build();
        assertThatThrownBy(() -> sampler.start(NORMAL, 1L, new double[] {1e200}))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("chain 0")
                .hasMessageContaining("must start in a possible state");
    }

    /**
     * Beyond 3 the density or its gradient is NaN: in warm-up such proposals are rejected, afterwards they are an
     * error.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void proposal_thatIsNotANumber_isRejectedInWarmUp_andThenAnError(boolean gradient) {
        DensityModel broken = DensityModels.of(
                1,
                p -> Math.abs(p[0]) > 3.0 && !gradient ? Double.NaN : 0.0,
                (p, g) -> g[0] = Math.abs(p[0]) > 3.0 && gradient ? Double.NaN : 0.0);
        ContinuousChain chain = Samplers.barker().adaptive(0.6).build().start(broken, 3L, new double[] {0.0});
        chain.warmUp(500);
        assertThat(chain.scale()).isBetween(1.0, 30.0);
        assertThatThrownBy(() -> {
                    for (int t = 0; t < 500; t++) {
                        chain.step();
                    }
                })
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("plain Java density failed in chain 0 at step ")
                .hasMessageContaining(gradient ? "must be finite: gradient[0]=NaN" : "must not be NaN");
        double[] point = chain.state();
        assertThat(Math.abs(point[0])).isLessThanOrEqualTo(3.0);
        chain.reset(new double[] {1.0});
        assertThat(chain.state()).containsExactly(1.0);
        assertThatThrownBy(() -> chain.reset(new double[] {5.0})).isInstanceOf(ModelException.class);
        assertThat(chain.state()).containsExactly(1.0);
    }

    static Stream<Supplier<ContinuousBuilder>> samplers() {
        return Stream.of(
                Samplers::mala,
                Samplers::barker,
                () -> Samplers.barker().bimodal(),
                () -> Samplers.barker().diagonal(),
                () -> Samplers.mala().diagonal(),
                () -> Samplers.continuous().weight(WeightFunction.MIN),
                () -> Samplers.continuous().randomWalk());
    }

    /**
     * The exponential distribution of mean 1: points below 0 are impossible. Fails by chance with probability 6e-7 a
     * case.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void impossiblePoints_areNeverVisited(Supplier<ContinuousBuilder> sampler) {
        DensityModel halfLine = DensityModels.of(
                1, p -> p[0] < 0.0 ? Double.NEGATIVE_INFINITY : -p[0], (p, g) -> g[0] = p[0] < 0.0 ? Double.NaN : -1.0);
        double[] starts = {0.1, 1.0, 2.0, 5.0};
        double[][] initial = new double[8][];
        Arrays.setAll(initial, c -> new double[] {starts[c % starts.length]});
        ContinuousResult result = sampler.get()
                .build()
                .sample(halfLine)
                .chains(8)
                .initial(initial)
                .draws(1_000)
                .track("positive", p -> p[0] >= 0.0 ? 1.0 : 0.0)
                .run();
        assertThat(result.statistics("positive").mean()).isEqualTo(1.0);
        assertThat(result.means()[0]).isCloseTo(1.0, within(5.0 * result.meanErrors()[0]));
    }

    /** {@code -sum x^4 / 4} from 1,000: the gradient is 1e9, and MALA's proposals overflow until the scale is small. */
    @ParameterizedTest
    @MethodSource("samplers")
    void quarticTails_fromAfar_areLeft(Supplier<ContinuousBuilder> sampler) {
        DensityModel quartic = DensityModels.of(
                5,
                p -> -0.25 * Arrays.stream(p).map(x -> x * x * x * x).sum(),
                (p, g) -> Arrays.setAll(g, i -> -p[i] * p[i] * p[i]));
        double[][] far = new double[4][5];
        for (double[] point : far) {
            Arrays.fill(point, 1_000.0);
        }
        ContinuousResult result = sampler.get()
                .build()
                .sample(quartic)
                .initial(far)
                .warmup(4_000)
                .draws(1_500)
                .run();
        for (int i = 0; i < 5; i++) {
            assertThat(result.means()[i]).isCloseTo(0.0, within(0.2));
            assertThat(result.standardDeviations()[i]).isCloseTo(Math.sqrt(0.676), within(0.1));
        }
        assertThat(result.acceptanceRate()).isBetween(0.15, 0.7);
    }

    /** Neal's funnel: {@code v ~ N(0, 3^2), x_i ~ N(0, e^v)}. No sampler here finds all of it; none breaks. */
    @ParameterizedTest
    @MethodSource("samplers")
    void funnel_givesFiniteDraws_andAcceptsSteps(Supplier<ContinuousBuilder> sampler) {
        DensityModel funnel = DensityModels.of(
                10,
                p -> {
                    double squares = 0.0;
                    for (int i = 1; i < 10; i++) {
                        squares += p[i] * p[i];
                    }
                    return -p[0] * p[0] / 18.0 - 4.5 * p[0] - 0.5 * squares * Math.exp(-p[0]);
                },
                (p, g) -> {
                    g[0] = -p[0] / 9.0 - 4.5;
                    for (int i = 1; i < 10; i++) {
                        g[0] += 0.5 * p[i] * p[i] * Math.exp(-p[0]);
                        g[i] = -p[i] * Math.exp(-p[0]);
                    }
                });
        ContinuousResult result =
                sampler.get().build().sample(funnel).warmup(1_000).draws(600).run();
        assertThat(result.acceptanceRate()).isBetween(0.1, 0.9);
        assertThat(result.means()).doesNotContain(Double.NaN);
        assertThat(result.standardDeviations()[0]).isBetween(0.5, 6.0);
        assertThat(Stream.of(result.traces().get("logProb")).flatMapToDouble(Arrays::stream))
                .allMatch(Double::isFinite);
    }
}
