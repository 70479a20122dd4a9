package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ContinuousChain;
import dev.lbp.ContinuousRun;
import dev.lbp.Parts;
import dev.lbp.Samplers;
import dev.lbp.proposal.RealDistribution;
import dev.lbp.result.RunException;
import java.nio.file.Path;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The independence sampler of real coordinates: its kernel entry by entry, its law under a wrong q, its failures. */
class IndependentRealsTest {

    /** Points 0 to 4 with these probabilities, up to a constant. */
    private static final double[] TARGET = {1.0, 5.0, 2.0, 0.5, 3.0};

    private static final DensityModel POINTS =
            DensityModels.of(1, p -> Math.log(TARGET[(int) p[0]]), (p, gradient) -> gradient[0] = 0.0);

    /** N(0, diag(1, 0.5^2)). */
    private static final DensityModel NORMAL =
            DensityModels.of(2, p -> -0.5 * p[0] * p[0] - 2.0 * p[1] * p[1], (p, gradient) -> {});

    /** Draws the points 0 to 4 with probabilities of 1 to 5 fifteenths. */
    private record Points(DoubleUnaryOperator drawn, DoubleUnaryOperator scored) implements RealDistribution {

        static final Points STAIRS = new Points(x -> x, x -> Math.log(x + 1.0));

        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public void draw(UniformRandomProvider random, double[] point) {
            int ticket = random.nextInt(15);
            int at = 0;
            for (int share = 1; ticket >= share; share++) {
                ticket -= share;
                at++;
            }
            point[0] = drawn.applyAsDouble(at);
        }

        @Override
        public double logProb(double[] point) {
            return scored.applyAsDouble(point[0]);
        }
    }

    /** Every acceptance of the chain, for all pairs of points; with q they are an entry of the kernel. */
    private static double[][] acceptances(RealDistribution q) {
        double[][] found = new double[5][5];
        ContinuousChain chain = Samplers.independent(q).start(POINTS, 5L);
        for (int x = 0; x < 5; x++) {
            for (int t = 0; t < 300; t++) {
                chain.reset(new double[] {x});
                ContinuousChain.Step step = chain.step();
                int y = (int) chain.state()[0];
                if (y != x) {
                    assertThat(step.accepted()).isTrue();
                    assertThat(step.squaredJump()).isEqualTo((double) (y - x) * (y - x));
                    found[x][y] = step.acceptanceProbability();
                }
            }
        }
        return found;
    }

    /** A pair that is proposed with 1/15 and accepted with 1/15 or more is not seen in 300 steps once in 250 runs. */
    @Test
    void acceptances_areThoseOfTheRatio_andReversible() {
        double[][] found = acceptances(Points.STAIRS);
        int seen = 0;
        for (int x = 0; x < 5; x++) {
            for (int y = 0; y < 5; y++) {
                if (found[x][y] > 0.0 && found[y][x] > 0.0) {
                    double there = TARGET[x] * (y + 1) * found[x][y];
                    assertThat(there).isCloseTo(TARGET[y] * (x + 1) * found[y][x], within(1e-12));
                    assertThat(found[x][y])
                            .isCloseTo(Math.min(1.0, TARGET[y] * (x + 1) / (TARGET[x] * (y + 1))), within(1e-12));
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThanOrEqualTo(18);
    }

    /**
     * q is N(2, 3^2) in each coordinate. Four standard errors of four figures are
     * exceeded with a probability below 3e-4 for a new seed.
     */
    @Test
    void run_withAWrongDistribution_hasTheLawOfTheTarget() {
        ContinuousResult result = Samplers.independent(new WideNormal(2.0, 3.0, 2))
                .sample(NORMAL)
                .chains(20)
                .draws(4_000)
                .warmup(0)
                .seed(11)
                .run();
        for (int i = 0; i < 2; i++) {
            double width = i == 0 ? 1.0 : 0.5;
            assertThat(result.means()[i]).isCloseTo(0.0, within(4.0 * result.meanErrors()[i]));
            assertThat(result.standardDeviations()[i])
                    .isCloseTo(width, within(4.0 * result.standardDeviationErrors()[i]));
            assertThat(result.meanErrors()[i]).isLessThan(0.03);
            assertThat(result.noiseDeviations()[i]).isNaN();
        }
        assertThat(result.summary())
                .startsWith("independent draws of WideNormal\n")
                .contains("\nacceptance 0.", "coordinate", "verdict: mixed")
                .doesNotContain("scale");
    }

    /**
     * R-hat and ESS look well. The index of the tail of 36 runs twice as long was .67 with a standard deviation of .03.
     * That of these has one of .042, so it is below .5 with a probability of 3e-5.
     */
    @Test
    void distributionHalfAsWideAsTheTarget_isNotCalledMixed_resumedOrInPartsOrNot(@TempDir Path directory) {
        DensityModel normal = DensityModels.of(1, p -> -0.5 * p[0] * p[0], (p, gradient) -> gradient[0] = -p[0]);
        IntFunction<ContinuousRun> narrow = draws -> Samplers.independent(new WideNormal(0.0, 0.5, 1))
                .sample(normal)
                .chainsPerBatch(1)
                .warmup(200)
                .draws(draws)
                .seed(6L);
        String summary = narrow.apply(5_000).run().summary();
        assertThat(summary).contains("verdict: not shown to have mixed", ", above 0.5: q is too narrow.");
        Path file = directory.resolve("checkpoint");
        narrow.apply(2_500).checkpoint(file).run();
        assertThat(narrow.apply(5_000).resume(file).summary()).contains(tail(summary));
        ContinuousResult merged = Parts.merged(() -> narrow.apply(5_000), 4, 3);
        assertThat(merged.summary()).contains(tail(summary));
    }

    private static String tail(String summary) {
        return summary.lines()
                .filter(line -> line.contains("tail of index"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void chain_withoutAStart_beginsAtADrawOfQ() {
        assertThat(Samplers.independent(new WideNormal(50.0, 1e-3, 2))
                        .start(new Gaussians(new double[] {1.0, 1.0}), 1L)
                        .state())
                .containsExactly(new double[] {50.0, 50.0}, within(0.01));
    }

    @Test
    void distribution_thatFails_isNamed() {
        for (RealDistribution wrong : new RealDistribution[] {
            new Points(x -> x, x -> Double.NaN), new Points(x -> x, x -> Double.POSITIVE_INFINITY)
        }) {
            assertThatThrownBy(() -> Samplers.independent(wrong).sample(POINTS).run())
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("proposal distribution " + Points.class.getName())
                    .hasMessageContaining("must be finite or -Infinity: logProb()=");
        }
        assertThatThrownBy(() -> Samplers.independent(new Points(x -> x, x -> Double.NEGATIVE_INFINITY))
                        .sample(POINTS)
                        .run())
                .hasMessageContaining("must score its own draw as possible");
        assertThatThrownBy(() -> Samplers.independent(new Points(x -> Double.NaN, x -> 0.0))
                        .sample(POINTS)
                        .run())
                .hasMessageContaining("must be finite: draw()[0]=NaN");
        assertThatThrownBy(() -> Samplers.independent(new WideNormal(0.0, 1.0, 2))
                        .sample(POINTS)
                        .run())
                .hasMessageContaining("must be 1, the model's dimension: q.dimension()=2");
    }

    @Test
    void point_thatQNeverDraws_isNeverLeft_andTheSummaryWarns() {
        RealDistribution fewer = new Points(x -> Math.min(x, 3.0), x -> x > 3.0 ? Double.NEGATIVE_INFINITY : 0.0);
        ContinuousResult stuck = Samplers.independent(fewer)
                .sample(POINTS)
                .chains(1)
                .initial(new double[][] {{4.0}})
                .draws(100)
                .run();
        assertThat(stuck.finalStates()[0]).containsExactly(4.0);
        assertThat(stuck.summary()).contains("acceptance is 0.0000: q hardly draws what the model makes probable.");
    }
}
