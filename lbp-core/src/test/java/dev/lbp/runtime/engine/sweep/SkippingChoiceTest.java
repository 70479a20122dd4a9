package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The choice of a rate by counts alone. */
class SkippingChoiceTest {

    /** 1,024 sites in two classes; each rate has the visits of its candidates and of some hot sites. */
    private static int chosen(int flips, int... hot) {
        SkippingChoice choice = new SkippingChoice(1_024, 0);
        for (int sweep = 0; sweep < 88; sweep++) {
            int rate = choice.next(sweep);
            if (sweep >= 64) {
                int candidates = (int) (1_024 * SkippingChoice.RATES[rate]);
                choice.add(sweep, rate, SkippingChoice.work(hot[rate] + candidates, candidates, 5L * flips), flips);
            }
        }
        int next = choice.next(88);
        assertThat(choice.next(127)).isEqualTo(next);
        return next;
    }

    @Test
    void next_sweepsBetweenPowersOfTwo_areTrialsThenTheChoice() {
        SkippingChoice choice = new SkippingChoice(1_024, 0);
        assertThat(IntStream.range(0, 64).map(choice::next)).containsOnly(SkippingChoice.OFF);
        for (int k = 0; k < 24; k++) {
            assertThat(choice.next(64 + k)).isEqualTo(k / 8);
            assertThat(choice.next(256 + k)).isEqualTo(k / 8);
        }
    }

    @Test
    void next_afterTrials_isTheRateOfLeastWork() {
        assertThat(chosen(1, 3, 2, 2)).as("hardly any site is hot").isZero();
        assertThat(chosen(8, 900, 20, 15)).as("many are above 0.001").isEqualTo(1);
        assertThat(chosen(20, 900, 600, 20)).as("many are above 0.01").isEqualTo(2);
        assertThat(chosen(20, 900, 600, 500)).as("all are hot").isEqualTo(SkippingChoice.OFF);
        assertThat(chosen(300, 3, 2, 2))
                .as("a flip of three sites costs more than a sweep")
                .isEqualTo(SkippingChoice.OFF);
    }
}
