package dev.lbp.experiments.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabTest {

    @TempDir
    private Path directory;

    private final List<String> tasks = new ArrayList<>();

    /** RWM at two scales. */
    private static final class TwoScales extends Experiment {

        TwoScales() {
            super("two-scales", "To have one.", TargetKind.values());
        }

        private static CellTable cells(Lab lab) throws IOException {
            return lab.table("cells", "target size config scale", Outcome.COLUMNS);
        }

        @Override
        public List<CellPlan> plans(Lab lab) throws IOException {
            return List.of(CellPlan.of(cells(lab), lab.targetKeys())
                    .axis("scale", 1, 2)
                    .measured(key -> {
                        PaperTarget target = key.part(PaperTarget.class);
                        int scale = key.whole("scale");
                        return lab.fromBurnIn(
                                        "R " + scale + " " + target.id(),
                                        target,
                                        Samplers.rwm().scale(scale).build(),
                                        scale)
                                .addTo(key);
                    }));
        }

        @Override
        public String publish(Lab lab) throws IOException {
            Rows rows = lab.rows(cells(lab));
            return rows.isEmpty() ? "" : rows.size() + " cells\n\n" + lab.provenance(rows);
        }
    }

    private static Settings settings(long seed, int threads, PaperConfiguration... configurations) {
        return new Settings(
                List.of(TargetKind.BERNOULLI),
                Size.SMALL,
                List.of(configurations),
                Budget.QUICK,
                4,
                seed,
                threads,
                null,
                null);
    }

    private Lab lab(Settings settings) throws IOException {
        return new Lab(new TwoScales(), settings, directory, new Progress() {
            @Override
            public void expect(double work) {}

            @Override
            public SamplingListener begin(String task, double work) {
                tasks.add(task);
                return new SamplingListener() {};
            }
        });
    }

    private String cells() throws IOException {
        return Files.readString(directory.resolve("cells.csv"));
    }

    @Test
    void measure_again_runsNothing() throws IOException {
        Settings settings = settings(1L, 2, PaperConfiguration.C2);
        new TwoScales().measure(lab(settings));
        assertThat(tasks)
                .containsExactly("burn-in of Bernoulli N=100 C2", "R 1 Bernoulli N=100 C2", "R 2 Bernoulli N=100 C2");
        tasks.clear();
        String before = cells();
        new TwoScales().measure(lab(settings));
        assertThat(tasks).isEmpty();
        assertThat(cells()).isEqualTo(before);
    }

    /** What is left of the run and what another process adds are as one run would have them, whatever the threads. */
    @Test
    void measure_interruptedRun_goesOnAsIfItHadNotBeen() throws IOException {
        new TwoScales().measure(lab(settings(1L, 2, PaperConfiguration.C2)));
        String whole = withoutSeconds(cells());
        List<String> lines = cells().lines().toList();
        Files.writeString(directory.resolve("cells.csv"), lines.get(0) + "\n" + lines.get(1) + "\n");
        new TwoScales().measure(lab(settings(1L, 1, PaperConfiguration.C2)));
        assertThat(withoutSeconds(cells())).isEqualTo(whole);
    }

    private static String withoutSeconds(String csv) {
        return csv.replaceAll("(?m),[^,]*$", "");
    }

    @Test
    void measure_underAnInterruptedThread_keepsWhatIsDone() throws IOException {
        Lab lab = lab(settings(1L, 2, PaperConfiguration.C2));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new TwoScales().measure(lab)).isInstanceOf(RunInterrupted.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(lab.publish("two.md")).isEmpty();
        assertThat(directory.resolve("two.md")).doesNotExist();
    }

    /**
     * Learning, for example, has runs inside: an interrupted one leaves too few draws, so that the work fails or its
     * result is of no use.
     */
    @Test
    void task_underAnInterruptedThread_isAbandoned() throws IOException {
        Lab lab = lab(settings(1L, 2, PaperConfiguration.C2));
        assertThat(lab.task("whole", 1.0, () -> 3)).isEqualTo(3);
        assertThatThrownBy(() -> lab.task("cut", 1.0, () -> {
                    Thread.currentThread().interrupt();
                    return 3;
                }))
                .isInstanceOf(RunInterrupted.class);
        assertThatThrownBy(() -> lab.task("failed", 1.0, () -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("too few draws");
                }))
                .isInstanceOf(RunInterrupted.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThatThrownBy(() -> lab.task("wrong", 1.0, () -> {
                    throw new IllegalStateException("a reason of its own");
                }))
                .hasMessage("a reason of its own");
    }

    @Test
    void lab_otherConfiguration_sharesTheDirectory() throws IOException {
        new TwoScales().measure(lab(settings(1L, 2, PaperConfiguration.C2)));
        tasks.clear();
        Lab both = lab(settings(1L, 2, PaperConfiguration.C1, PaperConfiguration.C2));
        new TwoScales().measure(both);
        assertThat(tasks).hasSize(3).allMatch(task -> task.endsWith("C1"));
        assertThat(both.publish("two.md"))
                .startsWith("4 cells")
                .contains("`lbp experiment two-scales --target bernoulli --size small --config C1,C2 --budget quick"
                        + " --chains 4 --seed 1`");
        assertThat(lab(settings(1L, 2, PaperConfiguration.C1)).publish("one.md"))
                .startsWith("2 cells");
    }

    @Test
    void lab_otherSeed_isRefusedOnceThereIsACell() throws IOException {
        Lab first = lab(settings(1L, 2, PaperConfiguration.C2));
        CellTable cells = first.table("cells", "key", "figure");
        assertThat(first.files()).isEmpty();
        lab(settings(2L, 2, PaperConfiguration.C2));
        cells.add(Row.EMPTY.with("key", "a").with("figure", 1.0));
        assertThat(first.files()).containsExactly("cells.csv");
        assertThatThrownBy(() -> lab(settings(2L, 2, PaperConfiguration.C2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a directory without cells of other settings")
                .hasMessageContaining("chains=4 seed=1")
                .hasMessageContaining("chains=4 seed=2");
    }

    /**
     * P(min(1, alpha) = 1) and so the acceptance of RWM-1 is 0.30 on C2, whatever the state: in equilibrium from the
     * first step.
     */
    @Test
    void fromBurnIn_measuresInEquilibrium() throws IOException {
        Settings settings = new Settings(
                List.of(TargetKind.TWO_VALUED),
                Size.SMALL,
                List.of(PaperConfiguration.C2),
                Budget.PAPER,
                40,
                3L,
                2,
                null,
                null);
        Lab lab = lab(settings);
        PaperTarget target = settings.instances(TargetKind.TWO_VALUED).get(0);
        Outcome outcome = lab.fromBurnIn("a", target, Samplers.rwm().scale(1).build(), 1.0);
        // Six standard errors: a false failure in 1e-7 of seeds, with 39 degrees of freedom in 5e-7.
        assertThat(outcome.acceptance().mean())
                .isCloseTo(0.30, within(6.0 * outcome.acceptance().error()));
        assertThat(outcome.acceptance().error()).isLessThan(0.005);
        assertThat(outcome.scale()).isEqualTo(1.0);
    }

    @Test
    void estimate_ofValues_isMeanAndStandardError() {
        Estimate estimate = Estimate.of(new double[] {1.0, 2.0, 6.0});
        assertThat(estimate.mean()).isEqualTo(3.0);
        // Squares 4 + 1 + 9 = 14 about the mean; variance 7; of the mean 7/3.
        assertThat(estimate.error()).isCloseTo(Math.sqrt(7.0 / 3.0), within(1e-15));
        assertThat(estimate).hasToString("3.0 (1.5)");
        assertThat(new Estimate(96.8312, 0.1234)).hasToString("96.83 (0.12)");
        assertThat(new Estimate(1234.4, 25.0)).hasToString("1,234 (25)");
        assertThat(Estimate.of(new double[] {Double.NaN, 1.0})).hasToString("-");
    }
}
