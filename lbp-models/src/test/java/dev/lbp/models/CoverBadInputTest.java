package dev.lbp.models;

import static dev.lbp.models.BadInputTest.row;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of bad inputs to cover models: what is thrown, and the words of its message. */
class CoverBadInputTest {

    private static final Class<?> IAE = IllegalArgumentException.class;
    private static final Class<?> NPE = NullPointerException.class;
    private static final Class<?> ISE = IllegalStateException.class;

    private static CoverModel.Builder numbers() {
        return CoverModel.builder(new int[][] {{0, 1}, {2}}, 4);
    }

    private static CoverModel.Builder names() {
        return CoverModel.builder(Map.of("fault", List.of("alarm", "noise")));
    }

    @ParameterizedTest
    @MethodSource({"sets", "observed", "rates"})
    void badInput_isRefused_withConstraintNameAndValue(BadInputTest.Row row) {
        assertThatThrownBy(row.call()::call).isExactlyInstanceOf(row.type()).hasMessage(row.words());
    }

    static List<BadInputTest.Row> sets() {
        return List.of(
                row(NPE, "must not be null: sets", () -> CoverModel.builder((int[][]) null, 1)),
                row(NPE, "must not be null: sets[1]", () -> CoverModel.builder(new int[][] {{0}, null}, 1)),
                row(IAE, "must be >= 1: sets.length=0", () -> CoverModel.builder(new int[0][], 1)),
                row(IAE, "must be >= 1: sets[1].length=0", () -> CoverModel.builder(new int[][] {{0}, {}}, 1)),
                row(IAE, "must be >= 1: effects=0", () -> CoverModel.builder(new int[][] {{0}}, 0)),
                row(
                        IAE,
                        "must be in [0, effects - 1=2]: sets[0][1]=3",
                        () -> CoverModel.builder(new int[][] {{0, 3}}, 3)),
                row(
                        IAE,
                        "must be in [0, effects - 1=2]: sets[0][0]=-1",
                        () -> CoverModel.builder(new int[][] {{-1}}, 3)),
                row(
                        IAE,
                        "must have each member once: sets[1][2]=1",
                        () -> CoverModel.builder(new int[][] {{1}, {1, 0, 1}}, 3)),
                row(IAE, "must be >= 1: sets.size()=0", () -> CoverModel.builder(Map.of())),
                row(
                        IAE,
                        "must be >= 1: sets.get(\"fault\").size()=0",
                        () -> CoverModel.builder(Map.of("fault", List.of()))),
                row(
                        IAE,
                        "must have each member once: sets.get(\"fault\")=alarm",
                        () -> CoverModel.builder(Map.of("fault", List.of("alarm", "noise", "alarm")))),
                row(
                        NPE,
                        "must not be null: member of sets.get(\"fault\")",
                        () -> CoverModel.builder(Map.of("fault", Arrays.asList("alarm", null)))));
    }

    static List<BadInputTest.Row> observed() {
        return List.of(
                row(IAE, "must be >= 1: observed.length=0", () -> numbers().observed()),
                row(
                        IAE,
                        "must be in [0, effects - 1=3]: observed[1]=4",
                        () -> numbers().observed(0, 4)),
                row(
                        IAE,
                        "must have each effect once: observed[2]=0",
                        () -> numbers().observed(0, 1, 0)),
                row(
                        ISE,
                        "must have sets with names, for observed names",
                        () -> numbers().observed(List.of("alarm"))),
                row(NPE, "must not be null: observed", () -> names().observed((List<String>) null)),
                row(IAE, "must have a member of the sets: observed=", () -> names().observed(List.of())),
                row(
                        IAE,
                        "must have a member of the sets: observed=a, b, c, ... (4 names)",
                        () -> names().observed(List.of("a", "b", "c", "d", "a"))),
                row(
                        ISE,
                        "must be set: observed",
                        () -> numbers().alpha(0.1).beta(0.1).prior(0.1).build()));
    }

    static List<BadInputTest.Row> rates() {
        return List.of(
                row(IAE, "must be in (0, 1): alpha=0.0", () -> numbers().alpha(0.0)),
                row(IAE, "must be in (0, 1): alpha=1.0", () -> numbers().alpha(1.0)),
                row(IAE, "must be in (0, 1): beta=NaN", () -> numbers().beta(Double.NaN)),
                row(IAE, "must be in (0, 1): prior=1.5", () -> numbers().prior(1.5)),
                row(IAE, "must be in (0, 1): rate=-0.1", () -> Rate.of(-0.1)),
                row(IAE, "must be positive and finite: a=0.0", () -> Rate.beta(0.0, 1.0)),
                row(IAE, "must be positive and finite: b=Infinity", () -> Rate.beta(1.0, Double.POSITIVE_INFINITY)),
                row(NPE, "must not be null: alpha", () -> numbers().alpha(null)),
                row(ISE, "must be set: alpha", () -> numbers().observed(0).build()),
                row(
                        ISE,
                        "must be set: beta",
                        () -> numbers().observed(0).alpha(0.1).build()),
                row(
                        ISE,
                        "must be set: prior",
                        () -> numbers().observed(0).alpha(0.1).beta(0.1).build()),
                row(
                        IAE,
                        "must be below 1: alpha + beta=1.0",
                        () -> numbers()
                                .observed(0)
                                .alpha(0.25)
                                .beta(0.75)
                                .prior(0.1)
                                .build()),
                row(
                        IAE,
                        "must be in [0, N - 1=1]: site=2",
                        () -> numbers()
                                .observed(0)
                                .alpha(0.1)
                                .beta(0.1)
                                .prior(0.1)
                                .build()
                                .cause(2)));
    }
}
