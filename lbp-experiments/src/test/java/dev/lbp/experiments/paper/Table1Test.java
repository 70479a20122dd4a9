package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.PaperTargetTest;
import dev.lbp.experiments.frame.Progress;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Table1Test {

    @TempDir
    private Path directory;

    private static Settings settings(int threads, Path rbm, TargetKind... targets) {
        return new Settings(
                List.of(targets), Size.SMALL, List.of(PaperConfiguration.C2), Budget.QUICK, 4, 1L, threads, rbm, null);
    }

    private Lab lab(Settings settings) throws IOException {
        return new Lab(new Table1(), settings, directory, NoProgress.NONE);
    }

    private static Row find(CellTable cells, PaperTarget target, Table1.Method method) {
        return cells.find(target.key().with("sampler", method)).orElseThrow();
    }

    @Test
    void measure_smallTargets_fillsTheTable() throws IOException {
        Lab lab = lab(settings(2, null, TargetKind.BERNOULLI, TargetKind.ISING));
        new Table1().measure(lab);
        CellTable cells = Table1.cells(lab);
        assertThat(cells.rows()).hasSize(12);
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            Row walk = find(cells, target, Table1.Method.RWM_1);
            Row informed = find(cells, target, Table1.Method.LBP_1);
            Row adaptive = find(cells, target, Table1.Method.ALBP);
            Row grid = find(cells, target, Table1.Method.GLBP);
            assertThat(walk.number("R")).isEqualTo(1.0);
            assertThat(informed.number("R")).isEqualTo(1.0);
            // Steps of one site move it or not: EJD is the share that was accepted, near the acceptance rate. Its
            // variance is at
            // most a quarter; over 4 chains of 200 steps or more a standard error of 0.018, six of which are 0.11.
            assertThat(walk.number("ejd")).isCloseTo(walk.number("acceptance"), within(0.11));
            assertThat(informed.number("ejd")).isGreaterThan(0.85);
            assertThat(grid.number("R")).isBetween(0.4 * adaptive.number("R"), 2.5 * adaptive.number("R"));
            assertThat(grid.number("search_seconds")).isPositive();
            assertThat(adaptive.number("search_seconds")).isZero();
            // Of two scales so far apart one has two thirds of the other's EJD or more by equation 8; chance adds less.
            assertThat(grid.number("ejd")).isBetween(0.5 * adaptive.number("ejd"), 2.0 * adaptive.number("ejd"));
            assertThat(adaptive.number("steps")).isEqualTo(target.steps() / 10.0);
        }
        String text = new Table1().publish(lab);
        assertThat(text)
                .contains("| Bernoulli N=100 C2 | RWM-1 | 400 | 1.0 | 0.", "- Ising N=400 C2: ALBP moves ")
                .contains("under 30: there the rule flatters", "](table1-small.png)")
                .contains("`lbp experiment table1 --target bernoulli,ising");
        assertThat(directory.resolve("table1-small.png")).isNotEmptyFile();
        List<String> before = Files.readAllLines(directory.resolve("cells.csv"));
        new Table1().measure(lab(settings(1, null, TargetKind.BERNOULLI, TargetKind.ISING)));
        assertThat(Files.readAllLines(directory.resolve("cells.csv"))).isEqualTo(before);
    }

    /** Three sites: grids reach beyond what a scale can be. */
    @Test
    void measure_tinyRbm_fillsTheTable() throws IOException {
        Path rbm = PaperTargetTest.archive(directory, "weights", 3, 2, new float[] {1, 2, -1, 0, 0.5f, -2});
        Lab lab = lab(settings(2, rbm, TargetKind.RBM));
        new Table1().measure(lab);
        assertThat(Table1.cells(lab).rows()).hasSize(6).allMatch(row -> row.number("R") <= 1.5);
        assertThat(new Table1().publish(lab)).contains("| RBM 3x2 | ALBP | 4,000 |", "| 26.07 | 25.59 | 144.03 |");
    }

    @Test
    void figures_ofThePaper_areInTheTable() {
        assertThat(PaperFigures.of(TargetKind.ISING, "ALBP").orElseThrow())
                .isEqualTo(new PaperFigures(96.23, 821.06, 124.37));
        assertThat(PaperFigures.of(TargetKind.RBM, "GLBP").orElseThrow().seconds())
                .isEqualTo(119.38);
        assertThat(PaperFigures.of(TargetKind.BERNOULLI, "Gibbs")).isEmpty();
        assertThat(Stream.of(Table1.Method.values()))
                .allMatch(method ->
                        PaperFigures.of(TargetKind.FHMM, method.toString()).isPresent());
    }

    @Test
    void around_aMiddle_isGeometricWithinBounds() {
        assertThat(Table1.around(100.0, 2.0, 5, 1_000.0)).containsExactly(25.0, 50.0, 100.0, 200.0, 400.0);
        assertThat(Table1.around(3.0, 2.0, 5, 5.0)).containsExactly(1.0, 1.5, 3.0, 5.0);
        assertThat(Table1.around(1.0, 2.0, 3, 1.0)).containsExactly(1.0);
    }

    /** A long run that was interrupted leaves a checkpoint, from which the next one gets to the same result. */
    @Test
    void runSaved_interrupted_goesOnToTheSameResult() throws IOException {
        Settings settings = settings(2, null, TargetKind.BERNOULLI);
        PaperTarget target = settings.instances(TargetKind.BERNOULLI).get(0);
        SampleResult whole = run(target).run();
        Thread caller = Thread.currentThread();
        Lab interrupting = new Lab(new Table1(), settings, directory, new Progress() {
            @Override
            public void expect(double work) {}

            @Override
            public SamplingListener begin(String task, double work) {
                return new SamplingListener() {
                    @Override
                    public void drawsProgress(long taken, long total) {
                        caller.interrupt();
                    }
                };
            }
        });
        assertThatThrownBy(() -> interrupting.runSaved("a", 1e3, run(target))).isInstanceOf(RunInterrupted.class);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".checkpoint")))
                    .hasSize(1);
        }
        SampleResult resumed = lab(settings).runSaved("a", 1e3, run(target));
        assertThat(resumed.traces().get("hamming")).isDeepEqualTo(whole.traces().get("hamming"));
        assertThat(resumed.finalStates()).isDeepEqualTo(whole.finalStates());
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().contains(".checkpoint")))
                    .isEmpty();
        }
    }

    /** So long that it is asked for its progress, ten times a second, before it has ended. */
    private static SamplingRun run(PaperTarget target) {
        return Samplers.lbp()
                .build()
                .sample(target.model())
                .chains(3)
                .warmup(100)
                .draws(150_000)
                .seed(9L);
    }
}
