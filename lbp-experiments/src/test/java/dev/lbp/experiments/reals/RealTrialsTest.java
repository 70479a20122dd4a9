package dev.lbp.experiments.reals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.continuous.DensityModel;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class RealTrialsTest {

    @TempDir
    private Path directory;

    private Lab lab() throws IOException {
        Settings settings = new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 2, null, null);
        return new Lab(new RealTrials(), settings, directory, NoProgress.NONE);
    }

    /** Gradients beside difference quotients. */
    @ParameterizedTest
    @EnumSource
    void gradients_areDerivatives(RealCase kind) {
        int d = 4;
        DensityModel model = kind.model(d, 3.0);
        double[] x = {0.4, -1.3, 0.7, 2.1};
        double[] gradient =
                model.gradient(Nd4j.createFromArray(new double[][] {x})).toDoubleVector();
        double step = 1e-5;
        for (int i = 0; i < d; i++) {
            double[][] ends = {x.clone(), x.clone()};
            ends[0][i] += step;
            ends[1][i] -= step;
            INDArray logProb = model.logProb(Nd4j.createFromArray(ends));
            double slope = (logProb.getDouble(0) - logProb.getDouble(1)) / (2.0 * step);
            assertThat(gradient[i]).isCloseTo(slope, within(1e-7));
        }
    }

    /**
     * The first coordinate starts in equilibrium, or far away. The bounds are 5 standard errors of a root mean square.
     */
    @Test
    void starts_haveTheirWidths() {
        assertThat(width(RealCase.NARROW)).isCloseTo(0.1, within(0.1 * 5.0 / Math.sqrt(2.0 * 4_000)));
        assertThat(width(RealCase.DIAGONAL)).isCloseTo(10.0, within(10.0 * 5.0 / Math.sqrt(2.0 * 4_000)));
    }

    private static double width(RealCase kind) {
        var random = RandomSource.XO_SHI_RO_256_PP.create(4);
        double squares = 0.0;
        for (int k = 0; k < 4_000; k++) {
            double[] x = new double[3];
            kind.start(x, 10.0, random);
            squares += x[0] * x[0];
        }
        return Math.sqrt(squares / 4_000);
    }

    @Test
    void publish_allCells_hasTablesAndTheFigure() throws IOException {
        Lab lab = lab();
        assertThat(lab.publish("none.md")).isEmpty();
        CellTable table = RealTrials.table(lab);
        for (Row key : keys(lab)) {
            double narrow = key.number("narrow");
            table.add(key.with("steps", 500)
                    .with("s", 0.765)
                    .with("acceptance", narrow == 100.0 ? 0.0 : 0.5 / narrow)
                    .with("ejd", 0.384)
                    .with("ess", 2_060.0) // of 40 * 500 steps
                    .with("gap_mean", -0.25)
                    .with("sd", 2.5)
                    .with("seconds", 1.0));
        }
        assertThat(keys(lab)).isEmpty();
        new RealTrials().measure(lab); // nothing is missing
        assertThat(lab.publish("continuous.md"))
                .contains("| MALA | 0.765 | 0.3840 | 103.0 | 0.765 | 0.3840 | 103.0 | 0.765 | 0.3840 | 103.0 |")
                .contains("| Barker | 0.5000 | 0.1667 | 0.0500 | 0.0167 | 0.0000 |")
                .contains("| min(1,t) | 0.000 | 2.5000 | 103.0 |")
                .contains("| random walk | 0.500 | -0.25 | 2.50 | 103.0 |")
                .contains("`lbp experiment continuous --size small --budget quick --chains 20 --seed 1`");
        assertThat(Files.size(directory.resolve("continuous-small.png"))).isGreaterThan(10_000L);
    }

    @Test
    @Tag("slow")
    void measure_small_fillsEveryCell() throws IOException {
        Lab lab = lab();
        new RealTrials().measure(lab);
        assertThat(keys(lab)).isEmpty();
        assertThat(RealTrials.table(lab).rows()).hasSize((4 + RealTrials.NARROW.length + 1) * 5);
    }

    private static List<Row> keys(Lab lab) throws IOException {
        return new RealTrials().plans(lab).get(0).missing();
    }
}
