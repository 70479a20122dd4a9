package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.fail;

import dev.lbp.TableMoves;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The exact transition matrix of a step of the path-auxiliary sampler. One chain is forced along every path of legal
 * labels from every state. It goes on from where its last step has left it while there are paths from there, so what a
 * rejected step undoes and what an accepted one keeps is tried along with the probabilities, which are the chain's own.
 */
public final class PathKernel {

    private final TableMoves table;
    private final MoveModel model;
    private final WeightFunction weight;

    /**
     * @param table the target
     * @param model the model that the chain samples: the table, or a broken form of it
     */
    PathKernel(TableMoves table, MoveModel model, WeightFunction weight) {
        this.table = table;
        this.model = model;
        this.weight = weight;
    }

    public static PathKernel of(TableMoves table, WeightFunction weight) {
        return new PathKernel(table, table, weight);
    }

    /** The same for a chain that samples another form of the target. */
    PathKernel on(MoveModel other) {
        return new PathKernel(table, other, weight);
    }

    /** The matrix at paths of one length, after checking that its rows sum to 1. */
    public TransitionMatrix matrix(int length) {
        return new TransitionMatrix(table.probabilities(), walk(length, true)).verifyStochastic();
    }

    /** The probabilities of the proposed states. */
    double[][] proposals(int length) {
        return walk(length, false);
    }

    private double[][] walk(int length, boolean rejects) {
        double[][] p = new double[table.logProb().length][table.logProb().length];
        List<Iterator<int[]>> untried = new ArrayList<>();
        for (int x = 0; x < p.length; x++) {
            untried.add(paths(x, length).iterator());
        }
        Forced forced = new Forced();
        ValueStart start = new ValueStart(
                model, StartPlan.of(1, 1L, new int[][] {table.space().states().get(0)}));
        Ensemble<int[]> ensemble =
                new PathMethod(forced, weight, new FixedScale(length)).ensemble(model, start, WorkerPool.inline());
        ChainState<int[]> chain = ensemble.chains.get(0);
        int first = 0;
        while (true) {
            int x = table.space().number(chain.state);
            if (!untried.get(x).hasNext()) {
                while (first < p.length && !untried.get(first).hasNext()) {
                    first++;
                }
                if (first == p.length) {
                    return p;
                }
                x = first;
                ensemble.reset(0, table.space().states().get(x));
            }
            int[] path = untried.get(x).next();
            forced.begin(path);
            ensemble.run(1, any -> {}, new StopSignal());
            int y = x;
            for (int label : path) {
                y = table.end(y, label);
            }
            double q = Math.exp(forced.logProbability);
            double accepted = rejects ? chain.acceptanceProbability : 1.0;
            p[x][y] += q * accepted;
            p[x][x] += q * (1.0 - accepted);
            int end = chain.accepted ? y : x;
            int[] expected = table.space().states().get(end);
            if (!Arrays.equals(chain.state, expected)
                    || chain.logProb != table.logProb()[end]
                    || forced.next != length) {
                fail(
                        "must be at %s after %d moves: %s",
                        Arrays.toString(expected), length, Arrays.toString(chain.state));
            }
        }
    }

    /** All sequences of legal labels. */
    private List<int[]> paths(int from, int length) {
        List<int[]> paths = new ArrayList<>();
        extend(from, new int[length], 0, paths);
        return paths;
    }

    private void extend(int x, int[] prefix, int length, List<int[]> paths) {
        if (length == prefix.length) {
            paths.add(prefix.clone());
            return;
        }
        for (int m = 0; m < table.moves(); m++) {
            if (table.end(x, m) >= 0) {
                prefix[length] = m;
                extend(table.end(x, m), prefix, length + 1, paths);
            }
        }
    }

    /** Draws the labels of a script, and adds up the log-probabilities that the real draw gives them. */
    private static final class Forced implements Proposal {

        private static final long serialVersionUID = 1L;

        private final ReplacementProposal real = new ReplacementProposal();
        private int[] script = {};
        private int next;
        private double logProbability;

        void begin(int[] path) {
            script = path;
            next = 0;
            logProbability = 0.0;
        }

        @Override
        public boolean weighted() {
            return true;
        }

        @Override
        public int draw(WeightTable weights, double scale, UniformRandomProvider rng, int[] path) {
            if (real.draw(weights, scale, rng, path) < 0) {
                return -1;
            }
            if (scale != 1 || !(weights.weight(path[0]) > 0.0)) {
                fail("must draw a label of positive weight: " + path[0]);
            }
            path[0] = script[next++];
            logProbability += logProbability(weights, path, 1, 1, false);
            return 1;
        }

        @Override
        public double logProbability(WeightTable weights, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(weights, path, length, scale, reversed);
        }

        @Override
        public int flips(WeightTable weights, int[] path, int length, int[] sites) {
            throw new UnsupportedOperationException();
        }
    }
}
