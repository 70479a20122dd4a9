package dev.lbp.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.target.EnergyModels;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long nanos = Long.MAX_VALUE - 500_000_000L; // System.nanoTime may overflow
    private final SamplingListener lines = new ProgressLines(out, () -> nanos);

    private void at(double seconds) {
        nanos += (long) (seconds * 1e9);
    }

    private List<String> printed() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void progress_callsTenTimesASecond_printsOneLineASecond() {
        lines.started("the run", 100, 200);
        for (int k = 0; k <= 40; k++) {
            lines.warmUpProgress(k, 100, 12.34567, k == 0 ? Double.NaN : 0.5);
            at(0.1);
        }
        assertThat(printed())
                .containsExactly(
                        "the run",
                        "warm-up 10 %, 9 s left, scale 12.35, acceptance 0.500",
                        "warm-up 20 %, 8 s left, scale 12.35, acceptance 0.500",
                        "warm-up 30 %, 7 s left, scale 12.35, acceptance 0.500",
                        "warm-up 40 %, 6 s left, scale 12.35, acceptance 0.500");
    }

    /** A resumed run begins where it was: only steps that were seen count for the speed. */
    @Test
    void progress_resumedRun_hasTheTimeLeftAtItsOwnSpeed() {
        lines.started("the run", 0, 1_000);
        lines.frozen(7.0, true);
        lines.drawsProgress(899, 1_000);
        at(2.0);
        lines.drawsProgress(919, 1_000);
        assertThat(printed()).containsExactly("the run", "draws 91 %, 8 s left, scale 7.000");
    }

    @Test
    void progress_noScale_hasNone() {
        lines.started("Gibbs", 10, 10);
        at(1.0);
        lines.warmUpProgress(5, 10, Double.NaN, Double.NaN);
        assertThat(printed()).containsExactly("Gibbs", "warm-up 50 %");
    }

    @Test
    void ends_areTold() {
        lines.failed(new IllegalStateException("no such state"));
        assertThat(printed()).containsExactly("failed: no such state");
    }

    @Test
    void printing_run_beginsAndEndsWithALine() {
        RunResult result = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(3, state -> 0.0))
                .warmup(5)
                .draws(5)
                .listener(SamplingListener.printing(out))
                .run();
        assertThat(printed()).hasSizeGreaterThanOrEqualTo(2).endsWith(result.toString());
        assertThat(printed().get(0)).contains("Gibbs", "N = 3");
    }
}
