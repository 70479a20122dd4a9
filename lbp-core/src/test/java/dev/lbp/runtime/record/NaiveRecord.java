package dev.lbp.runtime.record;

import dev.lbp.ChainBatch;
import dev.lbp.internal.States;
import dev.lbp.runtime.engine.start.BitStart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/** What a run reports, worked out from the states themselves, O(N) a draw: the oracle of {@link ChainRecorder}. */
final class NaiveRecord {

    private final List<double[]> logProb = new ArrayList<>();
    private final List<double[]> hamming = new ArrayList<>();
    private final long[] ones;
    private final byte[] reference;
    private byte[][] before;
    private long moved;
    private double accepted;
    private long steps;
    private final byte[][] best;
    private final double[] bestLogProb;

    NaiveRecord(ChainBatch batch, long seed) {
        int n = batch.state(0).length;
        UniformRandomProvider common = new BitStart(n, 1, seed, null, null).runGenerator();
        reference = States.random(n, common);
        ones = new long[n];
        best = new byte[batch.chains()][];
        bestLogProb = new double[batch.chains()];
        Arrays.fill(bestLogProb, Double.NEGATIVE_INFINITY);
        before = states(batch);
        seeBest(batch);
    }

    /** Looks at a step of warm-up. */
    void seeBest(ChainBatch batch) {
        for (int c = 0; c < batch.chains(); c++) {
            if (batch.logProb(c) > bestLogProb[c]) {
                bestLogProb[c] = batch.logProb(c);
                best[c] = batch.state(c);
            }
        }
        before = states(batch);
    }

    /** Looks at a step after warm-up. */
    void step(ChainBatch batch, boolean draw) {
        byte[][] now = states(batch);
        double[] lp = new double[now.length];
        double[] distance = new double[now.length];
        for (int c = 0; c < now.length; c++) {
            moved += distance(before[c], now[c]);
            accepted += batch.lastStep(c).acceptanceProbability();
            steps++;
            lp[c] = batch.logProb(c);
            distance[c] = distance(reference, now[c]);
            for (int i = 0; draw && i < ones.length; i++) {
                ones[i] += now[c][i];
            }
        }
        if (draw) {
            logProb.add(lp);
            hamming.add(distance);
        }
        seeBest(batch);
    }

    private static byte[][] states(ChainBatch batch) {
        byte[][] states = new byte[batch.chains()][];
        for (int c = 0; c < states.length; c++) {
            states[c] = batch.state(c);
        }
        return states;
    }

    private static int distance(byte[] x, byte[] y) {
        int distance = 0;
        for (int i = 0; i < x.length; i++) {
            distance += x[i] == y[i] ? 0 : 1;
        }
        return distance;
    }

    double[][] logProb() {
        return transposed(logProb);
    }

    double[][] hamming() {
        return transposed(hamming);
    }

    private double[][] transposed(List<double[]> draws) {
        double[][] traces = new double[before.length][draws.size()];
        for (int t = 0; t < draws.size(); t++) {
            for (int c = 0; c < traces.length; c++) {
                traces[c][t] = draws.get(t)[c];
            }
        }
        return traces;
    }

    double[] marginals() {
        double[] marginals = new double[ones.length];
        for (int i = 0; i < ones.length; i++) {
            marginals[i] = (double) ones[i] / ((long) logProb.size() * before.length);
        }
        return marginals;
    }

    double jumpDistance() {
        return (double) moved / steps;
    }

    double acceptance() {
        return accepted / steps;
    }

    /** The best state: among equals, the first of the chain of lowest index. */
    byte[] best() {
        return best[luckiest()];
    }

    double bestLogProb() {
        return bestLogProb[luckiest()];
    }

    private int luckiest() {
        int luckiest = 0;
        for (int c = 1; c < best.length; c++) {
            luckiest = bestLogProb[c] > bestLogProb[luckiest] ? c : luckiest;
        }
        return luckiest;
    }

    byte[][] finalStates() {
        return before;
    }
}
