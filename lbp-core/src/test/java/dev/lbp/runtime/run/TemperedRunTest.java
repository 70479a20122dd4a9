package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.DriftingSums;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.Workers;
import dev.lbp.internal.States;
import dev.lbp.io.Draws;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingObservables;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tempered runs: what they report is true of their draws, and threads change no bit. */
public class TemperedRunTest {

    static final int N = 10;
    static final int CHAINS = 3;
    static final long SEED = 12;

    static final double[] LOGITS = {0.3, -0.2, 0.1, 0.7, -1.1, 0.0, 0.4, -0.6, 0.25, 0.9};
    private static final double[] WEIGHTS = {1.0, -2.0, 0.5, 3.0, 0.25, -1.5, 2.0, 4.0, -0.75, 1.25};

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(CHAINS)
                .tempering(Tempering.replicas(4).every(3).reference(LOGITS))
                .warmup(100)
                .draws(120)
                .seed(SEED)
                .threads(1);
    }

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).swaps(0.3).build(),
                Samplers.rwm().swaps(0.2).build(),
                Samplers.dlmc().build(),
                Samplers.pas().path(2).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build(),
                Samplers.metropolis().build(),
                Samplers.gibbs().thinned().build());
    }

    /** Each sampler on one of two models, which take turns. */
    static Stream<Arguments> samplersOnModels() {
        List<Sampler> samplers = samplers();
        return IntStream.range(0, samplers.size())
                .mapToObj(k -> Arguments.of(samplers.get(k), k % 2 == 0 ? SpinLine.of(N) : DriftingSums.of(N, true)));
    }

    public static void assertSameTempering(SampleResult expected, SampleResult actual) {
        assertSame(expected, actual);
        assertThat(tempering(actual)).isEqualTo(tempering(expected));
    }

    /** All numbers of a result's tempering; different numbers have different digits. */
    static List<String> tempering(SampleResult result) {
        return tempering(result, result.tempering().orElseThrow().observables().names());
    }

    private static List<String> tempering(SampleResult result, List<String> observables) {
        TemperingResult tempering = result.tempering().orElseThrow();
        return Arrays.stream(TemperingResult.class.getRecordComponents())
                .map(component -> {
                    try {
                        Object value = component.getAccessor().invoke(tempering);
                        return component.getName()
                                + (value instanceof TemperingObservables slots
                                        ? recorded(slots, observables)
                                        : Arrays.deepToString(new Object[] {value}));
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                })
                .toList();
    }

    private static String recorded(TemperingObservables slots, List<String> names) {
        return names.stream()
                .map(name -> Arrays.toString(slots.slots(name).mean())
                        + Arrays.toString(slots.slots(name).error())
                        + slots.at(0.4).mean(name)
                        + slots.at(0.4).logZ())
                .toList()
                .toString();
    }

    /** All that is recorded. */
    private SamplingRun everything(Sampler sampler, LocalEnergyModel model, int thin) {
        return run(sampler, model)
                .thin(thin)
                .track("sum", Statistic.weightedSum(WEIGHTS))
                .track("own", new Counting())
                .conditionals()
                .keepBest(5)
                .keepDraws();
    }

    /** The number of ones, kept through flips. */
    private static final class Counting implements Statistic {

        private static final long serialVersionUID = 1L;

        @Override
        public double of(byte[] state) {
            double ones = 0.0;
            for (byte bit : state) {
                ones += bit;
            }
            return ones;
        }

        @Override
        public double after(double before, byte[] state, int[] flipped, int count) {
            double ones = before;
            for (int k = 0; k < count; k++) {
                ones += 2 * state[flipped[k]] - 1;
            }
            return ones;
        }
    }

    static Stream<Arguments> samplersAndThin() {
        return samplers().stream().flatMap(sampler -> Stream.of(1, 2, 3, 5).map(thin -> Arguments.of(sampler, thin)));
    }

    @ParameterizedTest
    @MethodSource("samplersAndThin")
    void run_allThereIsToRecord_isTrueOfItsDraws(Sampler sampler, int thin) throws IOException {
        SpinLine line = SpinLine.of(N);
        Path sink = directory.resolve("draws");
        SampleResult result = everything(sampler, line, thin).sink(sink).run();
        SampleResult every = run(sampler, line).draws(120 * thin).keepDraws().run();
        Draws streamed = Draws.read(sink);
        byte[] reference = States.random(N, new BitStart(N, 1, SEED, null, null).runGenerator());
        double[] ones = new double[N];
        double[] conditional = new double[N];
        Map<String, Long> counts = new HashMap<>();
        double largest = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < CHAINS; c++) {
            for (int t = 0; t < result.draws(); t++) {
                byte[] x = result.draw(c, t);
                assertThat(x).isEqualTo(every.draw(c, t * thin + thin - 1)).isEqualTo(streamed.state(c, t));
                assertThat(trace(result, "logProb", c, t)).isEqualTo(line.score(x));
                assertThat(trace(result, "hamming", c, t)).isEqualTo(distance(x, reference));
                assertThat(trace(result, "sum", c, t)).isCloseTo(sum(x), within(1e-9));
                assertThat(trace(result, "own", c, t)).isEqualTo(new Counting().of(x));
                for (int i = 0; i < N; i++) {
                    ones[i] += x[i];
                    conditional[i] += conditional(line, x, i);
                }
                counts.merge(Arrays.toString(x), 1L, Long::sum);
                largest = Math.max(largest, line.score(x));
            }
            assertThat(result.finalStates()[c]).isEqualTo(result.draw(c, result.draws() - 1));
        }
        int draws = CHAINS * result.draws();
        for (int i = 0; i < N; i++) {
            assertThat(result.marginals()[i]).isCloseTo(ones[i] / draws, within(1e-12));
            assertThat(result.conditionals().orElseThrow().marginals()[i])
                    .isCloseTo(conditional[i] / draws, within(1e-9));
        }
        assertThat(result.best().logProb())
                .isEqualTo(line.score(result.best().state()))
                .isGreaterThanOrEqualTo(largest);
        assertThat(result.bestStates()).hasSize(5).allSatisfy(best -> {
            assertThat(best.logProb()).isEqualTo(line.score(best.state()));
            assertThat(best.visits()).isEqualTo(counts.get(Arrays.toString(best.state())));
        });
        assertThat(result.bestStates().get(0).logProb()).isEqualTo(largest);
        assertThat(result.expectedJumpDistance()).isEqualTo(every.expectedJumpDistance());
        TemperingResult tempering = result.tempering().orElseThrow();
        assertThat(tempering(result, List.of("logProb"))).isEqualTo(tempering(every, List.of("logProb")));
        assertThat(tempering.observables().names()).containsExactly("logProb", "sum", "own");
        assertThat(tempering.scans()).isEqualTo((100 + 120 * thin) / 3 - 100 / 3);
        assertThat(tempering.scales()[3]).isEqualTo(result.scale());
        assertThat(tempering.acceptanceRates()[3]).isCloseTo(result.acceptanceRate(), within(1e-12));
    }

    private static double trace(SampleResult result, String name, int chain, int draw) {
        return result.traces().get(name)[chain][draw];
    }

    private static double distance(byte[] x, byte[] y) {
        int distance = 0;
        for (int i = 0; i < N; i++) {
            distance += x[i] ^ y[i];
        }
        return distance;
    }

    private static double sum(byte[] x) {
        double sum = 0.0;
        for (int i = 0; i < N; i++) {
            sum += WEIGHTS[i] * x[i];
        }
        return sum;
    }

    private static double conditional(SpinLine line, byte[] x, int site) {
        byte[] zero = x.clone();
        byte[] one = x.clone();
        zero[site] = 0;
        one[site] = 1;
        return 1.0 / (1.0 + Math.exp(line.score(zero) - line.score(one)));
    }

    /** Every step and every exchange is accepted, and a step flips exactly R sites. */
    @Test
    void jumpDistance_ofARunWithExchanges_isThatOfSteps() {
        SampleResult result = Samplers.rwm()
                .scale(3)
                .build()
                .sample(SpinLine.flat(N))
                .tempering(Tempering.replicas(3).every(1))
                .warmup(20)
                .draws(50)
                .seed(1)
                .keepDraws()
                .run();
        assertThat(result.expectedJumpDistance()).isEqualTo(3.0);
        assertThat(result.acceptanceRate()).isEqualTo(1.0);
        assertThat(result.tempering().orElseThrow().swapAcceptance()).containsExactly(1.0, 1.0);
        boolean others = false;
        for (int t = 1; t < 50; t++) {
            others |= distance(result.draw(0, t), result.draw(0, t - 1)) != 3.0;
        }
        assertThat(others).as("exchanges").isTrue();
    }

    /**
     * Every exchange is accepted. With 2 replicas the pair exchanges after even scans alone. With 4, from scan 11 on,
     * the replicas in slots 0 to 3 are
     *
     * <pre>
     * 11: 0 2 1 3     13: 2 3 0 1     15: 3 1 2 0     17: 1 0 3 2
     * 12: 2 0 3 1     14: 3 2 1 0     16: 1 3 0 2     18: 0 1 2 3
     * </pre>
     *
     * <p>so 0, 2 and 3 come to slot 3 from slot 0 after scans 14, 16 and 18, and 0 is back after 18.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 30, 2, 0, 0", // to step 32, in scan 11
        "2, 30, 3, 0, 0",
        "2, 30, 5, 0, 0",
        "2, 30, 6, 1, 0",
        "2, 30, 12, 2, 1",
        "2, 31, 4, 0, 0", // to step 35
        "2, 31, 5, 1, 0",
        "2, 33, 3, 1, 0",
        "4, 30, 11, 0, 0",
        "4, 30, 12, 1, 0",
        "4, 32, 9, 0, 0",
        "4, 32, 10, 1, 0",
        "4, 30, 18, 2, 0",
        "4, 30, 24, 3, 1"
    })
    void exchanges_ofPairs_alternateFromWarmUpIntoDraws(
            int replicas, int warmup, int draws, long restarts, long roundTrips) {
        Supplier<SamplingRun> run = () -> Samplers.gibbs()
                .build()
                .sample(SpinLine.flat(N))
                .chains(2)
                .tempering(Tempering.replicas(replicas).every(3))
                .warmup(warmup)
                .draws(draws);
        List<Path> copies = CheckpointCopies.of(run.get().threads(8), 1, directory);
        for (SampleResult result : List.of(
                run.get().run(),
                run.get().resume(copies.get(copies.size() / 2)),
                run.get().threads(8).resume(copies.get(copies.size() - 3)))) {
            result.tempering().ifPresent(tempering -> {
                assertThat(tempering.restarts()).containsExactly(restarts, restarts);
                assertThat(tempering.roundTrips()).isEqualTo(2 * roundTrips);
            });
            assertThat(result.tempering().isPresent()).isEqualTo((warmup + draws) / 3 > warmup / 3);
        }
    }

    @ParameterizedTest
    @MethodSource("samplersOnModels")
    void run_anyNumberOfThreads_givesTheSameBits(Sampler sampler, LocalEnergyModel model) {
        SampleResult one = run(sampler, model).run();
        for (int threads : new int[] {3, 8}) {
            assertSameTempering(one, run(sampler, model).threads(threads).run());
        }
    }
}
