package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.EngineCases;
import dev.lbp.FairBits;
import dev.lbp.Inside;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conditionals from the weights of chains, and swaps, go on from a checkpoint bit for bit, also from one between two
 * draws.
 */
class ResumedConditionalsTest {

    @TempDir
    private Path directory;

    static Stream<Arguments> runs() {
        SpinLine line = SpinLine.of(EngineCases.N);
        return Stream.of(
                        Samplers.lbp().build(),
                        Samplers.lbp().swaps(0.4).build(),
                        Samplers.rwm().swaps(0.4).build(),
                        Samplers.lbp().jumps(new FairBits(EngineCases.N), 0.4).build(),
                        Samplers.gibbs().jumps(new FairBits(EngineCases.N), 0.4).build())
                .flatMap(sampler -> Stream.of(line, line.plain()).map(model -> Arguments.of(sampler, model)));
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(2)
                .warmup(20)
                .draws(45)
                .thin(3)
                .seed(4)
                .conditionals();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void resume_anyCheckpoint_givesTheSameBits(Sampler sampler, EnergyModel model) {
        SampleResult whole = run(sampler, model).run();
        List<Path> copies = new ArrayList<>();
        RunNotifier copier = new RunNotifier(new SamplingListener() {}) {
            @Override
            void saved(Path written) {
                try {
                    copies.add(Files.copy(written, directory.resolve("copy" + copies.size())));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        new RunTask<>(
                        Inside.settings(run(sampler, model).checkpoint(directory.resolve("run"), 11)),
                        RunKind.BITS,
                        copier,
                        null)
                .run();
        assertThat(copies).hasSizeGreaterThan(8);
        for (Path copy : copies) {
            SampleResult resumed = run(sampler, model).resume(copy);
            Results.assertSame(whole, resumed);
            assertThat(resumed.swapRate()).isEqualTo(Double.valueOf(whole.swapRate()));
            SampleResult.Conditionals again = resumed.conditionals().orElseThrow();
            assertThat(again.marginals())
                    .isEqualTo(whole.conditionals().orElseThrow().marginals());
            assertThat(again.errors())
                    .isEqualTo(whole.conditionals().orElseThrow().errors());
        }
    }
}
