package dev.lbp.experiments.cover;

import dev.lbp.Samplers;
import dev.lbp.cli.data.SyntheticSets;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.models.CoverModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;

/**
 * An instance of {@link Cover}: sets with the sizes of the biological processes of the Gene Ontology, and an
 * observation with errors of planted sets. A long run gives states in equilibrium and the probabilities of the sets.
 */
final class CoverInstance {

    private static final double ALPHA = 0.1;
    private static final double BETA = 0.3;

    /** The number of planted sets. */
    static final int PLANTED = 10;

    /** The smallest size of a planted set; errors may hide a smaller one. */
    private static final int SMALLEST_PLANTED = 20;

    private static final int LARGEST_PLANTED = 60;

    private static final int BURN_IN = 10_000;

    /** Chains of the long run. */
    private static final int CHAINS = 8;

    /** Steps between draws of the long run. */
    private static final int THIN = 4;

    final CoverModel model;
    private final int[] planted;

    /** The scale R of adaptive LBP. */
    final double tuned;

    /** The last states of the long run. */
    final byte[][] states;

    /** The probabilities by the long run. */
    final double[] probabilities;

    /** The standard errors of {@link #probabilities}. */
    private final double[] errors;

    CoverInstance(Lab lab, int repetition, int referenceDraws) {
        Settings settings = lab.settings();
        long seed = settings.seed("sets " + repetition);
        // medium: the human biological processes of the Gene Ontology, 8,381 terms of 5 to 500 out of 16,062 genes
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

    /** Whether the probability of a set is between {@code least} and {@code largest}. */
    private boolean isUncertain(int site, double least, double largest) {
        return probabilities[site] > least && probabilities[site] < largest;
    }

    /**
     * The root mean square difference of estimates from the long run, over the sets with a probability in (.01, .9999).
     */
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
     * The largest difference of estimates from the long run, in standard errors of the difference. It is over the sets
     * with a probability in (.05, .95), because standard errors of rarer events are unreliable.
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
     * A difference of two estimates in standard errors. A standard error of NaN counts as 0: the set, or its
     * conditional probability, never changed. If both errors are 0, the result is 0.
     */
    static double inErrors(double difference, double error, double other) {
        double both = Math.hypot(Double.isNaN(error) ? 0.0 : error, Double.isNaN(other) ? 0.0 : other);
        return both > 0.0 ? difference / both : 0.0;
    }
}
