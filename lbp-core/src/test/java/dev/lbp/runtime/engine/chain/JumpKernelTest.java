package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Chain;
import dev.lbp.FairBits;
import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jumps, exactly: from every state to every draw of q, accepted and rejected, among the steps of every sampler and
 * alone.
 */
class JumpKernelTest {

    private static final int N = 4;
    private static final int STATES = 1 << N;
    private static final double PROBABILITY = 0.3;

    private static final TableTarget TARGET = target();

    private static TableTarget target() {
        double[] logProb = new SplittableRandom(2L)
                .doubles(STATES)
                .map(u -> u < 0.1 ? Double.NEGATIVE_INFINITY : 6.0 * u)
                .toArray();
        return TableTarget.of("rough, with holes", N, x -> logProb[TableTarget.number(x)]);
    }

    /**
     * A table of log-probabilities up to a constant. Its draw is the state of a uniform number, which the test scripts.
     *
     * @param near how much less probable a state is for each site that differs from where the jump begins
     */
    private record Table(String name, double[] logProb, double near) implements StateDistribution {

        @Override
        public Table given(byte[] from) {
            int number = TableTarget.number(from);
            double[] tilted = IntStream.range(0, STATES)
                    .mapToDouble(k -> logProb[k] - near * Integer.bitCount(k ^ number))
                    .toArray();
            double total = Math.log(DoubleStream.of(tilted).map(Math::exp).sum());
            return near == 0.0
                    ? this
                    : new Table(
                            name,
                            DoubleStream.of(tilted).map(log -> log - total).toArray(),
                            0.0);
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public double draw(UniformRandomProvider random, byte[] state) {
            int number;
            do {
                number = (int) (random.nextDouble() * STATES);
            } while (logProb[number] == Double.NEGATIVE_INFINITY);
            System.arraycopy(TableTarget.state(number, N), 0, state, 0, N);
            return logProb[number];
        }

        @Override
        public double logProb(byte[] state) {
            return logProb[TableTarget.number(state)];
        }

        double probability(int number) {
            return Math.exp(logProb[number])
                    / IntStream.range(0, STATES)
                            .mapToDouble(k -> Math.exp(logProb[k]))
                            .sum();
        }
    }

    private static Table table(String name, IntToDoubleFunction logProb) {
        return new Table(name, IntStream.range(0, STATES).mapToDouble(logProb).toArray(), 0.0);
    }

    private static List<Table> distributions() {
        double[] biases = {0.3, -0.8, 0.5, 1.1};
        return List.of(
                table("uniform", k -> 0.0),
                new Table("near the state", table("", k -> 0.2 * k).logProb, 0.7),
                table("two Bernoulli distributions", k -> {
                    int ones = Integer.bitCount(k);
                    return Math.log(0.3 * Math.pow(0.9, ones) * Math.pow(0.1, N - ones)
                            + 0.7 * Math.pow(0.2, ones) * Math.pow(0.8, N - ones));
                }),
                table("logistic", k -> {
                    double sum = 0.0;
                    for (int i = 0; i < N; i++) {
                        double logit = biases[i] + 0.9 * Integer.bitCount(k & ((1 << i) - 1));
                        sum -= Math.log1p(Math.exp((k >> i & 1) == 1 ? -logit : logit));
                    }
                    return sum;
                }),
                table("half of the states", k -> k % 2 == 0 ? 5.0 : Double.NEGATIVE_INFINITY));
    }

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (Table q : distributions()) {
            for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
                for (Sampler sampler : List.of(
                        Samplers.lbp().scale(1).jumps(q, PROBABILITY).build(),
                        Samplers.lbp().scale(2).jumps(q, PROBABILITY).build(),
                        Samplers.lbp().scale(3).jumps(q, PROBABILITY).build(),
                        Samplers.gibbs().jumps(q, PROBABILITY).build(),
                        Samplers.independent(q))) {
                    cases.add(Arguments.of(q, sampler, model));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void jumps_areInDetailedBalance(Table of, Sampler sampler, EnergyModel model) {
        double[][] p = new double[STATES][STATES];
        for (int x = 0; x < STATES; x++) {
            Table q = of.given(TableTarget.state(x, N));
            for (int y = 0; TARGET.possible(x) && y < STATES; y++) {
                if (q.logProb[y] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                double back = of.given(TableTarget.state(y, N)).logProb[x];
                double logRatio = TARGET.logProb(y) - TARGET.logProb(x) + back - q.logProb[y];
                double acceptance = jump(sampler, model, x, y, 0.0).acceptanceProbability;
                assertThat(acceptance).isCloseTo(Math.min(1.0, Math.exp(logRatio)), within(1e-12));
                verifyEnd(jump(sampler, model, x, y, 0.0), acceptance > 0.0 ? y : x);
                verifyEnd(jump(sampler, model, x, y, ScriptedRandom.LARGEST), acceptance == 1.0 ? y : x);
                p[x][y] += q.probability(y) * acceptance;
                p[x][x] += q.probability(y) * (1.0 - acceptance);
            }
        }
        new TransitionMatrix(TARGET, p).verifyStochastic().verifyReversible();
    }

    private static ChainState<byte[]> jump(Sampler sampler, EnergyModel model, int x, int y, double decision) {
        Ensemble<byte[]> ensemble = ensemble(sampler, model, x, new ScriptedRandom(script(sampler, y, decision)));
        ensemble.run(1, chain -> {}, new StopSignal());
        return ensemble.chains.get(0);
    }

    /** The numbers of a jump: the coin, unless every step is a jump, then the draw and the decision. */
    private static double[] script(Sampler sampler, int y, double decision) {
        double draw = (y + 0.5) / STATES;
        return sampler.toString().startsWith("independent")
                ? new double[] {draw, decision}
                : new double[] {0.0, draw, decision};
    }

    private static Ensemble<byte[]> ensemble(Sampler sampler, EnergyModel model, int x, UniformRandomProvider rng) {
        BitStart start = new BitStart(N, 1, 1L, new byte[][] {TableTarget.state(x, N)}, null);
        start.generators()[0] = rng;
        return Inside.method(sampler).ensemble(model, start, WorkerPool.inline());
    }

    private static void verifyEnd(ChainState<byte[]> chain, int number) {
        assertThat(TableTarget.number(chain.state)).isEqualTo(number);
        assertThat(chain.logProb).isEqualTo(TARGET.logProb(number));
        if (chain instanceof LocalBitChain local) {
            assertThat(local.trackerLogProb()).isEqualTo(TARGET.logProb(number));
        }
    }

    /** A rejected jump leaves nothing behind: the chain goes on as one that has not tried it. */
    @ParameterizedTest
    @MethodSource("cases")
    void rejectedJump_leavesNothing(Table q, Sampler sampler, EnergyModel model) {
        for (int x = 0; x < STATES; x++) {
            if (!TARGET.possible(x)) {
                continue;
            }
            for (int y = 0; y < STATES; y += 2) {
                HeatBathKernel.Scripted rng = new HeatBathKernel.Scripted();
                Ensemble<byte[]> tried = ensemble(sampler, model, x, rng);
                rng.script(-1, script(sampler, y, ScriptedRandom.LARGEST));
                tried.run(1, chain -> {}, new StopSignal());
                if (tried.chains.get(0).accepted) {
                    continue;
                }
                Ensemble<byte[]> fresh = ensemble(sampler, model, x, new HeatBathKernel.Scripted());
                for (int step = 0; step < 8; step++) {
                    tried.run(1, chain -> {}, new StopSignal());
                    fresh.run(1, chain -> {}, new StopSignal());
                    assertThat(tried.chains.get(0).state).isEqualTo(fresh.chains.get(0).state);
                    assertThat(tried.chains.get(0).acceptanceProbability)
                            .isEqualTo(fresh.chains.get(0).acceptanceProbability);
                }
            }
        }
    }

    /**
     * A draw's score is compared for the first draws alone, its bits always: on a batch another value would flip other
     * sites.
     */
    @Test
    void everyDraw_isCheckedForBits() {
        AtomicInteger draws = new AtomicInteger();
        StateDistribution late = new StateDistribution() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public double draw(UniformRandomProvider random, byte[] state) {
                state[1] = (byte) (draws.incrementAndGet() > 100 ? 2 : 0);
                return 0.0;
            }

            @Override
            public double logProb(byte[] state) {
                return 0.0;
            }
        };
        IndependentJump jump = new IndependentJump(late, 1.0, N);
        for (int k = 0; k < 100; k++) {
            jump.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), new byte[N]);
        }
        assertThatThrownBy(() -> jump.draw(RandomSource.XO_SHI_RO_256_PP.create(1L), new byte[N]))
                .hasMessageContaining("must be 0 or 1: state[1]=2");
    }

    /**
     * An accepted jump whose weights cannot be computed: the chain has not moved, so that a run's records fit its
     * state.
     */
    @Test
    void failureAfterAnAcceptedJump_leavesTheState() {
        AtomicInteger failing = new AtomicInteger();
        WeightFunction weight = WeightFunction.of("failing", logT -> {
            if (failing.get() > 0) {
                throw new IllegalStateException("as told");
            }
            return 0.5 * logT;
        });
        for (EnergyModel model : List.of(TARGET.local(), TARGET.batched(true))) {
            Chain chain = Samplers.lbp()
                    .weight(weight)
                    .scale(1)
                    .jumps(new FairBits(N), 0.9)
                    .build()
                    .start(model, 1L);
            int failures = 0;
            for (int t = 0; t < 200; t++) {
                byte[] before = chain.state();
                failing.set(t % 2);
                try {
                    chain.step();
                } catch (RunException e) {
                    failures++;
                    assertThat(chain.state()).isEqualTo(before);
                    assertThat(chain.logProb()).isEqualTo(TARGET.logProb(TableTarget.number(before)));
                }
            }
            failing.set(0);
            assertThat(failures).isBetween(20, 99);
        }
    }
}
