package dev.lbp.internal.kernel.nd4j;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.impl.reduce.longer.MatchCondition;
import org.nd4j.linalg.api.ops.impl.reduce.same.Sum;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.conditions.Conditions;
import org.nd4j.linalg.ops.transforms.Transforms;

/**
 * A batch that is computed by ND4J's operations in place. Single precision is summed in double, because ND4J's own sum
 * has an error of 1e-4 for 10^4 sites.
 */
final class NativeBatch extends FlipWeightBatch {

    /** The weights as a matrix, [chains, N]. */
    private final INDArray rows;

    /** The weights in double precision, [chains, N]; {@link #rows} itself if that is double. */
    private final INDArray wide;

    NativeBatch(Form form, DataType type, long... shape) {
        super(form, type, shape);
        this.rows = weights.reshape(shape[0], -1);
        this.wide = type == DataType.DOUBLE ? rows : Nd4j.create(DataType.DOUBLE, rows.shape());
    }

    /** Turns log-ratios into weights in place, and sums each chain's weights in double precision. */
    @Override
    void fill(INDArray states, INDArray gradients) {
        weights.assign(states);
        weights.muli(-2.0).addi(1.0).muli(gradients);
        if (form == Form.BARKER) {
            Transforms.sigmoid(weights, false);
        } else {
            Nd4jFlipWeights.logWeights(form, weights);
            if (!form.bounded()) {
                subtractShifts();
            }
            Transforms.exp(weights, false);
        }
        raiseToLeast(states, gradients);
        if (rows.dataType() != DataType.DOUBLE) { // else wide is rows itself
            wide.assign(rows);
        }
        Nd4j.exec(new Sum(wide, sums, 1));
    }

    /** Bounds log-weights by 40, and subtracts from every row its largest log-weight, so that the largest becomes 0. */
    private void subtractShifts() {
        try (INDArray largest = rows.max(1)) {
            boolean anyAboveBound = false;
            for (long chain = 0; chain < largest.length(); chain++) {
                double value = largest.getDouble(chain);
                anyAboveBound |= value > FlipWeightKernel.LARGEST_LOG_WEIGHT;
                largest.putScalar(chain, shift(value));
            }
            rows.subiColumnVector(largest);
            if (anyAboveBound) { // log-weights above 40 are now above 0, and are lowered to 0
                Nd4jFlipWeights.logWeights(Form.MIN, rows);
            }
            shifts.assign(largest);
        }
    }

    /** The shift of a row with this largest log-weight: at most 40; 0 if every flip is impossible; NaN for NaN. */
    private static double shift(double largest) {
        return largest == Double.NEGATIVE_INFINITY ? 0.0 : Math.min(largest, FlipWeightKernel.LARGEST_LOG_WEIGHT);
    }

    /**
     * Raises weights to at least the smallest weight of a possible flip, and keeps NaN, which ND4J's {@code max} would
     * not. If no weight is smaller, this is one pass.
     */
    private void raiseToLeast(INDArray states, INDArray gradients) {
        boolean single = weights.dataType() == DataType.FLOAT;
        double least = single ? Nd4jFlipWeights.LEAST_FLOAT : Nd4jFlipWeights.LEAST;
        if (Nd4j.getExecutioner()
                        .exec(new MatchCondition(weights, Conditions.lessThan(least)))
                        .getLong(0)
                == 0) {
            return;
        }
        try (INDArray floors = Nd4j.create(weights.dataType(), weights.shape())) {
            floors.assign(states);
            floors.muli(-2.0).addi(1.0).muli(gradients); // the log-ratios, (1 - 2x) times the gradient
            // 1 for a finite log-ratio, 0 for an impossible flip
            floors.muli(Nd4jFlipWeights.smallest(weights.dataType())).addi(1.0);
            Transforms.relu(floors, false).muli(least); // the least weight of each flip
            Transforms.relu(weights.subi(floors), false).addi(floors); // max(w, f) = max(w - f, 0) + f
        }
    }
}
