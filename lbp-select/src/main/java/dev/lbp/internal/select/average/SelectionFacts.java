package dev.lbp.internal.select.average;

import dev.lbp.internal.select.data.NewData;
import java.util.List;

/**
 * Facts of data and settings that a result reports.
 *
 * @param response its name
 * @param rows their number
 * @param names of the candidate variables
 * @param always names of the columns that are always in
 * @param family of the regression, for a summary; empty if it is linear
 * @param ratio the name of the exponential of a coefficient, such as "odds ratio"; empty if it has none
 * @param isApproximate whether the evidence is that of a linear regression that stands for another one
 * @param priors of coefficients and models, for a summary
 * @param newData how rows to predict are read
 * @param columns names of the candidates' columns
 * @param notes for a summary, each a line
 * @param data the rows and the response that the selection was made with
 */
public record SelectionFacts(
        String response,
        int rows,
        List<String> names,
        List<String> always,
        String family,
        String ratio,
        boolean isApproximate,
        String priors,
        NewData newData,
        List<String> columns,
        List<String> notes,
        Data data) {

    /**
     * The data of a selection.
     *
     * @param rows of all columns
     * @param response [rows], in the scale of predictions
     * @param scale the kind of number that the response is
     */
    public record Data(NewData.Rows rows, double[] response, Scale scale) {}

    /** The kind of number that a response is, which predictions are compared with. */
    public enum Scale {
        /** A number, or a count. */
        NUMBER("mean"),
        /** 0 or 1, or the successes divided by the trials. */
        PROBABILITY("probability"),
        /** Survival times, which predicted hazards cannot be compared with. */
        NONE("hazard_ratio");

        /** The name of a prediction's mean in tables. */
        public final String predicted;

        Scale(String predicted) {
            this.predicted = predicted;
        }
    }
}
