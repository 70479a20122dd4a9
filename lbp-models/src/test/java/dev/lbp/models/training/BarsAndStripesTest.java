package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BarsAndStripesTest {

    /** The pictures whose rows are all alike, or whose columns are. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void patterns_areThePicturesOfTheDefinition(int side) {
        Set<String> expected = new TreeSet<>();
        for (int code = 0; code < 1 << (side * side); code++) {
            byte[] picture = TinyRbm.state(code, side * side);
            boolean bars = true;
            boolean stripes = true;
            for (int i = 0; i < picture.length; i++) {
                bars &= picture[i] == picture[i % side];
                stripes &= picture[i] == picture[i - i % side];
            }
            if (bars || stripes) {
                expected.add(Arrays.toString(picture));
            }
        }
        byte[][] patterns = BarsAndStripes.patterns(side);
        assertThat(patterns).hasNumberOfRows((1 << (side + 1)) - 2);
        assertThat(Arrays.stream(patterns).map(Arrays::toString)).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** 14 cells of 2,000 expected each; a false failure has a probability of 1e-6. */
    @Test
    void draws_haveAllPicturesEquallyOften() {
        String[] patterns =
                Arrays.stream(BarsAndStripes.patterns(3)).map(Arrays::toString).toArray(String[]::new);
        long[] observed = new long[14];
        for (byte[] draw : BarsAndStripes.draws(3, 28_000, 9L)) {
            observed[Arrays.asList(patterns).indexOf(Arrays.toString(draw))]++;
        }
        double[] expected = new double[14];
        Arrays.fill(expected, 2_000.0);
        assertThat(ChiSquareTest.withDefaults().test(expected, observed).getPValue())
                .isBetween(1e-6, 1.0);
        assertThat(BarsAndStripes.draws(30, 5, 9L)).isDeepEqualTo(BarsAndStripes.draws(30, 5, 9L));
    }

    @Test
    void badArgument_isNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BarsAndStripes.patterns(17))
                .withMessage("must be in [2, 16]: side=17");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BarsAndStripes.draws(1, 1, 1))
                .withMessage("must be in [2, 30]: side=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BarsAndStripes.draws(2, 0, 1))
                .withMessage("must be >= 1: count=0");
    }
}
