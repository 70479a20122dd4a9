package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the style sheet promises: contrast in both themes, and a first screen with the answer. */
class StyleTest {

    private static final Pattern COLOUR = Pattern.compile("--(\\w+): #(\\p{XDigit}{6});");

    /** The least contrast of text, by the guidelines WCAG 2.1, 1.4.3. */
    private static final double OF_TEXT = 4.5;

    /** Letters of logos are text too, in the colours of series. */
    @ParameterizedTest
    @CsvSource({"false, ground", "false, raised", "true, ground", "true, raised"})
    void texts_areReadable(boolean dark, String ground) {
        Map<String, Integer> colours = colours(dark);
        for (String text : List.of("ink", "soft", "link", "good", "bad", "open")) {
            assertThat(contrast(colours.get(text), colours.get(ground)))
                    .as(text)
                    .isGreaterThan(OF_TEXT);
        }
        if (ground.equals("ground")) {
            IntStream.range(0, Palette.SIZE)
                    .forEach(k -> assertThat(contrast(colours.get("c" + k), colours.get(ground)))
                            .as("c" + k)
                            .isGreaterThan(OF_TEXT));
        }
    }

    /** On grey paper colours of cells look alike. */
    @Test
    void cellsOfDifferentMeaning_differInShape() {
        assertThat(Style.SHEET).contains(".key.c1, .cells .c1 { clip-path:", ".key.c2, .cells .c2 { border-radius:");
    }

    /** What is folded on the screen has a name on paper: a table has its caption, all else its heading or summary. */
    @Test
    void summaries_arePrintedUnlessATableFollows() {
        String print = Style.SHEET.substring(Style.SHEET.indexOf("@media print"));
        assertThat(print).contains("summary:not(:has(h2)):has(+ .wide, + .long-table), footer { display: none; }");
        assertThat(print.split("summary", -1)).hasSize(3);
    }

    @Test
    void manyReasons_areFoldedAfterTheFirst() {
        assertThat(reasons("a", "b", "c", "d", "e")).endsWith("<li>e</li></ul>").doesNotContain("details");
        assertThat(reasons("a", "b", "c", "d", "e", "f"))
                .contains("<li>d</li></ul><details><summary>2 more</summary><ul><li>e</li>")
                .endsWith("</ul></details>");
    }

    private static String reasons(String... reasons) {
        Html html = new Html();
        Page.reasons(html, List.of(reasons));
        return html.toString();
    }

    /** The colours of a theme by their names; what the dark one does not name is as in the light one. */
    private static Map<String, Integer> colours(boolean dark) {
        int begin = Style.SHEET.indexOf("prefers-color-scheme: dark");
        Matcher colour = COLOUR.matcher(dark ? Style.SHEET.substring(begin) : Style.SHEET.substring(0, begin));
        Map<String, Integer> colours = new HashMap<>();
        while (colour.find()) {
            colours.put(colour.group(1), Integer.parseInt(colour.group(2), 16));
        }
        return colours;
    }

    /** The ratio of the luminances of two colours, WCAG 2.1. */
    private static double contrast(int one, int other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(int colour) {
        return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour);
    }

    private static double linear(int channel) {
        double value = (channel & 0xFF) / 255.0;
        return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
