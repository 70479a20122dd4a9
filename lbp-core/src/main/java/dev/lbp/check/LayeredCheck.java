package dev.lbp.check;

import dev.lbp.internal.States;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The checks of {@link ModelCheck} on a layered model. Its log-probability has the bits of {@link EnergyModel#logProb}.
 * Let p_i(x, h) be the probability that site i flips given h, and x' the state x with i flipped. The flips from x to x'
 * and back are in balance:
 *
 * <pre>  pi(x) E[p_i(x, h) | x] = pi(x') E[p_i(x', h) | x'],</pre>
 *
 * <p>since both sides are the sum over h of {@code pi(h) pi(x | h) pi(x' | h) / (pi(x | h) + pi(x' | h))}. The check
 * estimates both means and compares their difference with an upper bound of its error.
 */
record LayeredCheck(LayeredModel model, UniformRandomProvider rng) {

    /** The number of sites that are checked at each state. */
    private static final int MOST_SITES = 8;

    /** The draws of h at each state. */
    private static final int DRAWS = 2_000;

    /**
     * ln(2 / 1e-9), which theorem 4 of {@link #bound} needs: a mean is too high by more than the bound with a
     * probability below 1e-9, and too low with another 1e-9.
     */
    private static final double LEVEL = Math.log(2.0e9);

    /** The flips of a site between a state x and its neighbour x', whose rows in the batch are given. */
    private record Flips(int site, int row, int neighbour, SummaryStatistics forward, SummaryStatistics backward) {

        Flips(int site, int row, int neighbour) {
            this(site, row, neighbour, new SummaryStatistics(), new SummaryStatistics());
        }
    }

    /**
     * Checks the equation at each state x for up to {@link #MOST_SITES} random sites i. The batch holds each state, and
     * in the rows after it its neighbours x' for the sites.
     */
    void verify(byte[][] states) {
        int n = model.dimension();
        int[] sites = rng.ints(0, n)
                .distinct()
                .limit(Math.min(n, MOST_SITES))
                .sorted()
                .toArray();
        List<byte[]> batch = new ArrayList<>();
        List<Flips> flips = new ArrayList<>();
        for (byte[] state : states) {
            int row = batch.size();
            batch.add(state.clone());
            for (int site : sites) {
                flips.add(new Flips(site, row, batch.size()));
                batch.add(state.clone());
                batch.get(batch.size() - 1)[site] ^= 1;
            }
        }
        byte[][] rows = batch.toArray(byte[][]::new);
        double[] logProb =
                ArrayScores.doubles(model, model.logProb(States.array(rows, model.dataType())), "logProb", rows.length);
        List<UniformRandomProvider> random = Stream.generate(
                        () -> (UniformRandomProvider) RandomSource.XO_SHI_RO_256_PP.create(rng.nextLong()))
                .limit(rows.length)
                .toList();
        for (int t = 0; t < DRAWS; t++) {
            double[] ratios = evaluate(rows, random, logProb);
            for (Flips each : flips) {
                each.forward.addValue(flipProbability(ratios[each.row * n + each.site]));
                each.backward.addValue(flipProbability(ratios[each.neighbour * n + each.site]));
            }
        }
        flips.forEach(each -> compare(each, logProb[each.neighbour] - logProb[each.row]));
    }

    private static double flipProbability(double logRatio) {
        return 1.0 / (1.0 + Math.exp(-logRatio));
    }

    /** Draws new h and returns the log-ratios given h, row after row. */
    private double[] evaluate(byte[][] rows, List<UniformRandomProvider> random, double[] expected) {
        INDArray batch = States.array(rows, model.dataType());
        EnergyModel.Evaluation evaluation = model.evaluateGivenHidden(batch, random);
        double[] logProb =
                ArrayScores.doubles(model, evaluation.logProb(), "evaluateGivenHidden().logProb", rows.length);
        for (int r = 0; r < rows.length; r++) {
            if (logProb[r] != expected[r]) {
                throw failure("evaluateGivenHidden().logProb is " + logProb[r]
                        + ", but must be logProb to the last bit, " + expected[r]);
            }
        }
        return ArrayScores.doubles(
                model,
                evaluation.flipLogRatios(),
                "evaluateGivenHidden().flipLogRatios",
                rows.length,
                model.dimension());
    }

    /**
     * Compares both sides of the equation of balance, divided by {@code pi(x) + pi(x')}.
     *
     * @param flips p_i(x, h) and p_i(x', h) of each draw of h
     * @param logRatio {@code log(pi(x') / pi(x))}
     */
    private void compare(Flips flips, double logRatio) {
        double ofX = flipProbability(-logRatio); // pi(x) / (pi(x) + pi(x'))
        double ofFlipped = flipProbability(logRatio); // pi(x') / (pi(x) + pi(x'))
        double forward = ofX * flips.forward.getMean();
        double backward = ofFlipped * flips.backward.getMean();
        double most = ofX * bound(flips.forward) + ofFlipped * bound(flips.backward);
        if (!(Math.abs(forward - backward) <= most)) {
            throw failure(
                    "evaluateGivenHidden flips site " + flips.site + " in one direction with probability " + forward
                            + " and in the other with " + backward + ", further apart than " + most
                            + ": is h drawn given the state, and are the log-ratios those given h?");
        }
    }

    /**
     * An upper bound of the error of a mean of n values in [0, 1] with sample variance V, the empirical Bernstein bound
     * {@code sqrt(2 V L / n) + 7 L / (3 (n - 1))} of Maurer and Pontil (2009), theorem 4, with L = {@link #LEVEL}.
     */
    private static double bound(SummaryStatistics values) {
        long n = values.getN();
        return Math.sqrt(2.0 * values.getVariance() * LEVEL / n) + 7.0 * LEVEL / (3.0 * (n - 1));
    }

    private ModelException failure(String message) {
        return new Faults(model).failure("%s", message);
    }
}
