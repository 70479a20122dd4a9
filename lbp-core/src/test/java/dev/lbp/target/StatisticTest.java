package dev.lbp.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ChainBatch;
import dev.lbp.EngineCases;
import dev.lbp.Failures;
import dev.lbp.Fault;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Serialized;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Statistics of the user's choice: what is recorded of them, and what becomes of a run in which one fails. */
class StatisticTest {

    private static final long SEED = 11L;
    private static final int CHAINS = 3;
    private static final int DRAWS = 60;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Order matters, and so does every site. */
    private static double hash(byte[] state) {
        double hash = 0.0;
        for (byte x : state) {
            hash = (31 * hash + x + 1) % 65_521;
        }
        return hash;
    }

    /** The number of ones. It checks the flips that it is given against a copy of the last state. */
    private static final class Suspicious implements Statistic {

        private static final long serialVersionUID = 1L;

        private byte[] known = new byte[0];

        @Override
        public double of(byte[] state) {
            known = state.clone();
            return ones(state);
        }

        @Override
        public double after(double before, byte[] state, int[] flipped, int count) {
            assertThat(count).isPositive();
            assertThat(before).isEqualTo(ones(known));
            for (int k = 0; k < count; k++) {
                known[flipped[k]] ^= 1;
            }
            assertThat(known).isEqualTo(state);
            assertThat(Arrays.stream(flipped, 0, count).distinct().count()).isEqualTo(count);
            return ones(state);
        }

        private static double ones(byte[] state) {
            int ones = 0;
            for (byte x : state) {
                ones += x;
            }
            return ones;
        }
    }

    static Stream<Arguments> runs() {
        return EngineCases.fixedInTurn()
                .flatMap(run -> Stream.of(1, 4).map(thin -> Arguments.of(run.get()[0], run.get()[1], thin)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void run_tracked_tracesTheStatisticOfEachDraw(Sampler sampler, EnergyModel model, int thin) {
        double[] weights = new double[EngineCases.N];
        Arrays.setAll(weights, i -> Math.sin(i + 1) * Math.pow(10, i % 5));
        Statistic sum = Statistic.weightedSum(weights);
        ChainBatch batch = sampler.start(model, SEED, CHAINS);
        double[][] hashes = new double[CHAINS][DRAWS];
        double[][] sums = new double[CHAINS][DRAWS];
        double[][] constant = new double[CHAINS][DRAWS];
        for (int t = 0; t < 20 + DRAWS * thin; t++) {
            batch.step();
            int draw = (t - 20) / thin;
            for (int c = 0; c < CHAINS && t >= 20; c++) {
                hashes[c][draw] = hash(batch.state(c)); // the last of a draw's steps stays
                sums[c][draw] = sum.of(batch.state(c));
                constant[c][draw] = 2.5;
            }
        }
        SampleResult result = sampler.sample(model)
                .chains(CHAINS)
                .warmup(20)
                .draws(DRAWS)
                .thin(thin)
                .seed(SEED)
                .threads(2)
                .track("hash", StatisticTest::hash)
                .track("sum", sum)
                .track("constant", x -> 2.5)
                .run();
        assertThat(result.traces().keySet()).containsExactly("logProb", "hamming", "hash", "sum", "constant");
        assertThat(result.traces().get("hash")).isDeepEqualTo(hashes);
        assertThat(result.traces().get("sum")).isDeepEqualTo(sums);
        assertThat(result.traces().get("constant")).isDeepEqualTo(constant);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void after_anyThinning_isToldOfWhatHasChanged(int thin) {
        for (Sampler sampler : EngineCases.fixed()) {
            sampler.sample(SpinLine.of(9))
                    .chains(1)
                    .warmup(5)
                    .draws(300)
                    .thin(thin)
                    .track("ones", new Suspicious())
                    .run();
        }
    }

    @Test
    void run_trackedOrNot_drawsTheSame() {
        for (EnergyModel model : EngineCases.models()) {
            SamplingRun run = Samplers.lbp().build().sample(model).warmup(30).draws(50);
            SampleResult plain = run.run();
            SampleResult tracked = run.track("hash", StatisticTest::hash).run();
            assertThat(tracked.traces().get("logProb"))
                    .isDeepEqualTo(plain.traces().get("logProb"));
            assertThat(tracked.finalStates()).isDeepEqualTo(plain.finalStates());
        }
    }

    @Test
    void diagnostics_ofATrackedStatistic_areInTheSummaryAndTheExtremes() {
        String name = "a name longer than its column";
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(SpinLine.of(12))
                .draws(500)
                .track(name, x -> x[0])
                .run();
        assertThat(result.rHat(name)).isBetween(0.99, 1.1);
        assertThat(result.effectiveSampleSize())
                .isEqualTo(Stream.of("logProb", "hamming", name)
                        .mapToDouble(result::effectiveSampleSize)
                        .min()
                        .orElseThrow());
        List<String> table = result.summary()
                .lines()
                .filter(line -> line.startsWith("trace") || line.startsWith("hamming") || line.startsWith(name))
                .toList();
        assertThat(table).hasSize(3);
        assertThat(table.stream().map(String::length).distinct()).hasSize(1);
    }

    static Stream<Arguments> failures() {
        Sampler lbp = Samplers.lbp().scale(3).build();
        Sampler gibbs = Samplers.gibbs().build();
        SpinLine line = SpinLine.of(Fault.N);
        EnergyModel batched = line.batched(DataType.DOUBLE);
        return Stream.of(
                        Arguments.of(lbp, line),
                        Arguments.of(lbp, batched),
                        Arguments.of(gibbs, line),
                        Arguments.of(gibbs, batched))
                .flatMap(run -> Stream.of(Fault.Kind.THROW, Fault.Kind.NAN, Fault.Kind.INFINITE)
                        .map(kind -> Arguments.of(run.get()[0], run.get()[1], kind)));
    }

    /** Fails in chain 2, which its first two sites name (they are frozen), when it is asked for the so-manieth time. */
    private static Statistic faulty(Fault.Kind kind, int call) {
        int[] calls = new int[1];
        return state -> {
            if (state[0] + 2 * state[1] != 2 || calls[0]++ < call) {
                return hash(state);
            }
            return switch (kind) {
                case THROW -> throw new Fault.Broken();
                case NAN -> Double.NaN;
                default -> Double.NEGATIVE_INFINITY;
            };
        };
    }

    private static RunException failure(SamplingRun run) {
        return Failures.of(ModelException.class, run::run);
    }

    private static void tellsWhat(Fault.Kind kind, Throwable failure) {
        if (kind == Fault.Kind.THROW) {
            assertThat(failure).hasRootCauseInstanceOf(Fault.Broken.class).hasMessageContaining("broken");
        } else {
            assertThat(failure)
                    .hasMessageContaining("must be finite: odd=" + (kind == Fault.Kind.NAN ? "NaN" : "-Inf"));
        }
    }

    /** Rejected steps ask for nothing, so the draw that fails is found in the trace of a run that does not. */
    @ParameterizedTest
    @MethodSource("failures")
    void run_statisticFails_namesItAndKeepsTheRest(Sampler sampler, EnergyModel model, Fault.Kind kind) {
        int calls = 8;
        SampleResult whole = Fault.run(sampler, model)
                .track("site 5", x -> x[5])
                .track("odd", StatisticTest::hash)
                .run();
        double[] hashes = whole.traces().get("odd")[2];
        int draw = 0;
        for (int asked = 3;
                asked < calls;
                draw++) { // after the start, and the first flips, twice; then of the first draw
            asked += hashes[draw + 1] != hashes[draw] ? 1 : 0;
        }
        RunException failure =
                failure(Fault.run(sampler, model).track("site 5", x -> x[5]).track("odd", faulty(kind, calls)));
        assertThat(failure).hasMessageStartingWith("statistic odd failed in chain 2 at step " + (10 + draw) + ": ");
        tellsWhat(kind, failure);
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isBetween(0, draw); // 0 where another chain had not begun its first draws
        partial.traces().forEach((name, rows) -> {
            for (int c = 0; c < Fault.CHAINS; c++) {
                assertThat(rows[c]).isEqualTo(Arrays.copyOf(whole.traces().get(name)[c], partial.draws()));
            }
        });
        if (!(model instanceof LocalEnergyModel)) {
            assertThat(partial.draws()).as("of a lock-step").isEqualTo(draw);
            double[][] site = whole.traces().get("site 5"); // of which chains 0 and 1 have made one draw more
            double ones = 0;
            for (int c = 0; c < Fault.CHAINS; c++) {
                ones += Arrays.stream(site[c], 0, c < 2 ? draw + 1 : draw).sum();
            }
            assertThat(partial.marginals()[5]).isEqualTo(ones / (4 * draw + 2));
            double[][] odd = whole.traces().get("odd"); // chain 3 has not taken the step
            for (int c = 0; c < Fault.CHAINS; c++) {
                assertThat(hash(partial.finalStates()[c])).isEqualTo(odd[c][c < 3 ? draw : draw - 1]);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void run_statisticFailsAtTheStart_saysSoBeforeWarmUp(Sampler sampler, EnergyModel model, Fault.Kind kind) {
        RunException failure = failure(Fault.run(sampler, model).track("odd", faulty(kind, 0)));
        assertThat(failure).hasMessageStartingWith("statistic odd failed in chain 2 at its start: ");
        tellsWhat(kind, failure);
        assertThat(failure.partialResult()).isEmpty();
    }

    /** The number of ones, with one thing wrong. */
    private record Wrong(boolean writesOf, boolean writesAfter, double drift) implements Statistic {

        @Override
        public double of(byte[] state) {
            double ones = Suspicious.ones(state);
            state[7] ^= (byte) (writesOf ? 1 : 0);
            return ones;
        }

        @Override
        public double after(double before, byte[] state, int[] flipped, int count) {
            double ones = Suspicious.ones(state);
            state[7] ^= (byte) (writesAfter ? 1 : 0);
            return ones + drift;
        }
    }

    static Stream<Arguments> contradictions() {
        return Stream.of(
                        Arguments.of(new Wrong(true, false, 0), "at its start: ", "must not be written to: state[7]="),
                        Arguments.of(new Wrong(false, true, 0), "at step ", "must not be written to: state[7]="),
                        Arguments.of(
                                new Wrong(false, false, 1e-6),
                                "at step ",
                                "must depend on the state alone, and be equal: after="))
                .flatMap(wrong -> Stream.of(0, 500)
                        .map(warmUp -> Arguments.of(wrong.get()[0], wrong.get()[1], wrong.get()[2], warmUp)));
    }

    /** In warm-up, if there is one; else in the first draws. */
    @ParameterizedTest
    @MethodSource("contradictions")
    void run_statisticThatWritesOrContradictsItself_isNamed(Statistic wrong, String when, String message, int warmUp) {
        for (EnergyModel model : EngineCases.models()) {
            for (int thin : new int[] {1, 3}) {
                RunException failure = failure(Samplers.lbp()
                        .build()
                        .sample(model)
                        .warmup(warmUp)
                        .draws(200)
                        .thin(thin)
                        .threads(1)
                        .track("ones", wrong));
                assertThat(failure)
                        .hasMessageStartingWith("statistic ones failed in chain ")
                        .hasMessageContaining(when)
                        .hasMessageContaining(message);
                assertThat(failure.partialResult().map(SampleResult::draws).orElse(0))
                        .isLessThan(warmUp > 0 ? 1 : 100);
            }
        }
    }

    /** Other statistics read the same flips. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void run_statisticThatWritesToLaterFlips_isNamed(int thin) {
        Statistic writer = new Statistic() {
            private int calls;

            @Override
            public double of(byte[] state) {
                return 0.0;
            }

            @Override
            public double after(double before, byte[] state, int[] flipped, int count) {
                flipped[0] ^= calls++ < 20 ? 0 : 1;
                return 0.0;
            }
        };
        RunException failure = failure(Samplers.lbp()
                .build()
                .sample(SpinLine.of(12))
                .thin(thin)
                .threads(1)
                .track("writer", writer));
        assertThat(failure)
                .hasMessageStartingWith("statistic writer failed in chain ")
                .hasMessageContaining("must not be written to: flipped[0]=");
    }

    /** Partial sums in any order are exact: a million flips leave what a fresh sum says. */
    @Test
    void weightedSum_afterAMillionFlips_hasNotDrifted() {
        int n = 50;
        double[] weights = new double[n];
        Arrays.setAll(weights, i -> (i % 2 == 0 ? 1 : -1) * Math.exp(i * 0.7 - 10));
        Statistic sum = Statistic.weightedSum(weights);
        byte[] state = new byte[n];
        int[] site = new int[1];
        double value = sum.of(state);
        long bits = 12345;
        for (int t = 0; t < 1_000_000; t++) {
            bits = bits * 6364136223846793005L + 1442695040888963407L;
            site[0] = (int) ((bits >>> 33) % n);
            state[site[0]] ^= 1;
            value = sum.after(value, state, site, 1);
        }
        assertThat(value).isEqualTo(sum.of(state));
        double total = Arrays.stream(weights).map(Math::abs).sum();
        for (int i = 0; i < n; i++) {
            byte[] one = new byte[n];
            one[i] = 1;
            assertThat(Math.abs(sum.of(one) - weights[i])).isLessThanOrEqualTo(Math.ulp(total));
        }
    }

    @Test
    void weightedSum_wholeNumbers_areTheirOwnSum() {
        assertThat(Statistic.weightedSum(3, -1, 1L << 50).of(new byte[] {1, 1, 1}))
                .isEqualTo((1L << 50) + 2);
        assertThat(Statistic.weightedSum(0, 0).of(new byte[] {1, 1})).isZero();
        assertThat(Statistic.weightedSum(Double.MIN_VALUE, 0).of(new byte[] {1, 1}))
                .isCloseTo(0, within(Math.ulp(0.0)));
    }

    @Test
    void weightedSum_writtenAndRead_isTheSame() throws Exception {
        Statistic sum = Statistic.weightedSum(0.1, 0.7, -3);
        byte[] state = {1, 1, 1};
        assertThat(Serialized.copy(sum).of(state)).isEqualTo(sum.of(state));
    }
}
