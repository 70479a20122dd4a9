package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.html.Plot.Caption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures whose rows or columns have names, on a screen that is 420 pixels wide. */
class NamedFiguresTest {

    private static final Caption CAPTION = new Caption("title", "description");

    /** A label of the axis is about 22 pixels wide, the axis 136. */
    @Test
    void labelsBetweenTheEnds_areLeftOutOnASmallScreen() {
        Html html = new Html();
        Axis axis = Axis.of("P(in)", 0, 1);
        NamedBars.write(
                html,
                CAPTION,
                axis,
                0.5,
                new String[] {"variable", "P(in)"},
                List.of(new NamedBars.Row("age", 0.3, Double.NaN, Double.NaN, Double.NaN, "0.300")));
        assertThat(axis.labels(3))
                .extracting(Axis.Label::text)
                .containsExactly("0.0", "0.2", "0.4", "0.6", "0.8", "1.0");
        assertThat(html.toString())
                .contains(
                        "<span class=\"first\" style=\"left:0.0%\">0.0<",
                        "<span class=\"inner more\" style=\"left:20.0%\">0.2<",
                        "<span class=\"last\" style=\"left:100.0%\">1.0<");
        assertThat(html.toString().replace("inner more", "")).doesNotContain("inner", "more");
        assertThat(Style.SHEET.indexOf(".ends .more { display: none; }"))
                .as("later than the rule for all labels")
                .isGreaterThan(Style.SHEET.indexOf(".ends span {"));
    }

    /** Labels are at the middles of cells: of 6 rows row 0 is at 11/12 of the height. */
    @Test
    void lattices_haveLabelsOfSomeRowsAndColumns() {
        Html html = new Html();
        HeatMap.lattice(html, CAPTION, new double[6][8], "0", "1");
        assertThat(html.toString())
                .contains(
                        "<span style=\"bottom:91.7%\">0</span>",
                        "<span style=\"bottom:25.0%\">4</span>",
                        "<span class=\"inner\" style=\"left:6.3%\">0</span>",
                        "<span class=\"inner\" style=\"left:81.3%\">6</span>");
        Html named = new Html();
        HeatMap.Sides sides = new HeatMap.Sides(row -> "row " + row, column -> "column " + column);
        HeatMap.lattice(named, CAPTION, sides, new double[2][40], "0", "1");
        assertThat(named.toString())
                .contains("ch minmax(0,1fr)\"", ">row 0<", ">row 1<", ">column 0<", ">column 30<", "height:6rem");
    }

    @Test
    void longNamesOfColumns_keepTheirEnds() {
        Html html = new Html();
        String[] names = {"a_rather_long_name_of_a_column_17", "twenty_six_characters_long", "age"};
        NamedCells.write(html, CAPTION, List.of(names), List.of("0.5"), new int[][] {{1, 0, 1}}, "in");
        assertThat(html.toString())
                .contains(
                        "<span title=\"a_rather_long_name_of_a_column_17\">a_rather_lon\u2026f_a_column_17</span>",
                        ">twenty_six_characters_long</span>",
                        ">age</span>");
    }
}
