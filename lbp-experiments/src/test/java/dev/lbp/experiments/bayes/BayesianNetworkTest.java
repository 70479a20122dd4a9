package dev.lbp.experiments.bayes;

import static org.assertj.core.api.Assertions.assertThat;

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

class BayesianNetworkTest {

    private static final int SIDE = 28;

    @TempDir
    private Path directory;

    /** Images whose upper or lower half is bright, by the label. */
    private static void write(Path folder, String name, int count) throws IOException {
        try (DataOutputStream out =
                        new DataOutputStream(Files.newOutputStream(folder.resolve(name + "-images-idx3-ubyte")));
                DataOutputStream labels =
                        new DataOutputStream(Files.newOutputStream(folder.resolve(name + "-labels-idx1-ubyte")))) {
            for (int value : new int[] {0x803, count, SIDE, SIDE}) {
                out.writeInt(value);
            }
            labels.writeInt(0x801);
            labels.writeInt(count);
            for (int k = 0; k < count; k++) {
                for (int i = 0; i < SIDE * SIDE; i++) {
                    out.writeByte((i / SIDE < SIDE / 2) == (k % 2 == 0) ? 200 + k : 10);
                }
                labels.writeByte(k % 2);
            }
        }
    }

    /** Everything, as small as it can be: all networks and ways, chains of equal length. */
    @Test
    void trials_arePublishedWithTheirPicture_andNotMeasuredTwice() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("data/mnist"));
        write(folder, "train", 60);
        write(folder, "t10k", 20);
        Path out = Files.createDirectory(directory.resolve("out"));
        Settings settings =
                new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 2, null, folder.getParent());
        BayesianNetwork experiment = new BayesianNetwork();
        experiment.check(settings);
        Lab lab = new Lab(experiment, settings, out, NoProgress.NONE);
        assertThat(lab.publish("bayesian-network.md")).isEmpty();
        NetworkTrial.Plan plan = new NetworkTrial.Plan(40, 10, 2, 5);
        List<Integer> counts = List.of(1, 50);
        lab.measure(List.of(BayesianNetwork.plan(lab, plan, 20, counts, 2)));
        String text = lab.publish("bayesian-network.md");
        assertThat(text)
                .contains("Chains with q have 5 steps after as many of warm-up", "log 2 / 5 = 0.1386")
                .contains("| softmax regression, 2 x 2 pixels | 50 |", "| small LeNet | 240 |", "| LeNet | 1944 |")
                .contains("## Acceptance: softmax regression, 4 x 4 pixels", "## Prediction: LeNet, n = 50")
                .doesNotContain("## Prediction: LeNet, n = 1\n")
                .contains("| MAP | ", "| q alone, ELBO | ", "| chain with q, acceptance form | ", "| MALA | ")
                .contains("![Acceptance, log-loss and the fits' curves](bayesian-network.png)")
                .contains("lbp experiment bayesian-network --data DIR --budget quick --seed 1");
        assertThat(out.resolve("bayesian-network.png")).exists();
        assertThat(Files.readAllLines(out.resolve("network.csv")))
                .hasSize(1 + 4 * 2 * 2 * 2 + 2 + 2 + 1); // the head, fits, modes, acceptance forms, MALA
        lab.measure(List.of(
                BayesianNetwork.plan(new Lab(experiment, settings, out, NoProgress.NONE), plan, 20, counts, 2)));
        assertThat(lab.publish("bayesian-network.md")).isEqualTo(text); // all cells are there
    }
}
