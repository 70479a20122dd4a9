package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.EngineCases;
import dev.lbp.Parts;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** On a flat target everything is accepted, R grows as far as it may, and R decides which parities are ever seen. */
class ParityTest {

    static Stream<Arguments> adaptiveOnFlat() {
        return EngineCases.adaptivePaths().stream()
                .flatMap(sampler -> Stream.of(1, 2, 3, 4, 7, 20).map(n -> Arguments.of(sampler, n)));
    }

    private static int parity(byte[] x) {
        int ones = 0;
        for (byte bit : x) {
            ones += bit;
        }
        return ones & 1;
    }

    @ParameterizedTest
    @MethodSource("adaptiveOnFlat")
    void run_flatTarget_scaleStaysAtHalfTheSitesAndBothParitiesAreSeen(Sampler sampler, int n) {
        for (EnergyModel model : List.of(SpinLine.flat(n), SpinLine.flat(n).batched(DataType.DOUBLE))) {
            ChainBatch batch = sampler.start(model, 5L, 2);
            batch.warmUp(200);
            assertThat(batch.scale()).isBetween(1.0, Math.max(1.0, 0.5 * n));
            int[] seen = new int[2];
            for (int t = 0; t < 400; t++) {
                batch.step();
                assertThat(batch.lastStep(0).acceptanceProbability()).isCloseTo(1.0, within(1e-12));
                assertThat(batch.lastStep(0).scale()).isBetween(1, (int) Math.max(1.0, 0.5 * n) + 1);
                seen[parity(batch.state(0))]++;
            }
            assertThat(seen[0]).isGreaterThan(20);
            assertThat(seen[1]).isGreaterThan(20);
        }
    }

    /**
     * P(x_i = 1) = 1/2. At N = 20 and R about 10 a draw is nearly independent of the one before; 4 chains of 2,500
     * draws give a standard deviation of at most .007 even if every draw counts for half. 20 sites x 6 of them:
     * P(failure) < 4e-8.
     */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#adaptive")
    void run_flatTarget_mixes(Sampler sampler) {
        SampleResult result = sampler.sample(SpinLine.flat(20))
                .warmup(500)
                .draws(2_500)
                .seed(3)
                .run();
        assertThat(result.acceptanceRate()).isCloseTo(1.0, within(1e-12));
        assertThat(result.scale()).isLessThanOrEqualTo(10.0);
        if (result.scale() > 5) {
            assertThat(result.marginals()).containsExactly(filled(20, 0.5), within(0.042));
            assertThat(result.rHat()).isLessThan(1.02);
        }
        assertThat(result.summary()).doesNotContain("reducible").doesNotContain("Infinity");
    }

    private static double[] filled(int n, double value) {
        double[] values = new double[n];
        Arrays.fill(values, value);
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void run_fixedEvenScale_keepsItsParityAndSaysSo(int scale) {
        for (Sampler sampler : List.of(
                Samplers.lbp().scale(scale).build(), Samplers.rwm().scale(scale).build())) {
            ChainBatch batch = sampler.start(SpinLine.of(9), 2L, 3);
            int[] before = {parity(batch.state(0)), parity(batch.state(1)), parity(batch.state(2))};
            for (int t = 0; t < 300; t++) {
                batch.step();
                for (int c = 0; c < 3; c++) {
                    assertThat(parity(batch.state(c))).isEqualTo(before[c]);
                    assertThat(batch.lastStep(c).scale()).isEqualTo(scale);
                }
            }
            String summary =
                    sampler.sample(SpinLine.of(9)).warmup(5).draws(20).run().summary();
            assertThat(summary)
                    .contains("A fixed scale of " + scale + " is reducible")
                    .contains("parity");
        }
    }

    /** Chains of one parity: each draws from its half of the states alone, and no trace tells. */
    private static SamplingRun half() {
        byte[][] even = new byte[4][9];
        return Samplers.rwm()
                .scale(2)
                .build()
                .sample(SpinLine.of(9))
                .initial(even)
                .draws(4_000)
                .seed(4);
    }

    private static void assertReducible(SampleResult result) {
        assertThat(result.mixed()).isFalse();
        assertThat(result.verdict())
                .containsExactly(
                        "not shown to have mixed.",
                        "A fixed scale of 2 is reducible: every move keeps the parity of the number of ones."
                                + " An odd scale or an adaptive one reaches all states.");
        assertThat(result.summary()).doesNotContain("note: ");
    }

    /** The run, the same from a checkpoint, and the same from parts. With one site a step it is mixed. */
    @Test
    void run_fixedEvenScale_isNotCalledMixed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run.checkpoint");
        SampleResult result = half().checkpoint(file).run();
        assertReducible(result);
        assertReducible(half().resume(file));
        assertReducible(Parts.merged(ParityTest::half, 4, 3));
        result.report(directory.resolve("report.html"));
        assertThat(Files.readString(directory.resolve("report.html")))
                .contains("Do not trust these results: the sampler cannot reach all states", "An odd scale or");
        SampleResult single = Samplers.rwm()
                .scale(1)
                .build()
                .sample(SpinLine.of(9))
                .initial(new byte[4][9])
                .draws(4_000)
                .seed(4)
                .run();
        assertThat(single.mixed()).isTrue();
    }

    /** The target gets 246 states from the reference, each of either parity: P(one parity alone) is below 1e-70. */
    @Test
    void run_temperedOfFixedEvenScale_isNotCalledReducibleAndIsNot() {
        SampleResult result = half().tempering(Tempering.replicas(2).every(1))
                .draws(1_000)
                .keepDraws()
                .run();
        boolean[] seen = new boolean[2];
        for (int t = 0; t < 1_000; t++) {
            seen[parity(result.draw(0, t))] = true;
        }
        assertThat(seen).containsOnly(true);
        assertThat(result.summary()).doesNotContain("reducible");
    }

    /** 400 steps, half of 2 and half of 3 sites: P(all of one parity) is below 1e-100. */
    @Test
    void run_fixedRealScale_seesBothParitiesAndIsNotCalledReducible() {
        for (EnergyModel model : List.of(SpinLine.of(9), SpinLine.of(9).batched(DataType.FLOAT))) {
            Sampler sampler = Samplers.lbp().scale(2.5).build();
            ChainBatch batch = sampler.start(model, 2L, 1);
            boolean[] seen = new boolean[2];
            for (int t = 0; t < 400; t++) {
                batch.step();
                assertThat(batch.lastStep(0).scale()).isBetween(2, 3);
                seen[parity(batch.state(0))] = true;
            }
            assertThat(seen).containsOnly(true);
            SampleResult result = sampler.sample(model).warmup(5).draws(20).run();
            assertThat(result.scale()).isEqualTo(2.5);
            assertThat(result.summary()).contains("fixed at 2.5").doesNotContain("reducible");
        }
        assertThatThrownBy(() -> Samplers.lbp().scale(8.5).build().start(SpinLine.of(8), 1L))
                .hasMessage("must be in [1, 8]: scale=8.5");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7})
    void run_fixedOddScale_isNotCalledReducible(int scale) {
        Sampler sampler = Samplers.lbp().scale(scale).build();
        assertThat(sampler.sample(SpinLine.of(9)).warmup(5).draws(20).run().summary())
                .doesNotContain("reducible");
    }

    @Test
    void run_fixedScaleOfAllSites_saysThatItIsReducible() {
        Sampler sampler = Samplers.lbp().scale(9).build();
        assertThat(sampler.sample(SpinLine.of(9)).warmup(5).draws(20).run().summary())
                .contains("A fixed scale of 9 is reducible")
                .contains("every site");
    }

    /** Draws with replacement repeat, so an even number of them flips an odd number of sites as well. */
    @Test
    void run_replacementOfFixedEvenScale_isNotCalledReducibleAndIsNot() {
        Sampler sampler = Samplers.gwg().scale(2).build();
        ChainBatch batch = sampler.start(SpinLine.of(9), 2L, 1);
        boolean[] seen = new boolean[2];
        for (int t = 0; t < 300; t++) {
            batch.step();
            seen[parity(batch.state(0))] = true;
        }
        assertThat(seen).containsOnly(true);
        assertThat(sampler.sample(SpinLine.of(9)).warmup(5).draws(20).run().summary())
                .doesNotContain("reducible");
    }

    /** What there is to mix over depends on the free sites. */
    @Test
    void run_twoFreeSites_flipsOneAtATime() {
        boolean[] frozen = {true, false, true, false, true};
        SampleResult result = Samplers.lbp()
                .build()
                .sample(SpinLine.flat(5))
                .chains(2)
                .initial(new byte[2][5])
                .frozen(frozen)
                .warmup(50)
                .draws(500)
                .run();
        assertThat(result.scale()).isEqualTo(1.0);
        assertThat(result.expectedJumpDistance()).isEqualTo(1.0);
    }
}
