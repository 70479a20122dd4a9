package dev.lbp.experiments.cover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoverTest {

    @TempDir
    private Path directory;

    private Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 2, null, null);
    }

    /** Cells whose effective sample sizes grow with the repetition; Gibbs has half of those of LBP. */
    @Test
    void publish_allCells_hasMediansAndRatios() throws IOException {
        Cover experiment = new Cover();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = Cover.table(lab);
        for (int repetition = 1; repetition <= Lab.SEEDS; repetition++) {
            for (CoverSampler sampler : CoverSampler.values()) {
                double size =
                        sampler == CoverSampler.RWM ? Double.NaN : sampler == CoverSampler.GIBBS ? 500.0 : 1_000.0;
                table.add(Row.EMPTY
                        .with("size", "small")
                        .with("repetition", repetition)
                        .with("sampler", sampler.name())
                        .with("sets", 400)
                        .with("found", repetition + 5)
                        .with("R", 1.0)
                        .with("us_per_step", 10.0)
                        .with("acceptance", 0.75)
                        .with("ess_log_prob", repetition * size)
                        .with("rmse", 0.001)
                        .with("deviation", sampler == CoverSampler.RWM ? 1e9 : 2.5)
                        .with("cpu_seconds", 4.0)
                        .with("seconds", 2.0));
            }
        }
        experiment.measure(lab); // nothing is missing
        assertThat(lab.publish("cover.md"))
                .contains("Medians over 5 instances")
                .contains("| LBP, R = 1 | 1.0 | 10.0 | 0.75 | 750 (250 to 1,250) | 2.00 | 0.00200 | 2.50 |")
                .contains("| Gibbs in order | 1.0 | 10.0 | 0.75 | 375 (125 to 625) | 1.00 | 0.00200 | 2.50 |")
                .contains("| RWM, R = 1 | 1.0 | 10.0 | 0.75 | 0.00 | 0.00 | 0.00200 | stuck |")
                .contains("with a probability above .9: 8.00 (6.00 to 10.0).")
                .contains("`lbp experiment cover --size small --budget quick --chains 20 --seed 1`");
    }

    /** An estimate that never changed has no error; a figure of the table is a number for all of them. */
    @Test
    void inErrors_noError_isFinite() {
        assertThat(CoverInstance.inErrors(0.1, 0.03, 0.04)).isCloseTo(2.0, within(1e-12));
        assertThat(CoverInstance.inErrors(0.1, Double.NaN, 0.05)).isEqualTo(2.0);
        assertThat(CoverInstance.inErrors(0.1, 0.05, Double.NaN)).isEqualTo(2.0);
        assertThat(CoverInstance.inErrors(1e-17, Double.NaN, Double.NaN)).isZero();
    }

    @Test
    @Tag("slow")
    void measure_small_fillsEveryCell() throws IOException {
        Cover experiment = new Cover();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        experiment.measure(lab);
        assertThat(Cover.table(lab).rows()).hasSize(Lab.SEEDS * CoverSampler.values().length);
        assertThat(lab.publish("cover.md")).contains("| LBP, R = 1, conditionals |");
    }
}
