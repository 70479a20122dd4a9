package dev.lbp.internal.select.average;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.HashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PosteriorMixtureTest {

    /** A part of 0.02 is as wide as a row with a code such as 999999999 makes it; the ends stay those of the other. */
    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e6, 1e9, 1e12, 1e200})
    void quantiles_besideAVeryWidePart_areThoseOfTheNarrowOne(double wide) {
        PosteriorMixture mixture = new PosteriorMixture(new HashMap<>());
        mixture.add(0.98, 0.5, 0.05, Double.POSITIVE_INFINITY);
        mixture.add(0.02, 0.0, wide, Double.POSITIVE_INFINITY);
        mixture.withProbability(1.0);
        // half of the wide part is below: 0.98 P(z <= q) + 0.01 = 0.05, so q = -1.741291 standard deviations
        assertThat(mixture.quantile(0.05)).isEqualTo(0.5 - 0.05 * 1.741291, offset(1e-4));
        assertThat(mixture.quantile(0.95)).isEqualTo(0.5 + 0.05 * 1.741291, offset(1e-4));
    }
}
