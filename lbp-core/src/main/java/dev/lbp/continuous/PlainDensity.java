package dev.lbp.continuous;

import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import java.util.stream.IntStream;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A density of plain Java functions. */
record PlainDensity(int dimension, DensityModels.LogProb score, DensityModels.Gradient slopes) implements DensityModel {

    @Override
    public String name() {
        return "plain Java density";
    }

    /** Leaves out the class names of the lambdas, which the JVM generates. */
    @Override
    public String toString() {
        return "a density of " + dimension + (dimension == 1 ? " coordinate" : " coordinates");
    }

    @Override
    public INDArray logProb(INDArray points) {
        return logProb(rows(points));
    }

    @Override
    public INDArray gradient(INDArray points) {
        return gradient(rows(points));
    }

    @Override
    public Evaluation evaluate(INDArray points) {
        double[][] rows = rows(points);
        return new Evaluation(logProb(rows), gradient(rows));
    }

    private INDArray logProb(double[][] rows) {
        double[] scores = IntStream.range(0, rows.length)
                .mapToDouble(r -> score.of(rows[r].clone()))
                .toArray();
        return Nd4j.createFromArray(scores);
    }

    private INDArray gradient(double[][] rows) {
        double[][] gradients = new double[rows.length][dimension];
        for (int r = 0; r < rows.length; r++) {
            slopes.at(rows[r], gradients[r]);
        }
        return Nd4j.createFromArray(gradients);
    }

    /** The points as rows of doubles. They are copied first unless the array's memory holds them in this order. */
    private double[][] rows(INDArray points) {
        boolean inRowOrder = points.dataType() == DataType.DOUBLE && points.ordering() == 'c' && !points.isView();
        NativeDoubles doubles = new NativeDoubles(
                inRowOrder ? points : points.castTo(DataType.DOUBLE).dup('c'));
        double[][] rows = new double[(int) points.size(0)][dimension];
        for (int r = 0; r < rows.length; r++) {
            doubles.get(r * dimension, rows[r]);
        }
        return rows;
    }
}
