package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.proposal.StateDistribution;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jumps by an independent distribution, among the steps of every sampler and alone. */
class JumpsTest {

    private static final int N = 4;

    private static final TableTarget TARGET = rough(3.0);

    /** Every state, with probabilities of 1 to 16 in proportion. */
    private static final StateDistribution Q = Table.of(3L);

    private static TableTarget rough(double depth) {
        double[] logProb = new SplittableRandom(1L)
                .doubles(1 << N)
                .map(u -> depth * 2.0 * u)
                .toArray();
        return TableTarget.of("rough", N, x -> logProb[TableTarget.number(x)]);
    }

    /** A table of probabilities. */
    private record Table(double[] probabilities, double offset) implements StateDistribution {

        static Table of(long seed) {
            double[] weights = new SplittableRandom(seed)
                    .doubles(1 << N)
                    .map(u -> 1.0 + 15.0 * u)
                    .toArray();
            double sum = Arrays.stream(weights).sum();
            return new Table(Arrays.stream(weights).map(w -> w / sum).toArray(), 7.0);
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public double draw(UniformRandomProvider random, byte[] state) {
            double left = random.nextDouble();
            int k = -1;
            do {
                k++;
                left -= probabilities[k];
            } while (left > 0.0 && k < probabilities.length - 1);
            System.arraycopy(TableTarget.state(k, N), 0, state, 0, N);
            return logProb(state);
        }

        @Override
        public double logProb(byte[] state) {
            return offset + Math.log(probabilities[TableTarget.number(state)]); // up to a constant
        }
    }

    static Stream<Sampler> samplers() {
        return Stream.of(
                Samplers.lbp().scale(1).jumps(Q, 0.4).build(),
                Samplers.lbp()
                        .weight(WeightFunction.SQRT)
                        .scale(2)
                        .jumps(Q, 0.4)
                        .build(),
                Samplers.lbp().scale(3).swaps(0.2).jumps(Q, 0.4).build(),
                Samplers.gwg().scale(2).jumps(Q, 0.4).build(),
                Samplers.rwm().scale(2).jumps(Q, 0.4).build(),
                Samplers.gibbs().jumps(Q, 0.4).build(),
                Samplers.gibbs().randomScan().jumps(Q, 0.4).build(),
                Samplers.independent(Q));
    }

    static Stream<Arguments> samplersOnBothEngines() {
        return Stream.concat(
                samplers().map(sampler -> Arguments.of(sampler, TARGET.local())),
                samplers().skip(3).map(sampler -> Arguments.of(sampler, TARGET.batched(true))));
    }

    /**
     * Chains that start at exact draws of the target are still exact draws after 6 steps. 16 states, a chi-squared
     * test of level 1e-6 each; 13 tests.
     */
    @ParameterizedTest
    @MethodSource("samplersOnBothEngines")
    void lawIsKept(Sampler sampler, EnergyModel model) {
        ExactStarts.verifyLaw(sampler, model, TARGET, 10_000);
    }

    /** The mean of min(1, alpha) at stationarity, by enumeration; false failure at 6 standard errors below 1e-8. */
    @Test
    void jumpAcceptance_isThatOfTheDefinition() {
        double[] pi = TARGET.probabilities();
        double[] q = ((Table) Q).probabilities();
        double expected = 0.0;
        for (int x = 0; x < pi.length; x++) {
            for (int y = 0; y < pi.length; y++) {
                expected += pi[x] * q[y] * Math.min(1.0, pi[y] * q[x] / (pi[x] * q[y]));
            }
        }
        int draws = 50_000;
        SampleResult mixed = Samplers.lbp()
                .scale(1)
                .jumps(Q, 0.5)
                .build()
                .sample(TARGET.local())
                .draws(draws)
                .run();
        double error = 0.5 / Math.sqrt(0.5 * 4 * draws / 3.0); // at most 3 correlated steps a draw
        assertThat(mixed.jumpAcceptance()).isCloseTo(expected, within(6.0 * error));
        assertThat(mixed.summary()).contains(String.format(", jumps accepted %.3f", mixed.jumpAcceptance()));
        SampleResult alone =
                Samplers.independent(Q).sample(TARGET.local()).draws(draws).run();
        assertThat(alone.acceptanceRate()).isCloseTo(expected, within(6.0 * error));
        assertThat(alone.jumpAcceptance()).isNaN();
        assertThat(Samplers.gibbs().build().sample(TARGET.local()).run().jumpAcceptance())
                .isNaN();
    }

    /** Local steps and their scale are as without jumps: the acceptance of R = 1 does not contain that of jumps. */
    @Test
    void acceptanceAndScale_areOfTheOtherStepsAlone() {
        SampleResult result = Samplers.rwm()
                .adaptive(0.234)
                .jumps(Q, 0.5)
                .build()
                .sample(rough(0.0).local())
                .warmup(2_000)
                .draws(1_000)
                .run();
        assertThat(result.acceptanceRate())
                .isEqualTo(1.0); // the target is flat: every flip is accepted, and no jump always
        assertThat(result.jumpAcceptance()).isBetween(0.3, 0.95);
        assertThat(result.scale()).isGreaterThan(1.9); // the rule heard acceptance 1 and went to its upper end, N / 2
    }

    @Test
    void evenScale_isIrreducibleWithJumps() {
        SampleResult result = Samplers.lbp()
                .scale(2)
                .jumps(Q, 0.1)
                .build()
                .sample(TARGET.local())
                .draws(20_000)
                .run();
        assertThat(result.summary()).doesNotContain("reducible");
        double[] p = TARGET.probabilities();
        for (int i = 0; i < N; i++) {
            double exact = 0.0;
            for (int k = 0; k < p.length; k++) {
                exact += p[k] * (k >> i & 1);
            }
            assertThat(Math.abs(result.marginals()[i] - exact)).isLessThan(6.0 * result.marginalErrors()[i]);
        }
    }

    /** A jump's draw takes the place of the path in the one evaluation of a step. */
    @Test
    void batchedModel_isNotEvaluatedMoreOften() {
        int[] calls = new int[2];
        for (int k = 0; k < 2; k++) {
            int jumps = k;
            EnergyModel table = TARGET.batched(true);
            EnergyModel counted = (EnergyModel) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {EnergyModel.class}, (proxy, method, arguments) -> {
                        calls[jumps] += method.getName().equals("evaluate") ? 1 : 0;
                        return method.invoke(table, arguments);
                    });
            Samplers.Lbp lbp = Samplers.lbp().scale(1);
            (jumps == 0 ? lbp : lbp.jumps(Q, 0.5))
                    .build()
                    .sample(counted)
                    .warmup(50)
                    .draws(100)
                    .run();
        }
        assertThat(calls[0]).isGreaterThanOrEqualTo(150);
        assertThat(calls[1]).isEqualTo(calls[0]);
    }

    /** Jumps cannot return to a state that q never draws: jumps from it are rejected, and the summary counts them. */
    @ParameterizedTest
    @MethodSource("samplersOfHalf")
    void jumpsFromStatesThatQNeverDraws_areRejectedAndCounted(
            Sampler sampler, EnergyModel model, @TempDir Path directory) {
        SampleResult result = run(sampler, model).run();
        Matcher count = Pattern.compile(", (\\d+) jumps rejected at states that q scores as impossible")
                .matcher(result.summary());
        assertThat(count.find()).as(result.summary()).isTrue();
        boolean alone = sampler.toString().startsWith("independent");
        double jumps = 400.0 * (alone ? 1.0 : 0.4);
        assertThat(Integer.parseInt(count.group(1))).isBetween(1, (int) (alone ? jumps : 0.8 * jumps));
        Path file = directory.resolve("run");
        run(sampler, model).draws(40).checkpoint(file).run();
        assertThat(run(sampler, model).resume(file).summary()).contains(count.group());
        assertThat(run(Samplers.gibbs().jumps(Q, 0.4).build(), model).run().summary())
                .doesNotContain("impossible");
    }

    static Stream<Arguments> samplersOfHalf() {
        double[] half = IntStream.range(0, 1 << N)
                .mapToDouble(k -> k % 2 == 0 ? 0.125 : 0.0)
                .toArray();
        Table q = new Table(half, 0.0);
        return Stream.of(
                        Samplers.lbp().scale(1).jumps(q, 0.4).build(),
                        Samplers.gibbs().jumps(q, 0.4).build(),
                        Samplers.independent(q))
                .flatMap(sampler ->
                        Stream.of(TARGET.local(), TARGET.batched(true)).map(model -> Arguments.of(sampler, model)));
    }

    @ParameterizedTest
    @MethodSource("samplersOnBothEngines")
    void bits_dependNeitherOnThreadsNorOnAStop(Sampler sampler, EnergyModel model, @TempDir Path directory) {
        SampleResult whole = run(sampler, model).threads(1).run();
        Results.assertSame(whole, run(sampler, model).threads(4).run());
        Path file = directory.resolve("run");
        run(sampler, model).draws(40).checkpoint(file).run();
        SampleResult resumed = run(sampler, model).resume(file);
        Results.assertSameDraws(whole, resumed);
        assertThat(resumed.jumpAcceptance()).isEqualTo(Double.valueOf(whole.jumpAcceptance()));
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(2).warmup(30).draws(100).thin(2).seed(9);
    }

    /** A tracker whose numbers drift is resumed from its last refresh, and an accepted jump is one. */
    @Test
    void driftingTracker_isResumedToTheSameBits(@TempDir Path directory) {
        int n = EngineCases.N;
        Sampler sampler = Samplers.lbp().scale(2).jumps(new FairBits(n), 0.01).build();
        EnergyModel model = DriftingSums.of(n, true);
        SampleResult whole = run(sampler, model).draws(3_000).run();
        for (int stop : new int[] {50, 333, 777, 1_234}) {
            Path file = directory.resolve("run" + stop);
            run(sampler, model).draws(stop).checkpoint(file).run();
            Results.assertSameDraws(whole, run(sampler, model).draws(3_000).resume(file));
        }
    }

    @Test
    void resume_withOtherJumps_isRefused(@TempDir Path directory) {
        Path file = directory.resolve("run");
        run(Samplers.gibbs().jumps(Q, 0.4).build(), TARGET.local())
                .checkpoint(file)
                .run();
        assertThatThrownBy(() -> run(Samplers.gibbs().jumps(Table.of(4L), 0.4).build(), TARGET.local())
                        .resume(file))
                .hasMessageContaining("the distribution of jumps");
    }

    /** Jumps are scored with the model's present parameters, also if a tracker keeps those that it was made with. */
    @Test
    void invalidate_renewsTheParametersOfJumps() {
        AtomicReference<TableTarget> present = new AtomicReference<>(rough(3.0));
        LocalEnergyModel model = new LocalEnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public Tracker newTracker() {
                return present.get().local().newTracker();
            }
        };
        ChainBatch batch = Samplers.independent(Q).start(model, 1L, 20);
        present.set(rough(1.0));
        batch.invalidate();
        batch.step(20);
        for (int c = 0; c < 20; c++) {
            assertThat(batch.logProb(c)).isEqualTo(present.get().logProb(TableTarget.number(batch.state(c))));
        }
    }

    /** A distribution of wrong answers. */
    private record Wrong(int dimension, double drawn, double scored) implements StateDistribution {

        @Override
        public double draw(UniformRandomProvider random, byte[] state) {
            Arrays.fill(state, (byte) 1);
            return drawn;
        }

        @Override
        public double logProb(byte[] state) {
            return scored;
        }
    }

    /** A distribution that flips a bit of the state it scores. */
    private record Writing(boolean named) implements StateDistribution {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public double draw(UniformRandomProvider random, byte[] state) {
            return Q.draw(random, state) * 0.0;
        }

        @Override
        public double logProb(byte[] state) {
            state[1] ^= 1;
            return 0.0;
        }

        @Override
        public String name() {
            return named ? "writing" : null;
        }
    }

    @Test
    void logProb_thatWritesToTheState_isAnError() {
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            assertThatThrownBy(() -> run(Samplers.independent(new Writing(true)), model)
                            .threads(1)
                            .run())
                    .hasMessageContaining("Writing failed in chain 0 at step 0")
                    .hasMessageContaining("must not be written to by logProb(): state[1]=");
        }
    }

    @Test
    void nullName_isRefused() {
        assertThatThrownBy(() -> Samplers.independent(new Writing(false)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("must not be null: q.name()");
    }

    @Test
    void badInput_isNamed() {
        assertThatThrownBy(() -> Samplers.lbp().jumps(Q, 0.0)).hasMessage("must be in (0, 1): jumps=0.0");
        assertThatThrownBy(() -> Samplers.gibbs().jumps(Q, 1.0)).hasMessage("must be in (0, 1): jumps=1.0");
        assertThatThrownBy(() -> Samplers.independent(new Wrong(0, 0.0, 0.0))).hasMessageContaining("q.dimension()=0");
        assertThatThrownBy(() -> Samplers.independent(new Wrong(5, 0.0, 0.0)).sample(TARGET.local()))
                .hasMessage("must have the dimension of the model, 4: q.dimension()=5");
        assertThatThrownBy(() -> Samplers.independent(Q).sample(TARGET.local()).ones(2))
                .hasMessageContaining("a jump may change their number");
        assertThatThrownBy(() -> Samplers.independent(Q)
                        .sample(TARGET.local())
                        .initial(new byte[4][N])
                        .frozen(new boolean[] {true, false, false, false})
                        .run())
                .hasMessageContaining("must be without frozen sites, because a jump draws all sites");
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            verifyFails(model, new Wrong(N, Double.NaN, Double.NaN), "must be finite or -Infinity: draw()=NaN");
            verifyFails(
                    model,
                    new Wrong(N, -1.0, -2.0),
                    "must return what logProb() gives for the state, -2.0: draw()=-1.0");
            verifyFails(
                    model,
                    new Wrong(N, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY),
                    "score its own draw as possible");
        }
    }

    private static void verifyFails(EnergyModel model, StateDistribution q, String message) {
        assertThatThrownBy(() -> Samplers.lbp()
                        .scale(1)
                        .jumps(q, 0.5)
                        .build()
                        .sample(model)
                        .run())
                .hasMessageContaining("distribution of jumps dev.lbp.JumpsTest$Wrong failed in chain ")
                .hasMessageContaining(message);
    }
}
