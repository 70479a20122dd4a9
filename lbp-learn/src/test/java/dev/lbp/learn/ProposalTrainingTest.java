package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

class ProposalTrainingTest {

    private static final BernoulliModel MODEL = BernoulliModel.of(new double[] {0.6, 0.2, 0.55, 0.8, 0.5, 0.1});

    private static ProposalTraining small() {
        return ProposalTraining.of(MODEL).chains(8).rounds(3).steps(120);
    }

    @Test
    void sameSeed_givesTheSameProposal() {
        LearnedProposal learned = small().seed(4).run();
        assertThat(small().seed(4).run().proposal()).isEqualTo(learned.proposal());
        assertThat(small().seed(4).run().rate()).isEqualTo(learned.rate());
        assertThat(small().seed(5).run().proposal()).isNotEqualTo(learned.proposal());
    }

    @Test
    void independentSites_areLearned_andTheSummarySaysSo() {
        LearnedProposal learned =
                ProposalTraining.of(MODEL).chains(16).rounds(4).run();
        assertThat(learned.acceptance()).isGreaterThan(0.9);
        assertThat(learned.importanceEss()).isGreaterThan(0.9);
        assertThat(learned.isWorthIt()).isTrue();
        assertThat(learned.summary())
                .contains("Autoregressive of 6 sites, 21 parameters", "16 chains of 400 draws from new random states")
                .endsWith(
                        String.format(
                                "worth it: jumps cross between the modes that were seen; a mode that no chain has seen stays unseen%n"));
    }

    @Test
    void fewAcceptedJumps_areNotWorthIt() {
        LearnedProposal learned = small().run();
        AcceptanceRate low = new AcceptanceRate(0.049, 9.0, -1.1, 0.001);
        LearnedProposal poor = new LearnedProposal(learned.proposal(), low, learned.diagnosis(), 1.0, Optional.empty());
        assertThat(poor.isWorthIt()).isFalse();
        assertThat(poor.summary())
                .contains("not worth it: fewer than 5 % of jumps are accepted; use parallel tempering");
    }

    /** LBP alone stays in the mode where it starts, as it does in a mode that q misses. */
    @Test
    void chainsThatDisagree_areNotWorthIt() {
        IsingModel cold = IsingModel.lattice(6, 6).periodic().coupling(0.8).build();
        SampleResult stuck =
                Samplers.lbp().build().sample(cold).chains(8).seed(1).run();
        LearnedProposal learned = small().run();
        LearnedProposal missing = new LearnedProposal(learned.proposal(), learned.rate(), stuck, 1.0, Optional.empty());
        assertThat(missing.isWorthIt()).isFalse();
        assertThat(missing.summary()).contains("not shown to work: chains from new random states disagree");
    }

    /** The chains that begin in the other mode can hardly leave it: q gives it a small probability. */
    @Test
    void drawsOfOneMode_areFoundToMissTheOther() {
        IsingModel cold = IsingModel.lattice(6, 6).periodic().coupling(0.8).build();
        byte[][] up = new byte[8][36];
        for (byte[] state : up) {
            Arrays.fill(state, (byte) 1);
        }
        SampleResult oneMode = Samplers.lbp()
                .build()
                .sample(cold)
                .chains(8)
                .initial(up)
                .draws(500)
                .keepDraws()
                .run();
        assertThat(oneMode.marginals()[0]).isGreaterThan(0.9);
        LearnedProposal learned =
                ProposalTraining.of(cold).fromDraws(oneMode).chains(16).run();
        assertThat(learned.rHat()).isGreaterThan(1.5);
        assertThat(learned.isWorthIt()).isFalse();
        assertThat(learned.summary()).contains("not shown to work: chains from new random states disagree");
    }

    @Test
    void drawsOfTempering_areLearned_inThePlaceOfRounds() {
        IsingModel cold = IsingModel.lattice(4, 4).periodic().coupling(0.6).build();
        SampleResult tempered = Samplers.gibbs()
                .build()
                .sample(cold)
                .tempering(Tempering.replicas(6))
                .draws(2_000)
                .keepDraws()
                .run();
        ProposalTraining training =
                ProposalTraining.of(cold).fromDraws(tempered).seed(2);
        LearnedProposal learned = training.run();
        assertThat(learned.acceptance()).isGreaterThan(0.8);
        assertThat(learned.isWorthIt()).isTrue();
        assertThat(training.rounds(3).run().proposal()).isEqualTo(learned.proposal());
    }

    @Test
    void badDraws_areRefused() {
        SampleResult kept = run(true);
        IsingModel other = IsingModel.lattice(2, 2).coupling(0.1).build();
        assertThatThrownBy(() -> ProposalTraining.of(other).fromDraws(kept))
                .hasMessage("must have length 4: result.draw(0, 0).length=6");
        SampleResult lost = run(false);
        assertThatThrownBy(() -> ProposalTraining.of(MODEL).fromDraws(lost))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("must be asked for before the run: keepDraws()");
    }

    private static SampleResult run(boolean keep) {
        SamplingRun run = Samplers.gibbs().build().sample(MODEL).draws(10);
        return (keep ? run.keepDraws() : run).run();
    }

    @Test
    void polish_isOfTheLastFit_andComparedWithIt() {
        LearnedProposal plain = small().run();
        LearnedProposal polished = small().polish(Objective.ACCEPTANCE_RATE).run();
        assertThat(plain.unpolished()).isEmpty();
        assertThat(plain.summary()).doesNotContain("polish");
        LearnedProposal.Unpolished before = polished.unpolished().orElseThrow();
        assertThat(before.objective()).isEqualTo(Objective.ACCEPTANCE_RATE);
        assertThat(before.rate()).isNotEqualTo(polished.rate());
        assertThat(polished.proposal()).isNotEqualTo(plain.proposal());
        assertThat(polished.summary()).contains("before the polish by ACCEPTANCE_RATE: jumps accepted 0.9");
        LearnedProposal unmoved = small().polish(
                        ProposalPolish.of(Objective.LOWER_BOUND).steps(1).rate(1e-12))
                .run();
        for (int code = 0; code < 1 << 6; code++) {
            byte[] state = AutoregressiveTest.state(6, code);
            assertThat(unmoved.proposal().logProb(state))
                    .isCloseTo(plain.proposal().logProb(state), within(1e-9));
        }
    }

    @Test
    void polish_thatLowersTheEss_saysSo() {
        LearnedProposal learned = small().run();
        AcceptanceRate high = new AcceptanceRate(0.8, 0.2, 0.7, 0.31);
        AcceptanceRate low = new AcceptanceRate(0.7, 0.3, 0.6, 0.62);
        var before = Optional.of(new LearnedProposal.Unpolished(Objective.ACCEPTANCE_RATE, low));
        assertThat(new LearnedProposal(learned.proposal(), high, learned.diagnosis(), 1.0, before).summary())
                .contains(
                        "jumps accepted 0.700 expected; importance ESS 0.620 per draw, which fell: rare modes may be drawn"
                                + " more seldom");
        var after = Optional.of(new LearnedProposal.Unpolished(Objective.ACCEPTANCE_RATE, high));
        assertThat(new LearnedProposal(learned.proposal(), low, learned.diagnosis(), 1.0, after).summary())
                .doesNotContain("which fell");
    }

    private static EnergyModel batched(IsingModel ising) {
        return batched(ising, ising::logProb);
    }

    private static EnergyModel batched(IsingModel ising, UnaryOperator<INDArray> logProb) {
        return new EnergyModel() {
            @Override
            public int dimension() {
                return ising.dimension();
            }

            @Override
            public INDArray logProb(INDArray states) {
                return logProb.apply(states);
            }

            @Override
            public INDArray gradient(INDArray states) {
                return ising.gradient(states);
            }
        };
    }

    /** More states than one call of a batched model takes. */
    @Test
    void scoresOfABatchedModel_areThoseOfTheLocalOne() {
        IsingModel ising = IsingModel.lattice(3, 3).coupling(0.6).field(0.3).build();
        byte[][] states = AutoregressiveTest.draws(AutoregressiveTest.random(9, 1.0, 1), 9_000, 2);
        assertThat(LogProbs.of(batched(ising), states)).containsExactly(LogProbs.of(ising, states), within(1e-9));
    }

    @Test
    void wrongAnswersOfABatchedModel_areRefused() {
        IsingModel ising = IsingModel.lattice(2, 2).coupling(0.6).build();
        byte[][] states = new byte[10][4];
        assertThatThrownBy(() -> LogProbs.of(batched(ising, x -> null), states))
                .hasMessage("must not be null: logProb");
        assertThatThrownBy(() -> LogProbs.of(batched(ising, x -> x), states))
                .hasMessage("must be [10]: logProb.shape=[10, 4]");
        assertThatThrownBy(() -> LogProbs.of(batched(ising, x -> x.assign(1.0).sum(1)), states))
                .hasMessage("must not be written to: states");
        assertThat(LogProbs.of(batched(ising, x -> x.sum(true, 1)), states)).containsExactly(new double[10]);
    }

    @Test
    void interrupted_isCancelled_andTheFlagStays() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> small().run())
                .isInstanceOf(CancellationException.class)
                .hasMessageStartingWith("interrupted while learning a proposal");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Chains that all stay at one state do not disagree. */
    @Test
    void constantChains_haveAVerdictOfTheirOwn() {
        EnergyModel one = EnergyModels.of(2, x -> -1_000.0 * (x[0] + x[1]));
        LearnedProposal learned =
                ProposalTraining.of(one).chains(4).rounds(2).steps(80).run();
        assertThat(learned.rHat()).isNaN();
        assertThat(learned.isWorthIt()).isFalse();
        assertThat(learned.summary())
                .contains("not shown to work: no trace of the diagnosis changed")
                .doesNotContain("disagree");
    }

    /** An EnergyModel that is not local takes the batched engine, where a jump takes the place of a path in its row. */
    @Test
    void batchedModel_isLearned() {
        IsingModel ising = IsingModel.lattice(4, 4).periodic().coupling(0.6).build();
        LearnedProposal learned = ProposalTraining.of(batched(ising))
                .chains(32)
                .rounds(3)
                .steps(100)
                .polish(ProposalPolish.of(Objective.ACCEPTANCE_RATE).steps(20))
                .run();
        assertThat(learned.acceptance()).isGreaterThan(0.8);
        assertThat(learned.diagnosis().jumpAcceptance()).isGreaterThan(0.8);
        assertThat(learned.isWorthIt()).isTrue();
    }

    @Test
    void badSettings_areRefused() {
        assertThatThrownBy(() -> small().chains(1)).hasMessage("must be >= 2: chains=1");
        assertThatThrownBy(() -> small().rounds(0)).hasMessage("must be >= 1: rounds=0");
        assertThatThrownBy(() -> small().steps(79)).hasMessage("must be >= 80: steps=79");
        assertThatThrownBy(() -> small().fit(null)).hasMessage("must not be null: settings");
        assertThatThrownBy(() -> small().polish((Objective) null)).hasMessage("must not be null: objective");
        assertThatThrownBy(() -> small().polish((ProposalPolish) null)).hasMessage("must not be null: settings");
        assertThatThrownBy(() -> small().fromDraws(null)).hasMessage("must not be null: result");
    }
}
