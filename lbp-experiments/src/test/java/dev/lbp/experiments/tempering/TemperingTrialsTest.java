package dev.lbp.experiments.tempering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TemperingTrialsTest {

    @TempDir
    private Path directory;

    private static Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 2, null, null);
    }

    /** Cells whose log Z is too high by .1 in each repetition but the first, which is too low by .1. */
    @Test
    void publish_allCells_hasErrorsAndFigures() throws IOException {
        TemperingTrials experiment = new TemperingTrials();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        assertThat(lab.publish("none.md")).isEmpty();
        TemperingTables tables = new TemperingTables(lab);
        List<Row> keys = experiment.plans(lab).stream()
                .flatMap(plan -> plan.missing().stream())
                .toList();
        for (Row key : keys) {
            if (key.has("method")) {
                double logZ = key.whole("repetition") == 1 ? 49.9 : 50.1;
                tables.trials.add(cell(key, key.part(TemperingMethod.class), logZ));
                tables.modes.add(key.with("mode", 1).with("share", 0.4).with("exact", 0.5));
            } else {
                tables.annealed.add(key.with("temperatures", 1_500)
                        .with("evaluations", 180_000)
                        .with("log_exact", 50.0)
                        .with("log_z", 49.0)
                        .with("log_error", 0.2)
                        .with("effective_share", 0.25)
                        .with("cpu_seconds", 3.0)
                        .with("seconds", 3.0));
            }
        }
        for (TemperingCase target : TemperingCase.values()) {
            TemperingMethod tempered = new TemperingMethod(TemperingMethod.Explorer.LBP, 10, target.every);
            for (int slot = 0; slot < 10; slot++) {
                tables.ladders.add(Row.EMPTY
                        .with("size", "small")
                        .with("case", target.name())
                        .with("method", tempered)
                        .with("slot", slot)
                        .with("beta", slot / 9.0)
                        .with("barrier", 0.5 * slot)
                        .with("R", 10.0 - slot)
                        .with("acceptance", 0.6)
                        .with("log_prob", 10.0 * slot));
            }
        }
        experiment.measure(lab); // nothing is missing
        assertThat(lab.publish("tempering.md"))
                .contains("### Ising 8x8: periodic, J = .6\n\nExact log Z: 50.000000; 8 seeds.")
                .contains("| LBP alone | - | - | - | - | 0.300 | 0.200 | 1.50 | - | - | - | - | 2.0 |")
                .contains(
                        "| LBP, 8 replicas | 8 | 50.100 | 0.100 | 0.150 | 0.300 | 0.200 | 1.500 | 4.20 | 12 | 60 / 120 | 40.0 | 2.0 |")
                .contains("| LBP, replicas found | 9 | 50.100 |")
                .contains(
                        "(1,500 temperatures, 100 chains; 3 seeds): log Z 49.000, rmse 1.000, own error 0.200; the weights'"
                                + " effective share of chains 0.25; 3.0 s.")
                .contains("`lbp experiment tempering --size small --budget quick --chains 20 --seed 1`");
        for (String name : List.of("ladders", "log-z", "round-trips", "modes")) {
            assertThat(Files.size(directory.resolve("tempering-" + name + "-small.png")))
                    .isGreaterThan(10_000L);
        }
    }

    private static Row cell(Row key, TemperingMethod method, double logZ) {
        boolean tempered = method.isTempered();
        return key.with("replicas", method.replicas() == TemperingMethod.FOUND ? 9 : method.replicas())
                .with("scans", 400)
                .with("log_exact", 50.0)
                .with("log_z", tempered ? logZ : Double.NaN)
                .with("log_error", tempered ? 0.15 : Double.NaN)
                .with("log_forward", tempered ? logZ - 0.1 : Double.NaN)
                .with("log_backward", tempered ? logZ + 0.1 : Double.NaN)
                .with("marginal_worst", 0.3)
                .with("modes_rms", 0.2)
                .with("r_hat", 1.5)
                .with("restarts", tempered ? 12 : 0)
                .with("round_trips", tempered ? 60 : 0)
                .with("expected_round_trips", tempered ? 120.4 : 0.0)
                .with("barrier", tempered ? 4.2 : 0.0)
                .with("least_swap", tempered ? 0.3 : 0.0)
                .with("draw_cpu_seconds", 1.5)
                .with("cpu_seconds", 2.0)
                .with("seconds", 1.0);
    }

    static Stream<TemperingInstance> easy() {
        return Stream.of(
                TemperingInstance.ising(4, 0.2),
                TemperingInstance.hopfield(15, 0.5, 3),
                TemperingInstance.glass(8, 1.0, 3),
                TemperingInstance.rbm(BernoulliRbm.random(10, 6, 0.5, 3), new double[10]));
    }

    /**
     * Targets that Gibbs mixes at once: about 40,000 nearly independent draws, so that a share has a standard error
     * below .5 / sqrt(20,000) = .0036 if a fifth of the correlated ones is lost twice over. 6 such errors: a failure
     * for some of 50 numbers has a probability below 1e-6.
     */
    @ParameterizedTest
    @MethodSource("easy")
    void occupations_ofEasyTargets_areExact(TemperingInstance instance) {
        SampleResult result = instance.tracked(Samplers.gibbs().build().sample(instance.model()))
                .chains(4)
                .warmup(100)
                .draws(10_000)
                .thin(2)
                .seed(5)
                .run();
        assertThat(instance.worstMarginal(result.marginals())).isLessThan(0.022);
        double[] shares = instance.occupations(result);
        for (int m = 0; m < shares.length; m++) {
            assertThat(shares[m]).isCloseTo(instance.modes()[m], within(0.022));
        }
        assertThat(instance.rmsOfModes(shares)).isLessThan(0.022);
    }

    @Test
    void differences_areByHand() {
        TemperingInstance instance = TemperingInstance.ising(3, 0.2);
        assertThat(instance.rmsOfModes(new double[] {0.8, 0.1})).isCloseTo(Math.sqrt(0.125), within(1e-12));
        double[] marginals = new double[9];
        Arrays.fill(marginals, 0.5);
        marginals[4] = 0.2;
        assertThat(instance.worstMarginal(marginals)).isCloseTo(0.3, within(1e-12));
    }

    @Test
    @Tag("slow")
    void measure_small_fillsEveryCell() throws IOException {
        TemperingTrials experiment = new TemperingTrials();
        Lab lab = new Lab(experiment, settings(), directory, NoProgress.NONE);
        experiment.measure(lab);
        int cells = Stream.of(TemperingCase.values())
                .mapToInt(target ->
                        target.repetitions(settings()) * target.methods().size())
                .sum();
        assertThat(new TemperingTables(lab).trials.rows()).hasSize(cells);
        assertThat(lab.publish("tempering.md")).contains("| LBP, replicas found |");
    }
}
