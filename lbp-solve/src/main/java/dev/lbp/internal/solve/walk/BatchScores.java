package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The log-probabilities of states by a model that scores them in batches. */
record BatchScores(EnergyModel model) {

    /** The most states in one call of the model. */
    private static final int ROWS = 256;

    /** The log-probability of each state. */
    double[] logProbs(byte[]... states) {
        double[] scores = new double[states.length];
        for (int from = 0; from < states.length; from += ROWS) {
            byte[][] rows = new byte[Math.min(ROWS, states.length - from)][];
            System.arraycopy(states, from, rows, 0, rows.length);
            score(rows, scores, from);
        }
        return scores;
    }

    /** Writes the log-probabilities of {@code rows} to {@code scores}, the first one at index {@code from}. */
    private void score(byte[][] rows, double[] scores, int from) {
        INDArray answer = model.logProb(States.array(rows, model.dataType()));
        boolean column = Answers.isColumn(answer);
        Answers.checkArray("logProb()", answer, column ? new long[] {rows.length, 1} : new long[] {rows.length});
        for (int c = 0; c < rows.length; c++) {
            scores[from + c] = ModelAnswers.logProb(column ? answer.getDouble(c, 0) : answer.getDouble(c));
        }
    }

    /**
     * The log-probabilities of the states that differ from {@code state} at one site: site {@code first} to {@code last
     * - 1}.
     */
    double[] logProbsOfNeighbours(byte[] state, int first, int last) {
        byte[][] neighbours = new byte[last - first][];
        for (int i = first; i < last; i++) {
            neighbours[i - first] = state.clone();
            neighbours[i - first][i] ^= 1;
        }
        return logProbs(neighbours);
    }
}
