package dev.lbp.models;

import static dev.lbp.models.BadInputTest.MEMORY;
import static dev.lbp.models.BadInputTest.row;
import static dev.lbp.models.PaperConfiguration.C2;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.models.BadInputTest.Row;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of bad inputs to models with their own moves: what is thrown, and the words of its message. */
class MoveBadInputTest {

    private static final Class<?> IAE = IllegalArgumentException.class;
    private static final Class<?> NPE = NullPointerException.class;
    private static final Class<?> ISE = IllegalStateException.class;
    private static final int MAX = Integer.MAX_VALUE;
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;

    @ParameterizedTest
    @MethodSource({"permutations", "matchings", "records", "potts", "products", "categoricalHmm"})
    void badInput_isRefused_withConstraintNameAndValue(Row row) {
        assertThatThrownBy(row.call()).isExactlyInstanceOf(row.type()).hasMessageContaining(row.words());
    }

    static List<Row> permutations() {
        double[][] huge = new double[60_000][];
        Arrays.fill(huge, new double[60_000]);
        double[][] tooMany = new double[70_000][];
        return List.of(
                row(NPE, "must not be null: logWeights", () -> AssignmentModel.of(null)),
                row(IAE, "must be >= 2: logWeights.length=1", () -> AssignmentModel.of(new double[1][1])),
                row(NPE, "must not be null: logWeights[1]", () -> AssignmentModel.of(new double[][] {{1, 2}, null})),
                row(
                        IAE,
                        "must have length 2: logWeights[0].length=3",
                        () -> AssignmentModel.of(new double[][] {{1, 2, 3}, {1, 2}})),
                row(
                        IAE,
                        "must be finite: logWeights[1][0]=-Infinity",
                        () -> AssignmentModel.of(new double[][] {{1, 2}, {-INF, 2}})),
                row(
                        IAE,
                        "must keep log-ratios of moves below 2^30, for sums to be exact: largest by logWeights=4.0E9",
                        () -> AssignmentModel.of(new double[][] {{1, 2}, {1e9, 2}})),
                row(IAE, MEMORY + "logWeights.length=60000: 43.2 GB needed", () -> AssignmentModel.of(huge)),
                row(IAE, "a chain alone needs 14.4 GB", () -> AssignmentModel.of(huge)),
                row(
                        IAE,
                        "must fit into an array, of at most 2147483639 elements: logWeights.length=70000",
                        () -> AssignmentModel.of(tooMany)),
                row(IAE, "must be >= 2: n=1", () -> AssignmentModel.random(1, 1.0, 1L)),
                row(IAE, "must be >= 0: sd=-1.0", () -> AssignmentModel.random(3, -1.0, 1L)),
                row(IAE, "must be >= 0: sd=NaN", () -> AssignmentModel.random(3, NAN, 1L)),
                row(IAE, "must be finite: sd=Infinity", () -> AssignmentModel.random(3, INF, 1L)),
                row(IAE, MEMORY + "n=60000: 43.2 GB needed", () -> AssignmentModel.random(60_000, 1.0, 1L)),
                row(NPE, "must not be null: cost", () -> OrderingModel.of(null)),
                row(NPE, "must not be null: cost", () -> OrderingModel.cyclic(null)),
                row(IAE, "must be >= 2: cost.length=0", () -> OrderingModel.of(new double[0][])),
                row(
                        IAE,
                        "must be finite: cost[0][0]=NaN",
                        () -> OrderingModel.cyclic(new double[][] {{NAN, 1}, {1, 0}})),
                row(IAE, MEMORY + "cost.length=60000: 43.2 GB needed", () -> OrderingModel.of(huge)));
    }

    static List<Row> matchings() {
        int[] zeros = {0, 0};
        int[] two = {0, 1};
        double[] w = {1, 2};
        double[][] huge = new double[60_000][];
        Arrays.fill(huge, new double[30_000]);
        return List.of(
                row(IAE, "must be >= 1: n1=0", () -> MatchingModel.of(0, 2, two, two, w)),
                row(IAE, "must be >= 1: n2=-1", () -> MatchingModel.of(2, -1, two, two, w)),
                row(NPE, "must not be null: from", () -> MatchingModel.of(2, 2, null, two, w)),
                row(NPE, "must not be null: to", () -> MatchingModel.of(2, 2, two, null, w)),
                row(NPE, "must not be null: weights", () -> MatchingModel.of(2, 2, two, two, null)),
                row(
                        IAE,
                        "must be >= 1: weights.length=0",
                        () -> MatchingModel.of(2, 2, new int[0], new int[0], new double[0])),
                row(IAE, "must have length 2: from.length=3", () -> MatchingModel.of(2, 2, new int[3], two, w)),
                row(IAE, "must have length 2: to.length=1", () -> MatchingModel.of(2, 2, two, new int[1], w)),
                row(IAE, "must be in [0, 0]: from[1]=1", () -> MatchingModel.of(1, 2, two, two, w)),
                row(IAE, "must be in [0, 1]: to[0]=-1", () -> MatchingModel.of(2, 2, two, new int[] {-1, 0}, w)),
                row(
                        IAE,
                        "must not repeat the link of k=0: from[1]=0, to[1]=0",
                        () -> MatchingModel.of(2, 2, zeros, zeros, w)),
                row(
                        IAE,
                        "must be finite: weights[1]=NaN",
                        () -> MatchingModel.of(2, 2, two, two, new double[] {1, NAN})),
                row(
                        IAE,
                        "must keep log-ratios of moves below 2^30, for sums to be exact: largest by weights=4.0E9",
                        () -> MatchingModel.of(2, 2, two, two, new double[] {1, -1e9})),
                row(NPE, "must not be null: weights", () -> MatchingModel.complete(null)),
                row(IAE, "must be >= 1: weights.length=0", () -> MatchingModel.complete(new double[0][])),
                row(IAE, "must be >= 1: weights[0].length=0", () -> MatchingModel.complete(new double[2][0])),
                row(
                        IAE,
                        "must have length 2: weights[1].length=1",
                        () -> MatchingModel.complete(new double[][] {{1, 2}, {1}})),
                row(
                        IAE,
                        "must be finite: weights[0][1]=Infinity",
                        () -> MatchingModel.complete(new double[][] {{1, INF}})),
                row(
                        IAE,
                        MEMORY + "n1=1000000000, n2=1000000000, weights.length=1: 16.0 GB needed",
                        () -> MatchingModel.of(
                                1_000_000_000, 1_000_000_000, new int[] {0}, new int[] {0}, new double[] {1.0})),
                row(
                        IAE,
                        MEMORY + "weights.length=60000, weights[0].length=30000: 100.8 GB needed",
                        () -> MatchingModel.complete(huge)),
                row(IAE, "a chain alone needs 14.4 GB", () -> MatchingModel.complete(huge)),
                row(
                        IAE,
                        "must have length 2: state.length=3",
                        () -> MatchingModel.complete(new double[2][2]).links(new int[3])),
                row(
                        IAE,
                        "must be in [0, 2]: state[1]=3",
                        () -> MatchingModel.complete(new double[2][2]).links(new int[] {0, 3})));
    }

    static List<Row> records() {
        SyntheticRecords records = new SyntheticRecords(3, 4, 2, 5, 3, 0.1, 1L);
        return List.of(
                row(IAE, "must be >= 1: n1=0", () -> new SyntheticRecords(0, 4, 0, 5, 3, 0.1, 1L)),
                row(IAE, "must be >= 1: n2=-1", () -> new SyntheticRecords(3, -1, 0, 5, 3, 0.1, 1L)),
                row(IAE, "must be in [0, min(n1, n2)]: matches=4", () -> new SyntheticRecords(3, 4, 4, 5, 3, 0.1, 1L)),
                row(IAE, "must be >= 1: fields=0", () -> new SyntheticRecords(3, 4, 2, 0, 3, 0.1, 1L)),
                row(IAE, "must be >= 2: categories=1", () -> new SyntheticRecords(3, 4, 2, 5, 1, 0.1, 1L)),
                row(IAE, "must be in (0, 1): errorRate=0.0", () -> new SyntheticRecords(3, 4, 2, 5, 3, 0.0, 1L)),
                row(IAE, "must be finite: linkCost=NaN", () -> records.model(NAN)),
                row(IAE, "must be >= 0: mostDiffering=-1", () -> records.model(1.0, -1)),
                row(
                        IAE,
                        "must leave a candidate pair: mostDiffering=0",
                        () -> new SyntheticRecords(1, 1, 0, 9, 9, 0.1, 1L).model(1.0, 0)));
    }

    static List<Row> potts() {
        int[] zero = {0};
        int[] one = {1};
        double[] w = {0.5};
        return List.of(
                row(IAE, "must be >= 1: rows=0", () -> PottsModel.lattice(0, 3, 2)),
                row(IAE, "must be >= 1: cols=-1", () -> PottsModel.lattice(3, -1, 2)),
                row(IAE, "must be >= 2: values=1", () -> PottsModel.lattice(3, 3, 1)),
                row(
                        IAE,
                        "must fit into an array, of at most 2147483639 elements: rows=2147483647, cols=2147483647, values=4",
                        () -> PottsModel.lattice(MAX, MAX, 4)),
                row(
                        IAE,
                        MEMORY + "rows=16384, cols=16384, values=7: 131.0 GB needed",
                        () -> PottsModel.lattice(1 << 14, 1 << 14, 7)),
                row(
                        ISE,
                        "must be set: coupling",
                        () -> PottsModel.lattice(2, 2, 3).build()),
                row(
                        IAE,
                        "must be finite: coupling=NaN",
                        () -> PottsModel.lattice(2, 2, 3).coupling(NAN)),
                row(
                        IAE,
                        "joins a pair of sites twice: cols=2",
                        () -> PottsModel.lattice(5, 2, 3).periodic()),
                row(
                        IAE,
                        "must have length 4: field.length=3",
                        () -> PottsModel.lattice(2, 2, 3).field(new double[3][3])),
                row(
                        IAE,
                        "must have length 3: field[0].length=2",
                        () -> PottsModel.lattice(2, 2, 3).field(new double[4][2])),
                row(
                        NPE,
                        "must not be null: field",
                        () -> PottsModel.lattice(2, 2, 3).field(null)),
                row(
                        IAE,
                        "must be finite: field[0][1]=-Infinity",
                        () -> PottsModel.graph(2, 2, zero, one, w).field(new double[][] {{0, -INF}, {0, 0}})),
                row(
                        IAE,
                        "must be >= 0: halfWidth=-1.0",
                        () -> PottsModel.lattice(2, 2, 3).randomField(-1.0, 1L)),
                row(
                        IAE,
                        "must be finite: halfWidth=Infinity",
                        () -> PottsModel.lattice(2, 2, 3).randomField(INF, 1L)),
                row(
                        IAE,
                        "must keep log-ratios of moves below 2^30, for sums to be exact: largest by couplings and field=4.0E9",
                        () -> PottsModel.lattice(1, 2, 3).coupling(2e9).build()),
                row(IAE, "must be >= 1: n=0", () -> PottsModel.graph(0, 2, zero, one, w)),
                row(IAE, "must be >= 2: values=0", () -> PottsModel.graph(2, 0, zero, one, w)),
                row(IAE, "must be a site, 0 to 0: to[0]=1", () -> PottsModel.graph(1, 2, zero, one, w)),
                row(IAE, "must differ from from[0]: to[0]=0", () -> PottsModel.graph(2, 2, zero, zero, w)),
                row(
                        IAE,
                        "must be finite: couplings[0]=NaN",
                        () -> PottsModel.graph(2, 2, zero, one, new double[] {NAN})),
                row(
                        IAE,
                        "must fit into an array, of at most 2147483639 elements: n=2147483647, couplings.length=1, values=2",
                        () -> PottsModel.graph(MAX, 2, zero, one, w)));
    }

    static List<Row> products() {
        return List.of(
                row(NPE, "must not be null: logits", () -> CategoricalProduct.of(null)),
                row(IAE, "must be >= 1: logits.length=0", () -> CategoricalProduct.of(new double[0][])),
                row(NPE, "must not be null: logits[0]", () -> CategoricalProduct.of(new double[1][])),
                row(IAE, "must be >= 2: logits[0].length=1", () -> CategoricalProduct.of(new double[3][1])),
                row(
                        IAE,
                        "must have length 2: logits[1].length=3",
                        () -> CategoricalProduct.of(new double[][] {{0, 1}, {0, 1, 2}})),
                row(
                        IAE,
                        "must be finite: logits[0][1]=-Infinity",
                        () -> CategoricalProduct.of(new double[][] {{0, -INF}})),
                row(
                        IAE,
                        "below 2^30, for sums to be exact: largest by logits=2.0E10",
                        () -> CategoricalProduct.of(new double[][] {{0, 1e10}})),
                row(IAE, "must be >= 1: sites=0", () -> CategoricalProduct.random(0, 3, 1.0, 1L)),
                row(IAE, "must be >= 2: values=1", () -> CategoricalProduct.random(3, 1, 1.0, 1L)),
                row(IAE, "must be >= 0: sd=NaN", () -> CategoricalProduct.random(3, 3, NAN, 1L)),
                row(
                        IAE,
                        "must fit into an array, of at most 2147483639 elements: sites=2147483647, values=2",
                        () -> CategoricalProduct.random(MAX, 2, 1.0, 1L)));
    }

    static List<Row> categoricalHmm() {
        CategoricalFactorialHmm.Builder builder = CategoricalFactorialHmm.builder();
        double[] third = {0.2, 0.3, 0.5};
        return List.of(
                row(IAE, "must be >= 1: steps=0", () -> CategoricalFactorialHmm.paper(0, 3, 4, C2, 1L)),
                row(IAE, "must be >= 1: chains=0", () -> CategoricalFactorialHmm.paper(3, 0, 4, C2, 1L)),
                row(IAE, "must be >= 2: values=1", () -> CategoricalFactorialHmm.paper(3, 3, 1, C2, 1L)),
                row(
                        IAE,
                        "must fit into memory: values=1000000: 32.0 TB needed",
                        () -> CategoricalFactorialHmm.paper(1, 1, 1_000_000, C2, 1L)),
                row(NPE, "must not be null: configuration", () -> CategoricalFactorialHmm.paper(3, 3, 4, null, 1L)),
                row(
                        IAE,
                        "elements: steps=65536, chains=65536, values=2: 8589934592 needed",
                        () -> CategoricalFactorialHmm.paper(1 << 16, 1 << 16, 2, C2, 1L)),
                row(IAE, "must be >= 1: observations.length=0", () -> builder.observations(new double[0])),
                row(IAE, "must be finite: observations[1]=NaN", () -> builder.observations(new double[] {0, NAN})),
                row(IAE, "must be >= 1: weights.length=0", () -> builder.weights(new double[0][])),
                row(IAE, "must be >= 2: weights[0].length=1", () -> builder.weights(new double[2][1])),
                row(
                        IAE,
                        "must have length 2: weights[1].length=3",
                        () -> builder.weights(new double[][] {{0, 1}, {0, 1, 2}})),
                row(IAE, "must be finite: bias=NaN", () -> builder.bias(NAN)),
                row(IAE, "must be positive and finite: noise=0.0", () -> builder.noise(0.0)),
                row(IAE, "must be in (0, 1): initial[1]=1.0", () -> builder.initial(new double[] {0.5, 1.0})),
                row(IAE, "must be 1: the sum of initial=0.75", () -> builder.initial(new double[] {0.5, 0.25})),
                row(
                        IAE,
                        "must be 1: the sum of transitions[1]=0.75",
                        () -> builder.transitions(new double[][] {{0.5, 0.5}, {0.5, 0.25}})),
                row(NPE, "must not be null: transitions[0]", () -> builder.transitions(new double[1][])),
                row(
                        ISE,
                        "must be set: observations",
                        () -> CategoricalFactorialHmm.builder().build()),
                row(
                        IAE,
                        "must have length 2: initial.length=3",
                        () -> complete(3).initial(third).build()),
                row(
                        IAE,
                        "must have length 2: transitions.length=1",
                        () -> complete(3)
                                .transitions(new double[][] {{0.5, 0.5}})
                                .build()),
                row(
                        IAE,
                        "must have length 2: transitions[0].length=3",
                        () -> complete(3)
                                .transitions(new double[][] {third, third})
                                .build()),
                row(
                        IAE,
                        "below 2^30, for sums to be exact: largest by observations, weights, bias and noise",
                        () -> complete(3).noise(1e-6).build()));
    }

    private static CategoricalFactorialHmm.Builder complete(int steps) {
        return CategoricalFactorialHmm.builder()
                .observations(new double[steps])
                .weights(new double[][] {{0, 1}})
                .noise(1.0)
                .initial(new double[] {0.5, 0.5})
                .transitions(new double[][] {{0.5, 0.5}, {0.5, 0.5}});
    }
}
