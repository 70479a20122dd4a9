package dev.lbp.experiments.cover;

import dev.lbp.Samplers;
import dev.lbp.cli.data.SyntheticSets;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.models.CoverModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;

/**
 * An instance of {@link Cover}: sets of the shape of the biological processes of the Gene Ontology, with planted sets
 * and an observation with errors; states in equilibrium, and the sets' probabilities by a long run.
 */
final class CoverInstance {

    private static final double ALPHA = 0.1;
    private static final double BETA = 0.3;

    /** Sets that are on, and the range of their sizes. A set with fewer members may not show through the errors. */
    static final int PLANTED = 10;

    private static final int SMALLEST_PLANTED = 20;
    private static final int LARGEST_PLANTED = 60;

    private static final int BURN_IN = 10_000;

    /** Chains, and steps from draw to draw, of the long run. */
    private static final int CHAINS = 8;

    private static final int THIN = 4;

    final CoverModel model;
    private final int[] planted;

    /** R of adaptive LBP. */
    final double tuned;

    /** The last states of the long run. */
    final byte[][] states;

    /** The probabilities by the long run, and their standard errors. */
    final double[] probabilities;

    private final double[] errors;

    CoverInstance(Lab lab, int repetition, int referenceDraws) {
        Settings settings = lab.settings();
        long seed = settings.seed("sets " + repetition);
        // 8,381 terms of 5 to 500 of 16,062 genes: those of human biological processes in the Gene Ontology
        int[] shape = settings.size()
                .pick(new int[] {400, 900, 12_000, 5, 100}, new int[] {8_381, 16_062, 454_645, 5, 500}, new int[] {
                    25_000, 20_000, 1_350_000, 5, 500
                });
        SyntheticSets sets = new SyntheticSets(shape[0], shape[1], shape[2], shape[3], shape[4], seed);
        this.planted = sets.plant(PLANTED, SMALLEST_PLANTED, LARGEST_PLANTED);
        this.model = CoverModel.builder(sets.sets(), shape[1])
                .observed(sets.observe(planted, ALPHA, BETA))
                .alpha(ALPHA)
                .beta(BETA)
                .prior((double) PLANTED / shape[0])
                .build();
        SampleResult adapted = lab.seeded(
                "burn-in " + repetition,
                0.0,
                Samplers.lbp()
                        .adaptive(0.574)
                        .build()
                        .sample(model)
                        .chains(CHAINS)
                        .warmup(BURN_IN)
                        .draws(1));
        this.tuned = adapted.scale();
        SampleResult reference = lab.seeded(
                "reference " + repetition,
                0.0,
                Samplers.lbp()
                        .scale(1)
                        .build()
                        .sample(model)
                        .chains(CHAINS)
                        .initial(adapted.finalStates())
                        .conditionals()
                        .warmup(0)
                        .draws(referenceDraws)
                        .thin(THIN));
        SampleResult.Conditionals conditionals = reference.conditionals().orElseThrow();
        this.states = reference.finalStates();
        this.probabilities = conditionals.marginals();
        this.errors = conditionals.errors();
    }

    /** The number of planted sets with a probability above 0.9. */
    int found() {
        return (int) Arrays.stream(planted).filter(i -> probabilities[i] > 0.9).count();
    }

    /** Whether the probability of a set is so far from 0 and 1 that it tells how good an estimate is. */
    private boolean isUncertain(int site, double least, double largest) {
        return probabilities[site] > least && probabilities[site] < largest;
    }

    /** The root mean square difference from the long run, over the sets with a probability in (.01, .9999). */
    double rootMeanSquare(double[] estimates) {
        double sum = 0.0;
        int count = 0;
        for (int i = 0; i < estimates.length; i++) {
            if (isUncertain(i, 0.01, 0.9999)) {
                sum += (estimates[i] - probabilities[i]) * (estimates[i] - probabilities[i]);
                count++;
            }
        }
        return Math.sqrt(sum / count);
    }

    /**
     * The largest difference from the long run, in standard errors of the difference, over the sets with a probability
     * in (.05, .95): estimates of rarer events have no good estimates of their errors.
     */
    double largestDeviation(double[] estimates, double[] standardErrors) {
        double largest = 0.0;
        for (int i = 0; i < estimates.length; i++) {
            if (isUncertain(i, 0.05, 0.95)) {
                largest = Math.max(
                        largest, inErrors(Math.abs(estimates[i] - probabilities[i]), standardErrors[i], errors[i]));
            }
        }
        return largest;
    }

    /**
     * A difference of two estimates in standard errors. The error is NaN of a set that never changed, and of a set
     * whose conditional probability never changed because it shares nothing with those that did; it counts as 0.
     * Without an error of either, the difference tells nothing and counts as 0.
     */
    static double inErrors(double difference, double error, double other) {
        double both = Math.hypot(Double.isNaN(error) ? 0.0 : error, Double.isNaN(other) ? 0.0 : other);
        return both > 0.0 ? difference / both : 0.0;
    }
}
