package dev.lbp.internal.select.linear;

import dev.lbp.internal.select.average.Margins;
import dev.lbp.internal.select.average.RankedModels;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.VisitedModels;
import java.util.List;
import java.util.function.LongConsumer;

/** All models that are allowed, in the order of {@link Margins#walk}: a model costs O(k^2). */
final class EnumeratedModels implements VisitedModels<LinearFit> {

    /** Models from one refresh of the tracker to the next, which bounds the drift of its numbers. */
    private static final int REFRESH = 4_096;

    private final SelectionModel model;
    private final double logTotal;
    private final List<Known> best;

    EnumeratedModels(SelectionModel model, Regression.Progress progress) {
        this.model = model;
        RankedModels ranked = new RankedModels();
        long total = (long) model.allowedModels();
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
        SelectionTracker tracker = new SelectionTracker(model);
        tracker.reset(new byte[model.dimension()]);
        int[] touched = new int[2 * model.dimension()];
        long[] number = new long[1];
        model.margins.walk(site -> tracker.flip(site, touched), bits -> {
            if (number[0] > 0 && number[0] % REFRESH == 0) {
                tracker.refresh();
                progress.accept(number[0]);
            }
            number[0]++;
            double logProb = tracker.logProb();
            if (!(logProb < Double.POSITIVE_INFINITY)) { // only an evidence of the caller can be so
                throw new IllegalStateException("must not be NaN or +Infinity: log-evidence of "
                        + tracker.fit().size() + " columns with rss "
                        + tracker.fit().rss() + "=" + logProb);
            }
            if (logProb != Double.NEGATIVE_INFINITY) {
                step.at(tracker.fit(), logProb, bits);
            }
        });
        progress.accept((long) model.allowedModels());
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
