package dev.lbp.runtime.engine.sweep;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a Gibbs sweep of any kind. A sweep takes one uniform number per free site, and flips
 * the site if the number is below the site's flip probability; so the probability is found by bisection over the
 * number, with the decisions before it scripted. All states and all decisions before are bisected at once, one chain
 * each.
 */
final class GibbsKernel {

    private final TableTarget target;
    private final EnergyModel model;
    private final int[][] orders;
    private final boolean @Nullable [] frozen;
    private Sampler sampler = Samplers.gibbs().build();

    /** For a random scan: the places of each of {@link #orders} among the free sites, and how many these are. */
    private int[][] choices = {{}};

    private int freeCount;

    /** What was decided before the sweep, in the first numbers; the sampler draws as many after it. */
    private List<Branch> beginnings = new ArrayList<>();

    private int before;

    /**
     * @param order the free sites in the order that a sweep takes them
     */
    GibbsKernel(TableTarget target, EnergyModel model, int[] order, boolean @Nullable [] frozen) {
        this(target, model, new int[][] {order}, frozen);
    }

    /**
     * @param orders the equally probable orders of a sweep
     */
    private GibbsKernel(TableTarget target, EnergyModel model, int[][] orders, boolean @Nullable [] frozen) {
        this.target = target;
        this.model = model;
        this.orders = orders;
        this.frozen = frozen;
        for (int x = 0; x < target.states(); x++) {
            for (int k = 0; target.possible(x) && k < orders.length; k++) {
                beginnings.add(new Branch(x, x, k, 1.0 / orders.length, new double[0]));
            }
        }
    }

    GibbsKernel with(Sampler another) {
        sampler = another;
        return this;
    }

    /** By random scan, which chooses as many of the free sites as there are, one after another. */
    static GibbsKernel randomScan(TableTarget target, EnergyModel model, int[] free, boolean[] frozen) {
        int m = free.length;
        int[][] choices = new int[(int) Math.pow(m, m)][m];
        for (int k = 0; k < choices.length; k++) {
            for (int place = 0, left = k; place < m; place++, left /= m) {
                choices[k][place] = left % m;
            }
        }
        int[][] orders = Arrays.stream(choices)
                .map(chosen -> Arrays.stream(chosen).map(place -> free[place]).toArray())
                .toArray(int[][]::new);
        GibbsKernel kernel = new GibbsKernel(target, model, orders, frozen);
        kernel.choices = choices;
        kernel.freeCount = m;
        return kernel.with(Samplers.gibbs().randomScan().build());
    }

    /** By a sampler that draws hidden variables before and after the sweep. */
    GibbsKernel afterHidden(List<Branch> branches) {
        beginnings = branches;
        before = branches.get(0).script.length;
        return this;
    }

    /**
     * A sweep that has come so far: from a state, in one of the orders, with some probability, by the uniform numbers
     * that make its decisions.
     */
    record Branch(int from, int number, int order, double probability, double[] script) {

        /**
         * Decides by the number in a place whether to change some bits of the state; 0 for a decision that changes
         * none.
         */
        Branch decide(int place, int bits, boolean yes, double p) {
            double[] next = script.clone();
            next[place] = yes ? 0.0 : ScriptedRandom.LARGEST;
            return new Branch(from, yes ? number ^ bits : number, order, probability * (yes ? p : 1.0 - p), next);
        }
    }

    TransitionMatrix matrix() {
        List<Branch> branches = new ArrayList<>();
        int updates = orders[0].length;
        for (Branch beginning : beginnings) {
            double[] script = Arrays.copyOf(beginning.script, 2 * before + updates);
            branches.add(new Branch(beginning.from, beginning.number, beginning.order, beginning.probability, script));
        }
        for (int depth = 0; depth < updates; depth++) {
            List<Branch> known = branches;
            int update = depth;
            double[] p = bisect(branches.size(), uniform -> sweep(known, update, uniform));
            List<Branch> next = new ArrayList<>();
            for (int k = 0; k < p.length; k++) {
                for (boolean flip : new boolean[] {false, true}) {
                    Branch branch = branches.get(k);
                    branch = branch.decide(before + depth, 1 << site(branch, depth), flip, p[k]);
                    if (branch.probability > 0.0) {
                        next.add(branch);
                    }
                }
            }
            branches = next;
        }
        double[][] p = new double[target.states()][target.states()];
        for (Branch branch : branches) {
            p[branch.from][branch.number] += branch.probability;
        }
        return new TransitionMatrix(target, p).verifyStochastic();
    }

    private int site(Branch branch, int update) {
        return orders[branch.order][update];
    }

    /** What each chain decides by the number it is given: yes below a threshold of its own. */
    interface Decision {
        boolean[] at(double[] uniform);
    }

    /** For each chain, the number of multiples of 2^-53 at which it decides for yes, over 2^53. */
    static double[] bisect(int chains, Decision decision) {
        long[] least = new long[chains];
        long[] most = new long[chains];
        Arrays.fill(most, 1L << 53);
        for (int bit = 0; bit <= 53; bit++) {
            double[] uniform = new double[chains];
            for (int k = 0; k < chains; k++) {
                uniform[k] = Math.min((least[k] + most[k]) >>> 1, (1L << 53) - 1) * 0x1p-53;
            }
            boolean[] yes = decision.at(uniform);
            for (int k = 0; k < chains; k++) {
                long middle = (least[k] + most[k]) >>> 1;
                if (least[k] < most[k] && yes[k]) {
                    least[k] = middle + 1;
                } else if (least[k] < most[k]) {
                    most[k] = middle;
                }
            }
        }
        return Arrays.stream(least).mapToDouble(count -> count * 0x1p-53).toArray();
    }

    /** The numbers of a branch, up to a place where there is another; after it come those that decide for no. */
    static double[] scripted(Branch branch, int place, double uniform) {
        double[] script = branch.script.clone();
        script[place] = uniform;
        Arrays.fill(script, place + 1, script.length, ScriptedRandom.LARGEST);
        return script;
    }

    /** Whether each chain, its sweep scripted up to a number, flips the site that the number is for. */
    private boolean[] sweep(List<Branch> branches, int depth, double[] uniform) {
        byte[][] initial = branches.stream()
                .map(branch -> TableTarget.state(branch.from, target.dimension()))
                .toArray(byte[][]::new);
        BitStart start = new BitStart(target.dimension(), initial.length, 1L, initial, frozen);
        for (int k = 0; k < uniform.length; k++) {
            Branch branch = branches.get(k);
            double[] script = scripted(branch, before + depth, uniform[k]);
            start.generators()[k] = new ScriptedRandom(freeCount, choices[branch.order], script);
        }
        Ensemble<byte[]> ensemble = Inside.method(sampler).ensemble(model, start, WorkerPool.inline());
        ensemble.run(1, chain -> {}, new StopSignal());
        boolean[] flips = new boolean[uniform.length];
        for (int k = 0; k < flips.length; k++) {
            int site = site(branches.get(k), depth);
            flips[k] = ensemble.chains.get(k).state[site] != (branches.get(k).number >> site & 1);
        }
        return flips;
    }
}
