package dev.lbp.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepetitionsTest {

    private static Row row(String weight, double lambda, int seed, double value) {
        return Row.EMPTY
                .with("weight", weight)
                .with("lambda", lambda)
                .with("seed", seed)
                .with("value", value);
    }

    @Test
    void of_rows_takesSeedsTogether() {
        List<Repetitions> groups = Repetitions.of(
                List.of(row("t", 0.5, 1, 2.0), row("1", 0.5, 1, 7.0), row("t", 0.5, 2, 4.0), row("t", 1.0, 1, 9.0)),
                List.of("weight", "lambda"));
        assertThat(groups).extracting(group -> group.text("weight")).containsExactly("t", "1", "t");
        assertThat(groups.get(0).mean("value").mean()).isEqualTo(3.0);
        assertThat(groups.get(0).mean("value").error()).isCloseTo(1.0, within(1e-15));
        List<Repetitions> ofT = Repetitions.with(groups, "weight", "t");
        assertThat(Repetitions.numbers(ofT, "lambda")).containsExactly(0.5, 1.0);
        assertThat(Repetitions.means(ofT, "value")).containsExactly(3.0, 9.0);
        assertThat(Repetitions.means(Repetitions.with(groups, "weight", "1"), "value"))
                .containsExactly(7.0);
        assertThat(Repetitions.with(groups, "lambda", 1.0)).hasSize(1);
        assertThat(Repetitions.errors(ofT, "value")[1]).isNaN();
    }

    @Test
    void median_ofTimes_isNotMovedByOneThatWasDisturbed() {
        List<Row> rows = List.of(row("t", 0.5, 1, 2.0), row("t", 0.5, 2, 90.0), row("t", 0.5, 3, 4.0));
        assertThat(Repetitions.of(rows, List.of("weight")).get(0).median("value"))
                .isEqualTo(4.0);
    }
}
