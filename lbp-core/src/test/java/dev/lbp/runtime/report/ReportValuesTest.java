package dev.lbp.runtime.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Palette;
import dev.lbp.result.SiteDisagreement;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures and the table of marginals of values, against the numbers that they show. */
class ReportValuesTest {

    private static final Pattern PICTURE = Pattern.compile("base64,([^\"]+)\"");
    private static final Pattern ROW =
            Pattern.compile("<th scope=\"row\">Site (\\d+)</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td>");

    /** Six sites of three values; site 4 has value 2 in all draws. */
    private static final double[][] MARGINALS = {
        {0.5, 0.3, 0.2}, {0.1, 0.15, 0.75}, {0.05, 0.9, 0.05}, {0.4, 0.35, 0.25}, {0, 0, 1}, {0.01, 0.69, 0.3}
    };

    private static final double[][] ERRORS = {
        {0.011, 0.012, 0.013},
        {0.021, 0.022, 0.023},
        {0.031, 0.032, 0.033},
        {0.041, 0.042, 0.043},
        {Double.NaN, Double.NaN, Double.NaN},
        {0.051, 0.062, 0.053}
    };

    private static String html(double[][] marginals, double[][] errors, int rows, int columns) {
        Html html = new Html();
        new ReportValues(marginals, errors, rows, columns, ReportTerms.NUMBERS).writeTo(html);
        return html.toString();
    }

    private static List<BufferedImage> pictures(String html) throws IOException {
        List<BufferedImage> pictures = new ArrayList<>();
        Matcher picture = PICTURE.matcher(html);
        while (picture.find()) {
            pictures.add(
                    ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(picture.group(1)))));
        }
        return pictures;
    }

    private static void assertColour(BufferedImage picture, int column, int row, double probability) {
        assertThat(picture.getRGB(column, row) & 0xFFFFFF)
                .as("column %d, row %d", column, row)
                .isEqualTo(Palette.probability(Math.round(255 * probability) / 255.0) & 0xFFFFFF);
    }

    @Test
    void pictures_ofAShape_areOnePerValueRowByRow() throws IOException {
        String html = html(MARGINALS, ERRORS, 2, 3);
        List<BufferedImage> pictures = pictures(html);
        assertThat(pictures).hasSize(3);
        for (int value = 0; value < 3; value++) {
            assertThat(html).contains("P(x = " + value + ") on the lattice of 2 rows and 3 columns, row 0 at the top");
            BufferedImage picture = pictures.get(value);
            assertThat(List.of(picture.getWidth(), picture.getHeight())).containsExactly(3, 2);
            for (int i = 0; i < 6; i++) {
                assertColour(picture, i % 3, i / 3, MARGINALS[i][value]);
            }
        }
    }

    @Test
    void picture_withoutAShape_hasARowPerSiteAndAColumnPerValue() throws IOException {
        List<BufferedImage> pictures = pictures(html(MARGINALS, ERRORS, 0, 0));
        assertThat(pictures).hasSize(1);
        assertThat(List.of(pictures.get(0).getWidth(), pictures.get(0).getHeight()))
                .containsExactly(3, 6);
        for (int i = 0; i < 6; i++) {
            for (int value = 0; value < 3; value++) {
                assertColour(pictures.get(0), value, i, MARGINALS[i][value]);
            }
        }
    }

    @Test
    void table_hasTheMostFrequentValueOfEachSite() {
        List<String> rows = new ArrayList<>();
        Matcher row = ROW.matcher(html(MARGINALS, ERRORS, 0, 0));
        while (row.find()) {
            rows.add(String.join(" ", row.group(1), row.group(2), row.group(3), row.group(4)));
        }
        assertThat(rows).hasSize(6);
        assertThat(rows.subList(0, 4))
                .containsExactly("0 0 0.5000 0.0110", "1 2 0.7500 0.0230", "2 1 0.9000 0.0320", "3 0 0.4000 0.0410");
        assertThat(rows.get(4)).startsWith("4 2 1.0000 ");
        assertThat(rows.get(5)).isEqualTo("5 1 0.6900 0.0620");
    }

    @Test
    void description_namesTheRangeOfModesTheConstantSitesAndTheLargestError() {
        assertThat(html(MARGINALS, ERRORS, 2, 3))
                .contains("The most frequent value of a site has probability 0.400 to 1.000, mean 0.707; 1 site had one"
                        + " value in all draws. The largest standard error is 0.0620.");
        assertThat(html(new double[][] {{0.5, 0.5}}, new double[][] {{0.1, 0.1}}, 0, 0))
                .contains("; no site had one value in all draws.");
    }

    @Test
    void manySitesOrValues_areCutAndSaySo() throws IOException {
        double[][] wide = new double[4][13];
        Arrays.stream(wide).forEach(row -> row[12] = 1.0);
        String html = html(wide, wide, 2, 2);
        assertThat(pictures(html)).hasSize(12);
        assertThat(html).contains("Drawn are the first 12 of 13 values.");
        double[][] high =
                IntStream.range(0, 201).mapToObj(i -> new double[] {0.25, 0.75}).toArray(double[][]::new);
        String table = html(high, high, 0, 0);
        assertThat(ROW.matcher(table).results()).hasSize(200);
        assertThat(table).contains("Most frequent value by site, the first 200 of 201 sites");
    }

    @Test
    void noDraws_isStillAPage() {
        double[][] none = {{Double.NaN, Double.NaN}, {Double.NaN, Double.NaN}};
        assertThat(html(none, none, 0, 0)).contains("no site had one value in all draws");
        assertThat(html(new double[0][], new double[0][], 0, 0)).contains("The run was without marginals");
    }

    /** In a picture of a permutation of many, colours up to probability 1 would all be the darkest. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1/2", "10, 1/8", "30, 1/16"})
    void brightestColour_uniformMarginals_isTheNextPowerOfTwoAbove(int values, String brightest) {
        double[][] marginals = new double[5][values];
        for (double[] row : marginals) {
            Arrays.fill(row, 1.0 / values);
        }
        assertThat(html(marginals, new double[5][values], 0, 0)).contains("<span>" + brightest + "</span></div>");
    }

    @Test
    void disagreement_namesSiteAndValue() {
        ReportValues values = new ReportValues(MARGINALS, ERRORS, 0, 0, ReportTerms.NUMBERS);
        assertThat(values.site(3, 2)).isEqualTo("Site 3, value 2");
        assertThat(values.probability()).isEqualTo("P(x = value)");
    }

    /** As in a report on sequences: sites from 1, and letters. */
    @Test
    void terms_standForTheNumbersOfSitesAndValues() {
        ReportTerms terms = new ReportTerms(List.of("Site 1", "Site 2"), Collections.nCopies(2, List.of("A", "C")));
        double[][] halves = {{0.25, 0.75}, {0.5, 0.5}};
        MarginalFigures values = new ReportValues(halves, halves, 0, 0, terms);
        assertThat(values.site(1, 0)).isEqualTo("Site 2, value A");
        Html html = new Html();
        values.writeTo(html);
        assertThat(html.toString())
                .contains(
                        "values A to C from left to right",
                        "<th scope=\"row\">Site 1</th><td class=\"text\">C</td><td>0.7500</td>")
                .doesNotContain("Site 0", "values 0");
        ChainAgreement apart = new ChainAgreement(
                new double[2], 1.0, 1, List.of(new SiteDisagreement(1, 9.0, new double[] {0.25, 0.75}, 0)));
        assertThat(apart.sentences(terms)).contains("Site 2: P(x = A) from 0.250 to 0.750, F = 9.0.");
    }
}
