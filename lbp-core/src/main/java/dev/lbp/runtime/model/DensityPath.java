package dev.lbp.runtime.model;

import dev.lbp.continuous.DensityModel;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Presents an annealed path of points of real coordinates as a density: where bits have log-ratios, it returns the
 * gradient.
 */
public record DensityPath(AnnealedModel<double[]> path) implements DensityModel {

    @Override
    public int dimension() {
        return path.dimension();
    }

    @Override
    public String name() {
        return path.name();
    }

    @Override
    public INDArray logProb(INDArray points) {
        return path.logProb(points);
    }

    @Override
    public INDArray gradient(INDArray points) {
        return path.flipLogRatios(points);
    }

    @Override
    public Evaluation evaluate(INDArray points) {
        EnergyModel.Evaluation answer = path.evaluate(points);
        return new Evaluation(answer.logProb(), answer.flipLogRatios());
    }
}
