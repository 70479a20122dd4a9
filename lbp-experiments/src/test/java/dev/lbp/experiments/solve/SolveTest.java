package dev.lbp.experiments.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.Couplings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolveTest {

    @TempDir
    private Path directory;

    private static Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 1, null, null);
    }

    private static Row row(SolveCase of, SolveMethod method, int seed, double value, boolean hit, double seconds) {
        return Row.EMPTY
                .with("size", "small")
                .with("case", of.name())
                .with("method", method.name())
                .with("seed", seed)
                .with("nodes", 100)
                .with("edges", 200)
                .with("log_value", value)
                .with("hit", hit ? 1 : 0)
                .with("limit", 4.0)
                .with("cpu_seconds", seconds)
                .with("seconds", 2.0 * seconds);
    }

    /** 200 edges and log-probability 100: a cut of 150. A search without a hit counts as longer than all others. */
    @Test
    void publish_cutsMissesAndReads() throws IOException {
        Solve experiment = new Solve();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = Solve.table(lab);
        table.add(row(SolveCase.G22, SolveMethod.REFERENCE, 1, 100.0, false, 9.0));
        for (int seed = 1; seed <= 3; seed++) {
            table.add(row(SolveCase.G22, SolveMethod.SOLVER, seed, 98.0, seed != 2, seed));
            table.add(row(SolveCase.G22, SolveMethod.PLAIN, seed, 98.0, seed == 2, seed));
            table.add(row(SolveCase.G22, SolveMethod.ANNEAL, seed, 90.0, true, seed * 100 * 64 * 302 * 1e-9));
            table.add(row(SolveCase.DENSE, SolveMethod.READ_300, seed, 710.0 + 10.0 * seed, false, seed));
        }
        CellTable sets = Solve.setsTable(lab);
        for (int graph = 1; graph <= 2; graph++) {
            sets.add(Row.EMPTY
                    .with("size", "small")
                    .with("family", SolveSets.ER_800.name())
                    .with("graph", graph)
                    .with("nodes", 70 + 2 * graph)
                    .with("edges", 300)
                    .with("log_value", 20 + 4 * graph)
                    .with("cpu_seconds", 1.0)
                    .with("seconds", 2.0));
        }
        assertThat(lab.publish("solve.md"))
                .contains(
                        "| like G22 | 100, 200 | cut 150 | cut 149 | 3.00 (1.00 to over 4.00) | over 4.00 | 2 of 3 | 1 of 3 |")
                .contains("| like G22 | 4.0 | 2.00 (1.00 to 3.00) |")
                .contains("| Solver, 1 restart | 0.7300 (0.0058) | 0.9990 | 2.00 (1.00 to 3.00) |")
                .contains("| ER-[700-800], p = .15 | 2 | 73.0 (1.0) | 26.0 (2.0) | 1.00 |")
                .contains("`lbp experiment solve --size small --budget quick --chains 20 --seed 1`");
    }

    @Test
    void instance_hasDistinctPairs_ofTheNumberThatItSays() {
        for (SolveCase of : SolveCase.values()) {
            SolveCase.Instance instance = of.instance(settings());
            Couplings couplings = instance.model.couplings();
            assertThat(couplings.count()).as(of.name()).isEqualTo(instance.edges); // pairs drawn twice would be one
            for (int i = 0; i < instance.nodes && of == SolveCase.G32; i++) {
                assertThat(couplings.degree(i)).isEqualTo(4);
            }
        }
    }
}
