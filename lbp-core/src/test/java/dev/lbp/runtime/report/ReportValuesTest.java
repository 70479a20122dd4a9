package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.html.Html;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The picture of the marginals of values. */
class ReportValuesTest {

    /** In a picture of a permutation of many, colours up to probability 1 would all be the darkest. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1/2", "10, 1/8", "30, 1/16"})
    void brightestColour_uniformMarginals_isTheNextPowerOfTwoAbove(int values, String brightest) {
        double[][] marginals = new double[5][values];
        for (double[] row : marginals) {
            Arrays.fill(row, 1.0 / values);
        }
        Html html = new Html();
        new ReportValues(marginals, new double[5][values], 0, 0).writeTo(html);
        assertThat(html.toString()).contains("<span>" + brightest + "</span></div>");
    }
}
