package dev.lbp.runtime.engine.tempered;

import dev.lbp.result.TemperingObservables;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The overlaps of two states x and x' of bits, with spins s = 2x - 1:
 *
 * <pre>{@code
 * q = (1 / N) sum_i s_i s'_i,    q_l = mean of s_i s_j s'_i s'_j over the pairs of a graph
 * }</pre>
 *
 * <p>Cost: O(N) and O(pairs).
 */
public final class Overlaps {

    /** The largest number of observables that are recorded of a pair of states: q, |q| and q_l. */
    public static final int COUNT = 3;

    /**
     * Two states of one slot: of a ladder and of its twin.
     *
     * @param <S> the array of a state
     */
    public record Pair<S>(S one, S other) {}

    private Overlaps() {}

    /** Makes empty records of q and |q|, and of q_l if the graph has pairs. */
    public static SlotRecords<Pair<byte[]>> records(SiteGraph graph) {
        Map<String, SlotRecords.Observable<Pair<byte[]>>> observables = new LinkedHashMap<>();
        observables.put(TemperingObservables.OVERLAP, (pair, logProb) -> overlap(pair));
        observables.put(TemperingObservables.ABSOLUTE_OVERLAP, (pair, logProb) -> Math.abs(overlap(pair)));
        if (graph.pairs() > 0) {
            observables.put(TemperingObservables.LINK_OVERLAP, (pair, logProb) -> linkOverlap(pair, graph));
        }
        return new SlotRecords<>(observables);
    }

    /** The sums {@code one[k] + other[k]}, for each slot k of two ladders. */
    public static double[] sums(double[] one, double[] other) {
        double[] sums = one.clone();
        Arrays.setAll(sums, k -> one[k] + other[k]);
        return sums;
    }

    /** q: a site where the states differ adds -1 / N, any other site 1 / N. */
    private static double overlap(Pair<byte[]> pair) {
        int n = pair.one.length;
        int differ = 0;
        for (int i = 0; i < n; i++) {
            differ += pair.one[i] ^ pair.other[i];
        }
        return (n - 2.0 * differ) / n;
    }

    /** q_l. A pair of sites adds -1 if the states differ at exactly one of its sites, else 1. */
    private static double linkOverlap(Pair<byte[]> pair, SiteGraph graph) {
        int odd = 0; // the number of pairs of sites that add -1, each counted from both of its sites
        for (int i = 0; i < graph.sites(); i++) {
            int differs = pair.one[i] ^ pair.other[i];
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                int j = graph.neighbour(k);
                odd += differs ^ pair.one[j] ^ pair.other[j];
            }
        }
        return (graph.pairs() - (double) odd) / graph.pairs();
    }
}
