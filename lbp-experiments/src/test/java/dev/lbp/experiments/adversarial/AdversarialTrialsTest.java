package dev.lbp.experiments.adversarial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdversarialTrialsTest {

    @TempDir
    private Path directory;

    /** Images of 4 x 4 with a dark row or column, whose number is the label. */
    private static void write(Path folder, String name, int count) throws IOException {
        try (DataOutputStream out =
                        new DataOutputStream(Files.newOutputStream(folder.resolve(name + "-images-idx3-ubyte")));
                DataOutputStream labels =
                        new DataOutputStream(Files.newOutputStream(folder.resolve(name + "-labels-idx1-ubyte")))) {
            for (int value : new int[] {0x803, count, 4, 4}) {
                out.writeInt(value);
            }
            labels.writeInt(0x801);
            labels.writeInt(count);
            for (int k = 0; k < count; k++) {
                for (int i = 0; i < 16; i++) {
                    out.writeByte(k % 8 < 4 ? i % 4 == k % 8 ? 250 : 5 : i / 4 == k % 8 - 4 ? 250 : 5);
                }
                labels.writeByte(k % 8);
            }
        }
    }

    private static Settings settings(Path data) {
        return new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 1, null, data);
    }

    /** Everything, as small as it can be. */
    @Test
    void trials_arePublishedWithTheirPictures_andNotMeasuredTwice() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("data/mnist"));
        write(folder, "train", 200);
        write(folder, "t10k", 120);
        Path out = Files.createDirectory(directory.resolve("out"));
        Settings settings = settings(folder.getParent());
        AdversarialTrials experiment = new AdversarialTrials();
        experiment.check(settings);
        Lab lab = new Lab(experiment, settings, out, NoProgress.NONE);
        assertThat(lab.publish("adversarial.md")).isEmpty();
        AdversarialImages.Plan plan = new AdversarialImages.Plan(20, 4, 4, 4, 3, 60, 200);
        lab.measure(List.of(AdversarialTrials.plan(lab, plan)));
        String text = lab.publish("adversarial.md");
        assertThat(text)
                .contains("The classifier finds 1.000 of the digits", "Of 60 images of each kind")
                .contains("| independent, rate | 20 |", "| Markov, bound, corrected | ")
                .contains("![Test images](adversarial-test.png)", "(adversarial-markov-bound-after.png)")
                .contains("lbp experiment adversarial --data DIR --budget quick --seed 1");
        assertThat(out.resolve("adversarial-markov-bound-after.png")).exists();
        lab.measure(List.of(AdversarialTrials.plan(new Lab(experiment, settings, out, NoProgress.NONE), plan)));
        assertThat(lab.publish("adversarial.md")).isEqualTo(text); // all cells are there
    }

    @Test
    void missingLabels_areRefused() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("data/mnist"));
        write(folder, "train", 10);
        write(folder, "t10k", 10);
        Files.delete(folder.resolve("t10k-labels-idx1-ubyte"));
        assertThatThrownBy(() -> new AdversarialTrials().check(settings(folder.getParent())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must hold the labels t10k-labels-idx1-ubyte");
    }

    /**
     * With 1,500 updates of 4,000, so that the bars are wide: the true d gives p, the fitted one is nearer to p than q.
     */
    @Test
    void toy_fittedRatio_movesTheChainTowardsTheTarget() {
        AdversarialToy.Figures figures = AdversarialToy.MARKOV.measure(1_500, 1L);
        assertThat(figures.correlation()).isGreaterThan(0.95);
        assertThat(figures.exact()).isLessThan(1e-8);
        assertThat(figures.corrected()).isLessThan(0.5 * figures.uncorrected());
    }
}
