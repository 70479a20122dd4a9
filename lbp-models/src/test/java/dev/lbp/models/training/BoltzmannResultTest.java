package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.Estimate;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BoltzmannResultTest {

    /**
     * log Z and the entropy of the trained model, by all 729 states. Within 4 standard errors: two estimates miss it
     * with probability 2 * 6.3e-5, and the seed is fixed.
     */
    @Test
    void tempered_trainedModel_hasLogZAndEntropyOfEnumeration() {
        BoltzmannResult trained = BoltzmannTrainingTest.small().run();
        TemperingResult tempering =
                trained.tempered().draws(2_000).run().tempering().orElseThrow();
        MoveModel.Tracker tracker = trained.model().newTracker();
        double[] logProb = new double[729];
        for (int s = 0; s < logProb.length; s++) {
            int[] state = new int[6];
            for (int i = 0, rest = s; i < 6; i++, rest /= 3) {
                state[i] = rest % 3;
            }
            tracker.reset(state);
            logProb[s] = tracker.logProb();
        }
        double logZ = Math.log(Arrays.stream(logProb).map(Math::exp).sum());
        double entropy = Arrays.stream(logProb)
                .map(value -> Math.exp(value - logZ) * (logZ - value))
                .sum();
        assertThat(tempering.logZ()).isCloseTo(logZ, within(4.0 * tempering.logZError()));
        Estimate found = tempering.at(1.0).entropy();
        assertThat(found.error()).isLessThan(0.05);
        assertThat(found.value()).isCloseTo(entropy, within(4.0 * found.error()));
        assertThatThrownBy(() -> tempering.at(0.5).entropy()).hasMessageContaining("must be of a run with the default");
    }
}
