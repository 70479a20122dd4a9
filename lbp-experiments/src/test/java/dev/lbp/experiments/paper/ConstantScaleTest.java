package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.Samplers;
import dev.lbp.models.BernoulliModel;
import dev.lbp.models.PaperConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstantScaleTest {

    /** 20,000 draws of R have a mean with a standard error of 0.0035; eight of them fail in 1e-15 of seeds. */
    @Test
    void steps_atAnIntegerAndAHalf_playBothNeighboursEquallyOften() {
        BernoulliModel model = BernoulliModel.paper(50, PaperConfiguration.C2, 1L);
        ChainBatch chains = Samplers.lbp().scale(new ConstantScale(7.5)).build().start(model, 9L, 10);
        chains.warmUp(0);
        assertThat(chains.adapting()).isFalse();
        assertThat(chains.scale()).isCloseTo(7.5, within(1e-12));
        double sum = 0.0;
        for (int t = 0; t < 2_000; t++) {
            chains.step();
            for (int c = 0; c < 10; c++) {
                assertThat(chains.lastStep(c).scale()).isBetween(7, 8);
                sum += chains.lastStep(c).scale();
            }
        }
        assertThat(sum / 20_000).isCloseTo(7.5, within(0.028));
    }

    @ParameterizedTest
    @CsvSource({"0.3, 1.5", "1, 1.5", "1.99, 1.5", "2, 2.5", "71.8, 71.5"})
    void half_ofAScale_isTheNearest(double scale, double half) {
        assertThat(ConstantScale.nearestHalf(scale)).isEqualTo(half);
    }

    @Test
    void scale_belowOne_isRefused() {
        assertThatThrownBy(() -> new ConstantScale(0.9)).hasMessage("must be >= 1 and finite: scale=0.9");
    }
}
