package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.CoverModel;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.select.VariableSelection;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on two threads of this JVM, and on two executors in processes of their own. */
@Tag("slow")
class ClusterTest {

    /** Ends the cluster of other tests, because a JVM can have one alone. */
    @BeforeAll
    static void stopOthers() {
        Cluster.stop();
    }

    private static Map<String, SamplingRun> runs() {
        Map<String, SamplingRun> runs = new HashMap<>();
        runs.put("Ising", Runs.of(Runs.ising()).keepDraws().keepBest(3));
        runs.put("lambda", Runs.of(Runs.lambda()));
        int[][] sets = {{0, 1, 2}, {2, 3}, {4, 5, 6}, {1, 6, 7}, {0, 3, 5}};
        runs.put(
                "cover",
                Runs.of(CoverModel.builder(sets, 8)
                        .observed(0, 1, 2, 6)
                        .alpha(0.1)
                        .beta(0.2)
                        .prior(0.2)
                        .build()));
        runs.put("selection", Runs.of(Samplers.gibbs().build(), selection()));
        runs.put("Hamming balls", Runs.of(Samplers.hammingBall(2).build(), Runs.ising()));
        runs.put("RBM", Runs.of(BernoulliRbm.random(24, 8, 0.3, 7)).chainsPerBatch(2));
        runs.put(
                "RBM by blocks",
                Runs.of(Samplers.blockGibbs().build(), BernoulliRbm.random(24, 8, 0.3, 7))
                        .chainsPerBatch(2));
        return runs;
    }

    private static EnergyModel selection() {
        Random random = new Random(3);
        double[][] x = new double[40][10];
        double[] y = new double[40];
        for (int r = 0; r < x.length; r++) {
            Arrays.setAll(x[r], c -> random.nextGaussian());
            y[r] = 2.0 * x[r][1] - x[r][4] + random.nextGaussian();
        }
        return VariableSelection.linear(x, y).model();
    }

    /** The executors have SIMD, because Spark starts them with it; this JVM has it with -Pvector. */
    @ParameterizedTest
    @ValueSource(strings = {"local[2]", Cluster.TWO_PROCESSES})
    void runs_areThoseOfThreads_bitForBit(String master) {
        try (JavaSparkContext context = Cluster.start(master)) {
            runs().forEach((name, run) ->
                    Results.assertSame(run.run(), SparkSampling.of(run).parts(3).run(context)));
        }
    }

    /**
     * The target of {@link Runs#lambda}; it ends the JVM of the first executor that scores this many states.
     *
     * @param mark a file that the executor makes before
     * @param driver the process that must not end
     * @param scorings of this JVM; warm-up of all chains has 21,000
     */
    private record Deadly(String mark, long driver, int scorings) implements EnergyModels.LogProb {

        private static final AtomicInteger SCORED = new AtomicInteger();

        @Override
        public double of(byte[] x) {
            if (SCORED.incrementAndGet() == scorings && ProcessHandle.current().pid() != driver) {
                try {
                    Files.createFile(Path.of(mark));
                    Runtime.getRuntime().halt(137);
                } catch (FileAlreadyExistsException e) {
                    return Runs.sevenOnes(x); // another executor has died
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return Runs.sevenOnes(x);
        }
    }

    /** One executor dies in warm-up, the other one with most of its draws made. */
    @ParameterizedTest
    @ValueSource(ints = {5_000, 18_000})
    void killedExecutor_changesNothing(int scorings, @TempDir Path directory) throws IOException {
        Path mark = directory.resolve("an executor has died");
        Deadly deadly = new Deadly(mark.toString(), ProcessHandle.current().pid(), scorings);
        SamplingRun run = Runs.of(EnergyModels.of(20, deadly)).keepDraws();
        try (JavaSparkContext context = Cluster.start(Cluster.TWO_PROCESSES)) {
            SampleResult actual = SparkSampling.of(run)
                    .parts(4)
                    .sink(directory.resolve("spark").toUri().toString())
                    .run(context);
            assertThat(mark).exists();
            Results.assertSame(run.sink(directory.resolve("threads")).run(), actual);
            SparkSinkTest.assertSameFiles(directory.resolve("threads"), directory.resolve("spark"));
        }
        try (Stream<Path> left = Files.walk(Path.of("target/spark-local"))) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("lbp-spark-")))
                    .as("directories of the executor that was killed")
                    .isEmpty();
        }
    }

    /** Two classes of the application that executors lack: they have the classes of lbp alone. */
    @Test
    void executorsWithoutTheModel_sayItsName() {
        String without = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        try (JavaSparkContext context =
                Cluster.start(Cluster.TWO_PROCESSES, Map.of("spark.executor.extraClassPath", without))) {
            for (EnergyModel model : List.of(
                    Runs.lambda(),
                    EnergyModels.of(20, new Deadly("", ProcessHandle.current().pid(), -1)))) {
                assertThatThrownBy(() -> SparkSampling.run(context, Runs.of(model)))
                        .isInstanceOf(RunException.class)
                        .hasMessageStartingWith("chain")
                        .hasMessageContaining("the class dev.lbp.spark.")
                        .hasMessageContaining("is not on the class path")
                        .hasMessageContaining("name the jar in spark.jars");
            }
        }
    }

    /** With {@code -Dlbp.otherJava=DIRECTORY}, the home of another JDK. The warning of it is in the log. */
    @Test
    void executorsOfAnotherJava_changeNothing() {
        String home = System.getProperty("lbp.otherJava", "");
        assumeFalse(home.isEmpty(), "needs the home of another JDK: lbp.otherJava");
        try (JavaSparkContext context =
                Cluster.start(Cluster.TWO_PROCESSES, Map.of("spark.executorEnv.JAVA_HOME", home))) {
            runs().forEach((name, run) ->
                    Results.assertSame(run.run(), SparkSampling.of(run).parts(3).run(context)));
        }
    }

    /** A local model needs no ND4J. Of a batched one the error says what executors lack. */
    @Test
    void executorsWithoutNatives_sampleLocalModels_andRefuseOthers() {
        String without = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*(nd4j-native|openblas|javacpp).*"))
                .collect(Collectors.joining(File.pathSeparator));
        try (JavaSparkContext context =
                Cluster.start(Cluster.TWO_PROCESSES, Map.of("spark.executor.extraClassPath", without))) {
            SamplingRun local = Runs.of(Runs.ising());
            Results.assertSame(local.run(), SparkSampling.run(context, local));
            SamplingRun batched = Runs.of(BernoulliRbm.random(24, 8, 0.3, 7)).chainsPerBatch(2);
            assertThatThrownBy(() -> SparkSampling.run(context, batched))
                    .isInstanceOf(RunException.class)
                    .hasMessageStartingWith("chains ")
                    .hasMessageContaining("the class path of executors must have ND4J and its natives");
        }
    }
}
