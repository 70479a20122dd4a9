package dev.lbp.experiments.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.cli.data.EnergyData;
import dev.lbp.cli.data.ImageSet;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyTrialTest {

    @TempDir
    private Path directory;

    private EnergyData data;

    private long lastProgress;

    /** Bars and stripes of 3 x 3. */
    @BeforeEach
    void read() throws IOException {
        for (String part : new String[] {"train", "test"}) {
            String text = Arrays.stream(BarsAndStripes.draws(3, 200, 1L))
                    .map(image -> Arrays.toString(image).replaceAll("[\\[\\],]", ""))
                    .collect(Collectors.joining("\n"));
            Files.writeString(directory.resolve("bars_" + part + ".amat"), text);
        }
        data = new EnergyData(ImageSet.read("--data", directory), 0.5, false);
    }

    private EnergyTrial trial(int updates, double rate) {
        EnergyPlan plan = new EnergyPlan("mlp-8", updates, 5, rate, 200, 0.9, 200);
        return new EnergyTrial(data, plan, new SamplingListener() {
            @Override
            public void drawsProgress(long done, long total) {
                assertThat(done).isBetween(lastProgress, total);
                lastProgress = done;
            }
        });
    }

    @Test
    void measure_smallTraining_isBetterThanTheBaseMeasure() throws IOException {
        Row row = trial(60, 0.02).measure(Row.EMPTY, EnergySampler.ALBP_S, 3, 1L);
        assertThat(EnergyTrial.FIGURES.split(" ")).allMatch(row::has);
        Stream.of(EnergyTrial.FIGURES.split(" ")).forEach(row::checkMeasured);
        assertThat(row.number("updates")).isEqualTo(60);
        assertThat(row.number(EnergyTrial.DIVERGED)).isZero();
        assertThat(row.number(EnergyTrial.LOG_LIKELIHOOD)).isBetween(row.number(EnergyTrial.BASE) + 0.5, -2.64);
        assertThat(row.number(EnergyTrial.WEIGHTS)).isBetween(20.0, 100.0);
        assertThat(EnergyTrial.outcome(row)).matches("-[0-9.]+");
        assertThat(lastProgress).isEqualTo(1_000);
    }

    /** The limit of the gap is the entropy of fair bits, 9 log 2. */
    @Test
    void measure_divergingTraining_saysWhen() throws IOException {
        Row row = trial(400, 1.0).measure(Row.EMPTY, EnergySampler.LBP_B_1, 1, 1L);
        Stream.of(EnergyTrial.FIGURES.split(" ")).forEach(row::checkMeasured);
        int update = (int) row.number(EnergyTrial.DIVERGED);
        assertThat(update).isBetween(2, 400);
        assertThat(row.number("updates")).isEqualTo(update - 1);
        assertThat(row.number(EnergyTrial.LOG_LIKELIHOOD)).isNaN();
        assertThat(EnergyTrial.outcome(row)).isEqualTo("diverged at update " + update);
        assertThat(lastProgress).isEqualTo(1_000);
    }

    @Test
    void measure_interrupted_isAbandonedAndGoesOnFromItsCheckpoint() throws IOException {
        Row whole = trial(40, 0.02).measure(Row.EMPTY, EnergySampler.ALBP_B, 2, 1L);
        Path checkpoint = directory.resolve("a.checkpoint");
        EnergyTrial half = trial(40, 0.02).saving(checkpoint).then(result -> {
            throw new RunInterrupted("the pictures");
        });
        lastProgress = 0;
        assertThatThrownBy(() -> half.measure(Row.EMPTY, EnergySampler.ALBP_B, 2, 1L))
                .isInstanceOf(RunInterrupted.class);
        assertThat(checkpoint).exists();
        Row resumed = trial(40, 0.02).saving(checkpoint).measure(Row.EMPTY, EnergySampler.ALBP_B, 2, 1L);
        assertThat(resumed.text(EnergyTrial.LOG_LIKELIHOOD)).isEqualTo(whole.text(EnergyTrial.LOG_LIKELIHOOD));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> trial(40, 0.02).measure(Row.EMPTY, EnergySampler.ALBP_B, 2, 1L))
                .isInstanceOf(RunInterrupted.class);
        Thread.interrupted();
    }
}
