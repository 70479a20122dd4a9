package dev.lbp.experiments.correction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
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

class CorrectionTest {

    private static final ImageCorrection.Plan SMALL = new ImageCorrection.Plan(4, 10, 8, 8, 100, 60);

    @TempDir
    private Path directory;

    private static void write(Path file, int count) throws IOException {
        String text = Arrays.stream(BarsAndStripes.draws(4, count, 1L))
                .map(image -> Arrays.toString(image).replaceAll("[\\[\\],]", ""))
                .collect(Collectors.joining("\n"));
        Files.writeString(file, text);
    }

    /** A small mixture on bars and stripes of 4 x 4. */
    @Test
    void correction_isPublishedWithItsImages_andNotMeasuredTwice() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data/binarized_mnist"))
                .getParent();
        write(data.resolve("binarized_mnist/train.amat"), 500);
        write(data.resolve("binarized_mnist/test.amat"), 120);
        Path out = Files.createDirectory(directory.resolve("out"));
        Settings settings = new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 1, null, data);
        Correction experiment = new Correction();
        Lab lab = new Lab(experiment, settings, out, NoProgress.NONE);
        assertThat(lab.publish("proposals-images.md")).isEmpty();
        experiment.check(settings);
        lab.measure(List.of(Correction.plan(lab, SMALL)));
        String text = lab.publish("proposals-images.md");
        assertThat(text)
                .contains("60 images of each kind are judged")
                .contains("| other test images | 0.", "| mixture | 0.", "| 20 proposals | 0.", "| 400 proposals | 0.")
                .contains("![Test images](correction-test.png)", "![Images of the mixture](correction-before.png)")
                .contains("![Images after most proposals](correction-after.png)")
                .contains("lbp experiment proposals-images --data DIR --budget quick --seed 1");
        assertThat(ImageIO.read(out.resolve("correction-after.png").toFile()).getWidth())
                .isEqualTo(8 * (4 * 21 + 4) + 4);
        experiment.measure(new Lab(experiment, settings, out, NoProgress.NONE)); // all cells are there
        assertThat(lab.publish("proposals-images.md")).isEqualTo(text);
    }

    @Test
    void missingImages_areRefused() throws IOException {
        Settings settings = new Settings(List.of(), Size.MEDIUM, List.of(), Budget.QUICK, 20, 1L, 1, null, directory);
        assertThatThrownBy(() -> new Correction().check(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must hold the folder binarized_mnist");
    }
}
