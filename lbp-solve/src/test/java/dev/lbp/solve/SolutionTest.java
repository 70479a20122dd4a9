package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolutionTest {

    private static final Objective CUT = Objective.maximise("cut", value -> (20.0 + value) / 2.0);

    private static Solution<int[]> solution(long restarts, long hits, double... values) {
        int[][] states = {{0, 2, 1, 0}, {0, 2, 1, 1}, {2, 0, 0, 0}, {2, 0, 0, 1}};
        List<Scored<int[]>> top = java.util.stream.IntStream.range(0, values.length)
                .mapToObj(k -> new Scored<>(states[k], values[k], k))
                .toList();
        List<Improvement> improvements = List.of(
                new Improvement(Duration.ofMillis(10), 0, values[values.length - 1]),
                new Improvement(Duration.ofMillis(1_500), 2, values[0]));
        return new Solution<>(
                "Glass, N = 4",
                top,
                values[0] > Double.NEGATIVE_INFINITY ? improvements : List.of(),
                Ending.RESTARTS,
                restarts,
                hits,
                Duration.ofSeconds(12),
                Duration.ofMillis(22_250),
                List.of("A note <1>."));
    }

    @Test
    void summary_values_areThoseOfTheUser() {
        assertThat(solution(20, 10, 10.0, 10.0, 8.0, -3.25).summary(CUT)).isEqualTo("""
                Glass, N = 4
                Best cut: 15
                Found after 1.50 s, in restart 2.
                10 of 20 restarts ended with it. That most did makes it likely that no state is better; it is no proof.
                Ended after 12.0 s (22.3 s of processor time): all restarts done.
                A note <1>.
                Best states that were found:
                    cut  states  sites unlike the best
                     15       2                 0 to 1
                     14       1                      3
                  8.375       1                      4""");
    }

    @Test
    void summary_fewHits_saysSo() {
        assertThat(solution(9, 1, 10.0).summary())
                .contains("Best log-probability: 10\n")
                .contains("1 of 9 restarts ended with it. A longer search may find a better state.");
        assertThat(solution(9, 9, 10.0).summary()).contains("A longer search");
        assertThat(solution(21, 10, 10.0).summary()).contains("A longer search");
        assertThat(solution(1, 0, 10.0).summary()).contains("0 of 1 restart ended with it. A longer");
        assertThat(solution(0, 0, 10.0).summary()).contains("No restart has ended: a longer search may");
    }

    @Test
    void possible_negativeInfinity_isFalse() {
        Solution<int[]> nothing = solution(2, 2, Double.NEGATIVE_INFINITY);
        assertThat(nothing.possible()).isFalse();
        assertThat(nothing.summary())
                .contains("No possible state was found: each one that the search met has probability 0\nEnded");
        assertThat(SolutionReport.of(nothing).html())
                .contains("class=\"verdict disagree\"")
                .doesNotContain("against time");
        assertThat(solution(2, 2, 1.0).possible()).isTrue();
    }

    @Test
    void distance_ranks_areChecked() {
        assertThat(solution(9, 3, 10.0, 8.0, 3.0).distance(2)).isEqualTo(3);
        assertThatThrownBy(() -> solution(9, 3, 10.0).distance(1)).hasMessage("must be in [0, 0]: rank=1");
    }

    @Test
    void report_ofTheUsersUnits_isWritten(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("report.html");
        solution(20, 10, 10.0, 8.0, -3.25).report(file, CUT);
        assertThat(Files.readString(file))
                .contains("Best cut: 15", "class=\"verdict mixed\"", "A note &lt;1&gt;.", "seconds (logarithmic)")
                .contains("<td>1</td><td>3</td>", "<p>0 2 1 0</p>")
                .doesNotContain("log-probability", "<image", "<dt>Target</dt>");
        solution(20, 10, 10.0, 10.0, 8.0).report(file);
        assertThat(Files.readString(file)).contains("<td>2</td><td>0 to "); // states of one value are one row
        solution(9, 1, 10.0).report(file);
        assertThat(Files.readString(file)).contains("Best log-probability: 10", "class=\"verdict open\"");
        SolutionReport.of(solution(9, 1, 10.0)).title("A title").lattice(2, 2).write(file);
        assertThat(Files.readString(file)).contains("<title>A title</title>", "<image");
        assertThatThrownBy(() -> SolutionReport.of(solution(9, 1, 10.0)).lattice(2, 3))
                .hasMessage("must have a cell for each of 4 sites: lattice(2, 3) has 6");
    }

    @Test
    void report_stateAndTarget_areInTheUsersWords() {
        SolutionReport<int[]> report = SolutionReport.of(solution(9, 3, 10.0))
                .objective(CUT)
                .target(12.0)
                .states(state -> "a state of " + state.length + " sites");
        assertThat(report.html()).contains("<dt>Target</dt><dd>16</dd>", "<p>a state of 4 sites</p>");
        assertThatThrownBy(() -> report.target(Double.NaN)).hasMessage("must be finite: logProbability=NaN");
    }

    @Test
    void report_ofALargeState_saysWhereItIs() {
        Solution<byte[]> large = new Solution<>(
                "Large",
                List.of(new Scored<>(new byte[2_001], 1.0, 0)),
                List.of(),
                Ending.RESTARTS,
                1,
                1,
                Duration.ZERO,
                Duration.ZERO,
                List.of());
        assertThat(SolutionReport.of(large).html()).contains("solution.txt").doesNotContain("0000000000 0000000000");
    }

    /** A model without a text of its own. */
    private static final class Silent implements LocalEnergyModel {

        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public Tracker newTracker() {
            return EnergyModels.of(3, state -> 0.0).newTracker();
        }
    }

    @Test
    void problem_ofAModelWithoutAText_hasItsName() {
        assertThat(Solver.of(new Silent()).restarts(1).solve().problem()).isEqualTo("Silent, N = 3");
        LocalEnergyModel named = EnergyModels.of(3, state -> 0.0);
        assertThat(Solver.of(named).restarts(1).solve().problem()).isEqualTo(named.toString());
    }

    @Test
    void objective_texts_areShort() {
        Objective energy = Objective.minimise("energy", value -> -value);
        assertThat(energy.text(3.0)).isEqualTo("-3");
        assertThat(energy.text(0.0)).isEqualTo("0");
        assertThat(energy.text(0.1 + 0.2)).isEqualTo("-0.3");
        assertThat(energy.text(-12_345_678_901.0)).isEqualTo("12345678901");
        assertThat(energy.text(Double.NEGATIVE_INFINITY)).isEqualTo("Infinity");
    }
}
