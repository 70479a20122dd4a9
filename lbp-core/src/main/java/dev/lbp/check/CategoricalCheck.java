package dev.lbp.check;

import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.Values;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.RowBlocks;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.util.ResizableDoubleArray;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * A test of a batched model of categories: it compares the answers that samplers use with each other. {@code
 * ModelCheck.of(model).verify()} in a unit test finds a wrong gradient, and names the site and the value.
 *
 * <ul>
 *   <li>{@code logProb} and {@code evaluate} agree on the log-probability, and the answer for a state does not depend
 *       on the other states of a batch.
 *   <li>Differences of logits are differences of the log-probability if {@code exactFlips()}; else they are correlated
 *     with them.
 * </ul>
 */
public final class CategoricalCheck {

    /** The number of moves, each of a site to a value, that are compared at a state: drawn moves if there are more. */
    private static final int MOST_CELLS = 200;

    private final CategoricalEnergyModel model;
    private final Faults faults;
    private final int sites;
    private final int values;
    private int[][] initial = {};
    private int states = 4;
    private long seed = 1L;

    CategoricalCheck(CategoricalEnergyModel model) {
        this.model = model;
        this.faults = new Faults(model);
        this.sites = ModelCalls.dimensionOf(model);
        this.values = ModelCalls.valuesOf(model);
    }

    /**
     * The result of the check.
     *
     * @param moves the number of moves from one possible state to another that were compared
     * @param flipCorrelation the correlation of differences of logits with those of the log-probability: 1 if they are
     *     exact; NaN if there are fewer than two such moves
     */
    public record Report(int moves, double flipCorrelation) {}

    /** The number of random states, at least 1; default 4. */
    public CategoricalCheck states(int count) {
        states = Check.atLeast(1, "states", count);
        return this;
    }

    /**
     * Additional states for the check. A model needs them if a random state is hardly ever possible.
     *
     * @param given [count][N] values
     */
    public CategoricalCheck initial(int[][] given) {
        int[][] copies = new int[Check.notNull("initial", given).length][];
        Arrays.setAll(copies, c -> Values.checked("initial[" + c + "]", given[c], sites, values));
        initial = copies;
        return this;
    }

    /** The seed of the random states; default 1. */
    public CategoricalCheck seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Runs all checks.
     *
     * @throws ModelException if a check fails, with the site and the value; and if the model throws
     */
    public Report verify() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int[][] rows = Stream.concat(
                        Arrays.stream(initial),
                        Stream.generate(() -> Values.random(sites, values, rng)).limit(states))
                .toArray(int[][]::new);
        return faults.call(" failed", () -> verify(rows, rng));
    }

    /** Compares a batch with its states alone, and differences of logits with those of log-probabilities. */
    private Report verify(int[][] rows, UniformRandomProvider rng) {
        double[] scores = score(rows);
        BatchModel batch = batch(rows);
        batch.evaluate();
        double[][] logits = new double[rows.length][sites * values];
        for (int c = 0; c < rows.length; c++) {
            batch.logRatios(c, logits[c]);
            faults.compare("evaluate().logProb of state " + c, scores[c], batch.logProb[c], tolerance());
            verifyAlone(c, rows[c], scores[c], logits[c]);
        }
        // the states of probability above 0: from an impossible state no difference is finite
        int[] possible = Arrays.stream(States.sites(rows.length))
                .filter(c -> scores[c] != Double.NEGATIVE_INFINITY)
                .toArray();
        faults.failIf(
                possible.length == 0,
                "all %d states are impossible, so that nothing can be compared: give possible ones by initial(...)",
                rows.length);
        // a cell i C + c is the move of site i to value c: all cells, or random ones if there are too many
        int[] cells = sites * values <= MOST_CELLS
                ? States.sites(sites * values)
                : rng.ints(MOST_CELLS, 0, sites * values).toArray();
        ResizableDoubleArray ofLogits = new ResizableDoubleArray(); // the differences of all moves
        ResizableDoubleArray ofLogProb = new ResizableDoubleArray();
        for (int c : possible) {
            double[] movedScores = score(neighbours(rows[c], cells));
            for (int k = 0; k < cells.length; k++) {
                int site = cells[k] / values;
                int own = site * values + rows[c][site]; // the cell of the site's own value
                double ratio = logits[c][cells[k]] - logits[c][own];
                double exact = movedScores[k] - scores[c];
                if (model.exactFlips() && ratio != exact) {
                    faults.compare(
                            "the difference of logits of site " + site + " to value " + cells[k] % values,
                            exact,
                            ratio,
                            tolerance());
                }
                if (own != cells[k] && Double.isFinite(exact) && Double.isFinite(ratio)) {
                    ofLogits.addElement(ratio);
                    ofLogProb.addElement(exact);
                }
            }
        }
        return new Report(ofLogits.getNumElements(), correlation(ofLogits.getElements(), ofLogProb.getElements()));
    }

    /** The states that differ from {@code row} in one site: for each cell {@code i C + c} with value c at site i. */
    private int[][] neighbours(int[] row, int[] cells) {
        int[][] moved = new int[cells.length][];
        for (int k = 0; k < cells.length; k++) {
            moved[k] = row.clone();
            moved[k][cells[k] / values] = cells[k] % values;
        }
        return moved;
    }

    /**
     * The correlation of differences of logits with differences of the log-probability; NaN for fewer than two moves.
     * Fails if it is 0 or less, unless the logits were compared exactly.
     */
    private double correlation(double[] ofLogits, double[] ofLogProb) {
        if (ofLogits.length < 2) {
            return Double.NaN;
        }
        double correlation = new PearsonsCorrelation().correlation(ofLogits, ofLogProb);
        faults.failIf(
                !model.exactFlips() && correlation <= 0.0,
                "differences of logits have a correlation of %.3f with differences of logProb, and must have one above 0:"
                        + " is the sign of the gradient wrong?",
                correlation);
        return correlation;
    }

    /** Checks the logits of a state, and compares its answers in the batch with those of a batch of one. */
    private void verifyAlone(int c, int[] row, double score, double[] logits) {
        for (int k = 0; k < logits.length; k++) {
            if (Double.isNaN(logits[k]) || logits[k] == Double.POSITIVE_INFINITY) {
                throw faults.failure(
                        "must not be NaN or +Infinity: the logit of site %d, value %d=%s",
                        k / values, k % values, logits[k]);
            }
        }
        BatchModel alone = batch(new int[][] {row});
        alone.evaluate();
        double[] own = new double[logits.length];
        alone.logRatios(0, own);
        faults.compare("logProb of state " + c + " alone, not in a batch,", score, alone.logProb[0], tolerance());
        for (int k = 0; k < own.length; k++) {
            faults.compare(
                    "the logit of site " + k / values + ", value " + k % values + ", alone, not in a batch,",
                    logits[k],
                    own[k],
                    tolerance());
        }
    }

    private BatchModel batch(int[][] rows) {
        BatchModel batch = new BatchModel(model, sites, values, RowBlocks.whole(rows.length));
        for (int c = 0; c < rows.length; c++) {
            batch.writeRow(c, rows[c]);
        }
        return batch;
    }

    /** The log-probabilities of states, by one call of the model; fails the check if one is NaN or +Infinity. */
    private double[] score(int[][] rows) {
        BatchModel batch = batch(rows);
        batch.score();
        return faults.checked(batch.logProb);
    }

    private double tolerance() {
        return model.dataType() == DataType.FLOAT ? 1e-4 : 1e-6;
    }
}
