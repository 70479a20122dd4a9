package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.internal.html.Axis.Label;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AxisTest {

    /** With a digit before the point. */
    private static final Pattern NUMBER = Pattern.compile("\u2212?\\d[\\d,]*(\\.\\d+)?(e[+\u2212]?\\d+)?");

    /** The ends are labelled, so that no point lies beyond the last label. */
    @ParameterizedTest
    @ValueSource(doubles = {0.97, 1, 17.4, 36, 143, 0.05, 1234, 0.30000000000000004, 7.4})
    void fromZero_ends_areLabelled(double high) {
        Axis axis = Axis.fromZero("y", high);
        assertThat(axis.high()).isBetween(high * (1 - 1e-9), 1.5 * high);
        assertThat(axis.labels().get(0).text()).matches("0(\\.0+)?");
        assertThat(axis.labels().get(axis.labels().size() - 1).place()).isCloseTo(1.0, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"1024, 100000", "27, 2100", "1, 5000", "0.2, 0.7", "3, 3", "1e-5, 9e8"})
    void logarithmicCovering_ends_areLabelled(double low, double high) {
        Axis axis = Axis.logarithmicCovering("x", low, high);
        assertThat(axis.place(low)).isBetween(-1e-9, 1.0);
        assertThat(axis.place(high)).isBetween(0.0, 1.0 + 1e-9);
        assertThat(axis.labels()).hasSizeBetween(2, 16);
        assertThat(axis.labels().get(0).place()).isLessThan(0.2);
        assertThat(axis.labels().get(axis.labels().size() - 1).place()).isGreaterThan(0.8);
    }

    @Test
    void labels_areRoundNumbersAtTheirPlaces() {
        Axis axis = Axis.of("x", 0, 1_000);
        assertThat(axis.labels()).extracting(Label::text).containsExactly("0", "200", "400", "600", "800", "1,000");
        assertThat(axis.labels()).extracting(Label::place).containsExactly(0.0, 0.2, 0.4, 0.6, 0.8, 1.0);
        assertThat(Axis.of("x", -0.25, 1).labels())
                .extracting(Label::text)
                .containsExactly("\u22120.2", "0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
    }

    @Test
    void labels_ofCounts_areWhole() {
        assertThat(Axis.counting("draw", 1, 1).labels()).extracting(Label::text).containsExactly("1");
        assertThat(Axis.counting("draw", 1, 3).labels()).extracting(Label::text).containsExactly("1", "2", "3");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5, 5",
        "-1e9, -1e9",
        "1e17, 1.0000000000000002e17",
        "0, 1e-300",
        "-1e300, 1e300",
        "0, 1.7976931348623157e308",
        "-1e308, 1.7e308",
        "123456.7, 123456.8",
        "-3, 1e-9",
        "10000000000, 10000000100",
        "30, 30.000000000000004",
        "29.999999999999993, 30.000000000000004"
    })
    void labels_ofAnyRange_areFewAndOnTheAxis(double low, double high) {
        Axis axis = Axis.of("x", low, high);
        assertThat(axis.labels()).hasSizeBetween(2, 11);
        assertThat(axis.labels(2)).hasSizeBetween(2, 5);
        assertThat(axis.labels())
                .extracting(Label::text)
                .doesNotHaveDuplicates()
                .allMatch(text -> NUMBER.matcher(text).matches());
        assertThat(axis.labels()).allSatisfy(label -> assertThat(label.place()).isBetween(-1e-6, 1 + 1e-6));
        assertThat(axis.place(low)).isBetween(0.0, 1.0);
        assertThat(axis.place(high)).isBetween(0.0, 1.0);
    }

    @ParameterizedTest
    @CsvSource({"85, 115", "18.2, 24.9", "-117, -61"}) // a multiple of 20, 5 or 50 within: one each
    void labels_ofAShortDrawing_areTwoAtLeast(double low, double high) {
        assertThat(Axis.of("x", low, high).labels(2)).hasSizeBetween(2, 4);
    }

    @Test
    void around_values_ignoresWhatIsNotFinite() {
        Axis axis = Axis.around("x", new double[] {Double.NaN, 2}, new double[] {Double.POSITIVE_INFINITY, 7});
        assertThat(axis.low()).isBetween(1.5, 1.9);
        assertThat(axis.high()).isBetween(7.1, 7.5);
        assertThat(Axis.around("x", new double[] {Double.NaN}).high()).isEqualTo(1);
        assertThat(Axis.around("x", new double[] {-Double.MAX_VALUE, Double.MAX_VALUE})
                        .place(0))
                .isEqualTo(0.5);
    }

    @Test
    void logarithmic_labels_areAtTheirPlaces() {
        Axis decades = Axis.logarithmic("step", 1, 10_000);
        assertThat(decades.labels()).extracting(Label::text).containsExactly("1", "10", "100", "1,000", "10,000");
        assertThat(decades.labels()).extracting(Label::place).containsExactly(0.0, 0.25, 0.5, 0.75, 1.0);
        assertThat(Axis.logarithmic("R", 3, 300).labels())
                .extracting(Label::text)
                .containsExactly("5", "10", "20", "50", "100", "200");
        assertThat(Axis.logarithmic("R", 165, 172).labels())
                .extracting(Label::text)
                .containsExactly("165", "166", "167", "168", "169", "170", "171", "172");
        assertThat(Axis.logarithmic("p", 1e-9, 1).labels())
                .hasSizeBetween(4, 10)
                .extracting(Label::text)
                .doesNotHaveDuplicates();
        assertThat(Axis.logarithmic("R", 9, 9).place(9)).isBetween(0.49, 0.51);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, -1.0, Double.NaN, Double.POSITIVE_INFINITY})
    void logarithmic_endWithoutALogarithm_isRefused(double end) {
        assertThatThrownBy(() -> Axis.logarithmic("R", end, 10.0)).hasMessageContaining("must be > 0 and finite");
        assertThatThrownBy(() -> Axis.logarithmic("R", 1.0, end)).hasMessageContaining("must be > 0 and finite");
    }
}
