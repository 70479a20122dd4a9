package dev.lbp.experiments.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesignTrialsTest {

    @TempDir
    private Path directory;

    private Settings settings() {
        return new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 1, null, directory);
    }

    @Test
    void wrongFiles_areRefusedByName() throws IOException {
        DesignTrials experiment = new DesignTrials();
        assertThatThrownBy(() -> experiment.check(settings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must hold the file sequences/ube4b-cnn-0.onnx: --data=" + directory);
        Files.createDirectories(directory.resolve("sequences"));
        Files.writeString(directory.resolve(DesignTrials.NETWORK), "");
        assertThatThrownBy(() -> experiment.check(settings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must hold the file sequences/ube4b.fasta: --data=" + directory);
        Path network = directory.resolve(DesignTrials.NETWORK);
        Files.writeString(directory.resolve(DesignTrials.WILD_TYPE), ">wild type\nACDE\n");
        assertThatThrownBy(() -> experiment.check(settings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a file of a network: --data=" + network + ": must have nodes: graph=empty");
        try (OnnxNetwork other = Networks.mlp(60, new int[] {2}, 1L)) {
            other.save(network);
        }
        assertThatThrownBy(() -> experiment.check(settings()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must have 80 inputs for the 4 letters of sequences/ube4b.fasta, and has 60: --data="
                        + network);
    }

    /** Cells as they are kept: rates by evaluations, their range, the worst R-hat, and the verdicts. */
    @Test
    void cells_arePublishedCaseByCase() throws IOException {
        Lab lab = new Lab(
                new DesignTrials(), settings(), Files.createDirectory(directory.resolve("out")), NoProgress.NONE);
        assertThat(lab.publish("sequences.md")).isEmpty();
        for (int k = 1; k <= 2; k++) {
            int repetition = k;
            for (DesignSampler sampler : List.of(DesignSampler.METROPOLIS, DesignSampler.LBP)) {
                DesignTrials.table(lab)
                        .cell(
                                Row.EMPTY
                                        .with("case", DesignCase.PRICED.name())
                                        .with("sampler", sampler.title)
                                        .with("repetition", repetition),
                                key -> cell(key, sampler.evaluations() * 100.0 * repetition, repetition - 1));
            }
        }
        assertThat(lab.publish("sequences.md"))
                .contains("\nbeta 2, price 5.0:\n\n| sampler |")
                .contains("| Metropolis | 0.100 | 1.0 | 1.50 | 12.0 | 0.75 (0.25) |"
                        + " 1.50 (0.50) | 1.22 | 1.49 | 1 of 2 |")
                .contains("| LBP, adaptive | 0.100 | 1.0 | 1.50 | 12.0 | 2.25 (0.75) |")
                .doesNotContain("beta 5")
                .contains("lbp experiment sequences --data DIR --budget quick --seed 1");
    }

    private static Row cell(Row key, double samples, int mixed) {
        return key.with("evaluations", 200_000.0)
                .with("acceptance", 0.1)
                .with("R", 1.0)
                .with("ess_score", samples)
                .with("ess_mutations", 2.0 * samples)
                .with("log_rhat_score", 0.2 - 0.1 * mixed)
                .with("log_rhat_mutations", 0.4)
                .with("log_score", 1.5)
                .with("mutations", 12.0)
                .with("mixed", mixed)
                .with("averaged_barrier", Double.NaN)
                .with("cpu_seconds", 1.0)
                .with("seconds", 1.0);
    }
}
