package dev.lbp.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import me.tongfei.progressbar.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {

    @Test
    void bar_countsDraws_andModelsOfAnEnumeration() {
        try (Progress progress = new Progress("sampling", false, () -> {})) {
            progress.drawsProgress(3, 8);
            assertThat(progress.counted()).isEqualTo("models");
            progress.started("a run", 0, 8);
            assertThat(progress.counted()).isEqualTo("draws");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bar_quiet_writesNothing(boolean quiet) {
        PrintStream err = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try (ProgressBar bar = Progress.bar("sampling", 8, quiet)) {
            bar.stepTo(3);
        } finally {
            System.setErr(err);
        }
        assertThat(written.size() == 0).isEqualTo(quiet);
    }

    @Test
    void warmUpText_gibbs_hasNoScaleAndNoAcceptance() {
        assertThat(Progress.warmUpText(12.0, 0.5)).isEqualTo("scale 12.00, acc 0.50");
        assertThat(Progress.warmUpText(Double.NaN, Double.NaN)).isEqualTo("warm-up");
        assertThat(Progress.warmUpText(Double.NaN, 0.25)).isEqualTo("warm-up, acc 0.25");
    }
}
