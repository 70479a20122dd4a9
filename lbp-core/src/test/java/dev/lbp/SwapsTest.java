package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.ScaleController;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StepInfo;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Swaps among the steps of runs: what results, summaries and rules of the scale make of them. */
class SwapsTest {

    private static final SpinLine LINE = SpinLine.of(12);

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.0, 1.5, Double.NaN, Double.POSITIVE_INFINITY})
    void swaps_outsideTheInterval_isRefused(double p) {
        String message = "must be in [0, 1): swaps=" + p;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.lbp().swaps(p))
                .withMessage(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.rwm().swaps(p))
                .withMessage(message);
    }

    @Test
    void swaps_otherModels_areRefused() {
        Sampler sampler = Samplers.lbp().swaps(0.25).build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sampler.sample(LINE.batched(DataType.DOUBLE)))
                .withMessage("must be 0 on a model that is not a LocalEnergyModel: swaps=0.25");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sampler.start(LINE.batched(DataType.DOUBLE), 1L))
                .withMessage("must be 0 on a model that is not a LocalEnergyModel: swaps=0.25");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sampler.sample(TableCategories.random(3, 1.0, 2L, 3, 3)))
                .withMessage("must be 0 on a model of sites that are not bits: swaps=0.25");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Samplers.rwm().swaps(0.5).build().sample(TableMoves.random(MoveSpaces.sites(3, 3), 1.0, 6L)))
                .withMessage("must be 0 on a model of sites that are not bits: swaps=0.5");
    }

    @Test
    void swaps_zero_drawsAsWithoutThem() {
        Sampler sampler = Samplers.lbp().swaps(0.25).swaps(0).build();
        Results.assertSame(
                Samplers.lbp().build().sample(LINE).draws(50).run(),
                sampler.sample(LINE).draws(50).run());
        assertThat(sampler).hasToString(Samplers.lbp().build().toString());
        assertThat(sampler.sample(LINE).draws(5).run().swapRate()).isNaN();
    }

    /** Rates of single flips and of swaps, counted step by step. A fixed scale of 1 tells a swap by its two sites. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void run_fixedScale_reportsRatesOfTheirOwn(int thin) {
        Sampler sampler = Samplers.lbp().scale(1).swaps(0.4).build();
        ChainBatch batch = sampler.start(LINE, 5L, new byte[2][12]);
        double acceptance = 0;
        int jumps = 0;
        int moves = 0;
        int swaps = 0;
        int moved = 0;
        for (int t = 0; t < 30 + 200 * thin; t++) {
            batch.step();
            for (int c = 0; c < 2 && t >= 30; c++) {
                StepInfo step = batch.lastStep(c);
                if (step.scale() == 2) {
                    swaps++;
                    moved += step.flips() / 2;
                    assertThat(step.flips()).isIn(0, 2);
                } else {
                    moves++;
                    acceptance += step.acceptanceProbability();
                    jumps += step.flips();
                }
            }
        }
        SampleResult result = sampler.sample(LINE)
                .initial(new byte[2][12])
                .chains(2)
                .warmup(30)
                .draws(200)
                .thin(thin)
                .seed(5L)
                .run();
        assertThat(swaps).isGreaterThan(100);
        assertThat(result.acceptanceRate()).isCloseTo(acceptance / moves, within(1e-12));
        assertThat(result.expectedJumpDistance()).isCloseTo((double) jumps / moves, within(1e-12));
        assertThat(result.swapRate()).isEqualTo((double) moved / swaps);
        assertThat(result.acceptanceRates()).hasSize(2).doesNotContain(Double.NaN);
        assertThat(result.summary())
                .contains("scale: fixed at 1, swaps 0.4\n")
                .contains(String.format(", swaps moved %.3f, jump distance", result.swapRate()));
        assertThat(result.warmUp().acceptance()).hasSize(30);
    }

    /** A rule of the test's own, which counts. */
    private static final class Counting implements ScaleController {

        private static final long serialVersionUID = 1L;

        private final List<Integer> announced = new ArrayList<>();
        private final List<Integer> proposedFlips = new ArrayList<>();

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            announced.add(steps);
            return new Adaptation() {

                private static final long serialVersionUID = 1L;

                @Override
                public double scale() {
                    return 1.0;
                }

                @Override
                public void update(double acceptanceProbability, int flips) {
                    proposedFlips.add(flips);
                }
            };
        }

        @Override
        public String describe() {
            return "counting";
        }
    }

    /**
     * The mixture of scales 1 and 2 proposes one or two flips. 1,000 steps have 750 +- 14 that are no swaps; 75 are 5.5
     * sd.
     */
    @Test
    void warmUp_swaps_doNotTeachTheScale() {
        Counting rule = new Counting();
        Chain chain = Samplers.lbp().scale(rule).swaps(0.25).build().start(LINE, 3L);
        rule.announced.clear();
        chain.warmUp(1_000);
        assertThat(rule.announced).containsExactly(750);
        assertThat(rule.proposedFlips.size()).isBetween(675, 825);
        rule.proposedFlips.clear();
        Chain blind = Samplers.lbp().scale(rule).swaps(0.999).build().start(LINE, 3L);
        blind.warmUp(1_000);
        assertThat(rule.proposedFlips.size()).isLessThan(30);
    }

    /**
     * Marginals of a line of spins against enumeration, with frozen sites and thinning; 10 free sites and the t of 127
     * degrees: the largest of 10 z-values is above 6 with probability 2e-7, for each of the three samplers and both
     * estimates.
     */
    @Test
    void run_manyDraws_hasTheMarginalsOfEnumeration() {
        boolean[] mask = new boolean[12];
        mask[2] = true;
        mask[7] = true;
        byte[][] initial = new byte[4][12];
        double[] exact = new double[12];
        double total = 0;
        for (byte[] state : initial) {
            state[7] = 1;
        }
        for (int bits = 0; bits < 1 << 12; bits++) {
            byte[] x = TableTarget.state(bits, 12);
            if (x[2] == 0 && x[7] == 1) {
                double weight = Math.exp(LINE.score(x));
                total += weight;
                for (int i = 0; i < 12; i++) {
                    exact[i] += x[i] * weight;
                }
            }
        }
        for (Sampler sampler : List.of(
                Samplers.lbp().swaps(0.25).build(),
                Samplers.lbp().scale(1).swaps(0.5).build(),
                Samplers.rwm().scale(1).swaps(0.3).build())) {
            SampleResult result = sampler.sample(LINE)
                    .chains(4)
                    .initial(initial)
                    .frozen(mask)
                    .draws(10_000)
                    .thin(2)
                    .conditionals()
                    .run();
            SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
            for (int i = 0; i < 12; i++) {
                double p = exact[i] / total;
                if (mask[i]) {
                    assertThat(result.marginals()[i]).isEqualTo(initial[0][i]);
                } else {
                    assertThat(Math.abs(result.marginals()[i] - p)).isLessThan(6 * result.marginalErrors()[i]);
                    assertThat(Math.abs(conditionals.marginals()[i] - p))
                            .isLessThan(6 * conditionals.errors()[i]);
                }
            }
        }
    }

    /**
     * One of two sites must be 1, and either will do. Single flips pass through states of log-probability -30; swaps do
     * not.
     */
    @Test
    void run_proxies_exchangesThem() {
        LocalEnergyModel proxies =
                EnergyModels.of(6, x -> -30.0 * Math.abs(x[0] + x[1] - 1) - x[2] - x[3] - x[4] - x[5]);
        byte[][] initial = new byte[4][6];
        for (byte[] state : initial) {
            state[0] = 1;
        }
        double[] stuck = marginals(Samplers.lbp().scale(1).build(), proxies, initial);
        assertThat(stuck[0]).isOne();
        double[] moving = marginals(Samplers.lbp().scale(1).swaps(0.25).build(), proxies, initial);
        assertThat(moving[0]).isBetween(0.3, 0.7); // 4,000 draws, one of about 15 independent: sd 0.03, so 6 of them
        assertThat(moving[0] + moving[1]).isCloseTo(1.0, within(1e-6));
    }

    private static double[] marginals(Sampler sampler, LocalEnergyModel model, byte[][] initial) {
        return sampler.sample(model)
                .chains(4)
                .initial(initial)
                .draws(1_000)
                .run()
                .marginals();
    }

    @Test
    void ones_swaps_keepTheNumber() {
        SampleResult result = Samplers.lbp()
                .swaps(0.5)
                .build()
                .sample(LINE)
                .ones(4)
                .chains(3)
                .draws(300)
                .keepDraws()
                .run();
        for (int t = 0; t < 300; t++) {
            int count = 0;
            for (byte bit : result.draw(1, t)) {
                count += bit;
            }
            assertThat(count).isEqualTo(4);
        }
        assertThat(result.swapRate()).isBetween(0.3, 1.0);
    }

    @Test
    void run_nothingToRemove_stays() {
        SampleResult result = Samplers.rwm()
                .scale(1)
                .swaps(0.9)
                .build()
                .sample(SpinLine.independent(4, -300.0))
                .chains(1)
                .initial(new byte[1][4])
                .draws(200)
                .run();
        assertThat(result.swapRate()).isZero();
        assertThat(result.expectedJumpDistance()).isZero();
    }

    @Test
    void resume_otherSwaps_isRefused() {
        Path file = directory.resolve("run");
        Samplers.lbp()
                .swaps(0.25)
                .build()
                .sample(LINE)
                .draws(20)
                .checkpoint(file)
                .run();
        assertThat(Files.exists(file)).isTrue();
        for (Sampler other :
                List.of(Samplers.lbp().build(), Samplers.lbp().swaps(0.3).build())) {
            assertThatThrownBy(() -> other.sample(LINE).draws(20).resume(file))
                    .isInstanceOf(RunException.class)
                    .hasCauseInstanceOf(CheckpointException.class)
                    .hasMessageContaining("the sampler must be LBP")
                    .hasMessageContaining("swaps 0.25, as in the checkpoint");
        }
    }

    @Test
    void caveat_fixedEvenScale_staysReducible() {
        SampleResult result = Samplers.lbp()
                .scale(2)
                .swaps(0.25)
                .build()
                .sample(LINE)
                .draws(10)
                .run();
        assertThat(result.summary())
                .contains(
                        "reducible: every move keeps the parity of the number of ones, and a swap keeps their number.");
        assertThat(Arrays.stream(result.marginals()).sum()).isPositive();
    }
}
