package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.RankedModels;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All models of a generalised linear regression that are allowed, each fitted. All numbers are functions of the models:
 * they do not depend on the number of threads.
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

    /** The bits of each model, ascending; null if these are 0, 1, 2, .., since all models are allowed. */
    private final long @Nullable [] models;

    private final double[] logProbs;
    private final double largest;
    private final double logTotal;
    private final List<Known> best;

    EnumeratedGlm(GlmModel model, Regression.Progress progress, Regression.Workers workers) {
        this.model = model;
        this.logProbs = new double[(int) model.allowedModels()];
        this.models = model.margins.isEmpty ? null : allowed();
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
        for (int m = 0; m < logProbs.length; m++) {
            int one = m;
            ranked.add(logProbs[m], () -> sites(one));
        }
        this.logTotal = ranked.checked().logTotal();
        this.best = ranked.best();
    }

    /** The bits of the allowed models. */
    private long[] allowed() {
        long[] found = new long[logProbs.length];
        int[] count = new int[1];
        model.margins.walk(site -> {}, bits -> found[count[0]++] = bits);
        Arrays.sort(found);
        return found;
    }

    /** The variables of model number {@code m}. */
    private int[] sites(int m) {
        return VisitedModels.sites(models == null ? m : models[m]);
    }

    /** Fits a block of models with successive numbers. */
    private void fitBlock(int block) {
        GlmFit fit = model.newFit();
        int end = Math.min((block + 1) * BLOCK, logProbs.length);
        for (int m = block * BLOCK; m < end; m++) {
            logProbs[m] = model.load(fit, sites(m));
        }
    }

    @Override
    public void forEach(Visitor<GlmFit> visitor) {
        GlmFit fit = model.newFit();
        for (int m = 0; m < logProbs.length; m++) {
            if (logProbs[m] > largest - NEGLIGIBLE) { // fits were not kept, so these models are fitted again
                visitor.visit(fit, model.load(fit, sites(m)));
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
