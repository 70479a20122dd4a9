package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {

    @Test
    void bar_countsDraws_andModelsOfAnEnumeration() {
        try (Progress progress = new Progress("sampling", null, false, () -> {})) {
            progress.drawsProgress(3, 8);
            assertThat(progress.counted()).isEqualTo("models");
            progress.started("a run", 0, 8);
            assertThat(progress.counted()).isEqualTo("draws");
        }
    }

    @Test
    void bar_untilATime_countsSeconds() {
        String written = written(() -> {
            try (Progress progress = new Progress("sampling", Duration.ofHours(2), false, () -> {})) {
                progress.started("a run", 10, 1_000_000);
                progress.drawsProgress(500_000, 1_000_000);
            }
        });
        assertThat(written).contains("  0%").containsPattern("\\d+/7200s");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bar_quiet_writesNothing(boolean quiet) {
        String written = written(() -> {
            try (ProgressBar bar = Progress.bar("sampling", 8, quiet)) {
                bar.stepTo(3);
            }
        });
        assertThat(written.isEmpty()).isEqualTo(quiet);
    }

    /** What is written to stderr meanwhile. */
    private static String written(Runnable task) {
        PrintStream err = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            task.run();
        } finally {
            System.setErr(err);
        }
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void warmUpText_gibbs_hasNoScaleAndNoAcceptance() {
        assertThat(Progress.warmUpText(12.0, 0.5)).isEqualTo("scale 12.00, acc 0.50");
        assertThat(Progress.warmUpText(Double.NaN, Double.NaN)).isEqualTo("warm-up");
        assertThat(Progress.warmUpText(Double.NaN, 0.25)).isEqualTo("warm-up, acc 0.25");
    }
}
