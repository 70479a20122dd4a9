package dev.lbp.nn;

import dev.lbp.internal.Check;

/**
 * The predictive distribution of a {@link NetworkPosterior}: the mean of {@code p(y | x, theta)} over draws of theta.
 * With one draw it is the plain prediction of the network. Not thread-safe.
 */
public final class PredictiveDistribution {

    private final NetworkPosterior posterior;
    private final float[][] images;

    /** The sums over draws, [images][classes]. */
    private final double[][] sums;

    private int draws;

    private PredictiveDistribution(NetworkPosterior posterior, float[][] images) {
        this.posterior = posterior;
        this.images = images;
        this.sums = new double[images.length][posterior.classes()];
    }

    /**
     * A predictive distribution without draws; {@link #add} adds them.
     *
     * @param images [count][pixels], in [0, 1], at least one; copied
     */
    public static PredictiveDistribution of(NetworkPosterior posterior, float[][] images) {
        Check.notNull("posterior", posterior);
        Check.atLeast(1, "images.length", Check.notNull("images", images).length);
        return new PredictiveDistribution(posterior, posterior.checkedImages(images));
    }

    /**
     * Adds a draw.
     *
     * @param point theta, [d]
     */
    public PredictiveDistribution add(double[] point) {
        double[][] probabilities = posterior.probabilities(point, images);
        for (int k = 0; k < sums.length; k++) {
            for (int c = 0; c < sums[k].length; c++) {
                sums[k][c] += probabilities[k][c];
            }
        }
        draws++;
        return this;
    }

    /**
     * The mean probabilities, [images][classes].
     *
     * @throws IllegalStateException without a draw
     */
    public double[][] probabilities() {
        checkDrawn();
        double[][] means = new double[sums.length][posterior.classes()];
        for (int k = 0; k < sums.length; k++) {
            for (int c = 0; c < means[k].length; c++) {
                means[k][c] = sums[k][c] / draws;
            }
        }
        return means;
    }

    /**
     * The share of the images whose most probable class is not their label.
     *
     * @param labels [images], in [0, classes)
     * @throws IllegalStateException without a draw
     */
    public double error(int[] labels) {
        check(labels);
        int wrong = 0;
        for (int k = 0; k < sums.length; k++) {
            int best = 0;
            for (int c = 1; c < sums[k].length; c++) {
                best = sums[k][c] > sums[k][best] ? c : best;
            }
            wrong += best == labels[k] ? 0 : 1;
        }
        return wrong / (double) sums.length;
    }

    /**
     * The mean of {@code -log p(label)}, in nats.
     *
     * @param labels [images], in [0, classes)
     * @throws IllegalStateException without a draw
     */
    public double logLoss(int[] labels) {
        check(labels);
        double loss = 0.0;
        for (int k = 0; k < sums.length; k++) {
            loss -= Math.log(sums[k][labels[k]] / draws);
        }
        return loss / sums.length;
    }

    private void check(int[] labels) {
        Check.length(sums.length, "labels", Check.notNull("labels", labels).length);
        posterior.checkLabels(labels);
        checkDrawn();
    }

    private void checkDrawn() {
        Check.state(draws != 0, "have a draw, by add(point): draws=0");
    }
}
