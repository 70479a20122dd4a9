package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableCategories;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.DmalaProposal;
import dev.lbp.internal.kernel.FactorisedProposal;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.FreeSites;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a step on a batched model of categories. Every choice of sites and of their values is
 * forced once from every state, which has a chain of its own. The probability of a draw is computed here, from its
 * definition; the acceptance probability is the chain's own.
 *
 * @param target the log-probabilities of all states, by their numbers
 * @param model what the chains sample
 * @param naive the probabilities of draws
 */
record CategoricalKernel(
        TableCategories target,
        CategoricalEnergyModel model,
        NaiveCategories naive,
        Proposal proposal,
        WeightFunction weight,
        boolean @Nullable [] frozen) {

    CategoricalKernel(TableCategories target, Proposal proposal, WeightFunction weight, boolean @Nullable [] frozen) {
        this(target, target, new NaiveCategories(target, weight, frozen), proposal, weight, frozen);
    }

    /** What a chain computes when it is forced from x to y. */
    interface Acceptance {
        double of(int x, int y, int[] path, double chains);
    }

    /** Its matrix, after checking that draws have probability 1 in sum, and where each leads. */
    TransitionMatrix matrix(double scale) {
        return matrix(scale, (x, y, path, chains) -> chains);
    }

    /** The same with other acceptance probabilities than the chain's. */
    TransitionMatrix matrix(double scale, Acceptance acceptance) {
        boolean[] possible = naive.possible();
        int[] states =
                IntStream.range(0, possible.length).filter(x -> possible[x]).toArray();
        Script[] scripts = new Script[states.length];
        Arrays.setAll(scripts, c -> new Script());
        Ensemble<int[]> ensemble = start(states, scripts, scale);
        double[][] p = new double[possible.length][possible.length];
        double[] drawn = new double[p.length];
        for (int[] path : paths((int) scale)) {
            int[] sites = Arrays.stream(path).distinct().toArray();
            for (int choice = 0; choice < Math.pow(target.values() - 1, sites.length); choice++) {
                int[][] ends = new int[states.length][];
                for (int c = 0; c < states.length; c++) {
                    ends[c] = end(states[c], sites, choice);
                    scripts[c].path = path;
                    scripts[c].set(doubles(states[c], sites, ends[c], scale));
                }
                ensemble.run(1, chain -> {}, new StopSignal());
                for (ChainState<int[]> chain : ensemble.chains) {
                    int x = states[chain.index];
                    int y = target.number(ends[chain.index]);
                    double q = probability(x, path, ends[chain.index], scale);
                    if (q > 0.0) {
                        double a = acceptance.of(x, y, path, chain.acceptanceProbability);
                        drawn[x] += q;
                        p[x][y] += q * a;
                        p[x][x] += q * (1.0 - a);
                        assertThat(target.number(chain.state)).isEqualTo(chain.accepted ? y : x);
                        assertThat(chain.logProb).isEqualTo(target.table()[chain.accepted ? y : x]);
                    }
                }
                putBack(ensemble, states);
            }
        }
        for (int x : states) {
            if (canDraw(x, (int) scale)) {
                assertThat(drawn[x]).as("sum of q from %d", x).isCloseTo(1.0, within(1e-12));
            } else {
                assertThat(drawn[x]).as("sum of q from %d", x).isZero();
                p[x][x] = 1.0;
            }
        }
        return new TransitionMatrix(target.probabilities(), possible, p).verifyStochastic();
    }

    /** Whether there are as many sites of positive weight as a path has. Without them the step is rejected. */
    private boolean canDraw(int x, int length) {
        return !(proposal instanceof PathProposal)
                || IntStream.range(0, target.dimension())
                                .filter(i -> naive.ofSite(x, i) > 0.0)
                                .count()
                        >= length;
    }

    private Ensemble<int[]> start(int[] states, Script[] scripts, double scale) {
        int[][] initial = Arrays.stream(states).mapToObj(target::state).toArray(int[][]::new);
        ValueStart start = new ValueStart(model, new StartPlan<>(ChainSpan.all(states.length), 1L, initial, frozen, 0));
        Arrays.setAll(start.generators(), c -> scripts[c]);
        Proposal forced = proposal instanceof FactorisedProposal ? proposal : new Forced(proposal);
        Method method = new MetropolisMethod("forced", new MetropolisMove(forced, weight, new FixedScale(scale)));
        return method.ensemble(model, start, WorkerPool.inline());
    }

    /** Most chains have been rejected, and go on from what the rejection has left. */
    private void putBack(Ensemble<int[]> ensemble, int[] states) {
        boolean moved = false;
        for (ChainState<int[]> chain : ensemble.chains) {
            if (chain.accepted) {
                System.arraycopy(target.state(states[chain.index]), 0, chain.state, 0, chain.state.length);
                moved = true;
            }
        }
        if (moved) {
            ensemble.invalidate();
        }
    }

    private List<int[]> paths(int scale) {
        int[] sites = IntStream.range(0, target.dimension())
                .filter(i -> frozen == null || !frozen[i])
                .toArray();
        if (proposal instanceof FactorisedProposal) {
            return Paths.subsets(sites);
        }
        return proposal instanceof ReplacementProposal ? Paths.sequences(sites, scale) : Paths.distinct(sites, scale);
    }

    /** The state of a choice among the other values of some sites. */
    private int[] end(int x, int[] sites, int choice) {
        int[] state = target.state(x);
        int rest = choice;
        for (int site : sites) {
            state[site] = (state[site] + 1 + rest % (target.values() - 1)) % target.values();
            rest /= target.values() - 1;
        }
        return state;
    }

    /** The probability of a draw by the definition of the proposal. */
    private double probability(int x, int[] path, int[] to, double scale) {
        if (proposal instanceof PathProposal) {
            return naive.path(x, path, to);
        }
        if (proposal instanceof FactorisedProposal) {
            return IntStream.range(0, to.length)
                    .mapToDouble(i -> ofSite(x, i, to[i], scale))
                    .reduce(1.0, (a, b) -> a * b);
        }
        double q = 1.0;
        for (int r = 0; r < path.length; r++) {
            q *= proposal.weighted() ? naive.ofSite(x, path[r]) / naive.total(x) : 1.0 / (free() - r);
        }
        return Arrays.stream(path)
                .distinct()
                .mapToDouble(i -> share(x, i, to[i], scale))
                .reduce(q, (a, b) -> a * b);
    }

    private int free() {
        return target.dimension() - FreeSites.of(target.dimension(), frozen).frozen().length;
    }

    /** The probability that a site takes a value in a factorised step. */
    private double ofSite(int x, int site, int value, double tau) {
        if (proposal instanceof DmalaProposal) {
            return naive.dmala(x, site, value, tau);
        }
        assertThat(proposal).isInstanceOf(DlmcProposal.class);
        return naive.dlmc(x, site, value, tau);
    }

    /** The probability that a site takes a value if it moves. */
    private double share(int x, int site, int value, double scale) {
        if (target.state(x)[site] == value) {
            return 0.0;
        }
        if (!proposal.weighted()) {
            return 1.0 / (target.values() - 1);
        }
        if (proposal instanceof DlmcProposal) {
            return naive.dlmc(x, site, value, scale) / (1.0 - naive.dlmc(x, site, target.state(x)[site], scale));
        }
        return naive.weight(x, site, value) / naive.ofSite(x, site);
    }

    /** The middle of the interval of doubles that draw a value. */
    private double height(int x, int site, int value, double scale) {
        double before = IntStream.range(0, value)
                .mapToDouble(c -> share(x, site, c, scale))
                .sum();
        return before + 0.5 * share(x, site, value, scale);
    }

    /**
     * The doubles of a step: whether each site moves, if the proposal draws this; then one for the value of each site.
     */
    private double[] doubles(int x, int[] sites, int[] to, double scale) {
        DoubleStream moves = proposal instanceof FactorisedProposal
                ? IntStream.range(0, to.length)
                        .mapToDouble(i -> target.state(x)[i] == to[i] ? ScriptedRandom.LARGEST : 0.0)
                : DoubleStream.empty();
        return DoubleStream.concat(moves, Arrays.stream(sites).mapToDouble(i -> height(x, i, to[i], scale)))
                .toArray();
    }

    /**
     * The doubles that a chain draws, and the path that {@link Forced} draws. Then the chain rejects unless it must
     * accept.
     */
    private static final class Script implements UniformRandomProvider {

        private int[] path = {};
        private double[] doubles = {};
        private int next;

        void set(double[] script) {
            doubles = script;
            next = 0;
        }

        @Override
        public double nextDouble() {
            return next < doubles.length ? doubles[next++] : ScriptedRandom.LARGEST;
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only doubles are scripted");
        }
    }

    /** A proposal that draws the path of the script and leaves all arithmetic to a real one. */
    private record Forced(Proposal real) implements Proposal {

        @Override
        public boolean weighted() {
            return real.weighted();
        }

        @Override
        public ScaleRange scales(int freeSites) {
            return real.scales(freeSites);
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            int[] forced = ((Script) rng).path;
            System.arraycopy(forced, 0, path, 0, forced.length);
            return logProbability(table, path, forced.length, scale, false) == Double.NEGATIVE_INFINITY
                    ? -1
                    : forced.length;
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(table, path, length, scale, reversed);
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            return real.flips(table, path, length, sites);
        }
    }
}
