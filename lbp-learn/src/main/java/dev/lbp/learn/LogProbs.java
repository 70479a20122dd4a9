package dev.lbp.learn;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Computes and checks the log-probabilities of many states. */
final class LogProbs {

    /** The most states in one call of a batched model; with a thousand sites they take 32 MB. */
    private static final int ROWS = 4_096;

    private LogProbs() {}

    /**
     * The unnormalised log-probability of each state.
     *
     * @throws IllegalStateException if the model returns NaN, positive infinity or an array of another shape, or writes
     *     to its input
     */
    static double[] of(EnergyModel model, byte[][] states) {
        double[] logProbs = model instanceof LocalEnergyModel local ? tracked(local, states) : batched(model, states);
        for (double logProb : logProbs) {
            checked("model.logProb()", logProb);
        }
        return logProbs;
    }

    /**
     * The unnormalised log-probability of each draw of the model.
     *
     * @throws IllegalArgumentException if a draw is impossible under the model
     */
    static double[] ofDraws(EnergyModel model, byte[][] draws) {
        double[] logProbs = of(model, draws);
        for (int k = 0; k < draws.length; k++) {
            Check.that(
                    logProbs[k] > Double.NEGATIVE_INFINITY,
                    "be possible under the model",
                    "draws[" + k + "]",
                    logProbs[k]);
        }
        return logProbs;
    }

    /** Copies of the draws, after checks: there is at least one, and draws, model and q have one number of sites. */
    static byte[][] checkedDraws(EnergyModel model, StateDistribution q, byte[][] draws) {
        int n = Check.notNull("model", model).dimension();
        Check.length(n, "q", Check.notNull("q", q).dimension());
        Check.atLeast(1, "draws.length", Check.notNull("draws", draws).length);
        return States.checked("draws", draws, n);
    }

    private static double[] tracked(LocalEnergyModel model, byte[][] states) {
        LocalEnergyModel.Tracker tracker = model.newTracker();
        double[] logProbs = new double[states.length];
        for (int k = 0; k < states.length; k++) {
            tracker.reset(states[k]);
            logProbs[k] = tracker.logProb();
        }
        return logProbs;
    }

    /** Scores states in batches, to bound memory. */
    private static double[] batched(EnergyModel model, byte[][] states) {
        Nd4jPresence.check("the batched model " + model.getClass().getName());
        double[] logProbs = new double[states.length];
        for (int from = 0; from < states.length; from += ROWS) {
            byte[][] rows = Arrays.copyOfRange(states, from, Math.min(from + ROWS, states.length));
            System.arraycopy(scores(model, rows), 0, logProbs, from, rows.length);
        }
        return logProbs;
    }

    /** The log-probabilities of one batch, checked in their shape. */
    private static double[] scores(EnergyModel model, byte[][] rows) {
        INDArray input = States.array(rows, model.dataType());
        INDArray answer = model.logProb(input);
        long[] shape = Answers.isColumn(answer) ? new long[] {rows.length, 1} : new long[] {rows.length};
        Answers.checkArray("logProb", answer, shape);
        Check.state(input.equals(States.array(rows, model.dataType())), "not be written to: states");
        return answer.castTo(DataType.DOUBLE).reshape(rows.length).toDoubleVector();
    }

    /**
     * Returns the value.
     *
     * @throws IllegalStateException if the value is NaN or positive infinity
     */
    static double checked(String name, double value) {
        if (Double.isNaN(value) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalStateException("must be finite or -Infinity: " + name + "=" + value);
        }
        return value;
    }
}
