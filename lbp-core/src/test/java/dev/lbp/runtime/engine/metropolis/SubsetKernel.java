package dev.lbp.runtime.engine.metropolis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.Paths;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a step that exchanges R ones and R zeros, on either engine. Every path is forced once
 * from every state with the right number of ones. One chain walks: it goes on from where its last step has left it,
 * along a path not yet tried from there, and is put elsewhere only when none is left.
 */
public final class SubsetKernel {

    private final TableTarget subsets;
    private final EnergyModel model;
    private final int ones;
    private final Proposal proposal;
    private final WeightFunction weight;
    private final boolean @Nullable [] frozen;

    /** The number of a state with the values of the frozen sites. */
    private final int held;

    private SubsetKernel(
            TableTarget subsets,
            EnergyModel model,
            int ones,
            Proposal proposal,
            WeightFunction weight,
            boolean @Nullable [] frozen,
            int held) {
        this.subsets = subsets;
        this.model = model;
        this.ones = ones;
        this.proposal = proposal;
        this.weight = weight;
        this.frozen = frozen;
        this.held = held;
    }

    /** LBP on a model of the target. */
    static SubsetKernel lbp(TableTarget target, EnergyModel model, int ones, WeightFunction weight) {
        return new SubsetKernel(subsets(target, ones), model, ones, new PathProposal(), weight, null, 0);
    }

    /** RWM on a model of the target. */
    static SubsetKernel rwm(TableTarget target, EnergyModel model, int ones) {
        return new SubsetKernel(
                subsets(target, ones), model, ones, new UniformProposal(), WeightFunction.BARKER, null, 0);
    }

    /** The same kernel with a proposal of the test's own. */
    SubsetKernel with(Proposal other) {
        return new SubsetKernel(subsets, model, ones, other, weight, frozen, held);
    }

    /**
     * The same kernel with some sites held.
     *
     * @param values the number of a state with their values
     */
    SubsetKernel frozen(int values, boolean... mask) {
        return new SubsetKernel(subsets, model, ones, proposal, weight, mask, values);
    }

    /** The target given the number of ones. */
    public static TableTarget subsets(TableTarget target, int ones) {
        return TableTarget.of(target + ", " + ones + " ones", target.dimension(), x -> {
            int number = TableTarget.number(x);
            return Integer.bitCount(number) == ones ? target.logProb(number) : Double.NEGATIVE_INFINITY;
        });
    }

    /** The ordered paths from a state: the sites of R ones, then of R zeros. */
    static Deque<int[]> paths(int x, int dimension, int scale, boolean @Nullable [] frozen) {
        Deque<int[]> paths = new ArrayDeque<>();
        for (int[] from : Paths.distinct(sites(x, 1, dimension, frozen), scale)) {
            for (int[] to : Paths.distinct(sites(x, 0, dimension, frozen), scale)) {
                paths.add(IntStream.concat(IntStream.of(from), IntStream.of(to)).toArray());
            }
        }
        return paths;
    }

    private static int[] sites(int x, int value, int dimension, boolean @Nullable [] frozen) {
        return IntStream.range(0, dimension)
                .filter(i -> (x >> i & 1) == value && (frozen == null || !frozen[i]))
                .toArray();
    }

    /** Its matrix at a fixed scale, after checking that paths have probability 1 in sum, and where each leads. */
    TransitionMatrix matrix(int scale) {
        int n = subsets.dimension();
        List<Deque<int[]>> untried = IntStream.range(0, subsets.states())
                .mapToObj(x -> isStart(x) ? paths(x, n, scale, frozen) : new ArrayDeque<int[]>())
                .toList();
        int first = IntStream.range(0, untried.size())
                .filter(x -> !untried.get(x).isEmpty())
                .findFirst()
                .orElseThrow();
        double[][] p = new double[subsets.states()][subsets.states()];
        double[] drawn = new double[p.length];
        boolean[] drawable = new boolean[p.length];
        Forced forced = new Forced(proposal);
        BitStart start = new BitStart(
                n, new StartPlan<>(ChainSpan.all(1), 1L, new byte[][] {TableTarget.state(first, n)}, frozen, 0), ones);
        MetropolisMove move = new MetropolisMove(forced, weight, ScaleController.fixed(scale));
        Ensemble<byte[]> ensemble = new MetropolisMethod("forced", move).ensemble(model, start, WorkerPool.inline());
        ChainState<byte[]> chain = ensemble.chains.get(0);
        for (int x = first; x >= 0; x = next(untried, TableTarget.number(chain.state))) {
            if (x != TableTarget.number(chain.state)) {
                System.arraycopy(TableTarget.state(x, n), 0, chain.state, 0, n);
                ensemble.invalidate();
            }
            int[] path = untried.get(x).remove();
            forced.next(strata(chain), path);
            ensemble.run(1, stepped -> {}, new StopSignal());
            int y = Paths.end(x, path);
            int end = chain.accepted ? y : x;
            assertThat(TableTarget.number(chain.state)).isEqualTo(end);
            assertThat(chain.logProb).isCloseTo(subsets.logProb(end), within(1e-9));
            double q = proposal.weighted()
                    ? Math.exp(forced.logForward[0] + forced.logForward[1])
                    : 1.0 / paths(x, n, scale, frozen).size();
            drawn[x] += q;
            drawable[x] = forced.drawable;
            p[x][y] += q * chain.acceptanceProbability;
            p[x][x] += q * (1.0 - chain.acceptanceProbability);
        }
        for (int x = 0; x < p.length; x++) {
            if (subsets.possible(x)) {
                assertThat(drawn[x]).as("sum_u q(u | %d)", x).isCloseTo(drawable[x] ? 1.0 : 0.0, within(1e-12));
                p[x][x] = drawable[x] ? p[x][x] : 1.0; // else no path, or a state with other values of the frozen sites
            }
        }
        return new TransitionMatrix(subsets, p).verifyStochastic();
    }

    /** Whether a state is possible and has the given values of the frozen sites. */
    private boolean isStart(int x) {
        boolean start = subsets.possible(x);
        for (int i = 0; frozen != null && i < frozen.length; i++) {
            start &= !frozen[i] || (x >> i & 1) == (held >> i & 1);
        }
        return start;
    }

    /** This state if it has paths left, else another that does, else -1. */
    private static int next(List<Deque<int[]>> untried, int here) {
        return !untried.get(here).isEmpty()
                ? here
                : IntStream.range(0, untried.size())
                        .filter(x -> !untried.get(x).isEmpty())
                        .findFirst()
                        .orElse(-1);
    }

    private static Strata strata(ChainState<byte[]> chain) {
        return chain instanceof LocalSubsetChain local ? local.strata : ((BatchSubsetChain) chain).strata;
    }

    /**
     * Draws the given slots of the ones and of the zeros in turn, and leaves all arithmetic to a real proposal. A
     * path that the real one would never draw counts as not drawn.
     */
    private static final class Forced implements Proposal {

        private static final long serialVersionUID = 1L;

        private final Proposal real;
        private final int[][] slots = new int[2][];
        private final double[] logForward = new double[2];
        private int turn;
        private boolean drawable;
        private @Nullable WeightTable ones;

        Forced(Proposal real) {
            this.real = real;
        }

        void next(Strata strata, int[] path) {
            int scale = path.length / 2;
            slots[0] = IntStream.range(0, scale)
                    .map(r -> strata.subset.slot(path[r]))
                    .toArray();
            slots[1] = IntStream.range(0, scale)
                    .map(r -> -1 - strata.subset.slot(path[scale + r]))
                    .toArray();
            drawable = true;
        }

        @Override
        public boolean weighted() {
            return real.weighted();
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            ones = turn == 0 ? table : ones;
            drawable &= real.draw(table, scale, rng, path) >= 0;
            int length = slots[turn].length;
            System.arraycopy(slots[turn], 0, path, 0, length);
            turn = 1 - turn;
            return logProbability(table, path, length, scale, false) == Double.NEGATIVE_INFINITY ? -1 : length;
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            double logProbability = real.logProbability(table, path, length, scale, reversed);
            if (!reversed) {
                logForward[table == ones ? 0 : 1] = logProbability;
            }
            return logProbability;
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            return real.flips(table, path, length, sites);
        }
    }
}
