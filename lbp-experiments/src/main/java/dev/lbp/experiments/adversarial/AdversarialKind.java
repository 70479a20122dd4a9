package dev.lbp.experiments.adversarial;

import dev.lbp.nn.training.AcceptanceLoss;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The proposals of {@link AdversarialImages}: mixtures of Gaussians, from bad to good, and generators that are trained
 * against the discriminator.
 */
enum AdversarialKind {
    GAUSSIAN_10("a Gaussian by 10 images", 1, 10),
    GAUSSIAN_50("a Gaussian by 50 images", 1, 50),
    GAUSSIAN_200("a Gaussian by 200 images", 1, 200),
    MIXTURE_3("3 Gaussians by 200 images each", 3, 200),
    MIXTURE_10("10 Gaussians by 200 images each", 10, 200),
    MIXTURE_100("100 Gaussians by 200 images each", 100, 200),
    EARLY("independent, bound, a twentieth of the updates", false, AcceptanceLoss.LOWER_BOUND, 0.0),
    BOUND("independent, bound", false, AcceptanceLoss.LOWER_BOUND, 0.0),
    RATE("independent, rate", false, AcceptanceLoss.ACCEPTANCE_RATE, 0.0),
    MARKOV_BOUND("Markov, bound", true, AcceptanceLoss.LOWER_BOUND, 0.0),
    MARKOV_RATE("Markov, rate", true, AcceptanceLoss.ACCEPTANCE_RATE, 0.0),
    MARKOV_APART("Markov, bound, distance term", true, AcceptanceLoss.LOWER_BOUND, 3.0);

    final String title;
    /** Whether proposals depend on the present image. */
    final boolean markov;

    /** The loss of the generator; null if it is not trained. */
    final @Nullable AcceptanceLoss loss;

    /** The weight of the distance term. */
    final double distance;

    /** The number of Gaussians of a generator that is not trained. */
    final int clusters;

    /** The largest number of images of a Gaussian. */
    final int members;

    /** A mixture of Gaussians, which is not trained. */
    AdversarialKind(String title, int clusters, int members) {
        this.title = title;
        this.markov = false;
        this.loss = null;
        this.distance = 0.0;
        this.clusters = clusters;
        this.members = members;
    }

    /** A trained generator. */
    AdversarialKind(String title, boolean markov, AcceptanceLoss loss, double distance) {
        this.title = title;
        this.markov = markov;
        this.loss = loss;
        this.distance = distance;
        this.clusters = 0;
        this.members = 0;
    }

    /** The prefix of the names of the proposal's pictures. */
    String file() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
