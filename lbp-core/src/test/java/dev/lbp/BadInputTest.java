package dev.lbp;

import static dev.lbp.BadInput.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.check.ModelCheck;
import dev.lbp.diagnostics.Autocorrelation;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.MonteCarloError;
import dev.lbp.diagnostics.PooledAutocorrelation;
import dev.lbp.diagnostics.RHat;
import dev.lbp.diagnostics.RankHistogram;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.nd4j.FlipWeightBatch;
import dev.lbp.io.Draws;
import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The table of bad inputs to runs, diagnostics and theory: what is thrown, and the words of its message. */
class BadInputTest {

    private static final Class<?> IAE = IllegalArgumentException.class;
    private static final Class<?> NPE = NullPointerException.class;
    private static final int MAX = Integer.MAX_VALUE;
    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double[] NONE = {};
    private static final double[][] RAGGED = {{1, 2, 3}, {1, 2}};
    private static final double[][] GOOD = {{1, 2, 3, 4}, {2, 1, 4, 3}};
    private static final Sampler LBP = Samplers.lbp().build();
    private static final SpinLine LINE = SpinLine.of(6);

    @ParameterizedTest
    @MethodSource({"runs", "files", "theory", "diagnostics"})
    void badInput_isRefused_withConstraintNameAndValue(BadInput row) {
        row.verify();
    }

    static List<BadInput> runs() {
        SamplingRun run = LBP.sample(LINE);
        SampleResult result = LBP.sample(LINE).warmup(1).draws(8).run();
        return List.of(
                row(IAE, "must be <= 1000000000: dimension=2147483647", () -> EnergyModels.of(MAX, x -> 0.0)),
                row(IAE, "must be <= 1000000000: model.dimension()=2147483647", () -> LBP.sample(new Huge())),
                row(IAE, "must be <= 1000000000: model.dimension()=2147483647", () -> LBP.start(new Huge(), 1L)),
                row(IAE, "must be <= 1000000000: model.dimension()=2147483647", () -> LBP.start(new Huge(), 1L, 2)),
                row(NPE, "must not be null: traces[1]", () -> run.untilEss(10, "logProb", null)),
                row(NPE, "must not be null: traces[0]", () -> run.untilRHat(1.1, (String) null)),
                row(NPE, "must not be null: file", () -> run.checkpoint(null)),
                row(NPE, "must not be null: every", () -> run.checkpoint(Path.of("c"), null)),
                row(IAE, "must be >= 1: steps=0", () -> run.checkpoint(Path.of("c"), 0)),
                row(NPE, "must not be null: checkpoint", () -> run.resume(null)),
                row(IAE, "must be one of [logProb, hamming]: trace=null", () -> result.rHat(null)),
                row(NPE, "must not be null: file", () -> result.report(null)),
                row(NPE, "must not be null: result", () -> Report.of(null)),
                row(NPE, "must not be null: text", () -> Report.of(result).title(null)),
                row(
                        IAE,
                        "must have a cell for each of 6 sites: lattice(2147483647, 2147483647) has 4611686014132420609",
                        () -> Report.of(result).lattice(MAX, MAX)),
                row(NPE, "must not be null: states", () -> LINE.logProb(null)),
                row(IAE, "must not be closed: states", () -> {
                    INDArray states = Nd4j.zeros(DataType.INT8, 1, 6);
                    states.close();
                    LINE.logProb(states);
                }),
                row(
                        IAE,
                        "must fit into memory: states=2147483647, model.dimension()=6",
                        () -> ModelCheck.of(LINE).states(MAX)),
                row(
                        IAE,
                        "must differ from the directory of the sink: checkpoint=both",
                        () -> LBP.sample(LINE)
                                .sink(Path.of("both"))
                                .checkpoint(Path.of("both"))
                                .check()),
                row(
                        IAE,
                        "must be on the default file system: file=",
                        () -> result.report(Path.of(URI.create("jrt:/java.base")))),
                row(NPE, "must not be null: shape", () -> new NpyArray(null, NONE)),
                row(NPE, "must not be null: values", () -> new NpyArray(new int[] {2}, null)),
                row(NPE, "must not be null: arrays", () -> NpzFile.write(Path.of("x"), null)),
                row(IAE, "must not be what tables of draws call a column: name=draw", () -> run.track("draw", x -> 0)),
                row(
                        IAE,
                        "must not be what tables of draws call a column: name=chain",
                        () -> run.track("chain", x -> 0)),
                row(
                        IAE,
                        "must not be what files of draws call the states: name=states",
                        () -> run.track("states", x -> 0)),
                row(
                        IAE,
                        "must be at most 200 bytes as a file's name: name=xxx",
                        () -> run.track("x".repeat(201), x -> 0)),
                row(
                        IAE,
                        "must be at most 200 bytes as a file's name: name=...",
                        () -> run.track(".".repeat(67), x -> 0)),
                row(IAE, "must be Unicode text: name=", () -> run.track("\ud800", x -> 0)),
                row(IAE, "must be in [0, 0]: bin=1", () -> result.warmUp().meanStep(1)),
                row(IAE, "must be in [0, 0]: bin=-1", () -> result.warmUp().meanStep(-1)),
                row(NPE, "must not be null: states", () -> LINE.gradient(null)),
                row(NPE, "must not be null: state", () -> plainTracker().reset(null)),
                row(
                        IAE,
                        "must have length 3: state.length=5",
                        () -> plainTracker().reset(new byte[5])),
                row(NPE, "must not be null: gradients", () -> {
                    INDArray states = Nd4j.zeros(DataType.DOUBLE, 2, 3);
                    FlipWeightBatch.of(FlipWeightKernels.chosen(), FlipWeightKernel.Form.BARKER, DataType.DOUBLE, 2, 3)
                            .compute(states, null);
                }),
                row(NPE, "must not be null: a name in arrays", () -> write(null, new NpyArray(new int[] {0}, NONE))),
                row(NPE, "must not be null: arrays[a]", () -> write("a", null)),
                row(
                        IAE,
                        "must be at most 200: characters of a name=201",
                        () -> write("x".repeat(201), new NpyArray(new int[] {0}, NONE))),
                row(IAE, "must not be blank: name= ", () -> WeightFunction.of(" ", t -> t)),
                row(IAE, "must not be blank: name=", () -> WeightFunction.balanced("", t -> t)));
    }

    private static LocalEnergyModel.Tracker plainTracker() {
        return ((LocalEnergyModel) EnergyModels.of(3, x -> 0.0)).newTracker();
    }

    private static void write(String name, NpyArray array) throws IOException {
        NpzFile.write(Path.of("no/such/directory.npz"), Collections.singletonMap(name, array));
    }

    static List<BadInput> files() throws IOException {
        SampleResult result = LBP.sample(LINE).warmup(1).draws(8).run();
        Path directory = Files.createTempDirectory("lbp");
        directory.toFile().deleteOnExit();
        Path file = Files.createFile(directory.resolve("file"));
        file.toFile().deleteOnExit();
        Path missing = directory.resolve("missing");
        Path damaged = directory.resolve("damaged");
        LBP.sample(LINE).warmup(1).draws(8).sink(damaged).run();
        Path states = damaged.resolve("states.3.npy");
        byte[] bytes = Files.readAllBytes(states);
        bytes[bytes.length - 1] = 7;
        Files.write(states, bytes);
        Draws read = Draws.read(damaged);
        Path cut = damaged.resolve("states.0.npy");
        Files.write(cut, Arrays.copyOf(Files.readAllBytes(cut), 130));
        String nothing = "must be a directory, or a path where there is nothing: " + file;
        String draws = "must be a directory of draws, with .npy files: ";
        return List.of(
                row(IOException.class, draws + file, () -> Draws.read(file)),
                row(IOException.class, draws + missing, () -> Draws.read(missing)),
                row(
                        IOException.class,
                        "must hold as much as its header says, [chain, draw, ...]: " + cut,
                        () -> read.state(0, 7)),
                row(
                        IOException.class,
                        "must be 0 or 1 in state(), else read by values(): chain 3, draw 7, site 5=7: " + states,
                        () -> read.state(3, 7)),
                row(IOException.class, nothing, () -> result.exportCsv(file)),
                row(IOException.class, nothing, () -> result.export(file)),
                row(
                        RunException.class,
                        nothing,
                        () -> LBP.sample(LINE).sink(file).run()),
                row(
                        IOException.class,
                        "must be a file, and is a directory: " + directory,
                        () -> NpzFile.read(directory, List.of("weights"))),
                row(
                        IllegalStateException.class,
                        "must be called after a step: lastStep(1)",
                        () -> LBP.start(LINE, 1, 2).lastStep(1)));
    }

    private static final class Huge extends WrappedModel {
        @Override
        public int dimension() {
            return MAX;
        }
    }

    static List<BadInput> theory() {
        DoubleUnaryOperator weight = WeightFunction.BARKER::logWeight;
        double[] half = {0.5};
        return List.of(
                row(NPE, "must not be null: p", () -> OptimalScaling.lambda1(null, weight)),
                row(NPE, "must not be null: logWeight", () -> OptimalScaling.lambda1(half, null)),
                row(IAE, "must be >= 1: p.length=0", () -> OptimalScaling.lambda1(NONE, weight)),
                row(IAE, "must be in (0, 1): p[0]=NaN", () -> OptimalScaling.lambda1(new double[] {NAN}, weight)),
                row(NPE, "must not be null: logOdds", () -> OptimalScaling.lambda1OfLogOdds(null, weight)),
                row(IAE, "must be >= 1: logOdds.length=0", () -> OptimalScaling.lambda1OfLogOdds(NONE, weight)),
                row(
                        IAE,
                        "must not be NaN: logOdds[1]=NaN",
                        () -> OptimalScaling.lambda1OfLogOdds(new double[] {0, NAN}, weight)),
                row(NPE, "must not be null: p", () -> OptimalScaling.lambda2(null)),
                row(IAE, "must be >= 1: p.length=0", () -> OptimalScaling.lambda2(NONE)),
                row(IAE, "must be in (0, 1): p[0]=1.0", () -> OptimalScaling.lambda2(new double[] {1})),
                row(IAE, "must be finite and >= 0: lambda1=NaN", () -> OptimalScaling.lbpAcceptance(NAN, 3, 10)),
                row(IAE, "must be finite and >= 0: scale=-1.0", () -> OptimalScaling.lbpAcceptance(1, -1, 10)),
                row(IAE, "must be >= 1: dimension=0", () -> OptimalScaling.lbpAcceptance(1, 3, 0)),
                row(IAE, "must be finite and >= 0: scale=Infinity", () -> OptimalScaling.lbpJumpDistance(1, INF, 10)),
                row(IAE, "must be finite and >= 0: lambda2=-0.5", () -> OptimalScaling.rwmAcceptance(-0.5, 3)),
                row(IAE, "must be finite and >= 0: scale=NaN", () -> OptimalScaling.rwmJumpDistance(1, NAN)),
                row(IAE, "must be >= 0: lambda1=NaN", () -> OptimalScaling.lbpScale(NAN, 0.5, 10)),
                row(IAE, "must be >= 0: lambda1=-2.0", () -> OptimalScaling.lbpScale(-2, 0.5, 10)),
                row(IAE, "must be in (0, 1): acceptance=1.0", () -> OptimalScaling.lbpScale(1, 1, 10)),
                row(IAE, "must be >= 1: dimension=-3", () -> OptimalScaling.lbpScale(1, 0.5, -3)));
    }

    static List<BadInput> diagnostics() {
        return List.of(
                row(NPE, "must not be null: traces", () -> RHat.of(null)),
                row(NPE, "must not be null: traces[1]", () -> RHat.of(new double[][] {NONE, null})),
                row(IAE, "must be >= 1: traces.length=0", () -> RHat.of(new double[0][])),
                row(IAE, "must be 3 as in traces[0]: traces[1].length=2", () -> RHat.of(RAGGED)),
                row(IAE, "traces[1].length=2", () -> EffectiveSampleSize.bulk(RAGGED)),
                row(IAE, "traces[1].length=2", () -> EffectiveSampleSize.tail(RAGGED)),
                row(IAE, "traces[1].length=2", () -> EffectiveSampleSize.tfp(RAGGED)),
                row(NPE, "must not be null: chain", () -> EffectiveSampleSize.tfp((double[]) null)),
                row(IAE, "traces[1].length=2", () -> MonteCarloError.ofMean(RAGGED)),
                row(IAE, "must be in [2, draws=4]: batches=1", () -> MonteCarloError.batchMeans(GOOD, 1)),
                row(IAE, "must be in [2, draws=4]: batches=5", () -> MonteCarloError.batchMeans(GOOD, 5)),
                row(IAE, "traces[1].length=2", () -> PooledAutocorrelation.of(RAGGED)),
                row(NPE, "must not be null: chain", () -> Autocorrelation.of((double[]) null, 0)),
                row(IAE, "must be in [0, draws - 1=3]: lags=4", () -> Autocorrelation.of(GOOD, 4)),
                row(IAE, "must be in [0, draws - 1=3]: lags=-1", () -> Autocorrelation.of(GOOD, -1)),
                row(IAE, "must be in [0, draws - 1=-1]: lags=0", () -> Autocorrelation.of(NONE, 0)),
                row(IAE, "must be >= 1: bins=0", () -> RankHistogram.of(GOOD, 0)),
                row(
                        IAE,
                        "must fit into memory: traces.length=2, bins=2147483647: 34.4 GB",
                        () -> RankHistogram.of(GOOD, MAX)),
                row(IAE, "must be finite: traces[0][1]=NaN", () -> RankHistogram.of(new double[][] {{1, NAN}}, 2)),
                // 2^20 chains that share one row of 2^12 draws are 2^32 values
                row(
                        IAE,
                        "must fit into an array, of at most 2147483639 elements: traces.length=1048576, draws=4096",
                        () -> {
                            double[][] traces = new double[1 << 20][];
                            Arrays.fill(traces, new double[1 << 12]);
                            RHat.of(traces);
                        }));
    }

    /** The policy of the package: NaN is the answer of a trace that cannot answer. */
    @Test
    void diagnostics_ofTracesThatCannotAnswer_areNaN() {
        List<ToDoubleFunction<double[][]>> all = List.of(
                RHat::of,
                EffectiveSampleSize::bulk,
                EffectiveSampleSize::tail,
                EffectiveSampleSize::tfp,
                MonteCarloError::ofMean);
        double[][][] traces = {
            {{}},
            {{}, {}},
            {{1}},
            {{1}, {2}},
            {{3, 3, 3, 3, 3, 3, 3, 3}},
            {{1, 2, NAN, 4, 5, 6, 7, 8}},
            {{1, INF, 1, 2, 1, 2, 1, 2}}
        };
        for (int k = 0; k < all.size(); k++) {
            for (double[][] trace : traces) {
                assertThat(all.get(k).applyAsDouble(trace))
                        .as("diagnostic %d of %s", k, Arrays.deepToString(trace))
                        .isNaN();
            }
        }
        assertThat(PooledAutocorrelation.of(new double[][] {{}})).isEmpty();
        assertThat(PooledAutocorrelation.of(new double[][] {{1}})).containsExactly(NAN);
        assertThat(PooledAutocorrelation.of(new double[][] {{1, NAN}})).containsExactly(NAN, NAN);
        assertThat(Autocorrelation.of(new double[] {2, 2}, 1)).containsExactly(NAN, NAN);
        assertThat(MonteCarloError.batchMeans(new double[][] {{1, NAN}}, 2)).isNaN();
    }

    @Test
    void theory_atItsLimits_isWhatItsJavadocSays() {
        for (WeightFunction weight : new WeightFunction[] {WeightFunction.BARKER, WeightFunction.SQRT}) {
            assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {INF, -INF}, weight::logWeight))
                    .isInfinite();
            assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {900, -900}, weight::logWeight))
                    .isInfinite();
            assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {0, -0.0}, weight::logWeight))
                    .isZero();
        }
        // of two sites, one of which never changes: half the weight per site, so twice the lambda_1 of the other alone
        double alone = OptimalScaling.lambda1OfLogOdds(new double[] {1}, WeightFunction.BARKER::logWeight);
        assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {1, INF}, WeightFunction.BARKER::logWeight))
                .isCloseTo(2 * alone, within(1e-12));
        assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {1, INF}, WeightFunction.SQRT::logWeight))
                .isInfinite();
        assertThat(OptimalScaling.lambda1OfLogOdds(new double[] {1}, logT -> NAN))
                .isNaN();
        assertThat(OptimalScaling.lbpAcceptance(0, Double.MAX_VALUE, 1)).isEqualTo(1.0);
        assertThat(OptimalScaling.lbpAcceptance(1, Double.MAX_VALUE, 1)).isZero();
        assertThat(OptimalScaling.lbpScale(0, 0.5, 1)).isInfinite();
        assertThat(OptimalScaling.lbpScale(INF, 0.5, 1)).isZero();
        assertThat(OptimalScaling.lbpScale(INF, Double.MIN_VALUE, 1)).isZero();
        assertThat(OptimalScaling.lbpScale(0, Math.nextDown(1.0), 1)).isInfinite();
        assertThat(OptimalScaling.lbpScale(1, Double.MIN_VALUE, 1)).isBetween(18.0, 19.0); // (2 * 38.4)^(2/3)
        assertThat(OptimalScaling.lbpAcceptance(Double.MIN_VALUE, 1e300, 1)).isZero();
        assertThat(OptimalScaling.lbpAcceptance(Double.MAX_VALUE, Double.MIN_VALUE, 1))
                .isEqualTo(1.0);
        assertThat(OptimalScaling.lambda1(new double[] {0.3, 0.6}, logT -> -INF))
                .isInfinite();
    }

    @Test
    void gridOfScales_inWords_listsThem() {
        assertThat(ScaleController.grid(1, 2.5)).hasToString("grid[1.0, 2.5]");
    }

    /** Nothing is evaluated before: this model fails at its first evaluation. */
    @Test
    void traceOfAStoppingRule_unknown_isRefusedBeforeAnyWork() {
        EnergyModel failing = EnergyModels.of(3, x -> {
            throw new IllegalStateException("must not be evaluated");
        });
        assertThatThrownBy(() -> LBP.sample(failing).untilEss(10, "energy").run())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be one of [logProb, hamming]: trace=energy");
    }
}
