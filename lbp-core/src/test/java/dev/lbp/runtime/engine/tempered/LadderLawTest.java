package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ladders that start at exact draws of the slots' laws are at exact draws after some scans. Every state of every slot
 * is counted: a z-score beyond 5 has a probability of 6e-7, and there are at most 3,500 of them, so a sound engine
 * fails at new seeds with a probability below 0.25 %.
 */
class LadderLawTest {

    private static final int LADDERS = 1_000;
    private static final int REPLICAS = 4;
    private static final int EVERY = 2;
    private static final int STEPS = 7;

    private static final double[] LOGITS = {0.8, -1.1, 0.3, 0.0, -0.5};

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().scale(2).build(),
                Samplers.lbp().weight(WeightFunction.MAX).scale(1).swaps(0.3).build(),
                Samplers.gwg().scale(3).build(),
                Samplers.rwm().scale(2).swaps(0.3).build(),
                Samplers.dlmc().scale(0.8).build(),
                Samplers.dmala().scale(0.4).build(),
                Samplers.pas().path(3).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().inOrder().build(),
                Samplers.gibbs().randomScan().build(),
                Samplers.hammingBall(1).block(2).build(),
                Samplers.metropolis().build(),
                Samplers.metropolis().thinned(0.3).build());
    }

    /** Each sampler on each target, in turn with a fair reference and with log-odds and a frozen site. */
    static Stream<Arguments> cases() {
        List<Arguments> all = samplers().stream()
                .flatMap(sampler -> Stream.of(
                                SmallTargets.moderate().get(0),
                                SmallTargets.moderate().get(2),
                                SmallTargets.hard().get(2),
                                SmallTargets.hard().get(11))
                        .filter(c -> suits(sampler, c))
                        .map(c -> Arguments.of(sampler, c)))
                .toList();
        return IntStream.range(0, all.size()).mapToObj(k -> {
            Object[] given = all.get(k).get();
            return Arguments.of(given[0], given[1], (k + k / 4) % 2 == 1);
        });
    }

    /** PAS needs exact log-ratios, and a move from every state. */
    private static boolean suitsPas(SmallTargets.Case c) {
        return c.model().exactFlips() && !c.name().startsWith("holes");
    }

    private static boolean suits(Sampler sampler, SmallTargets.Case c) {
        return sampler.toString().startsWith("PAS")
                ? suitsPas(c)
                : c.model().exactFlips() || !sampler.toString().contains("thinned");
    }

    /** The law of a slot on the states that agree with the frozen sites, which are 0. */
    private static double[] law(TableTarget target, double beta, double[] logits, boolean[] frozen) {
        double[] weights = IntStream.range(0, target.states())
                .mapToDouble(x -> {
                    double base = 0.0;
                    for (int i = 0; i < target.dimension(); i++) {
                        if (frozen != null && frozen[i] && (x >> i & 1) == 1) {
                            return Double.NEGATIVE_INFINITY;
                        }
                        base += logits == null ? 0.0 : (x >> i & 1) * logits[i];
                    }
                    return beta == 0.0 ? base : (1.0 - beta) * base + beta * target.logProb(x);
                })
                .toArray();
        double largest = IntStream.range(0, weights.length)
                .mapToDouble(x -> weights[x])
                .max()
                .orElseThrow();
        double sum = 0.0;
        for (int x = 0; x < weights.length; x++) {
            weights[x] = Math.exp(weights[x] - largest);
            sum += weights[x];
        }
        double total = sum;
        return IntStream.range(0, weights.length)
                .mapToDouble(x -> weights[x] / total)
                .toArray();
    }

    private static int draw(double[] law, UniformRandomProvider rng) {
        double left = rng.nextDouble();
        int last = 0;
        for (int x = 0; x < law.length; x++) {
            if (law[x] > 0.0) {
                last = x;
                if (left < law[x]) {
                    return x;
                }
                left -= law[x];
            }
        }
        return last;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scans_fromExactDraws_areExactDraws(Sampler sampler, SmallTargets.Case c, boolean held) {
        if (held) {
            verify(sampler, c, LOGITS, new boolean[] {false, false, true, false, false}, 2L);
        } else {
            verify(sampler, c, null, null, 1L);
        }
    }

    private static void verify(Sampler sampler, SmallTargets.Case c, double[] logits, boolean[] frozen, long seed) {
        int n = c.target().dimension();
        TemperingPlan plan = new TemperingPlan(
                REPLICAS, EVERY, false, false, new ReferencePlan(ReferencePlan.Kind.BITS, new double[][] {logits}));
        double[][] laws = IntStream.range(0, REPLICAS)
                .mapToObj(k -> law(c.target(), k / (REPLICAS - 1.0), logits, frozen))
                .toArray(double[][]::new);
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] initial = new byte[LADDERS][];
        for (int l = 0; l < LADDERS; l++) {
            initial[l] = TableTarget.state(draw(laws[REPLICAS - 1], rng), n);
        }
        TemperedEnsemble<byte[]> ensemble = (TemperedEnsemble<byte[]>) TemperedBits.of(
                        Inside.method(sampler),
                        (LocalEnergyModel) c.model(),
                        new BitSpace(c.model().dimension(), 0),
                        new TemperedSettings<>(
                                plan, new StartPlan<>(ChainSpan.all(LADDERS), seed, initial, frozen, 0), Map.of()))
                .ensemble(WorkerPool.inline());
        for (Ladder<byte[]> ladder : ensemble.ladders) {
            for (int k = 1; k < REPLICAS; k++) {
                ((LocalBitChain) ladder.slot(k)).restart(TableTarget.state(draw(laws[k], rng), n));
            }
        }
        ensemble.runTo(STEPS, chain -> {}, new StopSignal());
        for (int k = 1; k < REPLICAS; k++) {
            int[] counts = new int[c.target().states()];
            for (Ladder<byte[]> ladder : ensemble.ladders) {
                counts[TableTarget.number(ladder.slot(k).state)]++;
            }
            for (int x = 0; x < counts.length; x++) {
                double expected = LADDERS * laws[k][x];
                if (expected < 5.0) { // few, and not normal: at most 30 with a probability of 1 - 1e-13
                    assertThat(counts[x]).as("slot %d in state %d", k, x).isLessThan(30);
                    continue;
                }
                double z = (counts[x] - expected) / Math.sqrt(expected * (1.0 - laws[k][x]) + 1e-9);
                assertThat(z).as("z of slot %d in state %d", k, x).isBetween(-5.0, 5.0);
            }
        }
    }
}
