package dev.lbp.check;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.CategoricalEnergyModel;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The scores of all single mutations of a state: the changes of the log-probability, and the errors of the first-order
 * estimates of these changes by a model's logits. The scan suggests an inverse temperature beta for the score, and the
 * largest that samplers can use.
 *
 * <p>Mutations to impossible states do not count.
 *
 * @param mutations the number of mutations that count, at least 1
 * @param standardDeviation of the changes of the log-probability, around their mean
 * @param error the root mean square of estimated less exact change; 0 if the model's logits are exact
 * @param low the 5 % quantile of the changes
 * @param median the 50 % quantile of the changes
 * @param high the 95 % quantile of the changes
 */
public record MutationScan(
        int mutations, double standardDeviation, double error, double low, double median, double high) {

    /** From this value of beta times {@link #error} on, a step by first-order estimates is hardly ever accepted. */
    private static final double STUCK = 3.0;

    /**
     * Scores the N (C - 1) single mutations of a state, in one call of the model for the state and one for each site.
     *
     * @param score the model at beta = 1
     * @param state N values from 0 to C - 1, such as a wild type; it must be possible
     * @throws IllegalArgumentException if the state or all its mutations are impossible, or it does not fit the model
     * @throws dev.lbp.target.ModelException if the model fails, or its answer is NaN
     */
    public static MutationScan of(CategoricalEnergyModel score, int[] state) {
        int sites = ModelCalls.dimensionOf(Check.notNull("score", score));
        int values = ModelCalls.valuesOf(score);
        int[] wildType = Values.checked("state", state, sites, values);
        BatchModel here = new BatchModel(score, sites, values, RowBlocks.whole(1));
        here.writeRow(0, wildType);
        here.evaluate();
        double logProb = here.logProb[0];
        Check.that(Double.isFinite(logProb), "be possible: its log-probability", "state", logProb);
        double[] logits = new double[sites * values];
        here.logRatios(0, logits);

        DescriptiveStatistics changes = new DescriptiveStatistics();
        SummaryStatistics squares = new SummaryStatistics();
        BatchModel mutants = new BatchModel(score, sites, values, RowBlocks.whole(values - 1));
        for (int site = 0; site < sites; site++) {
            int own = wildType[site];
            int[] mutant = wildType.clone();
            for (int row = 0; row < values - 1; row++) {
                mutant[site] = valueOf(row, own);
                mutants.writeRow(row, mutant);
            }
            mutants.score();
            for (int row = 0; row < values - 1; row++) {
                double change = mutants.logProb[row] - logProb;
                double error = logits[site * values + valueOf(row, own)] - logits[site * values + own] - change;
                if (Double.isFinite(change)) {
                    changes.addValue(change);
                    squares.addValue(error * error);
                }
            }
        }
        Check.that(changes.getN() > 0, "have a possible mutation", "state", "none is possible");
        return new MutationScan(
                (int) changes.getN(),
                Math.sqrt(changes.getPopulationVariance()),
                Math.sqrt(squares.getMean()),
                changes.getPercentile(5.0),
                changes.getPercentile(50.0),
                changes.getPercentile(95.0));
    }

    /** The value of a site in a row of its mutants, which have every value except its own. */
    private static int valueOf(int row, int own) {
        return row < own ? row : row + 1;
    }

    /**
     * A first guess of beta, at which a typical single mutation changes {@code beta log pi} by 1: one over the standard
     * deviation, infinite if no mutation changes the score.
     */
    public double suggestedBeta() {
        return 1.0 / standardDeviation;
    }

    /**
     * The beta beyond which samplers with first-order estimates are stuck near this state: there the estimates are off
     * by 3 in the log, root mean square, and a step of one site is accepted about once in e^3 tries. Infinite if they
     * are exact.
     */
    public double largestBeta() {
        return STUCK / error;
    }
}
