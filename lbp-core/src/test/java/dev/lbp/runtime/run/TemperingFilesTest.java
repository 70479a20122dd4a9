package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.io.NpyArray;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.report.Ladders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemperingFilesTest {

    private static final TemperingResult LADDER = Ladders.lattice();

    @Test
    void csv_hasALineForEachSlot() {
        List<String> lines = new TemperingFiles(LADDER).csv().lines().toList();
        assertThat(lines)
                .hasSize(15)
                .startsWith(
                        "slot,beta,scale,acceptance,swap_acceptance,exchanged_share,mean_log_probability,"
                                + "log_probability_error,log_probability_variance,log_probability_ess",
                        "0,0.0,NaN,NaN,0.6,NaN,0.0,NaN,NaN,NaN",
                        "1,0.07,95.0,0.573,0.36,NaN," + LADDER.meanLogProb()[1] + ",NaN,NaN,NaN")
                .endsWith("13,1.0,3.5,0.561,NaN,NaN,310.0,NaN,NaN,NaN");
    }

    @Test
    void arrays_areThoseOfTheResult() {
        Map<String, NpyArray> arrays = new TemperingFiles(LADDER).arrays();
        assertThat(arrays)
                .containsOnlyKeys(
                        "betas",
                        "scales",
                        "acceptance",
                        "swap_acceptance",
                        "exchanged_share",
                        "mean_log_probability",
                        "restarts");
        assertThat(arrays.get("exchanged_share").values()).isEqualTo(LADDER.exchangedShares());
        assertThat(arrays.get("betas").values()).isEqualTo(LADDER.betas());
        assertThat(arrays.get("scales").values()).isEqualTo(LADDER.scales());
        assertThat(arrays.get("acceptance").values()).isEqualTo(LADDER.acceptanceRates());
        assertThat(arrays.get("swap_acceptance").values()).isEqualTo(LADDER.swapAcceptance());
        assertThat(arrays.get("swap_acceptance").shape()).containsExactly(13);
        assertThat(arrays.get("mean_log_probability").values()).isEqualTo(LADDER.meanLogProb());
        assertThat(arrays.get("restarts").values()).containsExactly(12, 10, 11, 13);
    }

    @Test
    void entries_areTheNumbersOfTheWholeLadder() {
        assertThat(new TemperingFiles(LADDER).entries())
                .containsEntry("logZ", 310.4381)
                .containsEntry("logZError", 0.1512)
                .containsEntry("forwardLogZ", 310.2)
                .containsEntry("backwardLogZ", 310.6)
                .containsEntry("steppingStonesError", 0.3)
                .containsEntry("replicas", 14)
                .containsEntry("every", 5)
                .containsEntry("scans", 6_000L)
                .containsEntry("barrier", LADDER.barrier())
                .containsEntry("roundTrips", 36L)
                .containsEntry("expectedRoundTrips", LADDER.expectedRoundTrips())
                .containsEntry("restarts", List.of(12L, 10L, 11L, 13L))
                .containsEntry("file", "tempering.npz")
                .hasSize(13);
    }
}
