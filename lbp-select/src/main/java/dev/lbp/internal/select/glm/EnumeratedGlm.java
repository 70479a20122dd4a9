package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.RankedModels;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.Arrays;
import java.util.List;

/**
 * All 2^p models of a generalised linear regression, each fitted. All numbers are functions of the
 * models: they do not depend on the number of threads.
 */
final class EnumeratedGlm implements VisitedModels<GlmFit> {

    /** Models that a thread fits in turn. */
    private static final int BLOCK = 256;

    /**
     * Averages leave out models whose log-probability is by more than this below the best one's: even 2^30 such models
     * have together less than 1e-8 of the probability.
     */
    private static final double NEGLIGIBLE = 40.0;

    private final GlmModel model;
    private final double[] logProbs;
    private final double largest;
    private final double logTotal;
    private final List<Known> best;

    EnumeratedGlm(GlmModel model, Regression.Progress progress, Regression.Workers workers) {
        this.model = model;
        this.logProbs = new double[1 << model.dimension()];
        int blocks = (logProbs.length + BLOCK - 1) / BLOCK;
        int round = Math.max(1, blocks / 50); // blocks between two reports of progress
        progress.models(0, logProbs.length);
        for (int from = 0; from < blocks; from += round) {
            int to = Math.min(from + round, blocks);
            workers.each(from, to, this::fitBlock);
            progress.models(Math.min((long) to * BLOCK, logProbs.length), logProbs.length);
        }
        this.largest = Arrays.stream(logProbs).max().orElseThrow();
        RankedModels ranked = new RankedModels();
        for (int bits = 0; bits < logProbs.length; bits++) {
            int one = bits;
            ranked.add(logProbs[bits], () -> VisitedModels.sites(one));
        }
        this.logTotal = ranked.checked().logTotal();
        this.best = ranked.best();
    }

    /** Fits a block of models with successive numbers; bit j of a model's number is 1 if variable j is in. */
    private void fitBlock(int block) {
        GlmFit fit = model.newFit();
        int end = Math.min((block + 1) * BLOCK, logProbs.length);
        for (int bits = block * BLOCK; bits < end; bits++) {
            logProbs[bits] = model.load(fit, VisitedModels.sites(bits));
        }
    }

    @Override
    public void forEach(Visitor<GlmFit> visitor) {
        GlmFit fit = model.newFit();
        for (int bits = 0; bits < logProbs.length; bits++) {
            if (logProbs[bits] > largest - NEGLIGIBLE) { // fits were not kept, so these models are fitted again
                visitor.visit(fit, model.load(fit, VisitedModels.sites(bits)));
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
