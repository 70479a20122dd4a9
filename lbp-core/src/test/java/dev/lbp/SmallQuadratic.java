package dev.lbp;

import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A target of the batched engine, computed by ND4J: {@code log pi(x) = b.x + x.Jx} with a diagonal in J, which makes
 * first-order log-ratios differ from the exact ones by that diagonal. Its parameters are multiples of 1/8, so that
 * single precision is exact and all types define the same target.
 */
public final class SmallQuadratic implements EnergyModel {

    private static final long serialVersionUID = 1L;

    private static final double[] BIAS = {0.5, -1.25, 0.875, 1.5, -0.375};

    private static final double[][] MATRIX = {
        {0.75, -0.5, 0.25, 0.0, 1.125},
        {-0.5, -1.5, 0.0, 0.625, 0.0},
        {0.25, 0.0, 0.5, -1.0, 0.375},
        {0.0, 0.625, -1.0, -0.25, 0.125},
        {1.125, 0.0, 0.375, 0.125, 1.0}
    };

    private final DataType type;
    private final boolean exact;
    private transient INDArray matrix;
    private transient INDArray bias;

    SmallQuadratic(DataType type, boolean exact) {
        this.type = type;
        this.exact = exact;
    }

    /** The definition of the density. */
    static TableTarget target() {
        return TableTarget.of("quadratic", BIAS.length, x -> {
            double sum = 0.0;
            for (int i = 0; i < x.length; i++) {
                sum += BIAS[i] * x[i];
                for (int j = 0; j < x.length; j++) {
                    sum += MATRIX[i][j] * x[i] * x[j];
                }
            }
            return sum;
        });
    }

    @Override
    public int dimension() {
        return BIAS.length;
    }

    @Override
    public DataType dataType() {
        return type;
    }

    @Override
    public boolean exactFlips() {
        return exact;
    }

    @Override
    public INDArray logProb(INDArray states) {
        return states.mmul(matrix()).addiRowVector(bias()).muli(states).sum(1);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return states.mmul(matrix()).muli(2.0).addiRowVector(bias());
    }

    @Override
    public INDArray flipLogRatios(INDArray states) {
        INDArray firstOrder = EnergyModel.super.flipLogRatios(states);
        return exact ? firstOrder.addiRowVector(Nd4j.diag(matrix())) : firstOrder;
    }

    private INDArray matrix() {
        if (matrix == null) {
            matrix = Nd4j.createFromArray(MATRIX).castTo(type);
        }
        return matrix;
    }

    private INDArray bias() {
        if (bias == null) {
            bias = Nd4j.createFromArray(BIAS).castTo(type);
        }
        return bias;
    }

    @Override
    public String toString() {
        return "quadratic, " + type + (exact ? ", exact ratios" : ", first-order ratios");
    }
}
