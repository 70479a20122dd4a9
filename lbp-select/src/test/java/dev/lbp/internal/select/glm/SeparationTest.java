package dev.lbp.internal.select.glm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.select.Regressions;
import dev.lbp.select.SelectionResult;
import dev.lbp.select.VariableSelection;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns whose coefficients have no largest likelihood: a proper prior keeps them finite, others refuse them. */
class SeparationTest {

    private static final int N = 40;
    private static final double[][] X =
            Regressions.autoregressive(N, 3, 0.0, 5L).x();

    /** Column 1 separates the ones from the zeros; the largest values have their events first. */
    private static VariableSelection selection(String family, double sign) {
        double[] ones = Arrays.stream(X)
                .mapToDouble(row -> sign * (row[0] - 3) > 0 ? 1 : 0)
                .toArray();
        double[] times = Arrays.stream(X)
                .mapToDouble(row -> 10 - sign * Math.rint(2 * row[0]) / 2)
                .toArray();
        double[][] x = Arrays.stream(X)
                .map(row -> new double[] {Math.rint(2 * row[0]) / 2, row[1], row[2]})
                .toArray(double[][]::new);
        double[] events =
                IntStream.range(0, N).mapToDouble(t -> t % 4 == 0 ? 0 : 1).toArray();
        return switch (family) {
            case "logistic" -> VariableSelection.logistic(X, ones);
            case "probit" -> VariableSelection.probit(X, ones);
            default -> VariableSelection.cox(x, times, events);
        };
    }

    private static String how(String family) {
        return family.equals("cox")
                ? " its events from all rows at risk, as its largest or its smallest values"
                : " the ones of the response from its zeros";
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "probit", "cox"})
    void properPrior_hasFiniteCoefficients_ofTheRightSign(String family) {
        for (double sign : new double[] {1, -1}) {
            for (boolean ridge : new boolean[] {true, false}) {
                VariableSelection selection = selection(family, sign);
                SelectionResult result = (ridge ? selection.ridge(4) : selection.gPrior()).run();
                assertThat(result.inclusion("x1").probability()).isGreaterThan(0.99);
                SelectionResult.Coefficient first = result.coefficients().get(0);
                assertThat(sign * first.mean()).isBetween(0.5, 50.0);
                assertThat(sign > 0 ? first.positive() : first.negative()).isGreaterThan(0.98);
                assertThat(first.upper() - first.lower()).isBetween(0.1, 100.0);
                assertThat(result.summary())
                        .contains("note: column x1 separates" + how(family)
                                + "; its coefficient is as large as its prior allows");
            }
        }
    }

    /** Each row with a one has a column of its own, as the number of a row as a factor has. */
    @Test
    void manyColumnsThatSeparate_areNotedInALine() {
        double[] y = IntStream.range(0, 30).mapToDouble(t -> t % 2).toArray();
        double[][] x = IntStream.range(0, 30)
                .mapToObj(t -> IntStream.range(0, 13)
                        .mapToDouble(j -> t == 2 * j + 1 ? 1 : 0)
                        .toArray())
                .toArray(double[][]::new);
        assertThat(VariableSelection.logistic(x, y).ridge(1).run().summary())
                .contains("note: column x10 separates", "note: 3 more columns separate")
                .doesNotContain("note: column x11");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "probit", "cox"})
    void priorWithoutADensity_refusesTheColumnByName(String family) {
        String message = "must not separate" + how(family)
                + ", since a coefficient without a prior is then infinite: column x1; use ridge or gPrior, or leave it out";
        for (double sign : new double[] {1, -1}) {
            refused(() -> selection(family, sign).bic().run(), message);
            refused(() -> selection(family, sign).localGPrior().run(), message);
            refused(
                    () -> selection(family, sign).always("x1").ridge(1).run(),
                    "must have a largest likelihood, and it grows without end with the columns that are always in");
        }
    }

    /** Columns 2 and 3 separate the response together, and neither does alone. */
    @ParameterizedTest
    @ValueSource(strings = {"logistic", "probit", "cox"})
    void columnsThatSeparateTogether_areNamed(String family) {
        double[] ones = Arrays.stream(X)
                .mapToDouble(row -> row[1] - 0.7 * row[2] > 0.9 ? 1 : 0)
                .toArray();
        double[] times =
                Arrays.stream(X).mapToDouble(row -> 10 - row[1] + 0.7 * row[2]).toArray();
        double[] all = new double[N];
        Arrays.fill(all, 1);
        for (int most : new int[] {0, 15}) {
            VariableSelection selection = switch (family) {
                case "logistic" -> VariableSelection.logistic(X, ones);
                case "probit" -> VariableSelection.probit(X, ones);
                default -> VariableSelection.cox(X, times, all);
            };
            refused(
                    () -> selection
                            .bic()
                            .enumerateUpTo(most)
                            .sampling(run -> run.draws(300))
                            .run(),
                    "must have a largest likelihood, and it grows without end with column x");
        }
    }

    /** Against the definition: the largest likelihood is at infinity if each event has the largest value at risk. */
    @Test
    void ofEvents_isThatOfTheDefinition() {
        Random random = new Random(1L);
        int separated = 0;
        for (int k = 0; k < 2_000; k++) {
            int n = 2 + random.nextInt(4);
            double[] times = random.doubles(n).map(v -> Math.floor(3 * v)).toArray();
            double[] column = random.doubles(n).map(v -> Math.floor(3 * v)).toArray();
            double[] events = random.doubles(n).map(v -> Math.floor(2 * v)).toArray();
            Arrays.sort(times);
            double[] down =
                    IntStream.range(0, n).mapToDouble(t -> times[n - 1 - t]).toArray();
            boolean most = true;
            boolean least = true;
            for (int i = 0; i < n; i++) {
                for (int t = 0; t < n; t++) {
                    if (events[i] == 1 && down[t] >= down[i]) {
                        most &= column[i] >= column[t];
                        least &= column[i] <= column[t];
                    }
                }
            }
            assertThat(Separation.by(column, down, events, new int[down.length]))
                    .isEqualTo(most || least);
            separated += most || least ? 1 : 0;
        }
        assertThat(separated).isBetween(200, 1_800);
    }
}
