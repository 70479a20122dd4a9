package dev.lbp.experiments.alternatives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.PaperTargetTest;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.PaperConfiguration;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AlternativesTest {

    @TempDir
    private Path directory;

    private Lab lab(Path rbm) throws IOException {
        Settings settings = new Settings(
                List.of(TargetKind.BERNOULLI, TargetKind.RBM),
                Size.SMALL,
                List.of(PaperConfiguration.C2),
                Budget.QUICK,
                4,
                1L,
                2,
                rbm,
                null);
        return new Lab(new Alternatives(), settings, directory, NoProgress.NONE);
    }

    @Test
    void measure_smallTargets_comparesWhatFits() throws IOException {
        Path rbm = PaperTargetTest.archive(directory, "weights", 3, 2, new float[] {1, 2, -1, 0, 0.5f, -2});
        Lab lab = lab(rbm);
        new Alternatives().measure(lab);
        List<Row> rows = Alternatives.cells(lab).rows();
        List<PaperTarget> targets = lab.settings().instances(TargetKind.values());
        // All but block Gibbs on independent sites; on the RBM all but coloured Gibbs and the two that a step of O(R)
        // suits.
        assertThat(rows).hasSize((8 + 6) * Alternatives.REPETITIONS);
        assertThat(targets.get(0).model()).isNotInstanceOf(dev.lbp.target.LayeredModel.class);
        for (Row row : rows) {
            double most = 4.0 * row.number("draws");
            // Bulk ESS can exceed the draws where they are antithetic, but not by more than its logarithm to base 10.
            assertThat(row.number("ess_logProb")).isBetween(1.0, most * Math.log10(most));
            assertThat(row.number("ess_hamming")).isBetween(1.0, most * Math.log10(most));
            assertThat(row.number("seconds")).isPositive();
            boolean gibbs = row.text("sampler").contains("GIBBS");
            assertThat(row.number("acceptance")).isGreaterThan(0.05);
            if (gibbs) {
                assertThat(row.number("acceptance")).isEqualTo(1.0);
            }
        }
        // Sweeps of independent sites are independent draws: a site flips with probability 2 p (1 - p), at most 1/2.
        // Over 4 x 40 sweeps of 100 sites a standard error of at most .0040 x 100, six of which are 2.4 sites.
        double distance = Arrays.stream(((BernoulliModel) targets.get(0).model()).probabilities())
                .map(p -> 2.0 * p * (1.0 - p))
                .sum();
        for (Rival rival : List.of(Rival.ORDERED_GIBBS, Rival.COLOURED_GIBBS)) {
            Row row = Alternatives.cells(lab)
                    .find(targets.get(0).key().with("sampler", rival).with("repetition", 3))
                    .orElseThrow();
            assertThat(row.number("ejd")).isCloseTo(distance, within(2.4));
        }
        String text = new Alternatives().publish(lab);
        assertThat(text)
                .contains("| Bernoulli N=100 C2 | LBP adaptive() | ", "| RBM 3x2 | Gibbs block | - | - |")
                .containsPattern("\\| Gibbs coloured \\| - \\| - \\| 4\\d\\.\\d \\| 40 \\|")
                .contains(
                        "- Bernoulli N=100 C2: most by ",
                        "| 1.00 |",
                        "![Effective samples per second, Bernoulli](alternatives-bernoulli-small.png)");
        BufferedImage picture =
                ImageIO.read(directory.resolve("alternatives-rbm-small.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(620);
        List<String> before = Files.readAllLines(directory.resolve("cells.csv"));
        new Alternatives().measure(lab(rbm));
        assertThat(Files.readAllLines(directory.resolve("cells.csv"))).isEqualTo(before);
    }

    /** Half a table, as an interruption leaves it, still has a text. */
    @Test
    void publish_someCells_showsThem() throws IOException {
        Lab lab = lab(null);
        CellTable cells = Alternatives.cells(lab);
        PaperTarget target = lab.settings().instances(TargetKind.BERNOULLI).get(0);
        for (int repetition = 1; repetition <= 2; repetition++) {
            cells.add(row(target, Rival.RWM, repetition, 40.0 * repetition, 16.0));
            cells.add(row(target, Rival.RANDOM_GIBBS, repetition, 80.0 * repetition, 30.0));
            cells.add(row(target, Rival.ORDERED_GIBBS, repetition, 10.0, 28.0));
        }
        assertThat(new Alternatives().publish(lab))
                // 40 and 80 per second are 60 (20), less than two standard errors of the difference, 22, above 30 (10),
                // and more above 5 (0).
                // 20 and 40 per second: a mean of 30, a standard error of 10. Of 16 effective samples 4 chains have
                // less than 5 each.
                .contains(
                        "| Bernoulli N=100 C2 | RWM | 2.0 | 0.300 | 0.6 | 100 | 2.00 | 30 (10) | 8.000* | - | - |",
                        "* Fewer than five")
                .contains("most by log-probability: RWM or Gibbs random; by Hamming distance: Gibbs random.");
    }

    /**
     * The slower statistic has 10, 20 and 30 a second against 10, though the machine is busy during the second
     * repetition.
     */
    @Test
    void relative_repetitions_isTheMedianOfTheirRatios() {
        PaperTarget target = PaperTarget.of(TargetKind.BERNOULLI, Size.SMALL, PaperConfiguration.C2, 1L, null);
        List<Row> base = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            double seconds = repetition == 2 ? 4.0 : 2.0;
            base.add(row(target, Rival.LBP, repetition, 20.0, 30.0).with("seconds", seconds));
            rows.add(row(target, Rival.RWM, repetition, 80.0, 20.0 * repetition).with("seconds", seconds));
        }
        Standing lbp = Standing.of(target, Rival.LBP, new Rows(base));
        Standing rwm = Standing.of(target, Rival.RWM, new Rows(List.of(rows.get(2), rows.get(0), rows.get(1))));
        assertThat(rwm.relative(lbp, "seconds")).isEqualTo("2.00 (1.00 to 3.00)");
        assertThat(rwm.relative(lbp, "steps")).isEqualTo("2.00 (1.00 to 3.00)");
        assertThat(lbp.relative(lbp, "seconds")).isEqualTo("1.00");
        assertThat(rwm.relative(Standing.of(target, Rival.LBP, new Rows(base.subList(0, 1))), "seconds"))
                .isEqualTo("1.00");
    }

    private static Row row(PaperTarget target, Rival rival, int repetition, double ofLogProb, double ofHamming) {
        return target.key()
                .with("sampler", rival)
                .with("repetition", repetition)
                .with("R", 2.0)
                .with("acceptance", 0.3)
                .with("ejd", 0.6)
                .with("steps", 100)
                .with("draws", 100)
                .with("ess_logProb", ofLogProb)
                .with("ess_hamming", ofHamming)
                .with("seconds", 2.0);
    }
}
