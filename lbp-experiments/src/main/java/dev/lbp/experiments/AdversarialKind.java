package dev.lbp.experiments;

import dev.lbp.nn.training.AcceptanceLoss;

/** The proposals of {@link AdversarialImages}. */
enum AdversarialKind {
    EARLY("independent, bound, a twentieth of the updates", false, AcceptanceLoss.LOWER_BOUND, 0.0),
    BOUND("independent, bound", false, AcceptanceLoss.LOWER_BOUND, 0.0),
    RATE("independent, rate", false, AcceptanceLoss.ACCEPTANCE_RATE, 0.0),
    MARKOV_BOUND("Markov, bound", true, AcceptanceLoss.LOWER_BOUND, 0.0),
    MARKOV_RATE("Markov, rate", true, AcceptanceLoss.ACCEPTANCE_RATE, 0.0),
    MARKOV_APART("Markov, bound, distance term", true, AcceptanceLoss.LOWER_BOUND, 3.0);

    final String title;
    final boolean markov;
    final AcceptanceLoss loss;

    /** The weight of the distance term. */
    final double distance;

    AdversarialKind(String title, boolean markov, AcceptanceLoss loss, double distance) {
        this.title = title;
        this.markov = markov;
        this.loss = loss;
        this.distance = distance;
    }

    /** The beginning of the names of its pictures. */
    String file() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
}
