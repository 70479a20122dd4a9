package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.DriftingSums;
import dev.lbp.EngineCases;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.VisitedState;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeepBestTest {

    @TempDir
    private Path directory;

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(20).draws(300).seed(11);
    }

    private static List<String> texts(SampleResult result) {
        return result.bestStates().stream()
                .map(best -> Arrays.toString(best.state()) + best.logProb() + "," + best.visits())
                .toList();
    }

    /** With fewer than n distinct states all are kept, with all of their draws. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void bestStates_allVisited_countTheDraws(EnergyModel model) {
        Sampler sampler = Samplers.lbp().build();
        SampleResult result =
                run(sampler, model).keepDraws().keepBest(1 << EngineCases.N).run();
        Map<String, Long> counts = new HashMap<>();
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 300; t++) {
                counts.merge(Arrays.toString(result.draw(c, t)), 1L, Long::sum);
            }
        }
        Map<String, Long> kept = new HashMap<>();
        double before = Double.POSITIVE_INFINITY;
        for (VisitedState best : result.bestStates()) {
            assertThat(kept.put(Arrays.toString(best.state()), best.visits())).isNull();
            assertThat(best.logProb()).isLessThanOrEqualTo(before);
            before = best.logProb();
        }
        assertThat(kept).isEqualTo(counts);
        double highest = Arrays.stream(result.traces().get("logProb"))
                .flatMapToDouble(Arrays::stream)
                .max()
                .orElseThrow();
        assertThat(result.bestStates().get(0).logProb()).isEqualTo(highest);
        SampleResult few = run(sampler, model).keepBest(5).threads(1).run();
        assertThat(texts(few)).isEqualTo(texts(result).subList(0, Math.min(5, counts.size())));
        SampleResult without = run(sampler, model).draws(1).run();
        assertThatIllegalStateException()
                .isThrownBy(without::bestStates)
                .withMessage("must be asked for before the run: keepBest(n)");
    }

    @Test
    void bestStates_thinnedRun_areThoseOfItsDraws() {
        SampleResult result = run(Samplers.lbp().build(), DriftingSums.of(10, true))
                .thin(3)
                .ones(4)
                .keepDraws()
                .keepBest(1_000)
                .run();
        Map<String, Long> counts = new HashMap<>();
        for (int c = 0; c < 3; c++) {
            for (int t = 0; t < 300; t++) {
                counts.merge(Arrays.toString(result.draw(c, t)), 1L, Long::sum);
            }
        }
        for (VisitedState best : result.bestStates()) {
            assertThat(counts.remove(Arrays.toString(best.state()))).isEqualTo(best.visits());
            assertThat(best.logProb()).isCloseTo(DriftingSums.logProb(best.state()), within(1e-9));
        }
        assertThat(counts).isEmpty();
    }

    @Test
    void resume_fromAnyCheckpoint_keepsTheSameStates() throws IOException {
        Sampler sampler = Samplers.lbp().build();
        for (int n : new int[] {3, 400}) {
            EnergyModel model = DriftingSums.of(10, true);
            SampleResult whole = run(sampler, model).thin(2).keepBest(n).run();
            assertThat(whole.bestStates()).hasSizeBetween(3, 400);
            List<Path> copies = CheckpointCopies.of(
                    run(sampler, model).thin(2).keepBest(n), 40, Files.createDirectory(directory.resolve("best" + n)));
            assertThat(copies).hasSizeGreaterThan(5);
            for (Path copy : copies) {
                assertThat(texts(run(sampler, model).thin(2).keepBest(n).resume(copy)))
                        .isEqualTo(texts(whole));
            }
            assertThatThrownBy(() -> run(sampler, model).thin(2).keepBest(n + 1).resume(copies.get(0)))
                    .isInstanceOf(RunException.class)
                    .hasMessageContaining("keepBest must be " + n + ", as in the checkpoint, and is " + (n + 1));
        }
    }

    @Test
    void summaryAndReport_tellTheBestStates() throws IOException {
        SampleResult result = run(Samplers.lbp().build(), DriftingSums.of(10, true))
                .keepBest(4)
                .run();
        VisitedState best = result.bestStates().get(0);
        assertThat(result.summary())
                .contains(String.format(
                        "best states: 4 kept; the first has log-probability %.3f and %d visits",
                        best.logProb(), best.visits()));
        Path page = directory.resolve("report.html");
        result.report(page);
        assertThat(Files.readString(page))
                .contains("Best states", "The 4 best of 4 states kept", "<td>" + best.visits() + "</td>");
        assertThat(run(Samplers.lbp().build(), DriftingSums.of(10, true)).run().summary())
                .doesNotContain("best states");
    }

    @Test
    void keepBest_badNumber_isRefused() {
        SamplingRun run = run(Samplers.lbp().build(), DriftingSums.of(10, true));
        for (int bad : new int[] {0, -1, 100_000_001, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> run.keepBest(bad))
                    .withMessage("must be in [1, 100000000]: keepBest=" + bad);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> run.keepBest(100_000_000).draws(10).chains(1_000).run())
                .withMessageContaining("keepBest=100000000, chains=1000, model.dimension()=10")
                .withMessageContaining("keep fewer states");
    }
}
