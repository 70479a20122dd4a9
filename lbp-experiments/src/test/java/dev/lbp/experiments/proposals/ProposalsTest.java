package dev.lbp.experiments.proposals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.experiments.frame.Budget;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.NoProgress;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.report.Row;
import dev.lbp.learn.AcceptanceRate;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProposalsTest {

    @TempDir
    private Path directory;

    private static Settings settings() {
        return new Settings(List.of(), Size.SMALL, List.of(), Budget.QUICK, 20, 1L, 2, null, null);
    }

    private Lab lab() throws IOException {
        return new Lab(new Proposals(), settings(), directory, NoProgress.NONE);
    }

    /**
     * Jumps have 1,000 effective draws a second, tempering 100, LBP alone none, and learning takes 9 s: it pays after
     * 1,000.
     */
    @Test
    void publish_crossing_hasBreakEvenAndFigure() throws IOException {
        Lab lab = lab();
        assertThat(lab.publish("none.md")).isEmpty();
        CrossingTrials trials = new CrossingTrials(lab);
        for (CrossingCase target : CrossingCase.values()) {
            for (int repetition = 1; repetition <= CrossingCase.repetitions(settings()); repetition++) {
                Row key = lab.sizeKey().with("case", target.name()).with("repetition", repetition);
                for (CrossingMethod method : CrossingMethod.values()) {
                    double ess = method.jumps() ? 2_000.0 : method.isTempered() ? 200.0 : Double.NaN;
                    trials.trials.add(crossing(key.with("method", method.title), ess));
                }
                trials.learning.add(key.with("acceptance", 0.7)
                        .with("gap_bound", -0.1)
                        .with("importance", 0.6)
                        .with("worth", repetition == 1 ? 0 : 1)
                        .with("rarest", 0.002)
                        .with("cpu_seconds", 9.0)
                        .with("seconds", 5.0));
            }
        }
        trials.plan().measure(1); // nothing is missing
        assertThat(lab.publish("proposals.md"))
                .contains("### +-J glass 12x12: periodic, beta = 1.2\n")
                .contains(
                        "The rarest mode has probability 0.0020. Learned in 9.00 s (5.0 by the clock); acceptance of a jump 0.700,"
                                + " its lower bound -0.10,"
                                + " importance ESS 0.600 per draw; 2 of 3 proposals are called worth it.")
                .contains("| LBP | 0.0200 | 0.300 | 16 | -0.25 | - | - | - | - |")
                .contains("| LBP + jumps | 0.0200 | 0.300 | 16 | -0.25 | 2,000 | 1,000 | 0.50 | 1,000 |")
                .contains("| Gibbs, 12 replicas | 0.0200 | 0.300 | 16 | -0.25 | 200 | 100 | - | - |")
                .contains("`lbp experiment proposals --size small --budget quick --chains 20 --seed 1`");
        assertThat(Files.size(directory.resolve("proposals-crossing-small.png")))
                .isGreaterThan(10_000L);
    }

    private static Row crossing(Row key, double ess) {
        return key.with("draws", 1_000)
                .with("pooled_error", 0.02)
                .with("chain_error", 0.3)
                .with("crossed", 16)
                .with("ess", ess)
                .with("gap_log_prob", -0.25)
                .with("jump_acceptance", 0.5)
                .with("draw_cpu_seconds", 2.0)
                .with("cpu_seconds", 3.0)
                .with("seconds", 1.5);
    }

    @Test
    void effectiveDraws_areByHand() {
        assertThat(CrossingReport.effectiveDraws(9.0, 1_000.0, 100.0)).isCloseTo(1_000.0, within(1e-9));
        assertThat(CrossingReport.effectiveDraws(9.0, 100.0, 100.0)).isInfinite();
        assertThat(CrossingReport.effectiveDraws(9.0, Double.NaN, 100.0)).isNaN();
    }

    @Test
    void score_isByHand() {
        CrossingTarget target = CrossingTarget.ising(3, 0.2, 0.0);
        double[][] moving = {{0, 1, 0, 1, 1, 0, 1, 0}, {0, 0, 1, 1, 0, 1, 1, 1}};
        CrossingTarget.Score score = target.score(new double[][][] {moving});
        assertThat(score.pooled()).isCloseTo(0.0625, within(1e-12)); // 9 of 16
        assertThat(score.ofChain()).isCloseTo(Math.sqrt(0.125 * 0.125 / 2.0), within(1e-12)); // .5 and .625
        assertThat(target.rarest()).isCloseTo(0.5, within(1e-12)); // an odd number of spins
        assertThat(score.crossed()).isEqualTo(2);
        assertThat(score.sampleSize()).isGreaterThan(1.0);
        double[][] stuck = {{0, 1, 0, 1, 1, 0, 1, 0}, {1, 1, 1, 1, 1, 1, 1, 1}};
        assertThat(target.score(new double[][][] {stuck}).crossed()).isEqualTo(1);
        assertThat(target.score(new double[][][] {stuck}).sampleSize()).isNaN();
    }

    static Stream<CrossingTarget> easy() {
        return Stream.of(
                CrossingTarget.ising(4, 0.2, 0.1),
                CrossingTarget.hopfield(15, 0.5, 3),
                CrossingTarget.glass(4, 0.3, 3));
    }

    /**
     * Targets that Gibbs mixes at once: 40,000 draws, nearly independent, so that an error is below .5 / sqrt(20,000) =
     * .0036 if half are lost. 6 of them for 23 statistics: a failure has a probability below 1e-6. The standard
     * deviation of log pi is below 3.
     */
    @ParameterizedTest
    @MethodSource("easy")
    void scores_ofEasyTargets_areExact(CrossingTarget target) {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(target.model())
                .chains(4)
                .warmup(100)
                .draws(10_000)
                .thin(2)
                .seed(5)
                .keepDraws()
                .run();
        CrossingTarget.Score score = target.score(result);
        assertThat(score.pooled()).isLessThan(0.022);
        assertThat(score.crossed()).isEqualTo(4);
        assertThat(score.sampleSize()).isGreaterThan(10_000.0);
        if (!Double.isNaN(target.meanLogProb())) {
            assertThat(target.gap(result)).isCloseTo(0.0, within(0.13));
        }
    }

    @Test
    void publish_growthAndTries_haveTablesAndFigures() throws IOException {
        Lab lab = lab();
        Growth growth = new Growth(lab);
        growth.cells.add(fit(0.30, 4, 0.75));
        growth.cells.add(fit(0.60, 4, 0.875));
        growth.cells.add(fit(0.60, 6, 0.5));
        TryTrials tries = new TryTrials(lab);
        for (int scale : TryTrials.SCALES) {
            tries.bits.add(bits(10, "t", scale, 0.5 / scale));
            tries.bits.add(bits(10, "t/(t+1)", scale, 0.8 / Math.sqrt(scale)));
        }
        tries.bits.add(bits(1, "t/(t+1)", 2, 0.25));
        tries.bits.add(bits(64, "t/(t+1)", 1, 0.9));
        for (String weight : List.of("t", "sqrt(t)", "t/(t+1)")) {
            for (double sigma : new double[] {0.012, 0.05}) {
                tries.student.add(Row.EMPTY
                        .with("size", "small")
                        .with("weight", weight)
                        .with("sigma", sigma)
                        .with("trials", 1_000)
                        .with("acceptance", weight.equals("t") ? 0.3 : 0.2)
                        .with("acceptance_se", 0.01)
                        .with("ejd", 7.7)
                        .with("ejd_se", 0.1)
                        .with("gap_drift", -0.01)
                        .with("gap_drift_se", 0.01)
                        .with("seconds", 1.0));
            }
        }
        assertThat(lab.publish("proposals.md"))
                .contains("within 0.05 sqrt(N) of the exact one")
                .contains("| 16 | 0.750 | - | 0.875 | 0.500 | - | 0.500 | 12.0 | 5.0 |")
                .contains("| 36 | - | - | 0.500 | - | - | 0.500 | 12.0 | 5.0 |")
                .contains("| rough lattice | plain | 0.50 | 0.50 | 1 | 0.50 | 0.50 |")
                .contains("| rough lattice | t/(t+1) | 0.80 | 4.53 | 32 | 0.14 | 4.53 |")
                // 100 of 8 * 1,000 scores, and of 127 times as many
                .contains("| rough lattice | -, -, -, - | -, -, -, 0.90 | 12,500 | - | - | 98 | 0.5 |")
                .contains("| 0.012 | 0.300 | 0.200 | 0.200 | 7.700 | 7.700 | 7.700 |");
        for (String name : List.of("growth", "tries", "student")) {
            assertThat(Files.size(directory.resolve("proposals-" + name + "-small.png")))
                    .isGreaterThan(10_000L);
        }
    }

    @Test
    void publish_objectives_hasEveryObjective() throws IOException {
        Lab lab = lab();
        ObjectiveTrials objectives = new ObjectiveTrials(lab);
        for (ProposalFamily family : ProposalFamily.values()) {
            for (ProposalFamily.Recipe recipe : ProposalFamily.Recipe.values()) {
                boolean collapsed = family == ProposalFamily.MIXTURE && recipe == ProposalFamily.Recipe.REVERSE_KL;
                objectives.cells.add(lab.sizeKey()
                        .with("case", CrossingCase.ISING_5.name())
                        .with("family", family.title)
                        .with("objective", recipe.title)
                        .with("acceptance", collapsed ? 0.3 : 0.8)
                        .with("gap_bound", 0.1)
                        .with("importance", 0.5)
                        .with("mode_error", collapsed ? 0.69 : 0.01)
                        .with("rarest_share", 1.0)
                        .with("cpu_seconds", 2.0)
                        .with("seconds", 1.0));
            }
        }
        assertThat(lab.publish("proposals.md"))
                .contains("logistic autoregressive 2.00 s; mixture of 8 2.00 s")
                .contains(
                        "| q | target | likelihood | reverse KL | lower bound | acceptance | likelihood, then acceptance |")
                .contains("| mixture of 8 | Ising 8x8, J = .5 | 0.800, 0.50, 0.01 | 0.300, 0.50, 0.69 |")
                .contains("| mixture of 8 | +-J glass 8x8 | - | - | - | - | - |");
        assertThat(Files.size(directory.resolve("proposals-objectives-small.png")))
                .isGreaterThan(10_000L);
    }

    /** A lattice that any q learns: each recipe and family ends near the target. */
    @ParameterizedTest
    @EnumSource
    void families_learnAnEasyTarget_byEveryRecipe(ProposalFamily family) {
        CrossingTarget target = CrossingTarget.ising(3, 0.05, 0.1);
        byte[][] draws = new byte[1_000][];
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(target.model())
                .chains(4)
                .draws(250)
                .keepDraws()
                .run();
        for (int k = 0; k < draws.length; k++) {
            draws[k] = result.draw(k % 4, k / 4);
        }
        for (ProposalFamily.Recipe recipe : ProposalFamily.Recipe.values()) {
            StateDistribution q = family.learned(recipe, target.model(), draws, 3);
            assertThat(AcceptanceRate.estimate(target.model(), q, draws, 4).acceptance())
                    .as(recipe.title)
                    .isGreaterThan(0.85);
        }
    }

    private static Row fit(double coupling, int side, double acceptance) {
        return Row.EMPTY
                .with("size", "small")
                .with("coupling", coupling)
                .with("side", side)
                .with("acceptance", acceptance)
                .with("gap_bound", 0.1)
                .with("importance", 0.5)
                .with("gap_log_prob", -0.2)
                .with("jump_microseconds", 5.0)
                .with("fit_cpu_seconds", 12.0)
                .with("cpu_seconds", 13.0)
                .with("seconds", 9.0);
    }

    private static Row bits(int tries, String weight, int scale, double acceptance) {
        return Row.EMPTY
                .with("size", "small")
                .with("case", "rough lattice")
                .with("tries", tries)
                .with("weight", weight)
                .with("scale", scale)
                .with("steps", 1_000)
                .with("acceptance", acceptance)
                .with("acceptance_se", 0.01)
                .with("ejd", scale * acceptance)
                .with("ejd_se", 0.01)
                .with("ess", 100.0)
                .with("seconds", 1.0);
    }

    @Test
    @Tag("slow")
    void measure_small_fillsEveryCell() throws IOException {
        Lab lab = lab();
        new Proposals().measure(lab);
        assertThat(new CrossingTrials(lab).trials.rows())
                .hasSize(CrossingCase.values().length
                        * CrossingCase.repetitions(settings())
                        * CrossingMethod.values().length);
        assertThat(lab.publish("proposals.md"))
                .contains("| jumps alone |", "| 36 | ", "| mixture of 8 |", "| sparse | plain |", "| 0.065 | ");
    }
}
