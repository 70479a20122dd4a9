package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ConditionalFlips;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.LocalEnergyModel;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a step that is a swap. From every state each of the ones is removed in turn, and the
 * interval of uniform numbers that adds a site is found by bisection. What the chain keeps beside its tracker is
 * compared after every step.
 */
public final class HeatBathKernel {

    /** Bits of the uniform numbers, so that a probability has an error below 1e-13. */
    private static final int BITS = 45;

    private final TableTarget target;
    private final boolean[] frozen;
    private final Scripted rng = new Scripted();
    private final Ensemble<byte[]> ensemble;
    private final LocalBitChain chain;

    /** Whether the model's log-ratios are exact. */
    private final boolean exact;

    /**
     * @param target the states that the chain may be in; the others are impossible
     * @param ones their number of ones, or 0 for any
     */
    HeatBathKernel(
            TableTarget target, LocalEnergyModel model, MetropolisMove move, boolean @Nullable [] mask, int ones) {
        int n = target.dimension();
        this.target = target;
        this.exact = model.exactFlips();
        this.frozen = mask == null ? new boolean[n] : mask;
        int first = IntStream.range(0, target.states())
                .filter(target::possible)
                .findFirst()
                .orElseThrow();
        BitStart start = new BitStart(
                n, new StartPlan<>(ChainSpan.all(1), 1L, new byte[][] {TableTarget.state(first, n)}, mask, 0), ones);
        start.generators()[0] = rng;
        ensemble = new MetropolisMethod("swapping", move).ensemble(model, start, WorkerPool.inline());
        chain = (LocalBitChain) ensemble.chains.get(0);
    }

    /** The swaps of LBP with single flips of weight t/(t+1). */
    public static HeatBathKernel lbp(TableTarget target, LocalEnergyModel model, double swaps) {
        MetropolisMove move = new MetropolisMove(
                new PathProposal(), WeightFunction.BARKER, new FixedScale(1.0), StepMix.MOVES.withSwaps(swaps));
        return new HeatBathKernel(target, model, move, null, 0);
    }

    /** The matrix of a step of either kind: from each state it is a swap as often as the chain makes it one. */
    public TransitionMatrix with(TransitionMatrix moves) {
        TransitionMatrix swaps = matrix();
        double[][] p = new double[target.states()][];
        for (int x = 0; x < p.length; x++) {
            p[x] = swaps.p()[x].clone();
            double share = target.possible(x) ? share(x) : 1.0;
            for (int y = 0; y < p.length; y++) {
                p[x][y] = share * p[x][y] + (1.0 - share) * moves.p()[x][y];
            }
        }
        return new TransitionMatrix(target, p).verifyStochastic();
    }

    /** The probability that a step from a state is a swap. */
    double share(int x) {
        return ScriptedRandom.probability(uniform -> {
            ensemble.reset(0, TableTarget.state(x, frozen.length));
            rng.script(-1, uniform);
            ensemble.run(1, stepped -> {}, new StopSignal());
            return chain.kind == StepKind.SWAP;
        });
    }

    TransitionMatrix matrix() {
        double[][] p = new double[target.states()][target.states()];
        for (int x = 0; x < p.length; x++) {
            if (target.possible(x)) {
                int ones = free(x, 1).length;
                for (int choice = 0; choice < Math.max(1, ones); choice++) {
                    addRow(p, x, choice, 1.0 / Math.max(1, ones));
                }
            }
        }
        return new TransitionMatrix(target, p).verifyStochastic();
    }

    /** Adds what follows the removal of the one number {@code choice}. */
    private void addRow(double[][] p, int x, int choice, double share) {
        long from = 0;
        while (from < 1L << BITS) {
            int added = step(x, choice, from, 0.0);
            int end = TableTarget.number(chain.state);
            double acceptance = chain.acceptanceProbability;
            long least = from;
            long most = 1L << BITS;
            while (most - least > 1) {
                long middle = (least + most) >>> 1;
                if (step(x, choice, middle, 0.0) == added) {
                    least = middle;
                } else {
                    most = middle;
                }
            }
            if (acceptance > 0.0 && acceptance < 0.999) {
                step(x, choice, from, ScriptedRandom.LARGEST);
                assertThat(TableTarget.number(chain.state))
                        .as("after a rejected swap")
                        .isEqualTo(x);
            }
            double q = share * Math.scalb((double) (most - from), -BITS);
            p[x][end] += q * acceptance;
            p[x][x] += q * (1.0 - acceptance);
            from = most;
        }
    }

    /**
     * Takes a swap from a state.
     *
     * @param decision the number that accepts, if it is below the acceptance probability
     * @return the site that it draws, or -1 if it draws none
     */
    private int step(int x, int choice, long uniform, double decision) {
        if (TableTarget.number(chain.state) != x) {
            System.arraycopy(TableTarget.state(x, frozen.length), 0, chain.state, 0, frozen.length);
            ensemble.invalidate();
        }
        double[] before = probabilities();
        rng.script(choice, 0.0, Math.scalb((double) uniform, -BITS), decision);
        ensemble.run(1, stepped -> {}, new StopSignal());
        int end = TableTarget.number(chain.state);
        boolean sound = chain.kind == StepKind.SWAP
                && chain.accepted == decision < chain.acceptanceProbability
                && chain.flips == Integer.bitCount(x ^ end)
                && Math.abs(chain.logProb - target.logProb(end)) <= 1e-9
                && Math.abs(chain.tracker.logProb() - target.logProb(end)) <= 1e-9;
        assertThat(sound)
                .as("a swap from %d to %d: %s", x, end, chain.lastStep())
                .isTrue();
        verifyWeights(end, before);
        HeatBathSwap swap = (HeatBathSwap) chain.extraSteps[0];
        return swap.drawn ? swap.added : -1;
    }

    private double[] probabilities() {
        ConditionalFlips flips = chain.conditionalFlips();
        return flips == null ? new double[0] : flips.probabilities().clone();
    }

    /**
     * The weights t/(t+1) are those of the state, and the sites that the chain reports are those whose weight has
     * changed.
     */
    private void verifyWeights(int end, double[] before) {
        ConditionalFlips flips = chain.conditionalFlips();
        if (flips == null || !exact) {
            return;
        }
        assertThat(flips.count() == 0).isEqualTo(chain.flips == 0);
        boolean[] reported = new boolean[frozen.length];
        for (int k = 0; k < flips.count(); k++) {
            reported[flips.touched()[k]] = true;
        }
        for (int i = 0; i < frozen.length; i++) {
            double logRatio = target.logProb(end ^ 1 << i) - target.logProb(end);
            double naive = frozen[i] ? 0.0 : 1.0 / (1.0 + Math.exp(-logRatio));
            boolean known = flips.count() < 0 || reported[i] || flips.probabilities()[i] == before[i];
            if (!(Math.abs(flips.probabilities()[i] - naive) <= 1e-12) || !known) {
                fail("must be %s and reported: weight of site %d=%s", naive, i, flips.probabilities()[i]);
            }
        }
    }

    /** The matrix by its definition, for exact log-ratios. */
    TransitionMatrix naive(TableTarget model) {
        double[][] p = new double[target.states()][target.states()];
        for (int x = 0; x < p.length; x++) {
            int[] ones = free(x, 1);
            if (!target.possible(x) || ones.length == 0) {
                p[x][x] = target.possible(x) ? 1.0 : 0.0;
                continue;
            }
            for (int i : ones) {
                int z = x ^ 1 << i;
                if (!model.possible(z)) {
                    p[x][x] += 1.0 / ones.length;
                    continue;
                }
                double largest = IntStream.of(free(z, 0))
                        .mapToDouble(j -> model.logProb(z | 1 << j))
                        .max()
                        .orElseThrow();
                double sum = IntStream.of(free(z, 0))
                        .mapToDouble(j -> Math.exp(model.logProb(z | 1 << j) - largest))
                        .sum();
                for (int j : free(z, 0)) {
                    p[x][z | 1 << j] += Math.exp(model.logProb(z | 1 << j) - largest) / sum / ones.length;
                }
            }
        }
        return new TransitionMatrix(target, p).verifyStochastic();
    }

    private int[] free(int x, int value) {
        return IntStream.range(0, frozen.length)
                .filter(i -> !frozen[i] && (x >> i & 1) == value)
                .toArray();
    }

    /** Returns the given numbers, and then those of a real generator. */
    static final class Scripted implements UniformRandomProvider {

        private final UniformRandomProvider real = RandomSource.XO_SHI_RO_256_PP.create(9L);
        private int choice = -1;
        private double[] doubles = {};
        private int next;

        void script(int nextChoice, double... nextDoubles) {
            choice = nextChoice;
            doubles = nextDoubles;
            next = 0;
        }

        @Override
        public double nextDouble() {
            return next < doubles.length ? doubles[next++] : real.nextDouble();
        }

        @Override
        public int nextInt(int n) {
            assertThat(choice).isLessThan(n);
            return choice < 0 ? real.nextInt(n) : choice;
        }

        @Override
        public long nextLong() {
            return real.nextLong();
        }
    }
}
