package dev.lbp;

import dev.lbp.internal.Check;
import java.util.Locale;

/** Block Gibbs by way of hidden variables. A step is one sweep over all free sites. */
final class BlockGibbsSampler extends Sampler {

    private static final long serialVersionUID = 1L;

    @Override
    void checkFits(EnergyModel model) {
        Check.that(model instanceof LayeredModel, "be a LayeredModel for block Gibbs", "model", model.name());
    }

    @Override
    Ensemble ensemble(EnergyModel model, Start start, WorkerPool pool) {
        return new BlockGibbs((LayeredModel) model, start, pool);
    }

    @Override
    String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "sweeps of %.0f sites", scale);
    }

    @Override
    int bytesPerSite() {
        return 0;
    }

    @Override
    boolean rejects() {
        return false;
    }

    @Override
    String describe() {
        return "Gibbs, all sites at once";
    }
}
