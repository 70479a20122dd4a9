package dev.lbp.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTableTest {

    private static final Map<String, String> UNITS = Map.of("score", "us/op");

    private static Measurement scores(String method, Map<String, String> parameters, double... scores) {
        List<Map<String, Double>> samples = new ArrayList<>();
        for (double score : scores) {
            samples.add(Map.of("score", score));
        }
        return new Measurement(method, parameters, UNITS, samples);
    }

    @Test
    void text_showsTheParametersThatVary() {
        ResultTable table = new ResultTable(List.of(
                scores("step", Map.of("n", "10", "mean", "0.4"), 1.0, 2.0, 4.0),
                scores("step", Map.of("n", "20", "mean", "0.4"), 5.0)));
        assertThat(table.text()).isEqualTo("""
                        | n | us/op |
                        | --- | --- |
                        | 10 | 2.00 (1.00 to 4.00) |
                        | 20 | 5.00 |
                        """);
    }

    @Test
    void compare_takesRatiosWithinRoundsAndParameters() {
        // The medians, 4 and 20, would give 0.2; within the rounds the ratios are 0.5, 0.2 and 0.1.
        ResultTable table = new ResultTable(List.of(
                        scores("fast", Map.of("n", "10"), 5.0, 4.0, 3.0),
                        scores("slow", Map.of("n", "10"), 10.0, 20.0, 30.0),
                        scores("fast", Map.of("n", "20"), 7.0)))
                .compare("method", "slow");
        assertThat(table.text())
                .contains("| n | method | us/op | relative to slow |")
                .contains("| 10 | fast | 4.00 (3.00 to 5.00) | 0.200 (0.100 to 0.500) |")
                .contains("| 10 | slow | 20.0 (10.0 to 30.0) | 1.00 |")
                .contains("| 20 | fast | 7.00 |  |");
    }

    @Test
    void compare_pairsSamplesOfTheSameRound() {
        ResultTable table = new ResultTable(
                        List.of(scores("fast", Map.of(), 1.0, 30.0, 2.0), scores("slow", Map.of(), 2.0, 60.0, 4.0)))
                .compare("method", "slow");
        assertThat(table.text()).contains("| 0.500 |");
    }

    @Test
    void derive_andCounters_areOfEachSample() {
        Measurement m = new Measurement(
                "round",
                Map.of(),
                Map.of("score", "s/op", "one", "#"),
                List.of(Map.of("score", 9.0, "one", 2.0), Map.of("score", 8.0, "one", 4.0)));
        ResultTable table = new ResultTable(List.of(m)).countersOnly().derive("half", s -> s.get("one") / 2.0);
        assertThat(table.text()).contains("| one | half |", "| 3.00 (2.00 to 4.00) | 1.50 (1.00 to 2.00) |");
    }
}
