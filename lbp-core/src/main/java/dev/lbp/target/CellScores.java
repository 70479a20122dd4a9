package dev.lbp.target;

import dev.lbp.internal.Answers;
import dev.lbp.internal.OverlappingCalls;
import dev.lbp.internal.kernel.nd4j.NativeMemory;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The answer of a model of categories in plain arrays, for models that combine or wrap other models.
 *
 * @param logProb [rows]
 * @param logits [rows * N C], row after row
 */
record CellScores(double[] logProb, double[] logits) {

    /** Calls {@code evaluate} of a model. */
    static CellScores evaluated(CategoricalEnergyModel model, INDArray states) {
        CategoricalEnergyModel.Evaluation answer = Answers.notNull("evaluate", model.evaluate(states));
        return new CellScores(readLogProb(answer.logProb(), states), cells("logits", answer.logits(), states));
    }

    /** Calls {@code logProb} of a model. */
    static double[] logProb(CategoricalEnergyModel model, INDArray states) {
        return readLogProb(model.logProb(states), states);
    }

    private static double[] readLogProb(INDArray logProb, INDArray states) {
        long rows = states.size(0);
        Answers.checkArray("logProb", logProb, Answers.isColumn(logProb) ? new long[] {rows, 1} : new long[] {rows});
        OverlappingCalls.returned(NativeMemory.of(logProb));
        return StateBatch.read(logProb);
    }

    /** Reads an array [rows, N C], the logits or the gradient. Two overlapping calls must not return one array. */
    static double[] cells(String what, INDArray array, INDArray states) {
        Answers.checkArray(what, array, states.shape());
        OverlappingCalls.returned(NativeMemory.of(array));
        return StateBatch.read(array);
    }

    /** The answer as new arrays of ND4J. */
    CategoricalEnergyModel.Evaluation toEvaluation() {
        return new CategoricalEnergyModel.Evaluation(Nd4j.createFromArray(logProb), matrix(logits, logProb.length));
    }

    /** A new array [rows, values.length / rows] of ND4J. */
    static INDArray matrix(double[] values, int rows) {
        return Nd4j.createFromArray(values).reshape(rows, values.length / rows);
    }
}
