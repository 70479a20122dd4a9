package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A periodic 8x8 Ising lattice at J = 0.6 and h = 0.0067, with the modes of magnetisation above and below 0. P(M &gt;
 * 0) = .6974 by a transfer matrix.
 */
class IsingTrainingTest {

    private static final double UP = 0.6974;

    private static IsingModel ising() {
        return IsingModel.lattice(8, 8).periodic().coupling(0.6).field(0.0067).build();
    }

    private static SampleResult sampled(SamplingRun run, IsingModel model, int draws) {
        return run.chains(16)
                .warmup(draws / 10)
                .draws(draws)
                .seed(5)
                .track("up", state -> model.magnetisation(state) > 0.0 ? 1.0 : 0.0)
                .run();
    }

    private static double mean(double[][] trace) {
        return Arrays.stream(trace).flatMapToDouble(Arrays::stream).average().orElseThrow();
    }

    /** The share of 80,000 draws has a standard error of .004; the bound is five of them: 6e-7. */
    @Test
    void jumps_crossModes_thatLbpDoesNot() {
        IsingModel model = ising();
        LearnedProposal learned = ProposalTraining.of(model).rounds(4).run();
        assertThat(learned.acceptance()).isGreaterThan(0.75);
        assertThat(learned.isWorthIt()).isTrue();
        assertThat(learned.lowerBound()).isLessThan(learned.acceptance());
        assertThat(learned.diagnosis().jumpAcceptance())
                .isBetween(learned.acceptance() - 0.05, learned.acceptance() + 0.05);

        SampleResult result =
                sampled(Samplers.lbp().jumps(learned.proposal(), 0.1).build().sample(model), model, 5_000);
        assertThat(result.jumpAcceptance()).isGreaterThan(0.75);
        assertThat(result.rHat("up")).isLessThan(1.01);
        assertThat(mean(result.traces().get("up"))).isBetween(UP - 0.02, UP + 0.02);
    }

    /**
     * At J = 0.5 there are more kinds of states than at 0.6, so likelihood leaves more to gain. The rates of 12,800
     * draws are good to .01. In each run of the tests the page on learned proposals prints both rates.
     */
    @Test
    @Tag("slow")
    void polish_raisesTheAcceptance() {
        IsingModel model =
                IsingModel.lattice(8, 8).periodic().coupling(0.5).field(0.0067).build();
        LearnedProposal learned = ProposalTraining.of(model)
                .rounds(4)
                .polish(Objective.ACCEPTANCE_RATE)
                .run();
        assertThat(learned.unpolished().orElseThrow().rate().acceptance()).isGreaterThan(0.75);
        assertThat(learned.acceptance()).isGreaterThan(0.82);
        assertThat(learned.diagnosis().jumpAcceptance()).isGreaterThan(0.82);
        assertThat(learned.isWorthIt()).isTrue();
    }

    /** Prints the table of docs/results/figures.md. */
    @Test
    @Tag("slow")
    void jumps_besideTempering_printTheTable() {
        IsingModel model = ising();
        LearnedProposal learned = ProposalTraining.of(model).run();
        System.out.print(learned.summary());
        print("LBP", sampled(Samplers.lbp().build().sample(model), model, 20_000));
        print(
                "LBP + jumps",
                sampled(Samplers.lbp().jumps(learned.proposal(), 0.1).build().sample(model), model, 20_000));
        SamplingRun tempered = Samplers.lbp().build().sample(model).tempering(Tempering.replicas(12));
        print("tempering", sampled(tempered, model, 20_000));
    }

    /**
     * Prints the table of mixtures of docs/results/figures.md: means and ranges of eight estimates. More jumps are
     * accepted after the polish.
     */
    @Test
    @Tag("slow")
    void polishOfAMixture_raisesTheAcceptance() {
        for (double coupling : new double[] {0.5, 0.6}) {
            IsingModel model = IsingModel.lattice(8, 8)
                    .periodic()
                    .coupling(coupling)
                    .field(0.0067)
                    .build();
            LearnedProposal learned = ProposalTraining.of(model).run();
            byte[][] draws = draws(learned.diagnosis(), 0, 32);
            byte[][] others = draws(learned.diagnosis(), 32, 64);
            BernoulliMixture q = BernoulliMixture.fit(draws, 8);
            BernoulliMixture polished =
                    ProposalPolish.of(Objective.ACCEPTANCE_RATE).polish(model, q, draws);
            System.out.printf(Locale.ROOT, "J = %.1f: logistic %s%n", coupling, learned.rate());
            double before = estimated("mixture of 8", model, q, others);
            double after = estimated("polished", model, polished, others);
            assertThat(after).isGreaterThan(before + 0.03);
        }
    }

    /** Prints and returns the mean acceptance of eight estimates. */
    private static double estimated(String name, IsingModel model, BernoulliMixture q, byte[][] draws) {
        DoubleSummaryStatistics acceptance = new DoubleSummaryStatistics();
        DoubleSummaryStatistics ess = new DoubleSummaryStatistics();
        for (int seed = 1; seed <= 8; seed++) {
            AcceptanceRate rate = AcceptanceRate.estimate(model, q, draws, seed);
            acceptance.accept(rate.acceptance());
            ess.accept(rate.importanceEss());
        }
        System.out.printf(
                Locale.ROOT,
                "%s: acceptance %.3f, importance ESS %.3f to %.3f%n",
                name,
                acceptance.getAverage(),
                ess.getMin(),
                ess.getMax());
        return acceptance.getAverage();
    }

    private static byte[][] draws(SampleResult result, int from, int to) {
        byte[][] draws = new byte[(to - from) * result.draws()][];
        for (int k = 0; k < draws.length; k++) {
            draws[k] = result.draw(from + k / result.draws(), k % result.draws());
        }
        return draws;
    }

    private static void print(String name, SampleResult result) {
        double[][] up = result.traces().get("up");
        long moved = Arrays.stream(up)
                .filter(chain -> Arrays.stream(chain).distinct().count() > 1)
                .count();
        double ess = result.effectiveSampleSize("up");
        double seconds = result.drawTime().toNanos() / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-12s P(M > 0) %.4f, chains that crossed %d, R-hat %.4f, ESS %.0f, %.2f s, ESS/s %.0f, jumps accepted %.3f%n",
                name,
                mean(up),
                moved,
                result.rHat("up"),
                ess,
                seconds,
                ess / seconds,
                result.jumpAcceptance());
    }
}
