package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.StepKind;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * Compares the tracker of a chain with a new one at the same state: after the first rejected and accepted steps of each
 * kind, after steps whose number is a power of two, and at the end of a run. So a tracker that has lost the chain's
 * state is found soon, at a cost that grows only with the logarithm of the number of steps.
 *
 * <p>It draws no random numbers, and calls the chain's tracker only between steps.
 */
public final class TrackerAudit {

    /**
     * A tracker, of bits or of moves, as the comparison sees it.
     *
     * @param tracker the tracker itself
     * @param isScoredWhole whether it scores states as a whole and keeps no sums to compare
     * @param score gives its log-probability
     * @param source gives its log-ratios
     * @param label what a label is, for messages
     * @param changingMethods the methods that change its state, for messages
     */
    public record Peer(
            Object tracker,
            boolean isScoredWhole,
            DoubleSupplier score,
            LabelWeights.Source source,
            String label,
            String changingMethods) {

        double logProb() {
            return AcceptRule.checked(score.getAsDouble());
        }

        void logRatios(int[] labels, int n, double[] out) {
            source.logRatios(labels, n, out);
            LogRatios.check(out, 0, n);
        }
    }

    private static final String RESTORE = "return to the state of the last save(), bit for bit: restore(), save()";

    /** The number of labels in one call of a tracker. */
    private static final int CHUNK = 256;

    /** Of each kind of step, the tracker is compared after this many accepted steps and this many rejected ones. */
    private static final byte FIRST = 2;

    /** How many of the {@link #FIRST} are still to come: for each kind of step, rejected and then accepted ones. */
    private final byte[] left = new byte[2 * StepKind.values().length];

    /** The number of steps after which the trackers are next compared, whatever kind of step is the last. */
    private long next = 1;

    /** The number of steps at the last comparison. */
    private long compared;

    /** Whether a comparison is to be made and was not made yet. */
    private boolean due;

    TrackerAudit() {
        Arrays.fill(left, FIRST);
    }

    /** Whether the trackers are to be compared. */
    boolean due() {
        return due;
    }

    /**
     * Whether the trackers are to be compared after the last step of a chain, or a comparison due earlier is still to
     * be made.
     */
    boolean dueAfter(ChainState<?> chain) {
        int outcome = 2 * chain.kind.ordinal() + (chain.accepted ? 1 : 0); // an index of left
        long steps = chain.steps();
        if ((steps >= next || left[outcome] > 0) && steps > compared) {
            left[outcome] -= left[outcome] > 0 ? 1 : 0;
            due = true;
        }
        return due;
    }

    /** Ends a comparison. */
    void endComparison(long steps) {
        due = false;
        compared = steps;
        next = 2 * Math.max(1, Long.highestOneBit(steps)); // the next power of two above steps
    }

    /**
     * Compares the log-probabilities.
     *
     * @param live the log-probability by the chain's tracker
     * @param expected the log-probability by the new tracker
     * @throws IllegalStateException if they differ by more than rounding
     */
    void compare(LocalChain<?> chain, double live, double expected) {
        double tolerance = TrackerTolerance.after(chain.changes());
        if (!TrackerTolerance.close(expected, chain.logProb, tolerance, expected)) {
            throw failure(
                    requirement(chain),
                    chain,
                    "logProb() at the end of the last accepted step",
                    chain.logProb,
                    expected);
        }
        if (!TrackerTolerance.close(expected, live, tolerance, expected)) { // it was right at the last accepted step
            throw failure(chain.accepted ? requirement(chain) : RESTORE, chain, "logProb()", live, expected);
        }
    }

    /** The log-ratios of labels (sites or moves), from one tracker. */
    static double[] ratios(int[] labels, Peer peer) {
        double[] ofChunk = new double[Math.min(CHUNK, labels.length)];
        double[] all = new double[labels.length];
        for (int from = 0; from < labels.length; from += CHUNK) {
            int n = Math.min(CHUNK, labels.length - from);
            peer.logRatios(Arrays.copyOfRange(labels, from, from + n), n, ofChunk);
            System.arraycopy(ofChunk, 0, all, from, n);
        }
        return all;
    }

    /**
     * Compares the log-ratios of labels.
     *
     * @param live the log-ratios of the chain's tracker
     * @param fresh a new tracker at the state
     * @throws IllegalStateException if they differ by more than rounding
     */
    void compareRatios(LocalChain<?> chain, int[] labels, double[] live, Peer fresh) {
        double[] expected = ratios(labels, fresh);
        double scale = largest(expected);
        for (int k = 0; k < labels.length; k++) {
            if (!TrackerTolerance.closeRatios(expected[k], live[k], chain.changes(), scale, chain.logProb)) {
                throw failure(
                        requirement(chain),
                        chain,
                        "the log-ratio of " + fresh.label() + " " + labels[k],
                        live[k],
                        expected[k]);
            }
        }
    }

    /** The largest size of a finite log-ratio; 0 if there is none. */
    private static double largest(double[] ratios) {
        double largest = 0.0;
        for (double ratio : ratios) {
            double size = Math.abs(ratio);
            largest = size <= Double.MAX_VALUE ? Math.max(largest, size) : largest;
        }
        return largest;
    }

    private static IllegalStateException failure(
            String duty, LocalChain<?> chain, String what, double found, double expected) {
        return new IllegalStateException(
                "must " + duty + ", in " + chain.tracker().getClass().getName() + ": " + what + "=" + found
                        + ", of a new tracker at the same state " + expected);
    }

    /**
     * What the tracker must do and has not done, for a message. If it was right one step ago, the step's kind and
     * outcome tell more.
     */
    private String requirement(LocalChain<?> chain) {
        boolean inLastStep = chain.steps() == compared + 1;
        if (inLastStep && chain.kind == StepKind.JUMP) {
            return "set the state, whatever it was before: reset()";
        }
        return inLastStep && !chain.accepted ? RESTORE : chain.requirement(inLastStep);
    }
}
