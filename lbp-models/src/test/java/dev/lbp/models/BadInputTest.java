package dev.lbp.models;

import static dev.lbp.models.PaperConfiguration.C2;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.models.training.GreyImages;
import dev.lbp.models.training.PseudoLikelihood;
import dev.lbp.models.training.RbmTraining;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The table of bad inputs to the models and to their training: what is thrown, and the words of its message. */
class BadInputTest {

    private static final Class<?> IAE = IllegalArgumentException.class;
    private static final Class<?> NPE = NullPointerException.class;
    private static final Class<?> ISE = IllegalStateException.class;
    private static final int MAX = Integer.MAX_VALUE;
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;

    /** How the message of what does not fit begins; the bytes follow. */
    static final String MEMORY = "must fit into memory: ";

    record Row(Class<?> type, String words, ThrowingCallable call) {
        @Override
        public String toString() {
            return words;
        }
    }

    static Row row(Class<?> type, String words, ThrowingCallable call) {
        return new Row(type, words, call);
    }

    @ParameterizedTest
    @MethodSource({"bernoulli", "lattices", "graphs", "pairwise", "hmm", "rbm", "training"})
    void badInput_isRefused_withConstraintNameAndValue(Row row) {
        assertThatThrownBy(row.call).isExactlyInstanceOf(row.type).hasMessageContaining(row.words);
    }

    static List<Row> bernoulli() {
        return List.of(
                row(NPE, "must not be null: p", () -> BernoulliModel.of(null)),
                row(IAE, "must be >= 1: p.length=0", () -> BernoulliModel.of(new double[0])),
                row(IAE, "must be in (0, 1): p[1]=1.0", () -> BernoulliModel.of(new double[] {0.5, 1.0})),
                row(IAE, "must be in (0, 1): p[0]=NaN", () -> BernoulliModel.of(new double[] {NAN})),
                row(IAE, "must be in (0, 1): p[0]=-0.1", () -> BernoulliModel.of(new double[] {-0.1})),
                row(IAE, "must be >= 1: sites=0", () -> BernoulliModel.paper(0, C2, 1L)),
                row(IAE, "must be >= 1: sites=-5", () -> BernoulliModel.paper(-5, C2, 1L)),
                row(NPE, "must not be null: configuration", () -> BernoulliModel.paper(3, null, 1L)),
                row(IAE, MEMORY + "sites=2147483647: 68.7 GB needed", () -> BernoulliModel.paper(MAX, C2, 1L)));
    }

    static List<Row> lattices() {
        IsingModel model = IsingModel.lattice(2, 2).coupling(1.0).build();
        return List.of(
                row(IAE, "must be >= 1: rows=0", () -> IsingModel.lattice(0, 3)),
                row(IAE, "must be >= 1: cols=-1", () -> IsingModel.lattice(3, -1)),
                row(IAE, "at most 2^28 sites: rows * cols=4611686014132420609", () -> IsingModel.lattice(MAX, MAX)),
                row(IAE, MEMORY + "rows=16384, cols=16384: 55.8 GB needed", () -> IsingModel.lattice(1 << 14, 1 << 14)),
                row(
                        IAE,
                        "must be >= 3 for a periodic lattice",
                        () -> IsingModel.lattice(2, 5).periodic()),
                row(
                        IAE,
                        "joins a pair of sites twice: cols=2",
                        () -> IsingModel.lattice(5, 2).periodic()),
                row(
                        IAE,
                        "must be finite: coupling=NaN",
                        () -> IsingModel.lattice(2, 2).coupling(NAN)),
                row(
                        IAE,
                        "must be finite: field=-Infinity",
                        () -> IsingModel.lattice(2, 2).field(-INF)),
                row(
                        NPE,
                        "must not be null: field",
                        () -> IsingModel.lattice(2, 2).field(null)),
                row(
                        IAE,
                        "must have length 4: field.length=3",
                        () -> IsingModel.lattice(2, 2).field(new double[3])),
                row(
                        IAE,
                        "must be finite: field[1]=NaN",
                        () -> IsingModel.lattice(1, 2).field(new double[] {0, NAN})),
                row(ISE, "must be set: coupling", () -> IsingModel.lattice(2, 2).build()),
                row(
                        IAE,
                        "below 2^30, for sums to be exact: site 0=1.2E301, by couplings and field",
                        () -> IsingModel.lattice(2, 2).coupling(1e300).build()),
                row(IAE, "must be >= 1: side=0", () -> IsingModel.paper(0, C2, 1L)),
                row(NPE, "must not be null: configuration", () -> IsingModel.paper(3, null, 1L)),
                row(IAE, "at most 2^28 sites: side * side=10000000000", () -> IsingModel.paper(100_000, C2, 1L)),
                row(NPE, "must not be null: state", () -> model.magnetisation(null)),
                row(IAE, "must have length 4: state.length=0", () -> model.magnetisation(new byte[0])),
                row(IAE, "must be 0 or 1: state[2]=-1", () -> model.magnetisation(new byte[] {0, 1, -1, 0})),
                row(NPE, "must not be null: states", () -> model.logProb(null)),
                row(
                        IAE,
                        "must have 4 columns: states.columns=5",
                        () -> model.gradient(Nd4j.zeros(DataType.INT8, 2, 5))),
                row(IAE, "must have rank 2: states.rank=1", () -> model.logProb(Nd4j.zeros(DataType.INT8, 4))),
                row(NPE, "must not be null: state", () -> model.newTracker().reset(null)));
    }

    static List<Row> graphs() {
        int[] one = {0};
        int[] two = {1};
        double[] coupling = {0.5};
        return List.of(
                row(NPE, "must not be null: from", () -> IsingModel.graph(3, null, two, coupling)),
                row(NPE, "must not be null: to", () -> IsingModel.graph(3, one, null, coupling)),
                row(NPE, "must not be null: couplings", () -> IsingModel.graph(3, one, two, null)),
                row(IAE, "must be >= 1: n=0", () -> IsingModel.graph(0, one, two, coupling)),
                row(
                        IAE,
                        "must have as many entries as couplings (1): from.length=2",
                        () -> IsingModel.graph(3, new int[2], two, coupling)),
                row(
                        IAE,
                        "must have as many entries as couplings (1): to.length=0",
                        () -> IsingModel.graph(3, one, new int[0], coupling)),
                row(IAE, "must be a site, 0 to 2: from[0]=3", () -> IsingModel.graph(3, new int[] {3}, two, coupling)),
                row(IAE, "must be a site, 0 to 2: to[0]=-1", () -> IsingModel.graph(3, one, new int[] {-1}, coupling)),
                row(IAE, "must differ from from[0]: to[0]=0", () -> IsingModel.graph(3, one, one, coupling)),
                row(IAE, "must be finite: couplings[0]=NaN", () -> IsingModel.graph(3, one, two, new double[] {NAN})),
                row(IAE, MEMORY + "n=2147483647, couplings.length=1:", () -> IsingModel.graph(MAX, one, two, coupling)),
                row(
                        IAE,
                        "must have length 3: field.length=2",
                        () -> IsingModel.graph(3, one, two, coupling).field(new double[2])));
    }

    static List<Row> pairwise() {
        double[] bias = {0, 0};
        int[] one = {0};
        int[] two = {1};
        double[] value = {0.5};
        return List.of(
                row(NPE, "must not be null: bias", () -> PairwiseModel.of(null, one, two, value)),
                row(NPE, "must not be null: rows", () -> PairwiseModel.of(bias, null, two, value)),
                row(NPE, "must not be null: columns", () -> PairwiseModel.of(bias, one, null, value)),
                row(NPE, "must not be null: values", () -> PairwiseModel.of(bias, one, two, null)),
                row(IAE, "must be >= 1: bias.length=0", () -> PairwiseModel.of(new double[0], one, two, value)),
                row(
                        IAE,
                        "must be finite: bias[0]=Infinity",
                        () -> PairwiseModel.of(new double[] {INF}, one, two, value)),
                row(
                        IAE,
                        "must have as many entries as values (1): rows.length=0",
                        () -> PairwiseModel.of(bias, new int[0], two, value)),
                row(
                        IAE,
                        "must be a site, 0 to 1: columns[0]=2",
                        () -> PairwiseModel.of(bias, one, new int[] {2}, value)),
                row(
                        IAE,
                        "below 2^30, for sums to be exact: site 1=1.0E308, by bias and values",
                        () -> PairwiseModel.of(new double[] {0, 1e308}, one, two, value)));
    }

    static List<Row> hmm() {
        double[] y = {0.5, 1.0};
        double[] w = {1.0};
        return List.of(
                row(IAE, "must be >= 1: steps=0", () -> FactorialHmm.paper(0, 2, C2, 1L)),
                row(IAE, "must be >= 1: chains=-1", () -> FactorialHmm.paper(2, -1, C2, 1L)),
                row(NPE, "must not be null: configuration", () -> FactorialHmm.paper(2, 2, null, 1L)),
                row(
                        IAE,
                        "at most 2^30: steps * chains * (chains + 1)=1000010000000000",
                        () -> FactorialHmm.paper(100_000, 100_000, C2, 1L)),
                row(IAE, MEMORY + "steps=1000, chains=1000: 44.", () -> FactorialHmm.paper(1_000, 1_000, C2, 1L)),
                row(
                        NPE,
                        "must not be null: observations",
                        () -> FactorialHmm.builder().observations(null)),
                row(
                        IAE,
                        "must be >= 1: observations.length=0",
                        () -> FactorialHmm.builder().observations(new double[0])),
                row(
                        IAE,
                        "must be finite: observations[0]=NaN",
                        () -> FactorialHmm.builder().observations(new double[] {NAN})),
                row(
                        NPE,
                        "must not be null: weights",
                        () -> FactorialHmm.builder().weights(null)),
                row(
                        IAE,
                        "must be >= 1: weights.length=0",
                        () -> FactorialHmm.builder().weights(new double[0])),
                row(
                        IAE,
                        "must be finite: bias=Infinity",
                        () -> FactorialHmm.builder().bias(INF)),
                row(
                        IAE,
                        "must be positive and finite: noise=0.0",
                        () -> FactorialHmm.builder().noise(0.0)),
                row(
                        IAE,
                        "must be positive and finite: noise=NaN",
                        () -> FactorialHmm.builder().noise(NAN)),
                row(
                        IAE,
                        "must be in (0, 1): initial=1.0",
                        () -> FactorialHmm.builder().initial(1.0)),
                row(
                        IAE,
                        "must be in (0, 1): stay=NaN",
                        () -> FactorialHmm.builder().stay(NAN)),
                row(
                        ISE,
                        "must be set: weights",
                        () -> FactorialHmm.builder().observations(y).build()),
                row(IAE, "by observations, weights, bias and noise", () -> hmm(y, w, 1e-200)),
                row(
                        IAE,
                        "at most 2^30: observations.length * weights.length * (weights.length + 1)=",
                        () -> hmm(new double[40_000], new double[1_000], 1.0)));
    }

    private static FactorialHmm hmm(double[] y, double[] w, double noise) {
        return FactorialHmm.builder()
                .observations(y)
                .weights(w)
                .noise(noise)
                .initial(0.5)
                .stay(0.5)
                .build();
    }

    static List<Row> rbm() {
        double[][] w = {{1.0, 2.0}};
        double[] b = {0.0};
        double[] c = {0.0, 0.0};
        BernoulliRbm model = BernoulliRbm.of(w, b, c);
        List<Row> rows = new ArrayList<>(List.of(
                row(NPE, "must not be null: weights", () -> BernoulliRbm.of(null, b, c)),
                row(NPE, "must not be null: weights[0]", () -> BernoulliRbm.of(new double[1][], b, c)),
                row(NPE, "must not be null: visibleBias", () -> BernoulliRbm.of(w, null, c)),
                row(NPE, "must not be null: hiddenBias", () -> BernoulliRbm.of(w, b, null)),
                row(IAE, "must be >= 1: visibleBias.length=0", () -> BernoulliRbm.of(w, new double[0], c)),
                row(
                        IAE,
                        "must have as many entries as weights has rows (2): visibleBias.length=1",
                        () -> BernoulliRbm.of(new double[2][2], b, c)),
                row(IAE, "must have length 2: weights[0].length=3", () -> BernoulliRbm.of(new double[1][3], b, c)),
                row(IAE, "must be finite: weights[0][1]=NaN", () -> BernoulliRbm.of(new double[][] {{0, NAN}}, b, c)),
                row(IAE, "must be finite: hiddenBias[1]=Infinity", () -> BernoulliRbm.of(w, b, new double[] {0, INF})),
                row(IAE, "must be >= 1: visible=0", () -> BernoulliRbm.random(0, 2, 0.1, 1L)),
                row(IAE, "must be >= 1: hidden=-2", () -> BernoulliRbm.random(2, -2, 0.1, 1L)),
                row(IAE, "must be >= 0 and finite: standardDeviation=NaN", () -> BernoulliRbm.random(2, 2, NAN, 1L)),
                row(IAE, "must be >= 0 and finite: standardDeviation=-1.0", () -> BernoulliRbm.random(2, 2, -1, 1L)),
                row(IAE, "must be finite: weights[", () -> BernoulliRbm.random(9, 9, 1.7e308, 1L)),
                row(
                        IAE,
                        "at most 2^28: visible * hidden=10000000000",
                        () -> BernoulliRbm.random(100_000, 100_000, 0.1, 1L)),
                row(NPE, "must not be null: dataType", () -> model.withDataType(null)),
                row(IAE, "must be FLOAT or DOUBLE: dataType=INT", () -> model.withDataType(DataType.INT32)),
                row(NPE, "must not be null: file", () -> model.save(null)),
                row(NPE, "must not be null: file", () -> BernoulliRbm.load(null)),
                row(NPE, "must not be null: states", () -> model.evaluate(null)),
                row(NPE, "must not be null: random", () -> model.evaluateGivenHidden(Nd4j.zeros(1, 1), null)),
                row(
                        IAE,
                        "must have length 1: random.length=0",
                        () -> model.evaluateGivenHidden(Nd4j.zeros(1, 1), List.of())),
                row(
                        NPE,
                        "must not be null: an element of random",
                        () -> model.evaluateGivenHidden(Nd4j.zeros(1, 1), Collections.singletonList(null))),
                row(
                        NPE,
                        "must not be null: an element of random",
                        () -> model.withDataType(DataType.FLOAT)
                                .evaluateGivenHidden(Nd4j.zeros(1, 1), Collections.singletonList(null))),
                row(IAE, "must not be closed: states", () -> model.evaluate(closed())),
                row(IAE, "must not be closed: states", () -> model.gradient(closed())),
                row(
                        IAE,
                        "must be a LayeredModel, such as an RBM, for blockGibbs(); use auto(): model=BernoulliModel",
                        () -> Samplers.blockGibbs().build().sample(BernoulliModel.of(new double[] {0.5})))));
        if (Runtime.getRuntime().maxMemory() < 1L << 31) {
            rows.add(row(
                    IAE,
                    MEMORY + "visible=16384, hidden=16384: 2.1 GB",
                    () -> BernoulliRbm.random(1 << 14, 1 << 14, 0.1, 1L)));
        }
        return rows;
    }

    private static INDArray closed() {
        INDArray states = Nd4j.zeros(DataType.DOUBLE, 1, 1);
        states.close();
        return states;
    }

    static List<Row> training() {
        byte[][] data = {{0, 1}};
        BernoulliRbm two = BernoulliRbm.random(2, 2, 0.1, 1L);
        return List.of(
                row(NPE, "must not be null: data", () -> RbmTraining.of(null)),
                row(NPE, "must not be null: data[0]", () -> RbmTraining.of(new byte[2][])),
                row(NPE, "must not be null: data[1]", () -> RbmTraining.of(new byte[][] {{0, 1}, null})),
                row(IAE, "must be >= 1: data.length=0", () -> RbmTraining.of(new byte[0][])),
                row(IAE, "must be >= 1: data[0].length=0", () -> RbmTraining.of(new byte[1][0])),
                row(
                        IAE,
                        "must have length 2: data[1].length=3",
                        () -> RbmTraining.of(new byte[][] {{0, 1}, {0, 0, 0}})),
                row(IAE, "must be 0 or 1: data[0][1]=7", () -> RbmTraining.of(new byte[][] {{0, 7}})),
                row(IAE, "must be >= 1: hidden=0", () -> RbmTraining.of(data).hidden(0)),
                row(
                        IAE,
                        "at most 2^28: data[0].length * hidden=4000000000",
                        () -> RbmTraining.of(data).hidden(2_000_000_000)),
                row(IAE, "must be >= 1: steps=-1", () -> RbmTraining.of(data).steps(-1)),
                row(IAE, "must be >= 1: epochs=0", () -> RbmTraining.of(data).epochs(0)),
                row(IAE, "must be >= 1: batch=0", () -> RbmTraining.of(data).batch(0)),
                row(
                        IAE,
                        "must be in (0, 1]: learningRate=NaN",
                        () -> RbmTraining.of(data).learningRate(NAN)),
                row(
                        IAE,
                        "must be in (0, 1]: learningRate=1.5",
                        () -> RbmTraining.of(data).learningRate(1.5)),
                row(
                        NPE,
                        "must not be null: listener",
                        () -> RbmTraining.of(data).listener(null)),
                row(
                        IAE,
                        "must be at most 2^31 - 1: epochs * data.length / batch=2147483647 * 2 / 1=4294967294",
                        () -> RbmTraining.of(new byte[2][2])
                                .epochs(MAX)
                                .batch(1)
                                .run()),
                row(
                        IAE,
                        MEMORY + "data[0].length=2, hidden=400, batch=2147483647:",
                        () -> RbmTraining.of(data).batch(MAX).run()),
                row(NPE, "must not be null: model", () -> PseudoLikelihood.mean(null, data)),
                row(NPE, "must not be null: data", () -> PseudoLikelihood.mean(two, null)),
                row(NPE, "must not be null: data[0]", () -> PseudoLikelihood.mean(two, new byte[1][])),
                row(IAE, "must be in [2, 16]: side=1", () -> BarsAndStripes.patterns(1)),
                row(IAE, "must be in [2, 30]: side=31", () -> BarsAndStripes.draws(31, 1, 1L)),
                row(IAE, "must be >= 1: count=0", () -> BarsAndStripes.draws(3, 0, 1L)),
                row(IAE, MEMORY + "side=30, count=2147483647: 1.9 TB", () -> BarsAndStripes.draws(30, MAX, 1L)),
                row(NPE, "must not be null: file", () -> GreyImages.read(null)));
    }
}
