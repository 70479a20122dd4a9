package dev.lbp.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceLogoTest {

    private static final Pattern LETTER =
            Pattern.compile("translate\\(([0-9.]+) ([0-9.]+)\\) scale\\(1 ([0-9.]+)\\)[^>]*>(.)<");

    private static final Pattern NUMBER = Pattern.compile("font-size=\"10\"[^>]*>([0-9]+)<");

    private static String page(double[][] marginals, String wildType) {
        List<SequenceLogo.Row> rows = List.of(new SequenceLogo.Row("draws", marginals));
        return SequenceLogo.page("t", SequenceLogo.section(rows, "-ACG", wildType));
    }

    private static List<MatchResult> letters(double[]... marginals) {
        return LETTER.matcher(page(marginals, "")).results().toList();
    }

    /** A certain letter is 100 pixels high; 1/2 and 1/2 of 4 have 1 of 2 bits; a uniform site has no letters. */
    @Test
    void page_stacks_areTheInformationOfTheirSites() {
        List<MatchResult> all = letters(
                new double[] {0, 0, 1, 0}, new double[] {0.25, 0.25, 0.25, 0.25}, new double[] {0, 0.5, 0, 0.5});
        assertThat(all).extracting(m -> m.group(4)).containsExactly("C", "A", "G");
        assertThat(all).extracting(m -> Double.valueOf(m.group(1))).containsExactly(8.0, 40.0, 40.0);
        double[] heights = all.stream()
                .mapToDouble(m -> Double.parseDouble(m.group(3)) * 16 * 0.72)
                .toArray();
        assertThat(heights).containsExactly(new double[] {100.0, 25.0, 25.0}, offset(0.01));
        assertThat(all).extracting(m -> Double.valueOf(m.group(2))).containsExactly(100.0, 100.0, 75.0);
    }

    /** H = 1.157 bits of p = .7, .2, .1: a stack of 42.2 pixels. The most probable letter is on top. */
    @Test
    void page_lettersOfASite_ascend() {
        List<MatchResult> all = letters(new double[] {0, 0.7, 0.1, 0.2});
        assertThat(all).extracting(m -> m.group(4)).containsExactly("C", "G", "A");
        assertThat(page(new double[][] {{0, 0.7, 0.1, 0.2}, {0.25, 0.25, 0.25, 0.25}}, ""))
                .contains("at most 2.00 bits; the highest here has 0.84.");
        assertThat(Double.parseDouble(all.get(2).group(2))).isCloseTo(100.0 - 0.3 * 42.16, offset(0.02));
    }

    @Test
    void page_gap_isABox() {
        String page = page(new double[][] {{1, 0, 0, 0}}, "A");
        assertThat(page).contains("<rect x=\"3.0\" y=\"0.00\" width=\"10\" height=\"100.00\"");
        assertThat(LETTER.matcher(page).find()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "8, 1 8", "11, 1 10", "30, 1 10 20 30", "53, 1 10 20 30 40 50 51 53"})
    void page_numbers_areTensAndBothEnds(int sites, String expected) {
        double[][] marginals = new double[sites][];
        Arrays.setAll(marginals, i -> new double[] {1, 0, 0, 0});
        List<String> numbers = new ArrayList<>();
        NUMBER.matcher(page(marginals, "")).results().forEach(m -> numbers.add(m.group(1)));
        assertThat(String.join(" ", numbers)).isEqualTo(expected);
    }
}
