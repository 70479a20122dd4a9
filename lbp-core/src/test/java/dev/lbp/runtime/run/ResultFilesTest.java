package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.io.Draws;
import dev.lbp.io.NpzFile;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {

    private static final SamplingRun RUN =
            Samplers.lbp().build().sample(SpinLine.of(30)).chains(3).warmup(20).draws(3_000);

    @TempDir
    private Path parent;

    private Path directory() {
        return parent.resolve("a").resolve("b");
    }

    @Test
    void export_ofARunThatKeptItsDraws_comesBack() throws IOException {
        SampleResult result = RUN.keepDraws().run();
        result.export(directory());
        Draws draws = Draws.read(directory());
        assertThat(draws.chains()).isEqualTo(3);
        assertThat(draws.draws()).isEqualTo(3_000);
        assertThat(draws.traces()).containsOnlyKeys("logProb", "hamming");
        draws.traces()
                .forEach((name, trace) ->
                        assertThat(trace).isDeepEqualTo(result.traces().get(name)));
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 3_000; t += 7) {
                assertThat(draws.state(c, t)).isEqualTo(result.draw(c, t));
            }
        }
        assertThat(directory().resolve("states.npy")).hasSize(128 + 3 * 3_000 * 30);
        assertThat(directory().resolve("manifest.json"))
                .content()
                .contains("\"stopReason\": \"DRAWS\"", "\"shape\": [3, 3000, 30]", "\"files\": [\"states.npy\"]");
        assertThatIOException()
                .isThrownBy(() -> result.export(directory()))
                .withMessage("must not hold the draws of another run: " + directory());
    }

    @Test
    void export_withoutDrawsKept_hasTracesAlone() throws IOException {
        SampleResult result =
                Samplers.rwm().build().sample(SpinLine.of(3)).draws(5).run();
        result.export(directory());
        Draws draws = Draws.read(directory());
        assertThat(draws.draws()).isEqualTo(5);
        assertThatIOException().isThrownBy(() -> draws.state(0, 0)).withMessage("must hold states: " + directory());
    }

    @Test
    void export_noDraws_isReadable() throws IOException {
        Thread.currentThread().interrupt();
        SampleResult result = Samplers.rwm()
                .build()
                .sample(SpinLine.of(3))
                .draws(5)
                .keepDraws()
                .run();
        assertThat(Thread.interrupted()).isTrue();
        result.export(directory());
        assertThat(Draws.read(directory()).draws()).isZero();
        assertThat(Draws.read(directory()).traces().get("logProb")).isDeepEqualTo(new double[4][0]);
        result.exportCsv(directory().resolve("csv"));
        assertThat(directory().resolve("csv/summary.csv")).content().contains("logProb,NaN,NaN,NaN,NaN,NaN,NaN");
        assertThat(result.rHat()).isNaN();
        assertThat(result.effectiveSampleSize("hamming")).isNaN();
    }

    @Test
    void exportCsv_hasEveryDrawAndTheSummary() throws IOException {
        SampleResult result = RUN.run();
        result.exportCsv(directory());
        result.exportCsv(directory()); // replaces
        List<String> traces = Files.readAllLines(directory().resolve("traces.csv"));
        assertThat(traces).hasSize(1 + 3 * 3_000);
        assertThat(traces.get(0)).isEqualTo("chain,draw,logProb,hamming");
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 3_000; t += 7) {
                assertThat(traces.get(1 + c * 3_000 + t))
                        .isEqualTo(c + "," + t + ","
                                + result.traces().get("logProb")[c][t] + ","
                                + result.traces().get("hamming")[c][t]);
            }
        }
        TraceStatistics logProb = result.statistics("logProb");
        assertThat(Files.readAllLines(directory().resolve("summary.csv")))
                .hasSize(3)
                .startsWith(
                        "trace,mean,error,sd,ess_bulk,ess_tail,r_hat",
                        "logProb," + logProb.mean() + "," + logProb.meanError() + "," + logProb.standardDeviation()
                                + ","
                                + result.effectiveSampleSize("logProb") + "," + logProb.tailSample() + ","
                                + result.rHat("logProb"));
    }

    private static SampleResult tempered() {
        return Samplers.lbp()
                .build()
                .sample(SpinLine.of(10))
                .tempering(Tempering.replicas(3).every(2))
                .chains(2)
                .warmup(100)
                .draws(400)
                .run();
    }

    @Test
    void export_ofATemperedRun_hasItsLadder() throws IOException {
        SampleResult result = tempered();
        TemperingResult ladder = result.tempering().orElseThrow();
        result.export(directory());
        assertThat(Draws.read(directory()).draws()).isEqualTo(400);
        Path file = directory().resolve("tempering.npz");
        assertThat(NpzFile.read(file, List.of("betas")).get("betas").values()).isEqualTo(ladder.betas());
        assertThat(directory().resolve("manifest.json"))
                .content()
                .contains(
                        "\"temperingPlan\": \"3 replicas, exchanged every 2 steps\"",
                        "\"tempering\": {\n    \"logZ\": " + ladder.logZ() + ",\n",
                        "\"replicas\": 3,\n    \"every\": 2,");
        Files.delete(directory().resolve("manifest.json"));
        assertThatIOException()
                .isThrownBy(() -> result.export(directory()))
                .withMessage("must not be there already: " + file);
        assertThat(file).exists();
    }

    /** The manifest is a link into a directory that does not exist. It is written last. */
    @Test
    void export_ofATemperedRunThatFails_leavesNothingBehind() throws IOException {
        Files.createDirectories(directory());
        Path manifest = directory().resolve("manifest.json");
        Files.createSymbolicLink(manifest, parent.resolve("none").resolve("m.json"));
        SampleResult result = tempered();
        assertThatIOException().isThrownBy(() -> result.export(directory()));
        try (Stream<Path> left = Files.list(directory())) {
            assertThat(left).containsExactly(manifest);
        }
    }

    @Test
    void exportCsv_ofATemperedRun_hasItsSlots() throws IOException {
        SampleResult result = tempered();
        result.exportCsv(directory());
        assertThat(Files.readAllLines(directory().resolve("tempering.csv")))
                .hasSize(4)
                .first()
                .isEqualTo(
                        "slot,beta,scale,acceptance,swap_acceptance,exchanged_share,mean_log_probability,log_probability_error,"
                                + "log_probability_variance,log_probability_ess");
        RUN.run().exportCsv(directory().resolve("plain"));
        assertThat(directory().resolve("plain/tempering.csv")).doesNotExist();
    }
}
