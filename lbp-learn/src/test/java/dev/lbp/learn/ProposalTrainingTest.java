package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import org.junit.jupiter.api.Test;

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
        LearnedProposal poor = new LearnedProposal(learned.proposal(), low, learned.diagnosis(), 1.0);
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
        LearnedProposal missing = new LearnedProposal(learned.proposal(), learned.rate(), stuck, 1.0);
        assertThat(missing.isWorthIt()).isFalse();
        assertThat(missing.summary()).contains("not shown to work: chains from new random states disagree");
    }

    @Test
    void badSettings_areRefused() {
        assertThatThrownBy(() -> small().chains(1)).hasMessage("must be >= 2: chains=1");
        assertThatThrownBy(() -> small().rounds(0)).hasMessage("must be >= 1: rounds=0");
        assertThatThrownBy(() -> small().steps(79)).hasMessage("must be >= 80: steps=79");
        assertThatThrownBy(() -> small().fit(null)).hasMessage("must not be null: settings");
    }
}
