package dev.lbp.runtime.record;

import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.engine.step.StepKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The averages over all moves after warm-up, of all chains together and of each chain. Other kinds of steps have rates
 * of their own.
 *
 * @param rates the rate of each kind of step; NaN without such steps
 * @param jumpDistance the mean Hamming distance of a move
 * @param withoutReturn the number of draws of q proposed at states that q scores as impossible, all rejected
 * @param acceptanceRates the mean of min(1, alpha) of the moves of each chain
 * @param jumpDistances the mean Hamming distance of a move for each chain
 */
public record PooledSteps(
        Map<StepKind, Double> rates,
        double jumpDistance,
        long withoutReturn,
        double[] acceptanceRates,
        double[] jumpDistances) {

    /** Pools the counts of all chains. */
    public static PooledSteps of(List<? extends ChainRecorder<?>> recorders) {
        List<StepCounts> counts = recorders.stream().map(chain -> chain.steps).toList();
        Map<StepKind, Double> rates = new EnumMap<>(StepKind.class);
        for (StepKind kind : StepKind.values()) {
            rates.put(kind, sum(counts, chain -> chain.sum(kind)) / sum(counts, chain -> chain.steps(kind)));
        }
        return new PooledSteps(
                rates,
                recorders.stream().mapToDouble(ChainRecorder::jumpSum).sum()
                        / sum(counts, chain -> chain.steps(StepKind.MOVE)),
                counts.stream().mapToLong(chain -> chain.withoutReturn).sum(),
                counts.stream()
                        .mapToDouble(chain -> chain.sum(StepKind.MOVE) / chain.steps(StepKind.MOVE))
                        .toArray(),
                recorders.stream()
                        .mapToDouble(chain -> chain.jumpSum() / chain.steps.steps(StepKind.MOVE))
                        .toArray());
    }

    private static double sum(List<StepCounts> counts, ToDoubleFunction<StepCounts> count) {
        return counts.stream().mapToDouble(count).sum();
    }

    /** The rate of a kind of step; NaN without such steps. */
    public double rate(StepKind kind) {
        return rates.getOrDefault(kind, Double.NaN);
    }

    /**
     * The rates of all other kinds of steps in words, to be appended to the acceptance rate; empty without such steps.
     */
    public String othersText() {
        StringBuilder text = new StringBuilder();
        for (StepKind kind : StepKind.values()) {
            if (kind != StepKind.MOVE && !Double.isNaN(rate(kind))) {
                text.append(Numbers.format(", %s %.3f", kind.words, rate(kind)));
            }
        }
        if (withoutReturn > 0) {
            text.append(Numbers.format(", %d jumps rejected at states that q scores as impossible", withoutReturn));
        }
        return text.toString();
    }
}
