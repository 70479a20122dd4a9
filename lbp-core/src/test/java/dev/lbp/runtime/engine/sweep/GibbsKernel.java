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

    /** How far from an expected number the search for the true one looks first, in multiples of 2^-53. */
    private static final long[] NEAR = {1L << 6, 1L << 20, 1L << 34};

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
                beginnings.add(new Branch(x, x, k, 1.0 / orders.length, new double[0], null));
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
     *
     * @param logOdds of the sites given hidden variables, near which the search begins; null for those of the target
     */
    record Branch(int from, int number, int order, double probability, double[] script, double @Nullable [] logOdds) {

        /**
         * Decides by the number in a place whether to change some bits of the state; 0 for a decision that changes
         * none.
         */
        Branch decide(int place, int bits, boolean yes, double p) {
            double[] next = script.clone();
            next[place] = yes ? 0.0 : ScriptedRandom.LARGEST;
            double share = yes ? p : 1.0 - p;
            return new Branch(from, yes ? number ^ bits : number, order, probability * share, next, logOdds);
        }
    }

    TransitionMatrix matrix() {
        List<Branch> branches = new ArrayList<>();
        int updates = orders[0].length;
        for (Branch beginning : beginnings) {
            double[] script = Arrays.copyOf(beginning.script, 2 * before + updates);
            branches.add(new Branch(
                    beginning.from,
                    beginning.number,
                    beginning.order,
                    beginning.probability,
                    script,
                    beginning.logOdds));
        }
        for (int depth = 0; depth < updates; depth++) {
            List<Branch> known = branches;
            int update = depth;
            double[] p = bisect(expected(known, update), uniform -> sweep(known, update, uniform));
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

    /** The flip probabilities by the definition, near which the search begins. */
    private double[] expected(List<Branch> branches, int update) {
        return branches.stream()
                .mapToDouble(branch -> {
                    int site = site(branch, update);
                    int flipped = branch.number ^ 1 << site;
                    double logRatio = branch.logOdds == null
                            ? target.logProb(flipped) - target.logProb(branch.number)
                            : branch.logOdds[site] * (flipped > branch.number ? 1 : -1);
                    return 1.0 / (1.0 + Math.exp(-logRatio));
                })
                .toArray();
    }

    /**
     * For each chain, the number of multiples of 2^-53 at which it decides for yes, over 2^53. The search begins beside
     * the expected number, on both sides of it, and ends at the true one, wherever that is.
     */
    static double[] bisect(double[] expected, Decision decision) {
        int chains = expected.length;
        long[] least = new long[chains];
        long[] most = new long[chains];
        Arrays.fill(most, 1L << 53);
        for (int round = 0; !Arrays.equals(least, most); round++) {
            long[] asked = new long[chains];
            double[] uniform = new double[chains];
            for (int k = 0; k < chains; k++) {
                asked[k] = next(round, expected[k], least[k], most[k]);
                uniform[k] = asked[k] * 0x1p-53;
            }
            boolean[] yes = decision.at(uniform);
            for (int k = 0; k < chains; k++) {
                if (least[k] < most[k] && yes[k]) {
                    least[k] = asked[k] + 1;
                } else if (least[k] < most[k]) {
                    most[k] = asked[k];
                }
            }
        }
        return Arrays.stream(least).mapToDouble(count -> count * 0x1p-53).toArray();
    }

    /** The number to ask in a round: the next one below or above the expected number, or the middle. */
    private static long next(int round, double expected, long least, long most) {
        long away = round < 2 * NEAR.length ? NEAR[round / 2] : 0;
        long beside = Math.round(expected * 0x1p53) + (round % 2 == 0 ? -away : away);
        boolean open = away > 0 && beside >= least && beside < most;
        return open ? beside : Math.min((least + most) >>> 1, (1L << 53) - 1);
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
