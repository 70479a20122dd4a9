package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.ScoredWhole;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Makes targets at another temperature: pi^beta, up to normalisation. */
public final class Tempered {

    private Tempered() {}

    /**
     * The target pi^beta. It is a {@link LocalEnergyModel} if the model is one.
     *
     * @param beta the inverse temperature, finite and above 0; below 1 it flattens the target, above 1 it sharpens it
     */
    public static EnergyModel of(EnergyModel model, double beta) {
        Check.notNull("model", model);
        Check.positive("beta", beta);
        return model instanceof LocalEnergyModel local ? new Local(local, beta) : new Batched(model, beta);
    }

    private static class Batched implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private final EnergyModel model;
        final double beta;

        Batched(EnergyModel model, double beta) {
            this.model = model;
            this.beta = beta;
        }

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public Map<String, String> identity() {
            return model.identity();
        }

        @Override
        public SiteNames siteNames() {
            return model.siteNames();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states).mul(beta);
        }

        @Override
        public byte[] start(UniformRandomProvider rng) {
            return model.start(rng);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states).mul(beta);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            return model.flipLogRatios(states).mul(beta);
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            Evaluation cold = model.evaluate(states);
            INDArray logProb = cold.logProb().mul(beta);
            return cold.gradient()
                    .map(gradient -> Evaluation.ofGradient(states, logProb, gradient.mul(beta)))
                    .orElseGet(
                            () -> new Evaluation(logProb, cold.flipLogRatios().mul(beta)));
        }

        @Override
        public boolean exactFlips() {
            return model.exactFlips();
        }

        @Override
        public boolean differentiable() {
            return model.differentiable();
        }

        @Override
        public DataType dataType() {
            return model.dataType();
        }

        @Override
        public String name() {
            return model.name() + " at beta " + beta;
        }

        @Override
        public final String toString() {
            return model + " at beta " + beta;
        }
    }

    private static final class Local extends Batched implements LocalEnergyModel {

        private static final long serialVersionUID = 1L;

        private final LocalEnergyModel model;

        Local(LocalEnergyModel model, double beta) {
            super(model, beta);
            this.model = model;
        }

        @Override
        public Tracker newTracker() {
            return new TemperedTracker(model.newTracker(), beta);
        }

        @Override
        public int[][] colouring() {
            return model.colouring();
        }

        @Override
        public Optional<SiteRatios> siteRatios() {
            return model.siteRatios().map(cold -> (state, sites, from, to, out) -> {
                cold.logRatios(state, sites, from, to, out);
                for (int k = 0; k < to - from; k++) {
                    out[k] *= beta;
                }
            });
        }

        @Override
        public Optional<SiteGraph> graph() {
            return model.graph();
        }

        @Override
        public Optional<PairBonds> bonds() {
            return model.bonds().map(bonds -> bonds.tempered(beta, (site, value) -> 0.0));
        }

        @Override
        public boolean costGrowsWithFlips() {
            return model.costGrowsWithFlips();
        }
    }

    private record TemperedTracker(LocalEnergyModel.Tracker tracker, double beta)
            implements LocalEnergyModel.Tracker, ScoredWhole {

        @Override
        public boolean isScoredWhole() {
            return ScoredWhole.is(tracker);
        }

        @Override
        public void reset(byte[] state) {
            tracker.reset(state);
        }

        @Override
        public double logProb() {
            return beta * tracker.logProb();
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            tracker.logRatios(sites, n, out);
            for (int k = 0; k < n; k++) {
                out[k] *= beta;
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            return tracker.flip(site, touched);
        }

        @Override
        public int flipAll(int[] sites, int n, int[] touched) {
            return tracker.flipAll(sites, n, touched);
        }

        @Override
        public boolean refresh() {
            return tracker.refresh();
        }

        @Override
        public void save() {
            tracker.save();
        }

        @Override
        public void restore() {
            tracker.restore();
        }
    }
}
