package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.average.WeightedSums;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All 2^p models of a generalised linear regression, each fitted. All numbers are functions of the
 * models, whichever thread fits them.
 */
final class EnumeratedGlm implements VisitedModels<GlmFit> {

    private static final int BEST = 1_000;

    /** Models that a thread fits in turn. */
    private static final int BLOCK = 256;

    /**
     * Models less probable than the best by more than this factor's logarithm are left out of averages: all 2^30 of
     * them have less than 1e-8 of the probability.
     */
    private static final double NEGLIGIBLE = 40.0;

    private final GlmModel model;
    private final double[] logProbs;
    private final double largest;
    private double logTotal;
    private final List<Known> best;

    EnumeratedGlm(GlmModel model, Regression.Progress progress, Regression.Workers workers) {
        this.model = model;
        this.logProbs = new double[1 << model.dimension()];
        int blocks = (logProbs.length + BLOCK - 1) / BLOCK;
        int round = Math.max(1, blocks / 50);
        progress.models(0, logProbs.length);
        for (int from = 0; from < blocks; from += round) {
            int to = Math.min(from + round, blocks);
            workers.each(from, to, this::fit);
            progress.models(Math.min((long) to * BLOCK, logProbs.length), logProbs.length);
        }
        this.largest = Arrays.stream(logProbs).max().orElseThrow();
        if (largest == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException("must be finite for a model: the log-evidence, which is -Infinity for all");
        }
        this.best = ranked();
    }

    private void fit(int block) {
        GlmFit fit = model.newFit();
        int end = Math.min((block + 1) * BLOCK, logProbs.length);
        for (int bits = block * BLOCK; bits < end; bits++) {
            logProbs[bits] = model.load(fit, GlmProblem.sites(bits));
        }
    }

    private List<Known> ranked() {
        WeightedSums sum = new WeightedSums(0);
        for (double logProb : logProbs) {
            if (logProb > Double.NEGATIVE_INFINITY) {
                sum.weigh(logProb);
            }
        }
        logTotal = sum.logTotal();
        return IntStream.range(0, logProbs.length)
                .filter(bits -> logProbs[bits] > Double.NEGATIVE_INFINITY)
                .boxed()
                .sorted(Comparator.comparingDouble(bits -> -logProbs[bits]))
                .limit(BEST)
                .map(bits -> new Known(GlmProblem.sites(bits), logProbs[bits]))
                .toList();
    }

    @Override
    public void forEach(Visitor<GlmFit> visitor) {
        GlmFit fit = model.newFit();
        for (int bits = 0; bits < logProbs.length; bits++) {
            if (logProbs[bits] > largest - NEGLIGIBLE) {
                visitor.visit(fit, model.load(fit, GlmProblem.sites(bits)));
            }
        }
    }

    @Override
    public double logTotal() {
        return logTotal;
    }

    @Override
    public List<Known> best() {
        return best;
    }
}
