package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.models.IsingModel;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.Collections;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An Ising lattice of 3x3 sites, so that the draws and what a polish gains are exact. */
class ProposalPolishTest {

    private static final int N = 9;

    private static final IsingModel MODEL =
            IsingModel.lattice(3, 3).coupling(0.5).field(0.1).build();

    private static final byte[][] STATES = ObjectiveTest.states(N);

    private static final double[] P = target();

    private static double[] target() {
        double[] p = LogProbs.of(MODEL, STATES);
        double sum = 0.0;
        for (int x = 0; x < p.length; x++) {
            p[x] = Math.exp(p[x]);
            sum += p[x];
        }
        for (int x = 0; x < p.length; x++) {
            p[x] /= sum;
        }
        return p;
    }

    /** Every state as often as it is expected in 20,000 draws. */
    private static byte[][] draws() {
        return IntStream.range(0, P.length)
                .boxed()
                .flatMap(x -> Collections.nCopies((int) Math.round(20_000 * P[x]), STATES[x]).stream())
                .toArray(byte[][]::new);
    }

    private static double value(Objective objective, StateDistribution q) {
        return ObjectiveTest.value(objective, P, ObjectiveTest.probabilities(q, STATES));
    }

    /** Independent sites, from which each objective has far to go. */
    @ParameterizedTest
    @EnumSource
    void polish_raisesItsObjective_ofLogisticBits(Objective objective) {
        Autoregressive q = AutoregressiveTest.random(N, 0.0, 1);
        Autoregressive polished = ProposalPolish.of(objective).rate(0.05).polish(MODEL, q, draws());
        assertThat(value(objective, polished)).isGreaterThan(0.1 * value(objective, q));
        assertThat(value(Objective.ACCEPTANCE_RATE, polished)).isGreaterThan(Math.log(0.85));
    }

    /** Two components are few for this lattice, so likelihood leaves something to gain. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FORWARD_KL")
    void polish_raisesItsObjective_ofAMixture(Objective objective) {
        BernoulliMixture q = BernoulliMixture.fit(draws(), 2);
        BernoulliMixture polished = ProposalPolish.of(objective).polish(MODEL, q, draws());
        assertThat(value(objective, polished)).isGreaterThan(value(objective, q) + 0.01);
    }

    @Test
    void sameSeed_givesTheSameProposal() {
        Autoregressive q = AutoregressiveTest.random(N, 1.0, 1);
        ProposalPolish polish =
                ProposalPolish.of(Objective.LOWER_BOUND).steps(5).batch(7);
        Autoregressive polished = polish.polish(MODEL, q, draws());
        assertThat(polish.polish(MODEL, q, draws())).isEqualTo(polished);
        assertThat(polish.seed(2).polish(MODEL, q, draws())).isNotEqualTo(polished);
    }

    @Test
    void targetThatForbidsStates_isPolished_byTheAcceptanceRateAlone() {
        EnergyModel even = EnergyModels.of(2, x -> x[0] == x[1] ? 0.0 : Double.NEGATIVE_INFINITY);
        Autoregressive q = AutoregressiveTest.random(2, 1.0, 1);
        byte[][] draws = {{0, 0}, {1, 1}};
        Autoregressive polished = ProposalPolish.of(Objective.ACCEPTANCE_RATE)
                .steps(150)
                .batch(64)
                .rate(0.3)
                .polish(even, q, draws);
        assertThat(Math.exp(polished.logProb(draws[0])) + Math.exp(polished.logProb(draws[1])))
                .isGreaterThan(0.97);
        assertThatThrownBy(() -> ProposalPolish.of(Objective.REVERSE_KL).polish(even, q, draws))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("this target forbids states, so use ACCEPTANCE_RATE");
    }

    @Test
    void badInput_isRefused() {
        assertThatThrownBy(() -> ProposalPolish.of(null)).hasMessage("must not be null: objective");
        ProposalPolish polish = ProposalPolish.of(Objective.ACCEPTANCE_RATE);
        assertThatThrownBy(() -> polish.steps(0)).hasMessage("must be >= 1: steps=0");
        assertThatThrownBy(() -> polish.batch(1)).hasMessage("must be >= 2: batch=1");
        assertThatThrownBy(() -> polish.rate(Double.NaN)).hasMessage("must be > 0 and finite: rate=NaN");
        assertThatThrownBy(() -> polish.rate(1e308)).hasMessage("must be <= 1.0E100: rate=1.0E308");
        assertThatThrownBy(() -> polish.batch(2_000_000_000)).hasMessage("must be <= 1000000: batch=2000000000");
        Autoregressive q = AutoregressiveTest.random(4, 1.0, 1);
        assertThatThrownBy(() -> polish.polish(MODEL, q, new byte[1][9])).hasMessage("must have length 9: q.length=4");
        Autoregressive fits = AutoregressiveTest.random(N, 1.0, 1);
        assertThatThrownBy(() -> polish.polish(MODEL, fits, new byte[0][])).hasMessage("must be >= 1: draws.length=0");
        assertThatThrownBy(() -> polish.polish(MODEL, fits, new byte[1][8]))
                .hasMessage("must have length 9: draws[0].length=8");
        EnergyModel forbidden = EnergyModels.of(N, x -> Double.NEGATIVE_INFINITY);
        assertThatThrownBy(() -> polish.polish(forbidden, fits, new byte[1][9]))
                .hasMessage("must be possible under the model: draws[0]=-Infinity");
        EnergyModel infinite = EnergyModels.of(N, x -> Double.POSITIVE_INFINITY);
        assertThatThrownBy(() -> polish.polish(infinite, fits, new byte[1][9]))
                .hasMessage("must be finite or -Infinity: model.logProb()=Infinity");
    }
}
