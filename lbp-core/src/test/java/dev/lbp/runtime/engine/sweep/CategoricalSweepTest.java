package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.runtime.engine.Ends;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.CategoricalModel;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sweeps over sites of C values, exactly: the transition matrix of a sweep, found by bisection over uniform numbers.
 */
public class CategoricalSweepTest {

    /** Label i C + c gives value c to site i, as in every space of sites with the same number of values. */
    public static class Table extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        public Table(int sites, int values, IntToDoubleFunction logProb) {
            super(MoveSpaces.sites(repeated(values, sites)), logProb);
        }

        /** Some states of the sites alone. */
        public Table(MoveSpace space, IntToDoubleFunction logProb) {
            super(space, logProb);
        }

        private static int[] repeated(int value, int n) {
            int[] all = new int[n];
            Arrays.fill(all, value);
            return all;
        }
    }

    /** The sweeps that differ: the fourth one of Metropolis is by Gibbs. */
    public enum Sweep {
        GIBBS(Sweeps.GIBBS, 0),
        METROPOLIS(Sweeps.METROPOLIS, 0),
        FOURTH(Sweeps.METROPOLIS, 3);

        final Sweeps sweeps;
        final int before;

        Sweep(Sweeps sweeps, int before) {
            this.sweeps = sweeps;
            this.before = before;
        }
    }

    static Stream<Table> targets() {
        return Stream.of(
                new Table(2, 4, x -> 3.0 * Math.cos(5.0 * x)),
                new Table(3, 2, x -> Math.sin(3.0 * x)),
                new Table(3, 3, x -> x % 5 == 0 ? Double.NEGATIVE_INFINITY : 2.0 * Math.sin(x)), // impossible states
                new Table(2, 3, x -> -700.0 * (x % 3))); // ratios whose exponentials are beyond a double
    }

    @ParameterizedTest
    @MethodSource("targets")
    void sweep_inOrder_leavesTheTargetInvariant(Table target) {
        int[] order = new int[target.dimension()];
        Arrays.setAll(order, i -> i);
        for (Sweep sweep : Sweep.values()) {
            verifyInvariant(target, matrix(target, order, sweep, false));
        }
    }

    /** The mean over all equally probable orders of N updates, N^N of them. */
    @Test
    void sweep_randomScan_leavesTheTargetInvariantAndIsReversible() {
        for (Sweep sweep : Sweep.values()) {
            verifyRandomScan(sweep);
        }
    }

    private static void verifyRandomScan(Sweep sweep) {
        Table target = new Table(2, 3, x -> 1.5 * Math.sin(7.0 * x + 1.0));
        double[][] mean = new double[9][9];
        for (int sequence = 0; sequence < 4; sequence++) {
            double[][] p = matrix(target, new int[] {sequence % 2, sequence / 2}, sweep, true);
            for (int x = 0; x < 9; x++) {
                for (int y = 0; y < 9; y++) {
                    mean[x][y] += p[x][y] / 4.0;
                }
            }
        }
        verifyInvariant(target, mean);
        double[] pi = target.probabilities();
        for (int x = 0; x < 9; x++) {
            for (int y = 0; y < 9; y++) {
                assertThat(pi[x] * mean[x][y]).isCloseTo(pi[y] * mean[y][x], within(1e-12));
            }
        }
    }

    /** The conditional distribution of one site, by its definition. */
    @Test
    void update_ofOneSite_drawsFromItsConditional() {
        Table target = new Table(1, 4, x -> Math.log(x + 1.0));
        for (Sweep sweep : new Sweep[] {Sweep.GIBBS, Sweep.FOURTH}) {
            double[][] p = matrix(target, new int[] {0}, sweep, false);
            for (int x = 0; x < 4; x++) {
                assertThat(p[x]).containsExactly(new double[] {0.1, 0.2, 0.3, 0.4}, within(1e-14));
            }
        }
    }

    /** By its definition: another value as the heat bath draws it, accepted or not. */
    @Test
    void update_ofOneSiteByMetropolis_isMetropolisedGibbs() {
        Table target = new Table(1, 4, x -> Math.log(x + 1.0));
        double[] pi = {0.1, 0.2, 0.3, 0.4};
        double[][] p = matrix(target, new int[] {0}, Sweep.METROPOLIS, false);
        for (int x = 0; x < 4; x++) {
            for (int y = 0; y < 4; y++) {
                if (y != x) {
                    double accepted = Math.min(1.0, (1.0 - pi[x]) / (1.0 - pi[y]));
                    assertThat(p[x][y]).isCloseTo(pi[y] / (1.0 - pi[x]) * accepted, within(1e-14));
                }
            }
        }
    }

    @Test
    void start_wrongNumberOfLabels_isRefused() {
        Table broken = new Table(2, 3, x -> 0.0) {
            private static final long serialVersionUID = 1L;

            @Override
            public int moves() {
                return 5;
            }
        };
        assertThatThrownBy(() -> Samplers.gibbs().build().start(broken, 1L))
                .hasMessage("must be N * C = 6 for a CategoricalModel: model.moves()=5");
    }

    /** A generator returns the largest double once in 2^53 calls; that must not lead to a state of no probability. */
    @Test
    void update_largestUniform_neverToAnImpossibleValue() {
        Table target = new Table(1, 3, x -> x == 2 ? Double.NEGATIVE_INFINITY : 0.0);
        assertThat(end(target, 0, new int[] {0}, Sweep.GIBBS, false, ScriptedRandom.LARGEST))
                .isEqualTo(1);
        assertThat(end(
                        new Table(1, 3, x -> x == 0 ? Double.NEGATIVE_INFINITY : 0.0),
                        1,
                        new int[] {0},
                        Sweep.GIBBS,
                        false,
                        0.0))
                .isEqualTo(1);
    }

    public static void verifyInvariant(Table target, double[][] p) {
        double[] pi = target.probabilities();
        double[] after = new double[pi.length];
        for (int x = 0; x < pi.length; x++) {
            if (pi[x] > 0.0) {
                assertThat(Arrays.stream(p[x]).sum()).isCloseTo(1.0, within(1e-12));
            }
            for (int y = 0; y < pi.length; y++) {
                after[y] += pi[x] * p[x][y];
            }
        }
        assertThat(after).containsExactly(pi, within(1e-12));
    }

    public static double[][] matrix(Table target, int[] order, Sweep sweep, boolean randomScan) {
        int n = target.space().states().size();
        double[][] p = new double[n][n];
        Ends ends = new Ends();
        for (int x = 0; x < n; x++) {
            if (target.logProb()[x] > Double.NEGATIVE_INFINITY) {
                decide(ends, target, x, order, sweep, randomScan, new double[0], 1.0, p[x]);
            }
        }
        return p;
    }

    /**
     * Finds the values that the next site can take, and the share of uniform numbers for each, after some numbers that
     * decided on the sites before it. The largest number leaves later sites at their last possible values.
     */
    private static void decide(
            Ends ends,
            Table target,
            int from,
            int[] order,
            Sweep sweep,
            boolean randomScan,
            double[] script,
            double probability,
            double[] row) {
        if (script.length == order.length) {
            row[end(target, from, order, sweep, randomScan, script)] += probability;
            return;
        }
        double[] next = Arrays.copyOf(script, script.length + 1);
        int present = sweep == Sweep.METROPOLIS ? valueBefore(target, from, order, sweep, randomScan, script) : -1;
        double below = 0.0;
        for (int k = 0; k < target.values(); k++) {
            int rank = k;
            double upTo = ends.probability(
                    u -> rank(valueAfter(target, from, order, sweep, randomScan, script, u), present, target.values())
                            <= rank);
            if (upTo > below) {
                next[script.length] = below;
                decide(ends, target, from, order, sweep, randomScan, next.clone(), probability * (upTo - below), row);
            }
            below = Math.max(below, upTo);
        }
    }

    /** The place of a value in the order in which uniform numbers choose them: ascending, but a present one last. */
    private static int rank(int value, int present, int values) {
        return present < 0 || value < present ? value : value == present ? values - 1 : value - 1;
    }

    /** The value of the site that the next number decides on, just before its update. */
    private static int valueBefore(
            Table target, int from, int[] order, Sweep sweep, boolean randomScan, double... script) {
        int[] stopped = order.clone();
        if (randomScan) {
            Arrays.fill(stopped, script.length, order.length, (order[script.length] + 1) % target.dimension());
            int end = end(target, from, stopped, sweep, true, Arrays.copyOf(script, order.length));
            return target.space().states().get(end)[order[script.length]];
        }
        return target.space().states().get(from)[order[script.length]];
    }

    /**
     * The value of the site that a number decides on, just after its update: no later update is made of the same site.
     */
    private static int valueAfter(
            Table target, int from, int[] order, Sweep sweep, boolean randomScan, double[] script, double uniform) {
        int depth = script.length;
        double[] numbers = Arrays.copyOf(script, order.length);
        numbers[depth] = uniform;
        int[] stopped = order.clone();
        int elsewhere = (order[depth] + 1) % target.dimension();
        if (randomScan) {
            Arrays.fill(stopped, depth + 1, order.length, elsewhere);
        }
        int end = end(target, from, stopped, sweep, randomScan, numbers);
        return target.space().states().get(end)[order[depth]];
    }

    /** The state after a sweep with scripted numbers. */
    private static int end(Table target, int from, int[] order, Sweep sweep, boolean randomScan, double... script) {
        int[][] initial = {target.space().states().get(from)};
        ValueStart start = new ValueStart(target, StartPlan.of(1, 1L, initial));
        int n = order.length;
        double[] numbers = new double[(sweep.before + 1) * n];
        System.arraycopy(script, 0, numbers, sweep.before * n, n);
        int[] choices = new int[numbers.length];
        System.arraycopy(order, 0, choices, sweep.before * n, n);
        start.generators()[0] = new ScriptedRandom(n, randomScan ? choices : new int[0], numbers);
        Ensemble<int[]> ensemble = new SweepMethod(
                        sweep.sweeps, randomScan ? Scan.RANDOM : Scan.COLOURED, SiteSkipping.NONE, StepMix.MOVES)
                .ensemble(target, start, WorkerPool.inline());
        ensemble.run(sweep.before, chain -> {}, new StopSignal());
        ensemble.reset(0, initial[0]);
        ensemble.run(1, chain -> {}, new StopSignal());
        return target.space().number(ensemble.chains.get(0).state);
    }
}
