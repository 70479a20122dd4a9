package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A chain of swaps on a small target. It is forced along every path from every subset, or draws by itself and has all
 * its weights compared with naive ones before every draw.
 */
final class SwapKernel {

    private final TableTarget target;
    private final TableTarget subsets;
    private final WeightFunction weight;
    private final int ones;

    /** The set of frozen sites, and a state with their values. */
    private final int frozen;

    private final int held;

    /** The flip weights of all sites in all states. */
    private final double[][] weights;

    private SwapKernel(TableTarget target, int ones, WeightFunction weight, int frozen, int held) {
        this.target = target;
        this.subsets = TableTarget.of(target + ", " + ones + " ones", target.dimension(), state -> {
            int x = TableTarget.number(state);
            return Integer.bitCount(x) == ones && ((x ^ held) & frozen) == 0
                    ? target.logProb(x)
                    : Double.NEGATIVE_INFINITY;
        });
        this.ones = ones;
        this.weight = weight;
        this.frozen = frozen;
        this.held = held;
        this.weights = IntStream.range(0, target.states())
                .mapToObj(x -> IntStream.range(0, target.dimension())
                        .mapToDouble(i -> computeWeight(x, i))
                        .toArray())
                .toArray(double[][]::new);
    }

    static SwapKernel of(TableTarget target, int ones, WeightFunction weight) {
        return new SwapKernel(target, ones, weight, 0, 0);
    }

    /** The same with frozen sites: the sites of a set, which keep their values in a state. */
    SwapKernel frozen(int sites, int state) {
        return new SwapKernel(target, ones, weight, sites, state);
    }

    /** The target, given the number of ones and the frozen sites. */
    TableTarget subsets() {
        return subsets;
    }

    /** The flip weight of a site by its definition, held as the kernels hold it. */
    double weight(int x, int site) {
        return weights[x][site];
    }

    private double computeWeight(int x, int site) {
        double logRatio = target.logProb(x ^ 1 << site) - target.logProb(x);
        return logRatio > Double.NEGATIVE_INFINITY ? Math.exp(FlipWeightKernel.held(weight.logWeight(logRatio))) : 0.0;
    }

    /** The sum of the weights of the free ones, or of the free zeros. */
    double sum(int x, int value) {
        double sum = 0.0;
        for (int i = 0; i < target.dimension(); i++) {
            sum += (frozen >> i & 1) == 0 && (x >> i & 1) == value ? weight(x, i) : 0.0;
        }
        return sum;
    }

    /** The free sites of a value. */
    int[] free(int x, int value) {
        return IntStream.range(0, target.dimension())
                .filter(i -> (frozen >> i & 1) == 0 && (x >> i & 1) == value)
                .toArray();
    }

    /** All paths through possible states from one: the site removed and the site added, for each swap. */
    List<int[]> paths(int x, int swaps) {
        List<int[]> paths = new ArrayList<>();
        extend(x, new int[2 * swaps], 0, paths);
        return paths;
    }

    private void extend(int x, int[] path, int length, List<int[]> paths) {
        if (length == path.length) {
            paths.add(path.clone());
            return;
        }
        for (int site : free(x, 1 - length % 2)) {
            if (weight(x, site) > 0.0) {
                path[length] = site;
                extend(x ^ 1 << site, path, length + 1, paths);
            }
        }
    }

    /** A chain, at the first possible subset. */
    final class Run {

        private final Script script = new Script();
        private final Ensemble<byte[]> ensemble;
        final ChainState<byte[]> chain;
        final SwapPath path;

        Run(double scale) {
            int n = target.dimension();
            boolean[] mask = new boolean[n];
            for (int i = 0; i < n; i++) {
                mask[i] = (frozen >> i & 1) == 1;
            }
            byte[][] initial = {TableTarget.state(firstPossible(), n)};
            BitStart start = new BitStart(n, new StartPlan<>(ChainSpan.all(1), 3L, initial, mask, 0), ones);
            ensemble = new PathMethod(script, weight, new FixedScale(scale))
                    .ensemble(target.local(), start, WorkerPool.inline());
            chain = ensemble.chains.get(0);
            path = (SwapPath) ((PathBitChain) chain).path;
        }

        /** Takes a step. Returns the state that it proposed. */
        int step(int @Nullable [] forced) {
            script.begin(this, forced);
            int x = TableTarget.number(chain.state);
            ensemble.run(1, any -> {}, new StopSignal());
            assertThat(TableTarget.number(chain.state)).isEqualTo(chain.accepted ? script.at : x);
            assertThat(chain.logProb).isCloseTo(target.logProb(TableTarget.number(chain.state)), within(1e-9));
            return script.at;
        }

        /**
         * The bits of all that a rejected step must restore: the sums of weights, the slot and the weight of each free
         * site.
         */
        List<Long> kept() {
            List<Long> kept = new ArrayList<>();
            kept.add(Double.doubleToRawLongBits(path.weights.tables.ones().total()));
            kept.add(Double.doubleToRawLongBits(path.weights.tables.zeros().total()));
            for (int value = 0; value <= 1; value++) {
                for (int site : free(TableTarget.number(chain.state), value)) {
                    int slot = path.subset.slot(site);
                    kept.add((long) slot);
                    kept.add(Double.doubleToRawLongBits(stored(path, slot)));
                }
            }
            return kept;
        }
    }

    private int firstPossible() {
        return IntStream.range(0, subsets.states())
                .filter(subsets::possible)
                .findFirst()
                .orElseThrow();
    }

    private static double stored(SwapPath path, int slot) {
        return slot >= 0
                ? path.weights.tables.ones().weight(slot)
                : path.weights.tables.zeros().weight(-1 - slot);
    }

    /** The matrix of the chain itself, after checking that paths have probability 1 in sum. */
    TransitionMatrix matrix(int swaps) {
        int states = subsets.states();
        double[][] p = new double[states][states];
        double[] drawn = new double[states];
        List<Deque<int[]>> untried = IntStream.range(0, states)
                .mapToObj(x -> subsets.possible(x) ? new ArrayDeque<>(paths(x, swaps)) : new ArrayDeque<int[]>())
                .map(paths -> (Deque<int[]>) paths)
                .toList();
        Run run = new Run(swaps);
        for (int x = firstPossible(); x >= 0; x = next(untried, TableTarget.number(run.chain.state))) {
            if (x != TableTarget.number(run.chain.state)) {
                System.arraycopy(TableTarget.state(x, target.dimension()), 0, run.chain.state, 0, target.dimension());
                run.ensemble.invalidate();
            }
            int y = run.step(untried.get(x).remove());
            double q = run.script.probability;
            drawn[x] += q;
            p[x][y] += q * run.chain.acceptanceProbability;
            p[x][x] += q * (1.0 - run.chain.acceptanceProbability);
        }
        for (int x = 0; x < states; x++) {
            assertThat(drawn[x])
                    .as("sum of the probabilities of paths from %d", x)
                    .isCloseTo(subsets.possible(x) ? 1.0 : 0.0, within(1e-12));
        }
        return new TransitionMatrix(subsets, p).verifyStochastic();
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

    /** Draws the given sites. If none are given, it draws as the sampler does and checks every weight. */
    private final class Script implements Proposal {

        private static final long serialVersionUID = 1L;

        private final ReplacementProposal real = new ReplacementProposal();
        private @Nullable Run run;
        private int @Nullable [] forced;
        private int next;
        private int at;
        private double probability;

        void begin(Run of, int @Nullable [] path) {
            run = of;
            forced = path;
            next = 0;
            at = TableTarget.number(of.chain.state);
            probability = 1.0;
        }

        @Override
        public boolean weighted() {
            return true;
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] out) {
            SwapPath path = run.path;
            boolean remove = next % 2 == 0;
            assertThat(table).isSameAs(remove ? path.weights.tables.ones() : path.weights.tables.zeros());
            assertThat(scale).isEqualTo(1.0);
            assertThat(real.draw(table, scale, rng, out)).isOne();
            if (forced == null) {
                verifyWeights(path);
            }
            int drawn = remove ? path.subset.one(out[0]) : path.subset.zero(out[0]);
            int site = forced == null ? drawn : forced[next];
            int slot = path.subset.slot(site);
            out[0] = remove ? slot : -1 - slot;
            probability *= table.weight(out[0]) / table.total();
            at ^= 1 << site;
            next++;
            return 1;
        }

        private void verifyWeights(SwapPath path) {
            for (int value = 0; value <= 1; value++) {
                for (int site : free(at, value)) {
                    int slot = path.subset.slot(site);
                    assertThat(slot >= 0 ? 1 : 0).isEqualTo(value);
                    double naive = weight(at, site);
                    assertThat(stored(path, slot)).isCloseTo(naive, within(1e-12 * naive));
                }
                WeightTable table = value == 1 ? path.weights.tables.ones() : path.weights.tables.zeros();
                double naive = sum(at, value);
                assertThat(table.total()).isCloseTo(naive, within(1e-12 * Math.max(naive, 1e-3)));
            }
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            throw new UnsupportedOperationException();
        }
    }
}
