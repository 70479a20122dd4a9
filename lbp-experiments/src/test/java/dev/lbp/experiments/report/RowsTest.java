package dev.lbp.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowsTest {

    private static Row row(String weight, double lambda, int seed, double value) {
        return Row.EMPTY
                .with("weight", weight)
                .with("lambda", lambda)
                .with("seed", seed)
                .with("value", value);
    }

    @Test
    void by_columns_takesSeedsTogether() {
        Rows rows = new Rows(
                List.of(row("t", 0.5, 1, 2.0), row("1", 0.5, 1, 7.0), row("t", 0.5, 2, 4.0), row("t", 1.0, 1, 9.0)));
        List<Rows> groups = rows.by("weight", "lambda");
        assertThat(groups).extracting(group -> group.text("weight")).containsExactly("t", "1", "t");
        assertThat(groups.get(0).mean("value").mean()).isEqualTo(3.0);
        assertThat(groups.get(0).mean("value").error()).isCloseTo(1.0, within(1e-15));
        assertThat(groups.get(0).numbers("value")).containsExactly(2.0, 4.0);
        assertThat(groups.get(2).mean("value").error()).isNaN();
        assertThat(rows.with("lambda", 1.0).size()).isEqualTo(1);
    }

    /** A value of an axis without rows has no group. */
    @Test
    void by_axis_isInTheOrderOfItsValues() {
        Rows rows = new Rows(List.of(row("t", 1.0, 1, 2.0), row("t", 0.5, 1, 7.0)));
        assertThat(rows.by("lambda", List.of(0.5, 0.75, 1.0), value -> value))
                .extracting(Rows.Group::value)
                .containsExactly(0.5, 1.0);
    }

    @Test
    void median_ofTimes_isNotMovedByOneThatWasDisturbed() {
        Rows rows = new Rows(List.of(row("t", 0.5, 1, 2.0), row("t", 0.5, 2, 90.0), row("t", 0.5, 3, 4.0)));
        assertThat(rows.median("value")).isEqualTo(4.0);
    }
}
