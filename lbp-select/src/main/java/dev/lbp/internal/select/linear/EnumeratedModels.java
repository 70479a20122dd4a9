package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.average.RankedModels;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * All 2^p models, in the order of a Gray code: from each to the next one variable enters or leaves, so that a model
 * costs O(k^2).
 */
final class EnumeratedModels implements VisitedModels<LinearFit> {

    /** Models from one refresh of the tracker to the next, which bounds the drift of its numbers. */
    private static final int REFRESH = 4_096;

    private final SelectionModel model;
    private final double logTotal;
    private final List<Known> best;

    EnumeratedModels(SelectionModel model, Regression.Progress progress) {
        this.model = model;
        RankedModels ranked = new RankedModels();
        long total = 1L << model.dimension();
        progress.models(0, total);
        visitAll(
                done -> progress.models(done, total),
                (fit, logProb, bits) -> ranked.add(logProb, () -> VisitedModels.sites(bits)));
        this.logTotal = ranked.checked().logTotal();
        this.best = ranked.best();
    }

    /** Receives each model. */
    private interface Step {
        void at(LinearFit fit, double logProb, long bits);
    }

    /**
     * Visits all models that are possible.
     *
     * @param progress receives the number of models from time to time, and at the end
     */
    private void visitAll(LongConsumer progress, Step step) {
        int p = model.dimension();
        SelectionTracker tracker = new SelectionTracker(model);
        tracker.reset(new byte[p]);
        int[] touched = new int[2 * p];
        long bits = 0;
        long count = 1L << p;
        for (long number = 1; ; number++) {
            double logProb = tracker.logProb();
            if (!(logProb < Double.POSITIVE_INFINITY)) { // only an evidence of the caller can be so
                throw new IllegalStateException("must not be NaN or +Infinity: log-evidence of "
                        + tracker.fit().size() + " columns with rss "
                        + tracker.fit().rss() + "=" + logProb);
            }
            if (logProb != Double.NEGATIVE_INFINITY) {
                step.at(tracker.fit(), logProb, bits);
            }
            if (number == count) {
                progress.accept(count);
                return;
            }
            int site = Long.numberOfTrailingZeros(number); // the next step of the Gray code flips it
            bits ^= 1L << site;
            tracker.flip(site, touched);
            if (number % REFRESH == 0) {
                tracker.refresh();
                progress.accept(number);
            }
        }
    }

    @Override
    public void forEach(Visitor<LinearFit> visitor) {
        visitAll(done -> {}, (fit, logProb, bits) -> visitor.visit(fit, logProb));
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
