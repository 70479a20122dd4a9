package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Runs of every kind have in parts the result, the report and the files of the whole run. */
class PartKindsTest {

    private static final int CHAINS = 6;

    private static final int N = 12;

    /** With a last part that is smaller; other sizes are crossed with every sampler in CrossingTest. */
    private static final int SIZE = 4;

    /** Correlated and skewed: {@code y | x ~ N(x^2 / 2, 1), x ~ N(1, 0.5^2)}. */
    private static final DensityModel BANANA = DensityModels.of(
            2,
            p -> -2.0 * (p[0] - 1.0) * (p[0] - 1.0) - 0.5 * (p[1] - 0.5 * p[0] * p[0]) * (p[1] - 0.5 * p[0] * p[0]),
            (p, gradient) -> {
                double off = p[1] - 0.5 * p[0] * p[0];
                gradient[0] = -4.0 * (p[0] - 1.0) + off * p[0];
                gradient[1] = -off;
            });

    @TempDir
    private Path parent;

    private static <T extends Run<?, ?, T>> T sized(T run) {
        return run.chains(CHAINS)
                .warmup(41)
                .draws(33)
                .thin(2)
                .seed(4)
                .threads(2)
                .keepDraws();
    }

    private static SamplingRun bits(Sampler sampler) {
        return sized(sampler.sample(SpinLine.of(N)));
    }

    /** A rule of one's own, whose common scale is that of the chain with the most flips. */
    private record MostFlips() implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Counting(largest);
        }

        @Override
        public double freeze(List<? extends Adaptation> chains, double meanScale) {
            int best = 0;
            for (int c = 0; c < chains.size(); c++) {
                best = flips(chains.get(c)) > flips(chains.get(best)) ? c : best;
            }
            return chains.get(best).scale();
        }

        private static int flips(Adaptation adaptation) {
            return ((Counting) adaptation).flips;
        }

        @Override
        public String describe() {
            return "most flips";
        }
    }

    private static final class Counting implements ScaleController.Adaptation {

        private static final long serialVersionUID = 1L;

        private final double largest;
        private int flips;

        Counting(double largest) {
            this.largest = largest;
        }

        @Override
        public double scale() {
            return 1.0 + flips % 100 / 100.0 * (largest - 1.0);
        }

        @Override
        public void update(double acceptanceProbability, int proposed) {
            flips += proposed;
        }
    }

    /** Starts of its own: with a one in the first half. */
    private record Started(SpinLine line) implements EnergyModel {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public byte[] start(UniformRandomProvider rng) {
            byte[] state = new byte[line.dimension()];
            state[rng.nextInt(state.length / 2)] = 1;
            return state;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return line.batched(DataType.DOUBLE).logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return line.batched(DataType.DOUBLE).gradient(states);
        }
    }

    /** Chain c has c + 1 free ones, so the largest scale depends on the states of all. */
    private static SamplingRun frozenOnes() {
        int ones = CHAINS + 1;
        byte[][] initial = new byte[CHAINS][2 * N];
        boolean[] frozen = new boolean[2 * N];
        for (int i = 0; i < ones; i++) {
            frozen[i] = true;
        }
        for (int c = 0; c < CHAINS; c++) {
            for (int k = 0; k < ones; k++) {
                initial[c][k <= c ? ones + k : k] = 1;
            }
        }
        return sized(Samplers.lbp()
                        .scale(ScaleController.grid(1, 2, 3, 4, 6, 9))
                        .build()
                        .sample(SpinLine.independent(2 * N, 0.01)))
                .initial(initial)
                .frozen(frozen)
                .ones(ones);
    }

    static List<Arguments> ofBits() {
        StateSupplier q = () -> new FairBits(N);
        return List.of(
                run("jumps", () -> bits(Samplers.lbp().jumps(q.get(), 0.3).build())),
                run("independent", () -> bits(Samplers.independent(q.get()))),
                run("swaps", () -> bits(Samplers.rwm().swaps(0.3).build())),
                run(
                        "swaps and jumps",
                        () -> bits(Samplers.lbp().swaps(0.3).jumps(q.get(), 0.2).build())),
                run(
                        "multiple try",
                        () -> bits(Samplers.multipleTry(5)
                                .weight(WeightFunction.SQRT)
                                .build())),
                run(
                        "multiple try, plain",
                        () -> bits(Samplers.multipleTry(5).plain().build())),
                run(
                        "multiple try, batched",
                        () -> sized(Samplers.multipleTry(3)
                                        .weight(WeightFunction.SQRT)
                                        .build()
                                        .sample(SpinLine.of(N).batched(DataType.FLOAT)))
                                .chainsPerBatch(1)),
                run(
                        "Hamming ball",
                        () -> bits(Samplers.hammingBall(2).jumps(q.get(), 0.2).build())),
                run(
                        "Hamming ball, batched",
                        () -> sized(Samplers.hammingBall(2)
                                        .build()
                                        .sample(SpinLine.of(N).batched(DataType.FLOAT)))
                                .chainsPerBatch(1)),
                run("ones", () -> bits(Samplers.lbp().build()).ones(4)),
                run(
                        "ones, batched",
                        () -> sized(Samplers.lbp().build().sample(SpinLine.of(N).batched(DataType.DOUBLE)))
                                .ones(4)
                                .chainsPerBatch(2)),
                run("frozen ones", PartKindsTest::frozenOnes),
                run("conditionals", () -> bits(Samplers.gwg().build()).conditionals()),
                run(
                        "conditionals of a thin run",
                        () -> bits(Samplers.lbp().build()).conditionals().thin(5)),
                run(
                        "conditionals of Gibbs",
                        () -> bits(Samplers.gibbs().build()).conditionals()),
                run(
                        "best and statistics",
                        () -> bits(Samplers.dlmc().build())
                                .keepBest(7)
                                .track("one", x -> x[0])
                                .track("sum", Statistic.weightedSum(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
                                }))),
                run(
                        "a scale of one's own",
                        () -> bits(Samplers.lbp().scale(new MostFlips()).build())),
                run(
                        "a weight of one's own",
                        () -> bits(Samplers.lbp()
                                .weight(WeightFunction.of("t^0.7", logT -> 0.7 * logT))
                                .build())),
                run(
                        "starts of the model",
                        () -> sized(Samplers.dmala().build().sample(new Started(SpinLine.of(N))))
                                .chainsPerBatch(2)),
                run("a lambda", () -> sized(Samplers.rwm().build().sample(EnergyModels.of(N, x -> x[0] - 0.5 * x[1])))),
                run("no warm-up", () -> bits(Samplers.lbp().build()).warmup(0)));
    }

    /** Makes distributions of states. */
    private interface StateSupplier extends Supplier<FairBits> {}

    static Stream<Arguments> ofValues() {
        TableMoves moves = TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L);
        Stream<Arguments> onMoves = Stream.of(
                        Samplers.pas().build(),
                        Samplers.pas().weight(WeightFunction.SQRT).build(),
                        Samplers.rwm().build(),
                        Samplers.rwm().scale(2).build())
                .map(sampler -> run(
                        "moves, " + sampler, () -> sized(sampler.sample(moves)).track("first", x -> x[0])));
        TableCategories table = TableCategories.random(4, 1.0, 3L, 4, 4, 4);
        Stream<Arguments> onCategories = Stream.of(
                        Samplers.lbp().build(),
                        Samplers.rwm().build(),
                        Samplers.dlmc().build(),
                        Samplers.dmala().scale(0.3).build())
                .map(sampler -> run(
                        "categories, " + sampler,
                        () -> sized(sampler.sample(table)).chainsPerBatch(1)));
        return Stream.concat(onMoves, onCategories);
    }

    static Stream<Arguments> ofReals() {
        return Stream.<Supplier<ContinuousBuilder>>of(
                        Samplers::mala,
                        () -> Samplers.mala().diagonal(),
                        () -> Samplers.barker().diagonal(),
                        () -> Samplers.barker().bimodal(),
                        () -> Samplers.continuous().weight(WeightFunction.MIN).diagonal(),
                        () -> Samplers.continuous().randomWalk(),
                        () -> Samplers.mala().scale(0.5))
                .map(sampler -> {
                    String name = sampler.get().build().toString();
                    return run(
                            name,
                            () -> sized(sampler.get().build().sample(BANANA))
                                    .chainsPerBatch(1)
                                    .track("product", p -> p[0] * p[1]));
                });
    }

    private static Arguments run(String name, Supplier<? extends Run<?, ?, ?>> run) {
        return Arguments.of(Named.of(name, run));
    }

    @ParameterizedTest
    @MethodSource("ofBits")
    void merge_ofBits_isTheWholeRun(Supplier<SamplingRun> run) throws IOException {
        SampleResult whole = run.get().run();
        SampleResult merged = Parts.merged(run, CHAINS, SIZE);
        Results.assertSame(whole, merged);
        assertThat(merged.draw(5, 32)).isEqualTo(whole.draw(5, 32));
        assertSameFiles(whole, merged);
    }

    @ParameterizedTest
    @MethodSource("ofValues")
    void merge_ofValues_isTheWholeRun(Supplier<ValueRun> run) throws IOException {
        ValueResult whole = run.get().run();
        ValueResult merged = Parts.merged(run, CHAINS, SIZE);
        Results.assertSame(whole, merged);
        assertSameFiles(whole, merged);
    }

    @ParameterizedTest
    @MethodSource("ofReals")
    void merge_ofReals_isTheWholeRun(Supplier<ContinuousRun> run) throws IOException {
        ContinuousResult whole = run.get().run();
        ContinuousResult merged = Parts.merged(run, CHAINS, SIZE);
        Results.assertSame(whole, merged);
        assertSameFiles(whole, merged);
    }

    private void assertSameFiles(RunResult whole, RunResult merged) throws IOException {
        assertThat(written(merged, "merged")).isEqualTo(written(whole, "whole"));
    }

    /** The summary, and all files that a result writes, by name; without times. */
    private Map<String, String> written(RunResult result, String name) throws IOException {
        Path directory = Files.createDirectory(parent.resolve(name));
        result.report(directory.resolve("report.html"));
        result.export(directory.resolve("npy"));
        result.exportCsv(directory.resolve("csv"));
        Map<String, String> content = new TreeMap<>();
        content.put("summary", timeless(result.summary()));
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(
                        directory.relativize(file).toString(),
                        timeless(Files.readString(file, StandardCharsets.ISO_8859_1)));
            }
        }
        return content;
    }

    private static String timeless(String text) {
        return text.replaceAll("[0-9.]+ (ms|s|min|h)\\b", "")
                .replaceAll("[0-9-]{10} [0-9:]{5} UTC", "")
                .replaceAll("(?i)\"(warmUp|draw)[a-z]*(Seconds|Time)\": [0-9.eE-]+", "");
    }
}
