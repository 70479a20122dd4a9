package dev.lbp.runtime.run;

import static dev.lbp.runtime.run.TemperedRunTest.CHAINS;
import static dev.lbp.runtime.run.TemperedRunTest.LOGITS;
import static dev.lbp.runtime.run.TemperedRunTest.N;
import static dev.lbp.runtime.run.TemperedRunTest.SEED;
import static dev.lbp.runtime.run.TemperedRunTest.assertSameTempering;
import static dev.lbp.runtime.run.TemperedRunTest.run;
import static dev.lbp.runtime.run.TemperedRunTest.tempering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.DriftingSums;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.Workers;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tempered runs that are resumed, from any checkpoint and with any number of threads, give the bits of a run never
 * stopped.
 */
class TemperedResumeTest {

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.runtime.run.TemperedRunTest#samplersOnModels")
    void resume_fromAnyCheckpoint_givesTheSameBits(Sampler sampler, LocalEnergyModel model) {
        SampleResult whole = run(sampler, model).run();
        List<Path> copies = CheckpointCopies.of(run(sampler, model).threads(8), 1, directory); // slots share threads
        assertThat(copies).hasSizeGreaterThan(70);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 9) {
            assertSameTempering(whole, run(sampler, model).threads(1 << k % 4).resume(copies.get(k)));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.runtime.run.TemperedRunTest#samplersOnModels")
    void resume_numberOfReplicasFoundInWarmUp_givesTheSameBits(Sampler sampler, LocalEnergyModel model) {
        Tempering tempering = Tempering.replicas().every(2);
        SampleResult whole = run(sampler, model).tempering(tempering).run();
        List<Path> copies =
                CheckpointCopies.of(run(sampler, model).tempering(tempering).threads(2), 1, directory);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 9) {
            SampleResult resumed =
                    run(sampler, model).tempering(tempering).threads(1 << k % 4).resume(copies.get(k));
            assertSameTempering(whole, resumed);
        }
    }

    @Test
    void resume_interruptedAgainAndAgain_givesTheSameBits() {
        Thread caller = Thread.currentThread();
        AtomicInteger calls = new AtomicInteger();
        EnergyModel model = DriftingSums.of(N, true);
        Sampler sampler = Samplers.lbp().build();
        SamplingRun run = run(sampler, model)
                .checkpoint(directory.resolve("run.checkpoint"))
                .track("interrupting", x -> {
                    if (calls.incrementAndGet() % 40 == 0) {
                        caller.interrupt();
                    }
                    return x[4];
                });
        SampleResult some = run.run();
        int interruptions = 0;
        while (some.stopReason() == StopReason.INTERRUPTED) {
            assertThat(Thread.interrupted()).isTrue();
            interruptions++;
            some = run.threads(1 << interruptions % 4).resume(directory.resolve("run.checkpoint"));
        }
        assertThat(interruptions).isGreaterThan(2);
        Thread.interrupted(); // the last interruption may come when all draws are made
        assertSameTempering(run(sampler, model).track("interrupting", x -> x[4]).run(), some);
    }

    @Test
    void resume_moreDraws_givesTheBitsOfOneRun() {
        Sampler sampler = Samplers.lbp().build();
        EnergyModel model = DriftingSums.of(N, true);
        SampleResult whole = run(sampler, model).draws(301).run();
        Path file = directory.resolve("run.checkpoint");
        run(sampler, model).checkpoint(file).run();
        SampleResult more = run(sampler, model).draws(301).threads(8).resume(file);
        assertThat(more.traces().get("logProb")).isDeepEqualTo(whole.traces().get("logProb"));
        assertThat(tempering(more)).isEqualTo(tempering(whole));
    }

    @Test
    void resume_otherTempering_isRefused() {
        Path file = directory.resolve("run.checkpoint");
        untempered()
                .tempering(Tempering.replicas(4).every(3).reference(LOGITS))
                .checkpoint(file)
                .run();
        double[] other = LOGITS.clone();
        other[3] = 0.75;
        refused(file, Tempering.replicas(5).every(3).reference(LOGITS), "tempering must be");
        refused(file, Tempering.replicas().every(3).reference(LOGITS), "tempering must be");
        refused(file, Tempering.replicas(4).every(4).reference(LOGITS), "tempering must be");
        refused(file, Tempering.replicas(4).every(3).reference(other), "the reference of tempering");
        refused(file, Tempering.replicas(4).every(3), "the reference of tempering");
        refused(file, null, "tempering must be");
        Path plain = directory.resolve("plain.checkpoint");
        untempered().checkpoint(plain).run();
        refused(plain, Tempering.replicas(4).every(3).reference(LOGITS), "tempering must be none");
    }

    private static SamplingRun untempered() {
        return Samplers.lbp()
                .build()
                .sample(SpinLine.of(N))
                .chains(CHAINS)
                .warmup(100)
                .draws(120)
                .initial(new byte[CHAINS][N])
                .seed(SEED);
    }

    private static void refused(Path file, Tempering tempering, String reason) {
        SamplingRun run = tempering == null ? untempered() : untempered().tempering(tempering);
        assertThatThrownBy(() -> run.resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageContaining(reason);
    }
}
