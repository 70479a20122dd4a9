package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Runs of the Curie-Weiss model, {@code log pi = beta / (2 N) (sum s)^2}, whose sites share one slow mode: at beta =
 * 1.35 most of them are 1, or most are 0, for some hundred draws at a time.
 */
class CommonModeTest {

    private static final int N = 60;

    /** @param mirrored whether every second spin is turned, so that the number of ones is nearly constant too */
    private static EnergyModel curieWeiss(double beta, boolean mirrored) {
        int[] signs =
                IntStream.range(0, N).map(i -> mirrored && i % 2 == 1 ? -1 : 1).toArray();
        return EnergyModels.of(N, (byte[] x) -> {
            int sum = 0;
            for (int i = 0; i < N; i++) {
                sum += signs[i] * (2 * x[i] - 1);
            }
            return beta / (2.0 * N) * sum * sum;
        });
    }

    private static SamplingRun run(EnergyModel model, long seed) {
        return Samplers.metropolis()
                .build()
                .sample(model)
                .chains(4)
                .draws(1_000)
                .seed(seed);
    }

    private static boolean mixed(SampleResult result) {
        return result.mixed();
    }

    /**
     * Without the distance of each chain to an earlier state of its own, several of these runs are called mixed. The
     * effective sample size of that distance is 10 to 67 in them. Its logarithm has mean 3.37 and standard deviation
     * 0.48, and that of 400, the bound, is 5.99: 5.4 standard deviations above. If it is normal, 12 other seeds fail
     * with a probability of 12 x 3.3e-8, below 1e-6.
     */
    @Test
    void verdict_ofSitesThatShareASlowMode_isNeverMixed() {
        for (long seed = 1; seed <= 12; seed++) {
            assertThat(mixed(run(curieWeiss(1.35, false), seed).run()))
                    .as("seed %d", seed)
                    .isFalse();
        }
    }

    /** Neither the number of ones nor, at some seeds, the distance to a random state sees the mode. */
    @Test
    void verdict_ofAMirroredMode_isNeverMixed() {
        boolean told = false;
        for (long seed = 1; seed <= 12; seed++) {
            SampleResult result = run(curieWeiss(1.35, true), seed).run();
            assertThat(mixed(result)).as("seed %d", seed).isFalse();
            told |= result.verdict().stream().anyMatch(line -> line.startsWith("ESS of the distance of each chain"));
        }
        assertThat(told).isTrue();
    }

    /**
     * Runs of easy targets. In 200 of them all effective sample sizes are over 1,800, and R-hat is above 1.0043 in 10
     * and above 1.007 in one, its largest value being 1.0073. So its tail falls by a factor of 10 in about 0.003, and
     * one run is above 1.01 with a probability of 0.005 x 10^(-0.0027 / 0.003), about 6e-4: 5 other seeds fail with a
     * probability of about 3e-3. These are fixed.
     */
    @Test
    void verdict_ofAFastMode_isMixed() {
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(mixed(run(curieWeiss(0.5, false), seed).run())).isTrue();
        }
    }

    /** With a fixed number of ones nothing is constant, and no remark says so. */
    @Test
    void verdict_ofSubsets_hasNoRemark() {
        SampleResult result = Samplers.lbp()
                .build()
                .sample(SpinLine.of(N))
                .ones(20)
                .chains(4)
                .draws(2_000)
                .seed(1L)
                .run();
        assertThat(result.verdict()).noneMatch(sentence -> sentence.contains("constant"));
    }

    /** A rule that judges all traces judges the mode too. */
    @Test
    void untilEss_ofSitesThatShareASlowMode_goesOn() {
        for (long seed = 1; seed <= 5; seed++) {
            SampleResult result = run(curieWeiss(1.35, false), seed)
                    .draws(3_000)
                    .untilEss(400)
                    .run();
            assertThat(result.stopReason()).as("seed %d", seed).isEqualTo(StopReason.DRAWS);
        }
    }
}
