package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ContinuousRun;
import dev.lbp.MoveSpaces;
import dev.lbp.Parts;
import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.TableTarget;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.continuous.DensityModels;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperingResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tempered runs of all spaces that are resumed, from any checkpoint and with any number of threads, or carried out in
 * parts, give the bits of a run never stopped.
 */
class TemperedSpacesResumeTest {

    private static final int CHAINS = 3;

    @TempDir
    private Path directory;

    private static Tempering found() {
        return Tempering.replicas().every(2);
    }

    private static ValueRun permutations() {
        return Samplers.pas()
                .path(2)
                .build()
                .sample(new TableMoves(MoveSpaces.permutations(4), x -> 3.0 * Math.sin(2.0 + 7.0 * x)))
                .tempering(found())
                .chains(CHAINS)
                .warmup(80)
                .draws(60);
    }

    private static ValueRun categories() {
        return Samplers.lbp()
                .build()
                .sample(TableCategories.random(3, 2.0, 11L, 3, 3, 3))
                .tempering(found())
                .chainsPerBatch(1)
                .chains(CHAINS)
                .warmup(80)
                .draws(60);
    }

    private static ContinuousRun reals() {
        return Samplers.barker()
                .build()
                .sample(DensityModels.of(2, x -> -x[0] * x[0] - 2.0 * x[1] * x[1], (x, gradient) -> {
                    gradient[0] = -2.0 * x[0];
                    gradient[1] = -4.0 * x[1];
                }))
                .tempering(found().reference(new double[2], new double[] {4.0, 4.0}))
                .chainsPerBatch(1)
                .chains(CHAINS)
                .warmup(80)
                .draws(60);
    }

    private static SamplingRun subsets() {
        return Samplers.lbp()
                .build()
                .sample(TableTarget.of("rough", 5, x -> 4.0 * Math.sin(1.0 + 5.0 * TableTarget.number(x)))
                        .local())
                .ones(2)
                .tempering(found().reference(new double[] {0.3, -0.4, 1.0, 0.0, 0.2}))
                .chains(CHAINS)
                .warmup(80)
                .draws(60);
    }

    private static String text(RunResult result) {
        TemperingResult ladder = result.tempering().orElseThrow();
        return Arrays.deepToString(result.traces().values().toArray())
                + ladder.logZ()
                + ladder.logZError()
                + Arrays.toString(ladder.betas())
                + Arrays.toString(ladder.restarts());
    }

    private <S, R extends RunResult, T extends Run<S, R, T>> void verify(RunKind<S, R> kind, Supplier<T> run) {
        String whole = text(run.get().run());
        List<Path> copies = CheckpointCopies.of(run.get().threads(4), kind, 1, directory);
        assertThat(copies).hasSizeGreaterThan(20);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 5) {
            assertThat(text(run.get().threads(1 << k % 3).resume(copies.get(k))))
                    .as("checkpoint %d", k)
                    .isEqualTo(whole);
        }
        assertThat(text(Parts.merged(run, CHAINS, 2))).as("parts").isEqualTo(whole);
    }

    @Test
    void permutations_resumedOrInParts_areTheSame() {
        verify(RunKind.VALUES, TemperedSpacesResumeTest::permutations);
    }

    @Test
    void categories_resumedOrInParts_areTheSame() {
        verify(RunKind.VALUES, TemperedSpacesResumeTest::categories);
    }

    @Test
    void reals_resumedOrInParts_areTheSame() {
        verify(RunKind.REALS, TemperedSpacesResumeTest::reals);
    }

    @Test
    void subsets_resumedOrInParts_areTheSame() {
        verify(RunKind.BITS, TemperedSpacesResumeTest::subsets);
    }
}
