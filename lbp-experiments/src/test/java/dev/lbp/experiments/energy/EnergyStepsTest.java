package dev.lbp.experiments.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.data.ImageSet.Part;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyStepsTest {

    @TempDir
    private Path directory;

    private Settings settings(Budget budget) {
        return new Settings(List.of(), Size.MEDIUM, List.of(), budget, 20, 1L, 2, null, directory);
    }

    /**
     * A training is as good as its steps, and adaptive ones as good as eight times as many; the fewest diverge. LBP of
     * scale 1 with most steps is the best of all on Caltech with seed 2.
     */
    private static Row measured(Row key) {
        EnergySampler sampler = key.part(EnergySampler.class);
        boolean adaptive = sampler == EnergySampler.ALBP_B || sampler == EnergySampler.ALBP_S;
        double effective = key.number("steps") * (adaptive ? 8.0 : 1.0);
        boolean diverged = effective < 10.0;
        boolean best = sampler == EnergySampler.LBP_S_1
                && key.whole("steps") == 80
                && key.part(DataSet.class) == DataSet.CALTECH
                && key.whole("repetition") == 2;
        Row row = key;
        for (String figure : EnergyTrial.FIGURES.split(" ")) {
            row = row.with(
                    figure,
                    switch (figure) {
                        case EnergyTrial.DIVERGED -> diverged ? 77 : 0;
                        case EnergyTrial.LOG_LIKELIHOOD ->
                            diverged ? Double.NaN : -100.0 - 400.0 / effective + (best ? 10.0 : 0.0);
                        case EnergyTrial.BASE -> diverged ? Double.NaN : -200.0;
                        case EnergyTrial.WEIGHTS -> key.whole("repetition") == 1 ? 30.0 : 3.0;
                        default -> 0.5;
                    });
        }
        return row;
    }

    @Test
    void publish_allCells_hasCurvesThresholdsAndThePaper() throws IOException {
        EnergySteps experiment = new EnergySteps();
        Lab lab = new Lab(experiment, settings(Budget.QUICK), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = EnergySteps.table(lab);
        for (Row key : keys(lab)) {
            table.add(measured(key));
        }
        experiment.measure(lab); // nothing is missing, so no images are needed
        String text = lab.publish("energy-steps.md");
        // Of seed 1 quotable, of seed 2 not; 8 k = 16: -125, 40: -110; the best at 80 steps is -100.6.
        assertThat(text)
                .contains("| static MNIST | ALBP_b | -125.0, -125.0* | -110.0, -110.0* |")
                .contains("| Caltech | LBP_s-1 | diverged at update 77, diverged at update 77 | diverged at update 77,")
                .contains("| static MNIST | seed 1 | 80 | 10 | 80 | 10 |")
                .contains("| static MNIST | the paper's | 90 | 20 | 40 | 15 |")
                .contains("| Caltech | seed 2 | over 80 | over 80 | 80 | over 80 |")
                .contains("| Caltech | the paper's | 100 | 60 | 80 | 30 |")
                .contains("| Gibbs | 1 | 784 |")
                .contains("lbp experiment energy-steps --data DIR --budget quick --seed 1");
        assertThat(directory.resolve("energy-steps.png")).exists();
    }

    @Test
    void publish_someCells_leavesTheOthersOut() throws IOException {
        Lab lab = new Lab(new EnergySteps(), settings(Budget.PAPER), directory, NoProgress.NONE);
        EnergySteps.table(lab).add(measured(keys(lab).get(0)));
        assertThat(lab.publish("energy-steps.md"))
                .contains("| Omniglot | ALBP_b | - | - |", "| Omniglot | seed 1 | over 100 |");
    }

    private static List<Row> keys(Lab lab) throws IOException {
        return new EnergySteps().plans(lab).get(0).missing();
    }

    private List<String> keys(Budget budget) throws IOException {
        return keys(new Lab(new EnergySteps(), settings(budget), directory, NoProgress.NONE)).stream()
                .map(Row::toString)
                .toList();
    }

    /**
     * The quick budget of four samplers, six numbers of steps, two data sets and two seeds; the paper's of all four
     * data sets.
     */
    @Test
    void plans_quick_areTheGridAndTheRivals() throws IOException {
        List<String> keys = keys(Budget.QUICK);
        assertThat(keys).hasSize(4 * 6 * 2 * 2 + EnergySteps.RIVALS.size()).doesNotHaveDuplicates();
        assertThat(keys.get(0)).isEqualTo("{data=static MNIST, sampler=LBP_b-1, steps=80, repetition=1}");
        assertThat(keys.get(keys.size() - 1)).isEqualTo("{data=static MNIST, sampler=Gibbs, steps=1, repetition=1}");
        assertThat(keys(Budget.PAPER))
                .hasSize(4 * 10 * 4 * 3 + EnergySteps.RIVALS.size())
                .doesNotHaveDuplicates();
    }

    @Test
    void check_folderThatIsMissing_isRefused() throws IOException {
        Path mnist = Files.createDirectory(directory.resolve("binarized_mnist"));
        Files.writeString(mnist.resolve("a_train.amat"), "0 1 1 0\n");
        Files.writeString(mnist.resolve("a_test.amat"), "0 1 1 0\n");
        for (Experiment experiment : List.of(new EnergySteps(), new EnergyTrain())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> experiment.check(settings(Budget.QUICK)))
                    .withMessage("must hold the folder caltech28, of Caltech: --data=" + directory);
        }
        Path caltech = Files.createDirectory(directory.resolve("caltech28"));
        Files.writeString(caltech.resolve("train.amat"), "0 1 1 0\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new EnergySteps().check(settings(Budget.QUICK)))
                .withMessage("must hold images to judge by, such as test-images-idx3-ubyte: --data=" + caltech);
    }

    /** Silhouettes are inverted: what is 1 in the file is 0. */
    @Test
    void dataSet_caltech_isInverted() throws IOException {
        Path caltech = Files.createDirectory(directory.resolve("caltech28"));
        Files.writeString(caltech.resolve("train.amat"), "0 1 1 0\n");
        Files.writeString(caltech.resolve("test.amat"), "1 1 1 0\n");
        assertThat(DataSet.CALTECH.read(directory).judging(Part.TEST).orElseThrow())
                .isDeepEqualTo(new byte[][] {{0, 0, 0, 1}});
    }
}
