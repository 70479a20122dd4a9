package dev.lbp.runtime.engine.reals;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.html.Numbers;
import dev.lbp.proposal.RealDistribution;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The independence sampler of densities. Its chains begin at draws of q: where q is far below the target, a chain may
 * never accept a draw, and so never leave.
 */
public record IndependentMethod(RealDistribution q) implements RealMethod {

    /** The arrays of the state, the proposed point, the draw and the batch's input. */
    private static final int BYTES_PER_COORDINATE = Integer.BYTES + 4 * Double.BYTES;

    @Override
    public Ensemble<double[]> ensemble(DensityModel model, Start<double[]> start, WorkerPool pool) {
        checkDimension(start.dimension());
        // false: the chains need no gradients
        return RealEnsemble.of(
                model, start, false, (batch, c) -> new IndependentChain(model, batch, start, c, q), pool);
    }

    @Override
    public double[] start(DensityModel model, UniformRandomProvider rng) {
        checkDimension(model.dimension());
        return IndependentChain.draw(q, rng, model.dimension());
    }

    private void checkDimension(int d) {
        Check.that(q.dimension() == d, "be " + d + ", the model's dimension", "q.dimension()", q.dimension());
    }

    @Override
    public String randomStart() {
        return "draws of q";
    }

    @Override
    public int bytesPerSite() {
        return BYTES_PER_COORDINATE;
    }

    @Override
    public String describe() {
        return "independent draws of " + q.name();
    }

    @Override
    public void identify(Map<String, String> entries) {
        entries.put("the proposal distribution (checksum)", Fingerprint.of(q));
    }

    @Override
    public boolean hasScale() {
        return false;
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return Numbers.format("acceptance %.3f", acceptanceRate);
    }

    @Override
    public String caveat(double acceptanceRate) {
        return StepMix.caveatAlone(acceptanceRate);
    }
}
