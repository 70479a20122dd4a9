package dev.lbp.experiments.rival;

import dev.lbp.internal.Sum;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Computes acceptance rates of single moves that are proposed from a state x: move m with probability {@code w_m(x) /
 * Z(x)}, {@code w = g(t)}. The acceptance probability is computed for any g, balanced or not, from the log-ratios of
 * all moves in x and in y = T_m x:
 *
 * <pre>{@code min(1, pi(y) w_m'(y) Z(x) / (pi(x) w_m(x) Z(y))),   m' = inv(x, m).}</pre>
 */
public final class SingleMoves {

    private final MoveModel.Tracker tracker;
    private final int[] labels;
    /** The log-ratios of all moves in x. */
    private final double[] before;
    /** The log-ratios of all moves in y. */
    private final double[] after;
    /** The cumulative weights of the moves in x. */
    private final double[] sums;

    private final int[] touched;

    /** Proposals from a state of the model. */
    public SingleMoves(MoveModel model, int[] state) {
        this.labels = IntStream.range(0, model.moves()).toArray();
        this.before = new double[labels.length];
        this.after = new double[labels.length];
        this.sums = new double[labels.length];
        this.touched = new int[labels.length];
        this.tracker = model.newTracker();
        tracker.reset(state);
        tracker.save();
        tracker.logRatios(labels, labels.length, before);
    }

    /** The exact mean acceptance probability of a uniformly drawn move. An illegal move is rejected. */
    public double uniformAcceptance() {
        return Arrays.stream(before).map(d -> Math.exp(Math.min(0.0, d))).sum() / before.length;
    }

    /**
     * Means over informed proposals.
     *
     * @param acceptance the mean acceptance probability
     * @param touched the mean number of log-ratios that a move changes
     */
    public record Informed(double acceptance, double touched) {}

    /** Estimates by {@code draws} informed proposals from the present state, which must have a legal move. */
    public Informed informed(WeightFunction weight, int draws, UniformRandomProvider random) {
        double logTotal = logTotal(weight, before);
        double sum = 0.0;
        for (int m = 0; m < before.length; m++) {
            sum += Math.exp(weight.logWeight(before[m]) - logTotal);
            sums[m] = sum;
        }
        double acceptance = 0.0;
        double count = 0.0;
        for (int k = 0; k < draws; k++) {
            int m = drawn(random.nextDouble() * sum);
            int inverse = tracker.inverse(m);
            int n = tracker.apply(m, touched);
            tracker.logRatios(labels, labels.length, after);
            // alpha = pi(y) w_inverse(y) Z(x) / (pi(x) w_m(x) Z(y))
            double logAlpha = before[m]
                    + weight.logWeight(after[inverse])
                    + logTotal
                    - weight.logWeight(before[m])
                    - logTotal(weight, after);
            acceptance += Math.exp(Math.min(0.0, logAlpha));
            count += n == MoveModel.Tracker.ALL_MOVES ? labels.length : n;
            tracker.restore();
        }
        return new Informed(acceptance / draws, count / draws);
    }

    /** The first move whose cumulative weight exceeds {@code u}; its weight is positive. */
    private int drawn(double u) {
        int low = 0;
        int high = sums.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sums[middle] > u) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** log Z of the weights, computed without overflow. */
    private static double logTotal(WeightFunction weight, double[] logRatios) {
        double most = Arrays.stream(logRatios).map(weight::logWeight).max().orElseThrow();
        double sum = Sum.of(logRatios, d -> Math.exp(weight.logWeight(d) - most));
        return most + Math.log(sum);
    }
}
