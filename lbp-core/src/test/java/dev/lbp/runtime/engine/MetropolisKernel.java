package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.BatchMetropolisChain;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a Metropolis-Hastings step, on either engine. Every path is forced once from every
 * state. Chains walk: each goes on from where its last step has left it, along a path not yet tried from there, and is
 * put elsewhere only when none is left. So what a rejected step undoes and what an accepted one takes over is tried
 * along with the probabilities, and nothing is made for each path. Probabilities and acceptance are the chain's own;
 * here they are only added up.
 */
public final class MetropolisKernel {

    /**
     * Chains that walk together, so that the batched engine shares its overhead. ND4J keeps 5 x 192 elements on one
     * thread.
     */
    private static final int CHAINS = 192;

    /** All paths of a proposal over some sites. */
    private interface PathsOf {
        List<int[]> of(int[] sites, int scale);
    }

    private final TableTarget target;
    private final EnergyModel model;
    private final Proposal proposal;
    private final PathsOf paths;
    private final WeightFunction weight;
    private final boolean @Nullable [] frozen;

    private MetropolisKernel(
            TableTarget target,
            EnergyModel model,
            Proposal proposal,
            PathsOf paths,
            WeightFunction weight,
            boolean @Nullable [] frozen) {
        this.target = target;
        this.model = model;
        this.proposal = proposal;
        this.paths = paths;
        this.weight = weight;
        this.frozen = frozen;
    }

    /** LBP on a model of the target. */
    public static MetropolisKernel lbp(TableTarget target, EnergyModel model, WeightFunction weight) {
        return new MetropolisKernel(target, model, new PathProposal(), Paths::distinct, weight, null);
    }

    /** GWG on a model of the target. */
    public static MetropolisKernel gwg(TableTarget target, EnergyModel model, WeightFunction weight) {
        return new MetropolisKernel(target, model, new ReplacementProposal(), Paths::sequences, weight, null);
    }

    /** RWM on a model of the target. */
    public static MetropolisKernel rwm(TableTarget target, EnergyModel model) {
        return new MetropolisKernel(target, model, new UniformProposal(), Paths::distinct, WeightFunction.BARKER, null);
    }

    /** DLMC or DMALA on a model of the target; its scale is the time step. */
    static MetropolisKernel factorised(
            TableTarget target, EnergyModel model, FactorisedProposal proposal, WeightFunction weight) {
        return new MetropolisKernel(target, model, proposal, (sites, scale) -> Paths.subsets(sites), weight, null);
    }

    /** The same kernel with a proposal of the test's own in place of the library's. */
    MetropolisKernel with(Proposal other) {
        return new MetropolisKernel(target, model, other, paths, weight, frozen);
    }

    /** The same kernel with some sites held. */
    MetropolisKernel frozen(boolean... mask) {
        return new MetropolisKernel(target, model, proposal, paths, weight, mask);
    }

    /** Its matrix at a fixed scale, after checking that paths have probability 1 in sum, and where each leads. */
    public TransitionMatrix matrix(double scale) {
        List<int[]> all = paths(scale);
        Sum sum = new Sum(target.states(), proposal.weighted() ? Double.NaN : 1.0 / all.size());
        Untried untried = new Untried(target, all);
        int[][] along = new int[Math.min(CHAINS, untried.count)][];
        ForcedPaths forced = new ForcedPaths(proposal, Arrays.asList(along));
        Ensemble<byte[]> ensemble = start(forced, along.length, scale);
        int[] from = new int[along.length];
        while (untried.count > 0) {
            assign(untried, ensemble, from, along);
            ensemble.run(
                    1,
                    chain -> {
                        if (from[chain.index] >= 0) {
                            record(chain, from[chain.index], along[chain.index], forced, sum);
                        }
                    },
                    new StopSignal());
        }
        return sum.matrix(target).verifyStochastic();
    }

    private List<int[]> paths(double scale) {
        // A weighted proposal must find out by itself that frozen sites have no probability.
        int[] sites = IntStream.range(0, target.dimension())
                .filter(i -> frozen == null || proposal.weighted() || !frozen[i])
                .toArray();
        return paths.of(sites, (int) scale);
    }

    private Ensemble<byte[]> start(Proposal forced, int chains, double scale) {
        int[] possible =
                IntStream.range(0, target.states()).filter(target::possible).toArray();
        byte[][] initial = IntStream.range(0, chains)
                .mapToObj(c -> TableTarget.state(possible[c % possible.length], target.dimension()))
                .toArray(byte[][]::new);
        MetropolisMove move = new MetropolisMove(forced, weight, new FixedScale(scale));
        Method method = new MetropolisMethod("forced", move);
        return method.ensemble(
                model, new BitStart(target.dimension(), chains, 1L, initial, frozen), WorkerPool.inline());
    }

    /**
     * Gives every chain a path not yet tried, from where it is if there is one; or any, and from -1, if none is left at
     * all.
     */
    private static void assign(Untried untried, Ensemble<byte[]> ensemble, int[] from, int[][] along) {
        boolean moved = false;
        for (ChainState<byte[]> chain : ensemble.chains) {
            int here = TableTarget.number(chain.state);
            int x = untried.near(here);
            from[chain.index] = x;
            along[chain.index] = untried.next(x);
            if (x >= 0 && x != here) {
                byte[] state = TableTarget.state(x, chain.state.length);
                if (chain instanceof BatchMetropolisChain) {
                    System.arraycopy(
                            state,
                            0,
                            chain.state,
                            0,
                            state.length); // reset() would evaluate the batch for each of them
                    moved = true;
                } else {
                    ensemble.reset(chain.index, state);
                }
            }
        }
        if (moved) {
            ensemble.invalidate();
        }
    }

    private void record(ChainState<byte[]> chain, int x, int[] path, ForcedPaths forced, Sum sum) {
        int y = Paths.end(x, path);
        int end = chain.accepted ? y : x;
        if (TableTarget.number(chain.state) != end || chain.logProb != target.logProb(end)) {
            assertThat(TableTarget.number(chain.state)).isEqualTo(end);
            assertThat(chain.logProb).isCloseTo(target.logProb(end), within(1e-9));
        }
        sum.add(x, y, forced.drawable[chain.index], forced.logForward[chain.index], chain.acceptanceProbability);
    }

    /** The pairs of a possible state and a path that are yet to be tried. */
    private static final class Untried {

        private final List<int[]> paths;
        private final int[] tried;
        private int first;
        private int count;

        Untried(TableTarget target, List<int[]> paths) {
            this.paths = paths;
            this.tried = new int[target.states()];
            for (int x = 0; x < tried.length; x++) {
                tried[x] = target.possible(x) ? 0 : paths.size();
                count += paths.size() - tried[x];
            }
        }

        /** This state if it has paths left, else another that does, else -1. */
        int near(int x) {
            if (tried[x] < paths.size()) {
                return x;
            }
            while (first < tried.length && tried[first] == paths.size()) {
                first++;
            }
            return first < tried.length ? first : -1;
        }

        /** The next path of a state; any path for the state -1. */
        int[] next(int x) {
            if (x < 0) {
                return paths.get(0);
            }
            count--;
            return paths.get(tried[x]++);
        }
    }

    /** What flows from every state to every other. */
    private static final class Sum {

        private final double[][] p;
        private final double[] drawn;
        private final boolean[] drawable;
        private final double pathProbability;

        /**
         * @param pathProbability of every path, or NaN if each says its own
         */
        Sum(int states, double pathProbability) {
            p = new double[states][states];
            drawn = new double[states];
            drawable = new boolean[states];
            this.pathProbability = pathProbability;
        }

        void add(int x, int y, boolean canDraw, double logForward, double acceptance) {
            double q = Double.isNaN(pathProbability) ? Math.exp(logForward) : pathProbability;
            drawn[x] += q;
            drawable[x] = canDraw;
            p[x][y] += q * acceptance;
            p[x][x] += q * (1.0 - acceptance);
        }

        TransitionMatrix matrix(TableTarget target) {
            for (int x = 0; x < p.length; x++) {
                if (target.possible(x)) {
                    assertThat(drawn[x]).as("sum_u q(u | %d)", x).isCloseTo(drawable[x] ? 1.0 : 0.0, within(1e-12));
                    if (!drawable[x]) {
                        p[x][x] = 1.0;
                    }
                }
            }
            return new TransitionMatrix(target, p);
        }
    }
}
