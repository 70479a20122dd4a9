package dev.lbp.learn;

import dev.lbp.continuous.DataDensity;
import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Computes log-densities and gradients at single points, from all data or from the next batch. Checks the results. */
final class DensitySlopes {

    private final DensityModel model;
    /** The order in which batches take the data; null if each gradient uses all data. */
    private final @Nullable BatchStream order;

    private final int[] batch;

    /**
     * Slopes of a density.
     *
     * @param batch the number of data for a gradient; 0 for all
     */
    DensitySlopes(DensityModel model, int batch, UniformRandomProvider random) {
        this.model = model;
        this.order = batch > 0 ? new BatchStream(((DataDensity) model).dataCount(), random) : null;
        this.batch = new int[batch];
    }

    /** Checks the size of batches of a density that has data, and returns it. */
    static int checkedBatch(DensityModel posterior, int size) {
        Check.that(posterior instanceof DataDensity, "be a DataDensity for batches", "posterior", posterior.name());
        int count = ((DataDensity) posterior).dataCount();
        Check.that(size >= 1 && size <= count, "be in [1, " + count + "]", "batch", size);
        return size;
    }

    /** Whether gradients are computed from all data. */
    boolean usesAllData() {
        return order == null;
    }

    /**
     * Writes the gradient at a point, or an estimate of it.
     *
     * @return the log-density, or an estimate of it
     */
    double evaluate(double[] point, double[] to) {
        double logProb;
        if (order == null) {
            DensityModel.Evaluation answer = model.evaluate(row(point));
            logProb = answer.logProb().castTo(DataType.DOUBLE).getDouble(0);
            double[] slopes =
                    answer.gradient().castTo(DataType.DOUBLE).dup('c').data().asDouble();
            System.arraycopy(slopes, 0, to, 0, to.length);
        } else {
            Arrays.setAll(batch, k -> order.next());
            logProb = ((DataDensity) model).estimate(point, batch, to);
        }
        for (int j = 0; j < to.length; j++) {
            if (!Double.isFinite(to[j])) { // so that the name is not built for each coordinate
                checked("gradient[" + j + "]", to[j]);
            }
        }
        return checked("logProb", logProb);
    }

    /** The log-density of a point from all data, which may be -Infinity. */
    double logProb(double[] point) {
        double logProb = model.logProb(row(point)).castTo(DataType.DOUBLE).getDouble(0);
        return logProb == Double.NEGATIVE_INFINITY ? logProb : checked("logProb", logProb);
    }

    private static INDArray row(double[] point) {
        return Nd4j.createFromArray(new double[][] {point});
    }

    /** Returns the value. Throws if it is not finite. */
    private double checked(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new ModelException(model.name() + ": must be finite: " + name + "=" + value, null);
        }
        return value;
    }

    /** Saves the order of batches in a checkpoint, or reads it from one; without batches there is nothing to save. */
    void transcribe(Transcript transcript) {
        if (order != null) {
            order.transcribe(transcript);
        }
    }
}
