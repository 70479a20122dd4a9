package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.DensityModels;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Statistic;
import dev.lbp.target.Tempered;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** A run that was bytes draws the same. */
class RunBytesTest {

    private static final SpinLine LINE = SpinLine.of(8);

    private static SamplingRun shortRun(SamplingRun run) {
        return run.chains(3).warmup(40).draws(60).seed(11L);
    }

    /** A rule of a user: it halves and doubles. */
    private record Halving(double target) implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Scale(target, largest);
        }

        @Override
        public String describe() {
            return "halving";
        }
    }

    private static final class Scale implements ScaleController.Adaptation, Serializable {

        private static final long serialVersionUID = 1L;

        private final double target;
        private final double largest;
        private double scale = 2.0;

        Scale(double target, double largest) {
            this.target = target;
            this.largest = largest;
        }

        @Override
        public double scale() {
            return scale;
        }

        @Override
        public void update(double acceptanceProbability, int flips) {
            scale = Math.min(largest, Math.max(1.0, acceptanceProbability > target ? 2.0 * scale : scale / 2.0));
        }
    }

    static List<SamplingRun> bits() {
        byte[][] initial = new byte[3][8];
        for (int c = 0; c < 3; c++) {
            initial[c][c] = 1;
            initial[c][7 - c] = 1;
        }
        boolean[] frozen = new boolean[8];
        frozen[2] = true;
        double factor = 0.4;
        int site = 3;
        return List.of(
                shortRun(Samplers.lbp().build().sample(LINE))
                        .thin(3)
                        .keepDraws()
                        .keepBest(4),
                shortRun(Samplers.lbp().build().sample(LINE))
                        .conditionals()
                        .initial(initial)
                        .frozen(frozen),
                shortRun(Samplers.lbp().build().sample(LINE)).initial(initial).ones(2),
                shortRun(Samplers.lbp()
                        .weight(WeightFunction.of("own", logT -> factor * logT))
                        .scale(new Halving(0.6))
                        .build()
                        .sample(LINE.batched(DataType.DOUBLE))),
                shortRun(Samplers.lbp().build().sample(EnergyModels.of(8, x -> LINE.score(x) * factor)))
                        .track("b", x -> x[site])
                        .track("a", Statistic.weightedSum(new double[] {1, 2, 3, 4, 5, 6, 7, 8})),
                shortRun(Samplers.gibbs().build().sample(Tempered.of(LINE, 0.5))),
                shortRun(Samplers.lbp().jumps(new FairBits(8), 0.2).build().sample(LINE)),
                shortRun(Samplers.lbp().build().sample(LINE))
                        .tempering(Tempering.replicas(3).every(1)),
                shortRun(Samplers.lbp().build().sample(LINE))
                        .draws(5_000)
                        .untilEss(200.0)
                        .leastDraws(80));
    }

    @ParameterizedTest
    @MethodSource("bits")
    void runOfBits_fromBytes_drawsTheSame(SamplingRun run) {
        byte[] bytes = run.toBytes();
        SampleResult expected = run.run();
        SampleResult actual = SamplingRun.fromBytes(bytes).run();
        Results.assertSame(expected, actual);
        assertThat(((ReportedRun) actual).keptBest())
                .usingRecursiveComparison()
                .isEqualTo(((ReportedRun) expected).keptBest());
        assertThat(actual.conditionals()).usingRecursiveComparison().isEqualTo(expected.conditionals());
        assertThat(actual.stopReason()).isEqualTo(expected.stopReason());
        assertThat(run.toBytes()).as("the bytes after a run").isEqualTo(bytes);
    }

    @Test
    void stoppingRule_fromBytes_endsTheRun() {
        SamplingRun run = bits().get(bits().size() - 1);
        assertThat(SamplingRun.fromBytes(run.toBytes()).run().stopReason()).isEqualTo(StopReason.CONVERGED);
    }

    @Test
    void runOfValues_fromBytes_drawsTheSame() {
        ValueRun run = Samplers.lbp()
                .build()
                .sample(TableCategories.random(3, 1.0, 1L, 3, 3, 3))
                .chains(2)
                .warmup(20)
                .draws(50)
                .track("sum", x -> x[0] + x[1]);
        ValueResult expected = run.run();
        Results.assertSame(expected, ValueRun.fromBytes(run.toBytes()).run());
    }

    @Test
    void runOfReals_fromBytes_drawsTheSame() {
        ContinuousRun run = Samplers.barker()
                .diagonal()
                .build()
                .sample(DensityModels.of(2, p -> -p[0] * p[0] - p[1] * p[1], (p, g) -> {
                    g[0] = -2 * p[0];
                    g[1] = -2 * p[1];
                }))
                .chains(2)
                .warmup(100)
                .draws(50)
                .track("radius", p -> Math.hypot(p[0], p[1]));
        ContinuousResult expected = run.run();
        Results.assertSame(expected, ContinuousRun.fromBytes(run.toBytes()).run());
    }

    /** As a closure of a cluster's framework holds it. */
    @Test
    void run_isSerializable() throws Exception {
        SamplingRun run = shortRun(Samplers.lbp().build().sample(LINE)).track("first", x -> x[0]);
        Results.assertSame(run.run(), Serialized.copy(run).run());
    }

    @Test
    void run_fromBytes_mayBeToldMore_andWritesToTheSink(@TempDir Path directory) {
        SamplingRun run = shortRun(Samplers.lbp().build().sample(LINE)).sink(directory.resolve("draws"));
        SamplingRun copy = SamplingRun.fromBytes(run.toBytes()).draws(10).track("first", x -> x[0]);
        assertThat(copy.run().traces()).containsKey("first");
        assertThat(directory.resolve("draws/manifest.json")).exists();
    }

    private static SamplingRun away() {
        double factor = 0.4;
        return shortRun(Samplers.lbp()
                        .weight(WeightFunction.of("own", logT -> factor * logT))
                        .build()
                        .sample(EnergyModels.of(8, x -> LINE.score(x) * factor)))
                .track("b", x -> x[3])
                .track("a", Statistic.weightedSum(new double[] {1, 2, 3, 4, 5, 6, 7, 8}));
    }

    /** The other process. */
    static final class Away {

        private Away() {}

        public static void main(String[] args) throws IOException {
            byte[] bytes = Files.readAllBytes(Path.of(System.getProperty("dev.lbp.bytes")));
            System.out.println("drawn: " + Arrays.deepToString(drawn(SamplingRun.fromBytes(bytes))));
        }
    }

    private static Object[] drawn(SamplingRun run) {
        SampleResult result = run.run();
        List<Object> drawn = new ArrayList<>(result.traces().keySet());
        drawn.addAll(result.traces().values());
        drawn.add(result.marginals());
        drawn.add(result.scale());
        return drawn.toArray();
    }

    @Test
    void run_inAnotherProcess_drawsTheSame(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("run");
        Files.write(file, away().toBytes());
        assertThat(OtherJava.run(Away.class, "-Ddev.lbp.bytes=" + file))
                .contains("drawn: " + Arrays.deepToString(drawn(away())));
    }
}
