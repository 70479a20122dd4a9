package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The transition matrix of one sweep of a cycle. An update flips a site with a probability that depends on the present
 * state alone. So the matrix is the product of the updates' matrices, with the flip probabilities of the definition.
 * That the chain under test has these probabilities is checked for each update at each state: given a uniform number
 * just below the probability the chain must flip the site, and given one just above it must not.
 */
final class SweepKernel {

    /** How near a number is to the probability, relative to it; so the entries of the matrix are certain. */
    private static final double NEAR = 1e-12;

    private final TableTarget target;
    private final Chains chains;
    private final boolean @Nullable [] frozen;

    /** Makes chains whose updates get scripted numbers. */
    private interface Chains {

        /**
         * @param n the updates of a sweep
         * @param choices the sites of a random scan
         * @param numbers the uniform numbers of all updates
         */
        Ensemble<byte[]> of(BitStart start, int n, int[] choices, double[] numbers);
    }

    SweepKernel(TableTarget target, EnergyModel model, Sampler sampler, boolean @Nullable [] frozen) {
        this(target, frozen, (start, n, choices, numbers) -> {
            start.generators()[0] = new ScriptedRandom(n, choices, numbers);
            return Inside.method(sampler).ensemble(model, start, WorkerPool.inline());
        });
    }

    private SweepKernel(TableTarget target, boolean @Nullable [] frozen, Chains chains) {
        this.target = target;
        this.chains = chains;
        this.frozen = frozen;
    }

    /**
     * The kernel of sweeps in blocks.
     *
     * @param most the most sites of a block; each block has a script of its own
     */
    static SweepKernel inBlocks(
            TableTarget target, LocalEnergyModel model, Sweeps sweeps, int most, boolean @Nullable [] frozen) {
        SweepMethod method = new SweepMethod(sweeps, Scan.IN_BLOCKS, SiteSkipping.NONE, StepMix.MOVES);
        return new SweepKernel(
                target,
                frozen,
                (start, n, choices, numbers) -> method.blockChains(
                        model,
                        start,
                        WorkerPool.inline(),
                        most,
                        () -> new ScriptedBlocks(model, frozen, most, numbers)));
    }

    /** The numbers of a sweep after those of the one before, in the order of its updates. */
    private static final class ScriptedBlocks implements BlockStreams {

        private final List<double[]> ofBlocks = new ArrayList<>();
        private final int blocks;
        private int sweep = -1;

        ScriptedBlocks(LocalEnergyModel model, boolean @Nullable [] frozen, int most, double... numbers) {
            int at = 0;
            while (at < numbers.length) {
                for (int[] sites : model.colouring()) {
                    int left = (int) Arrays.stream(sites)
                            .filter(site -> frozen == null || !frozen[site])
                            .count();
                    for (; left > 0; left -= most) {
                        int size = Math.min(left, most);
                        ofBlocks.add(Arrays.copyOfRange(numbers, at, at + size));
                        at += size;
                    }
                }
                sweep++;
            }
            blocks = ofBlocks.size() / (sweep + 1);
            sweep = -1;
        }

        @Override
        public void begin(UniformRandomProvider chain) {
            sweep++;
        }

        @Override
        public UniformRandomProvider of(int block) {
            return new ScriptedRandom(ofBlocks.get(sweep * blocks + block));
        }
    }

    /**
     * The matrix of a sweep with systematic scan.
     *
     * @param before the number of sweeps before it
     * @param gibbs whether it is to be one of Gibbs
     * @param order the free sites in their order
     */
    double[][] systematic(int before, boolean gibbs, int... order) {
        double[][] sweep = identity(target.states());
        multiplyBySystematic(sweep, before, gibbs, order);
        return sweep;
    }

    /** The matrix of a cycle of sweeps with systematic scan; the last one is always one of Gibbs. */
    double[][] systematicCycle(int sweeps, boolean gibbs, int... order) {
        double[][] cycle = identity(target.states());
        for (int before = 0; before < sweeps; before++) {
            multiplyBySystematic(cycle, before, gibbs || before == sweeps - 1, order);
        }
        return cycle;
    }

    /** Multiplies a matrix by that of a sweep from the right. */
    private void multiplyBySystematic(double[][] product, int before, boolean gibbs, int... order) {
        int states = target.states();
        int[] from = IntStream.range(0, states).toArray(); // a state that the updates so far lead here from
        double[][] scripts = new double[states][order.length];
        for (int depth = 0; depth < order.length; depth++) {
            int site = order[depth];
            int[] starts = from;
            double[][] decided = scripts;
            int at = depth;
            double[] p = probabilities(site, gibbs, (x, uniform) -> {
                double[] script = decided[x].clone();
                script[at] = uniform;
                return end(before, order.length, new int[0], starts[x], script);
            });
            from = new int[states];
            scripts = new double[states][];
            for (int x = 0; x < states; x++) {
                if (p[x] < 1.0) {
                    decide(from, scripts, x, starts[x], decided[x], at, ScriptedRandom.LARGEST);
                }
                decide(from, scripts, x ^ 1 << site, starts[x], decided[x], at, 0.0);
            }
            multiplyByUpdate(product, site, p);
        }
    }

    /** Multiplies a matrix by that of an update from the right; a column of an update has two entries. */
    static void multiplyByUpdate(double[][] product, int site, double[] p) {
        int bit = 1 << site;
        for (double[] row : product) {
            for (int y = 0; y < row.length; y++) {
                if ((y & bit) == 0) {
                    double without = row[y];
                    double with = row[y | bit];
                    row[y] = without * (1.0 - p[y]) + with * p[y | bit];
                    row[y | bit] = without * p[y] + with * (1.0 - p[y | bit]);
                }
            }
        }
    }

    private static void decide(
            int[] from, double[][] scripts, int to, int start, double[] decided, int at, double uniform) {
        from[to] = start;
        scripts[to] = decided.clone();
        scripts[to][at] = uniform;
    }

    /**
     * The matrix of a sweep with random scan: the mean over the sites of an update, to the power of the updates. The
     * first update is tested; those after it choose another site.
     */
    double[][] random(int before, boolean gibbs, int... free) {
        int n = free.length;
        double[][] mean = new double[target.states()][target.states()];
        for (int k = 0; k < n; k++) {
            int[] choices = new int[(before + 1) * n];
            Arrays.fill(choices, (k + 1) % n);
            choices[before * n] = k;
            double[] p = probabilities(free[k], gibbs, (x, uniform) -> {
                double[] script = new double[n];
                script[0] = uniform;
                return end(before, n, choices, x, script);
            });
            double[][] update = update(free[k], p);
            for (int x = 0; x < mean.length; x++) {
                for (int y = 0; y < mean.length; y++) {
                    mean[x][y] += update[x][y] / n;
                }
            }
        }
        double[][] sweep = identity(target.states());
        for (int k = 0; k < n; k++) {
            sweep = product(sweep, mean);
        }
        return sweep;
    }

    /** Where a sweep ends, given the state that an update meets, and its uniform number. */
    private interface Sweep {
        int end(int state, double uniform);
    }

    /** The chain's flip probabilities of a site in all states, {@code min(1, t)} or {@code t / (1 + t)}. */
    private double[] probabilities(int site, boolean gibbs, Sweep sweep) {
        double[] p = new double[target.states()];
        for (int x = 0; x < p.length; x++) {
            double d = target.logProb(x ^ 1 << site) - target.logProb(x);
            p[x] = gibbs ? 1.0 / (1.0 + Math.exp(-d)) : Math.min(1.0, Math.exp(d));
            double below = p[x] * (1.0 - NEAR);
            double above = p[x] * (1.0 + NEAR);
            assertThat(flips(x, site, sweep, below))
                    .as("flips %d of %d at %s", site, x, below)
                    .isTrue();
            if (above < 1.0) {
                assertThat(flips(x, site, sweep, above))
                        .as("flips %d of %d at %s", site, x, above)
                        .isFalse();
            }
        }
        return p;
    }

    private static boolean flips(int x, int site, Sweep sweep, double uniform) {
        return ((sweep.end(x, uniform) ^ x) >> site & 1) == 1;
    }

    /** The state after a scripted sweep of a chain that some sweeps were made with before. */
    private int end(int before, int n, int[] choices, int from, double[] script) {
        byte[][] initial = {TableTarget.state(from, target.dimension())};
        BitStart start = new BitStart(target.dimension(), 1, 1L, initial, frozen);
        double[] numbers = new double[(before + 1) * n];
        Arrays.fill(numbers, ScriptedRandom.LARGEST);
        System.arraycopy(script, 0, numbers, before * n, n);
        Ensemble<byte[]> ensemble = chains.of(start, n, choices, numbers);
        ensemble.run(before, chain -> {}, new StopSignal());
        ensemble.reset(0, initial[0]);
        ensemble.run(1, chain -> {}, new StopSignal());
        return TableTarget.number(ensemble.chains.get(0).state);
    }

    private static double[][] update(int site, double[] p) {
        double[][] update = new double[p.length][p.length];
        for (int x = 0; x < p.length; x++) {
            update[x][x] = 1.0 - p[x];
            update[x][x ^ 1 << site] = p[x];
        }
        return update;
    }

    static double[][] identity(int n) {
        double[][] identity = new double[n][n];
        for (int x = 0; x < n; x++) {
            identity[x][x] = 1.0;
        }
        return identity;
    }

    /** {@code a b}. */
    static double[][] product(double[][] a, double[][] b) {
        double[][] product = new double[a.length][a.length];
        for (int x = 0; x < a.length; x++) {
            for (int k = 0; k < a.length; k++) {
                if (a[x][k] != 0.0) {
                    for (int y = 0; y < a.length; y++) {
                        product[x][y] += a[x][k] * b[k][y];
                    }
                }
            }
        }
        return product;
    }
}
