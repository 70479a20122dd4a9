package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.continuous.DensityModels;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperingResult;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The energy as an observable of runs of every space. */
class TrackedEnergyTest {

    private static final double BETA = 2.5;

    private static Stream<Named<Function<Double, Run<?, ?, ?>>>> runs() {
        Tempering replicas = Tempering.replicas(3).every(2);
        return Stream.of(
                Named.of(
                        "bits",
                        beta -> Samplers.gibbs()
                                .build()
                                .sample(SpinLine.of(4))
                                .tempering(replicas)
                                .trackEnergy(beta)),
                Named.of(
                        "moves",
                        beta -> Samplers.pas()
                                .path(2)
                                .build()
                                .sample(new TableMoves(MoveSpaces.permutations(4), x -> Math.sin(2.0 + 7.0 * x)))
                                .tempering(replicas)
                                .trackEnergy(beta)),
                Named.of(
                        "categories",
                        beta -> Samplers.lbp()
                                .build()
                                .sample(TableCategories.random(3, 2.0, 11L, 3, 3, 3))
                                .tempering(replicas)
                                .trackEnergy(beta)),
                Named.of(
                        "reals",
                        beta -> Samplers.barker()
                                .build()
                                .sample(DensityModels.of(
                                        1, x -> -x[0] * x[0], (x, gradient) -> gradient[0] = -2.0 * x[0]))
                                .tempering(replicas.reference(new double[1], new double[] {2.0}))
                                .trackEnergy(beta)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void trackEnergy_inEverySpace_isTheLogProbabilityOverBeta(Function<Double, Run<?, ?, ?>> run) {
        RunResult result = run.apply(BETA).chains(2).warmup(60).draws(80).run();
        double[][] energies = result.traces().get("energy");
        double[][] logProbs = result.traces().get("logProb");
        for (int c = 0; c < energies.length; c++) {
            for (int t = 0; t < energies[c].length; t++) {
                assertThat(energies[c][t]).isEqualTo(0.0 - logProbs[c][t] / BETA);
            }
        }
        TemperingResult ladder = result.tempering().orElseThrow();
        assertThat(ladder.observables().targetBeta()).isEqualTo(BETA);
        TemperedAverages at = ladder.at(0.4 * BETA);
        assertThat(at.energy().value()).isEqualTo(at.mean("energy").value(), within(1e-9));
        assertThat(ladder.slots("energy").mean()[2]).isEqualTo(-ladder.meanLogProb()[2] / BETA, within(1e-9));
    }

    /** Energies of two units in one trace would be of no use. */
    @ParameterizedTest
    @MethodSource("runs")
    void resume_withAnotherBeta_isRefused(Function<Double, Run<?, ?, ?>> run, @TempDir Path directory) {
        Path file = directory.resolve("run");
        run.apply(BETA).chains(2).warmup(60).draws(20).checkpoint(file).run();
        assertThatThrownBy(() ->
                        run.apply(2.0 * BETA).chains(2).warmup(60).draws(40).resume(file))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("the beta of energy must be 2.5, as in the checkpoint, and is 5.0");
    }

    @ParameterizedTest
    @MethodSource("runs")
    void trackEnergy_badBeta_isRefused(Function<Double, Run<?, ?, ?>> run) {
        for (double beta : new double[] {0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.apply(beta))
                    .withMessage("must be finite and > 0: beta=" + beta);
        }
    }

    @Test
    void trackEnergy_ofATrackedName_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(SpinLine.of(4))
                        .track("energy", x -> x[0])
                        .trackEnergy(1.0))
                .withMessageContaining("energy");
    }
}
