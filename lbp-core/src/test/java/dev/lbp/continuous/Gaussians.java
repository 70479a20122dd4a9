package dev.lbp.continuous;

import java.util.stream.IntStream;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Independent normal coordinates of given widths, as a batched model. */
public record Gaussians(double[] widths) implements DensityModel {

    /** d coordinates of width 1, but the first of width 1 / lambda. */
    static Gaussians narrowFirst(int d, double lambda) {
        return new Gaussians(IntStream.range(0, d)
                .mapToDouble(i -> i == 0 ? 1.0 / lambda : 1.0)
                .toArray());
    }

    @Override
    public int dimension() {
        return widths.length;
    }

    @Override
    public INDArray logProb(INDArray points) {
        INDArray scaled = points.divRowVector(Nd4j.createFromArray(widths));
        return scaled.muli(scaled).sum(1).muli(-0.5);
    }

    @Override
    public INDArray gradient(INDArray points) {
        INDArray squares = Nd4j.createFromArray(widths);
        return points.divRowVector(squares.muli(squares)).negi();
    }
}
