package dev.lbp.runtime.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.ScriptedRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChainScaleTest {

    /** The lower scale, and the exact probability of the upper one. */
    @ParameterizedTest
    @CsvSource({
        "1.0, 1, 0.1",
        "1.05, 1, 0.1",
        "1.5, 1, 0.5",
        "2.0, 2, 0.1",
        "2.25, 2, 0.25",
        "7.97, 7, 0.9",
        "50, 50, 0.1"
    })
    void draw_frozenScale_mixesTheTwoIntegersAroundIt(double scale, int lower, double share) {
        ChainScale chainScale = frozen(100, scale);
        assertThat(chainScale.draw(new ScriptedRandom(ScriptedRandom.LARGEST))).isEqualTo(lower);
        assertThat(chainScale.draw(new ScriptedRandom(0.0))).isEqualTo(lower + 1);
        assertThat(ScriptedRandom.probability(u -> chainScale.draw(new ScriptedRandom(u)) == lower + 1))
                .isCloseTo(share, within(1e-14));
    }

    /** An adapting scale is played as the same mixture. */
    @Test
    void draw_adaptingScale_mixesToo() {
        ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), 100);
        chainScale.guess(3.4);
        assertThat(chainScale.adapting()).isTrue();
        assertThat(ScriptedRandom.probability(u -> chainScale.draw(new ScriptedRandom(u)) == 4))
                .isCloseTo(0.4, within(1e-14));
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void draw_fewerThanThreeSites_isAlwaysOne(int freeSites) {
        ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), freeSites);
        chainScale.update(1.0, 1);
        assertThat(chainScale.value()).isEqualTo(1.0);
        assertThat(chainScale.draw(new ScriptedRandom())).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"3, 1.5", "4, 2.0", "5, 2.5", "100, 50.0"})
    void largest_anyNumberOfSites_leavesRoomForTheUpperScale(int freeSites, double largest) {
        ChainScale chainScale = new ChainScale(ScaleController.robbinsMonro(0.1), freeSites);
        for (int t = 0; t < 200; t++) {
            chainScale.update(1.0, 1);
            assertThat(chainScale.draw(new ScriptedRandom(0.0))).isLessThanOrEqualTo(freeSites);
        }
        assertThat(chainScale.value()).isEqualTo(largest);
    }

    @Test
    void draw_fixedScale_isExactAndTakesNoNumber() {
        ChainScale chainScale = new ChainScale(ScaleController.fixed(4), 5);
        assertThat(chainScale.adapting()).isFalse();
        assertThat(chainScale.draw(new ScriptedRandom())).isEqualTo(4);
        chainScale.guess(2.0);
        chainScale.update(1.0, 4);
        chainScale.freeze(3.0);
        assertThat(chainScale.value()).isEqualTo(4.0);
    }

    /** As a frozen scale is: the upper integer with the probability of the fractional part, held in [0.1, 0.9]. */
    @ParameterizedTest
    @CsvSource({"4.3, 4, 0.3", "4.02, 4, 0.1", "4.97, 4, 0.9", "1.5, 1, 0.5"})
    void draw_fixedRealScale_isTheMixtureOfAFrozenOne(double scale, int lower, double share) {
        ChainScale chainScale = new ChainScale(ScaleController.fixed(scale), 5);
        assertThat(chainScale.adapting()).isFalse();
        assertThat(chainScale.value()).isEqualTo(scale);
        assertThat(chainScale.draw(new ScriptedRandom(share - 1e-9))).isEqualTo(lower + 1);
        assertThat(chainScale.draw(new ScriptedRandom(share + 1e-9))).isEqualTo(lower);
    }

    @Test
    void guess_uselessOrTooLarge_isIgnoredOrLowered() {
        ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), 20);
        for (double useless : new double[] {Double.NaN, 0.3, Double.NEGATIVE_INFINITY}) {
            chainScale.guess(useless);
            assertThat(chainScale.value()).isEqualTo(1.0);
        }
        chainScale.guess(Double.POSITIVE_INFINITY);
        assertThat(chainScale.value()).isCloseTo(10.0, within(1e-12));
    }

    @Test
    void freeze_andUpdate_changesNothingMore() {
        ChainScale chainScale = frozen(20, 3.5);
        chainScale.update(1.0, 3);
        chainScale.guess(7.0);
        assertThat(chainScale.adapting()).isFalse();
        assertThat(chainScale.value()).isEqualTo(3.5);
    }

    @Test
    void freeze_outOfBounds_isAnErrorThatNamesTheController() {
        for (double wrong : new double[] {0.5, 10.5, Double.NaN}) {
            ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), 20);
            assertThatThrownBy(() -> chainScale.freeze(wrong))
                    .hasMessageContaining("must be in [1, 10.0]: scale=" + wrong);
        }
    }

    private static ChainScale frozen(int freeSites, double scale) {
        ChainScale chainScale = new ChainScale(ScaleController.logScale(0.574), freeSites);
        chainScale.freeze(scale);
        return chainScale;
    }
}
