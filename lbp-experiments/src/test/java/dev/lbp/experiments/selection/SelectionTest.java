package dev.lbp.experiments.selection;

import static org.assertj.core.api.Assertions.assertThat;

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

class SelectionTest {

    @TempDir
    private Path directory;

    private Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 2, null, null);
    }

    /** Cells whose errors grow with the repetition. */
    @Test
    void publish_allCells_hasMedians() throws IOException {
        Selection experiment = new Selection();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = Selection.table(lab);
        for (SelectionCase kind : SelectionCase.values()) {
            for (int repetition = 1; repetition <= Selection.REPETITIONS; repetition++) {
                for (SelectionSampler sampler : SelectionSampler.values()) {
                    boolean averaged = sampler == SelectionSampler.LBP_1;
                    table.add(Row.EMPTY
                            .with("size", "small")
                            .with("case", kind.name())
                            .with("instance", 1)
                            .with("repetition", repetition)
                            .with("sampler", sampler.name())
                            .with("p", 500)
                            .with("uncertain", 12)
                            .with("reference_error", 0.0002)
                            .with("R", 1.0)
                            .with("us_per_step", 6.5)
                            .with("acceptance", 0.75)
                            .with("counted_rmse", 0.01 * repetition)
                            .with("counted_largest", 0.3)
                            .with("averaged_rmse", averaged ? 0.001 * repetition : Double.NaN)
                            .with("averaged_largest", averaged ? 0.02 : Double.NaN)
                            .with("cpu_seconds", 0.25)
                            .with("seconds", 0.6));
                }
            }
        }
        experiment.measure(lab); // nothing is missing
        assertThat(lab.publish("selection.md"))
                .contains(
                        "### AR(.6), SNR 2, n = 500, p = 500\n\nUncertain variables: 12.0; error of the long run: 0.000200.")
                .contains("| LBP, R = 1 | 1.0 | 6.5 | 0.3 | 0.750 | 0.0200 (0.0100 to 0.0300) | 0.00200 (0.00100 to"
                        + " 0.00300) | 0.00100 | 0.0200 |")
                .contains(
                        "| add-delete-swap Metropolis | 1.0 | 6.5 | 0.3 | 0.750 | 0.0200 (0.0100 to 0.0300) | - | 0.01000 | 0.300 |")
                .contains("`lbp experiment selection --size small --budget quick --chains 20 --seed 1`");
    }

    @Test
    @Tag("slow")
    void measure_small_fillsEveryCell() throws IOException {
        Selection experiment = new Selection();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        experiment.measure(lab);
        assertThat(Selection.table(lab).rows())
                .hasSize(SelectionCase.values().length * Selection.REPETITIONS * SelectionSampler.values().length);
        assertThat(lab.publish("selection.md")).contains("| weighted tempered Gibbs |");
    }
}
