package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.kernel.PathProposal;
import dev.lbp.kernel.Proposal;
import dev.lbp.kernel.ReplacementProposal;
import dev.lbp.kernel.UniformProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a Metropolis-Hastings step, on either engine. One chain is started for every pair of a state
 * and a path, the path is forced on it, and it takes a step. Probabilities and acceptance are the chain's own; here they are
 * only added up.
 */
public final class MetropolisKernel {

    /** Chains started together: bounds memory, and gives the batched engine something to share its overhead. */
    private static final int CHUNK = 4096;

    private final TableTarget target;
    private final EnergyModel model;
    private final Proposal proposal;
    private final boolean repeats;
    private final WeightFunction weight;
    private final boolean @Nullable [] frozen;

    private MetropolisKernel(
            TableTarget target,
            EnergyModel model,
            Proposal proposal,
            boolean repeats,
            WeightFunction weight,
            boolean @Nullable [] frozen) {
        this.target = target;
        this.model = model;
        this.proposal = proposal;
        this.repeats = repeats;
        this.weight = weight;
        this.frozen = frozen;
    }

    /** LBP on a model of the target. */
    public static MetropolisKernel lbp(TableTarget target, EnergyModel model, WeightFunction weight) {
        return new MetropolisKernel(target, model, new PathProposal(), false, weight, null);
    }

    /** GWG on a model of the target. */
    public static MetropolisKernel gwg(TableTarget target, EnergyModel model, WeightFunction weight) {
        return new MetropolisKernel(target, model, new ReplacementProposal(), true, weight, null);
    }

    /** RWM on a model of the target. */
    public static MetropolisKernel rwm(TableTarget target, EnergyModel model) {
        return new MetropolisKernel(target, model, new UniformProposal(), false, WeightFunction.BARKER, null);
    }

    /** The same kernel with a proposal of the test's own in place of the library's. */
    MetropolisKernel with(Proposal other) {
        return new MetropolisKernel(target, model, other, repeats, weight, frozen);
    }

    /** The same kernel with some sites held. */
    MetropolisKernel frozen(boolean... mask) {
        return new MetropolisKernel(target, model, proposal, repeats, weight, mask);
    }

    /** Its matrix at a fixed scale, after checking every path: (i) of the design, and where accepted chains end. */
    public TransitionMatrix matrix(int scale) {
        List<int[]> paths = paths(scale);
        List<Integer> from = new ArrayList<>();
        List<int[]> along = new ArrayList<>();
        Sum sum = new Sum(target.states(), proposal.weighted() ? Double.NaN : 1.0 / paths.size());
        for (int x = 0; x < target.states(); x++) {
            for (int[] path : paths) {
                if (target.possible(x)) {
                    from.add(x);
                    along.add(path);
                }
                if (from.size() == CHUNK) {
                    step(from, along, scale, sum);
                    from.clear();
                    along.clear();
                }
            }
        }
        step(from, along, scale, sum);
        return sum.matrix(target).verifyStochastic();
    }

    private List<int[]> paths(int scale) {
        // A weighted proposal must find out by itself that frozen sites have no probability.
        int[] sites = IntStream.range(0, target.dimension())
                .filter(i -> frozen == null || proposal.weighted() || !frozen[i])
                .toArray();
        return repeats ? Paths.sequences(sites, scale) : Paths.distinct(sites, scale);
    }

    private void step(List<Integer> from, List<int[]> along, int scale, Sum sum) {
        if (from.isEmpty()) {
            return;
        }
        byte[][] initial =
                from.stream().map(x -> TableTarget.state(x, target.dimension())).toArray(byte[][]::new);
        ForcedPaths forced = new ForcedPaths(proposal, along);
        MetropolisSampler sampler = new MetropolisSampler("forced", forced, weight, ScaleController.fixed(scale));
        Start start = new Start(target.dimension(), initial.length, 1L, initial, frozen);
        Ensemble ensemble = sampler.ensemble(model, start, WorkerPool.inline());
        ensemble.run(
                1,
                chain -> {
                    int x = from.get(chain.index);
                    int y = Paths.end(x, along.get(chain.index));
                    int end = chain.accepted ? y : x;
                    if (TableTarget.number(chain.state) != end || chain.logProb != target.logProb(end)) {
                        assertThat(TableTarget.number(chain.state)).isEqualTo(end);
                        assertThat(chain.logProb).isCloseTo(target.logProb(end), within(1e-9));
                    }
                    sum.add(
                            x,
                            y,
                            forced.drawable[chain.index],
                            forced.logForward[chain.index],
                            chain.acceptanceProbability);
                },
                new RunControl());
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
