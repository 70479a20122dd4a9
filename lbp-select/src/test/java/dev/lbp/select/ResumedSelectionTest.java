package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.select.prior.Inclusion;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selections that go on from a checkpoint. */
class ResumedSelectionTest {

    private static final Regressions DATA = Regressions.autoregressive(40, 60, 0.6, 4L);

    /** Draws in a new state from one copy of a checkpoint to the next. */
    private static final int COPY_EVERY = 150;

    @TempDir
    private Path directory;

    private static VariableSelection selection(Regressions data) {
        return data.selection()
                .inclusion(Inclusion.expectedSize(4))
                .sampling(run -> run.chains(2).warmup(300).draws(2_000))
                .seed(6);
    }

    private static VariableSelection selection(boolean untilError) {
        VariableSelection selection = selection(DATA);
        return untilError ? selection.untilPipError(0.006, 2_000) : selection;
    }

    /** The tables of a result by their names. */
    private Map<String, String> tables(SelectionResult result) throws IOException {
        Path out = Files.createTempDirectory(directory, "out");
        result.exportCsv(out);
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                tables.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(tables)
                .containsOnlyKeys(
                        "inclusion.csv", "models.csv", "coefficients.csv", "sizes.csv", "pairs.csv", "sets.csv");
        return tables;
    }

    /** Copies the checkpoint at each report of progress: a kill at that moment leaves the same file. */
    private final class Copies implements SamplingListener {

        private final Path file;
        private final List<Path> copies = new ArrayList<>();

        Copies(Path file) {
            this.file = file;
        }

        @Override
        public void warmUpProgress(long steps, long total, double scale, double acceptance) {
            copy();
        }

        @Override
        public void drawsProgress(long steps, long total) {
            copy();
        }

        void copy() {
            if (!Files.exists(file)) {
                return;
            }
            try {
                copies.add(Files.copy(file, directory.resolve("copy" + copies.size())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resume_afterAKillAtAnyMoment_givesTheSameTables(boolean untilError) throws IOException {
        SelectionResult whole = selection(untilError).run();
        assertThat(whole.run().orElseThrow().stopReason())
                .isEqualTo(untilError ? StopReason.CONVERGED : StopReason.DRAWS);
        assertThat(whole.run().orElseThrow().draws()).isGreaterThanOrEqualTo(untilError ? 2_001 : 2_000);
        Map<String, String> tables = tables(whole);
        Path file = directory.resolve("run");
        Copies copies = new Copies(file);
        SelectionResult saved = selection(untilError)
                .sampling(run -> run.checkpoint(file, Duration.ZERO))
                .listener(copies)
                .run();
        assertThat(tables(saved)).isEqualTo(tables);
        assertThat(copies.copies).hasSizeGreaterThan(1);
        for (Path copy : copies.copies) {
            assertThat(tables(selection(untilError).threads(1).resume(copy))).isEqualTo(tables);
        }
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.lbp().scale(1).swaps(0.25).build(),
                Samplers.gibbs().randomScan().build(),
                Samplers.rwm().scale(1).swaps(0.3).build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(1).build());
    }

    /**
     * The tracker computes residuals only when it is asked for log-ratios, so that a resumed chain must ask as often as
     * the saved one did. The conditionals of the last three samplers come from a second tracker.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void resume_modelUnderAnySampler_givesTheSameConditionals(Sampler sampler) {
        LocalEnergyModel model = selection(DATA).model();
        Path file = directory.resolve("run");
        Copies copies = new Copies(file);
        AtomicInteger draws = new AtomicInteger();
        SampleResult whole = run(sampler, model, state -> {
                    if (draws.incrementAndGet() % COPY_EVERY == 0) {
                        copies.copy();
                    }
                    return 0.0;
                })
                .checkpoint(file, 1)
                .run();
        assertThat(copies.copies).hasSizeGreaterThan(1);
        for (Path copy : copies.copies) {
            SampleResult resumed = run(sampler, model, state -> 0.0).resume(copy);
            assertThat(resumed.conditionals().orElseThrow().marginals())
                    .isEqualTo(whole.conditionals().orElseThrow().marginals());
            assertThat(resumed.conditionals().orElseThrow().errors())
                    .isEqualTo(whole.conditionals().orElseThrow().errors());
        }
    }

    private static SamplingRun run(Sampler sampler, LocalEnergyModel model, Statistic statistic) {
        return sampler.sample(model)
                .chains(2)
                .warmup(50)
                .draws(1_500)
                .threads(1)
                .track("nothing", statistic)
                .conditionals();
    }

    /** Interrupted after the first report of draws, as by Ctrl-C. */
    @Test
    void resume_afterInterruptions_givesTheSameTables() throws IOException {
        Map<String, String> tables = tables(selection(true).run());
        Path file = directory.resolve("run");
        SamplingListener impatient = new SamplingListener() {
            @Override
            public void frozen(double scale, boolean settled) {
                Thread.currentThread().interrupt();
            }
        };
        SelectionResult result = selection(true)
                .sampling(run -> run.checkpoint(file))
                .listener(impatient)
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.run().orElseThrow().stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(tables(selection(true).resume(file))).isEqualTo(tables);
        assertThat(tables(selection(true).resume(file))).as("ended by itself").isEqualTo(tables);
    }

    /** Reports of progress are less than 40 draws of 10,000 steps apart. */
    @Test
    void summary_interruptedAfterAFewDraws_estimatesNoError() {
        SamplingListener impatient = new SamplingListener() {
            @Override
            public void drawsProgress(long steps, long total) {
                if (steps >= 40_000) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        SelectionResult result = selection(false)
                .sampling(run -> run.draws(100_000).thin(10_000))
                .listener(impatient)
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.run().orElseThrow().draws()).isBetween(1, SampledModels.LEAST_DRAWS - 1);
        assertThat(result.summary())
                .contains("no error can be estimated from so few; those shown are of one draw of each chain\n")
                .doesNotContain("largest error");
    }

    @Test
    void summary_interruptedBeforeTheFirstDraw_saysSo() {
        Thread.currentThread().interrupt();
        SelectionResult result = selection(true).run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.run().orElseThrow().draws()).isZero();
        assertThat(result.summary()).contains("no model has been drawn");
    }

    private void refused(VariableSelection other, Path file, String reason) {
        assertThatThrownBy(() -> other.resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void resume_ofOtherDataPriorsOrSettings_isRefusedByName() {
        Path file = directory.resolve("run");
        selection(DATA).sampling(run -> run.draws(50).checkpoint(file)).run();
        String coefficients = "the model's prior of coefficients (checksum) must be ";
        refused(
                selection(Regressions.autoregressive(40, 60, 0.6, 5L)).sampling(run -> run.draws(50)),
                file,
                "the model's data (checksum) must be ");
        refused(
                selection(Regressions.autoregressive(40, 59, 0.6, 4L)).sampling(run -> run.draws(50)),
                file,
                "the model's number of sites must be 60, as in the checkpoint, and is 59");
        double[] weights = new double[40];
        Arrays.setAll(weights, t -> 1.0 + t % 2);
        String data = "the model's data (checksum) must be ";
        refused(selection(DATA).sampling(run -> run.draws(50)).weights(weights), file, data);
        refused(selection(DATA).sampling(run -> run.draws(50)).offset(weights), file, data);
        refused(selection(DATA).sampling(run -> run.draws(50)).gPrior(41), file, coefficients);
        refused(selection(DATA).sampling(run -> run.draws(50)).bic(), file, coefficients);
        refused(selection(DATA).sampling(run -> run.draws(50)).ridge(1), file, coefficients);
        refused(selection(DATA).sampling(run -> run.draws(50)).noiseVariance(1), file, coefficients);
        refused(
                selection(DATA).sampling(run -> run.draws(50)).inclusion(Inclusion.expectedSize(5)),
                file,
                "the model's prior of models (checksum) must be ");
        refused(
                selection(DATA).sampling(run -> run.draws(50)).maxSize(7),
                file,
                "the model's prior of models (checksum) must be ");
        refused(
                selection(DATA).sampling(run -> run.draws(50)).seed(7),
                file,
                "seed must be 6, as in the checkpoint, and is 7");
        refused(selection(DATA).sampling(run -> run.draws(50).thin(2)), file, "thin must be 1");
        refused(
                selection(DATA).sampling(run -> run.draws(50)).untilPipError(0.1),
                file,
                "the stopping rule must be none");
        refused(
                selection(DATA).sampling(run -> run.draws(40)),
                file,
                "draws must be >= 50, as in the checkpoint, and is 40");
        assertThat(selection(DATA)
                        .sampling(run -> run.draws(60))
                        .resume(file)
                        .run()
                        .orElseThrow()
                        .draws())
                .isEqualTo(60);
    }

    @Test
    void checkpoint_badArguments_areRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("run"));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        selection(DATA).sampling(run -> run.checkpoint(file)).run())
                .withMessage("must not be there already, unless the run is resumed from it: checkpoint=" + file);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection(DATA)
                        .sampling(run -> run.checkpoint(file, Duration.ofSeconds(-1)))
                        .run())
                .withMessage("must be >= 0: every=PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> selection(DATA).sampling(run -> run.thin(0)).run())
                .withMessage("must be >= 1: thin=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Regressions.autoregressive(20, 5, 0.5, 1L).selection().resume(file))
                .withMessage("must be of chains, and all models of 5 candidates are enumerated: checkpoint=" + file);
    }
}
