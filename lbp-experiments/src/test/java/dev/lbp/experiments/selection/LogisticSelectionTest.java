package dev.lbp.experiments.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogisticSelectionTest {

    @TempDir
    private Path directory;

    @Test
    void publish_allCells_hasMedians() throws IOException {
        LogisticSelection experiment = new LogisticSelection();
        Settings settings = new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 1, null, null);
        Lab lab = new Lab(experiment, settings, directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        for (double signal : new double[] {1.0, 0.3}) {
            for (LogisticSelection.Chain chain : LogisticSelection.Chain.values()) {
                boolean informed = chain == LogisticSelection.Chain.INFORMED;
                LogisticSelection.table(lab)
                        .add(Row.EMPTY
                                .with("signal", signal)
                                .with("repetition", 1)
                                .with("chain", chain.name())
                                .with("uncertain", 34)
                                .with("reference_error", 0.0003)
                                .with("steps", 30_000)
                                .with("us_per_step", 165)
                                .with("acceptance", 0.92)
                                .with("counted_rmse", 0.004)
                                .with("averaged_rmse", informed ? 0.0005 : Double.NaN)
                                .with("cpu_seconds", 5.0)
                                .with("seconds", 6.0));
            }
        }
        LogisticSelection.enumeration(lab)
                .add(Row.EMPTY.with("p", 15).with("cpu_seconds", 4.3).with("seconds", 4.4));
        experiment.measure(lab); // nothing is missing
        assertThat(lab.publish("selection.md"))
                .contains("### Signal 0.3\n\nUncertain variables: 34")
                .contains("| LBP, R = 1, swaps in 1 of 4 steps | 30,000 | 165 | 5.0 | 0.920 | 0.00400 | 0.000500 |")
                .contains("| add-delete-swap Metropolis | 30,000 | 165 | 5.0 | 0.920 | 0.00400 | - |")
                .contains("All 2^15 models of the first 15 columns, signal 1.0: 4.3 s.");
    }
}
