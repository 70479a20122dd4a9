package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void bar_countsDraws_andModelsOfAnEnumeration() {
        try (Progress progress = new Progress("sampling", () -> {})) {
            progress.drawsProgress(3, 8);
            assertThat(progress.counted()).isEqualTo("models");
            progress.started("a run", 0, 8);
            assertThat(progress.counted()).isEqualTo("draws");
        }
    }
}
