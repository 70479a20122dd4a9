package dev.lbp.experiments.energy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.data.DataSet;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.training.BarsAndStripes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyTrainTest {

    @TempDir
    private Path directory;

    /** A network of few parameters after three updates, on bars and stripes of 4 x 4. */
    @Test
    void train_smallNetwork_isPublishedWithItsSamples() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data/binarized_mnist"))
                .getParent();
        String text = Arrays.stream(BarsAndStripes.draws(4, 100, 1L))
                .map(image -> Arrays.toString(image).replaceAll("[\\[\\],]", ""))
                .collect(Collectors.joining("\n"));
        Files.writeString(data.resolve("binarized_mnist/train.amat"), text);
        Files.writeString(data.resolve("binarized_mnist/test.amat"), text);
        Path out = Files.createDirectory(directory.resolve("out"));
        Settings settings = new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 1, null, data);
        Lab lab = new Lab(new EnergyTrain(), settings, out, NoProgress.NONE);
        Row key = new EnergyTrain().plans(lab).get(0).missing().get(0);
        EnergyPlan plan = new EnergyPlan("resnet-2-0", 3, 1, 1e-3, 100, 0.9, 10);
        EnergyTrain.table(lab).add(EnergyTrain.train(lab, key, DataSet.STATIC_MNIST.read(data), plan));
        assertThat(lab.publish("energy-train.md"))
                .contains("| static MNIST | resnet-8-2 | -", "(resnet-8-2-static-mnist-samples.png)")
                .contains("lbp experiment energy-train --data DIR --budget quick --seed 1");
        assertThat(ImageIO.read(out.resolve("resnet-8-2-static-mnist-samples.png")
                                .toFile())
                        .getWidth())
                .isEqualTo(10 * (4 * 21 + 4) + 4);
        assertThat(out.resolve("resnet-8-2-static-mnist-buffer.png")).exists();
        assertThat(out.toFile().list((file, name) -> name.contains("checkpoint")))
                .isEmpty();
    }
}
