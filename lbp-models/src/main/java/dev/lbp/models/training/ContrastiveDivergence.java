package dev.lbp.models.training;

import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.models.BernoulliRbm;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/** The state of a training: parameters, Adam's moments, and the units of a batch. */
final class ContrastiveDivergence {

    private final int batch;
    private final int steps;
    private final UniformRandomProvider random;
    private final BlockGibbs units;
    private final RbmGradient gradient;
    private final Adam adam;

    /** W row after row, then b, then c. */
    private final double[] parameters;

    private double reconstructionError = Double.NaN;

    ContrastiveDivergence(
            BernoulliRbm initial, int batch, int steps, double learningRate, UniformRandomProvider random) {
        this.batch = batch;
        this.steps = steps;
        this.random = random;
        units = new BlockGibbs(initial.dimension(), initial.hidden(), batch);
        gradient = new RbmGradient(initial.dimension(), initial.hidden());
        parameters = new double[gradient.values.length];
        adam = new Adam(parameters.length, learningRate);
        int next = 0;
        for (double[] row : initial.weights()) {
            System.arraycopy(row, 0, parameters, next, row.length);
            next += row.length;
        }
        System.arraycopy(initial.visibleBias(), 0, parameters, next, initial.dimension());
        System.arraycopy(initial.hiddenBias(), 0, parameters, next + initial.dimension(), initial.hidden());
    }

    /**
     * One step of Adam along the estimate of the gradient from the next batch.
     *
     * @return true if the step was made; false if the thread was interrupted, and the parameters are unchanged
     */
    boolean update(byte[][] data, BatchStream stream) {
        int[] chosen = new int[batch];
        Arrays.setAll(chosen, chain -> stream.next());
        for (int chain = 0; chain < batch; chain++) {
            units.visible.set(chain, data[chosen[chain]]);
        }
        units.setParameters(parameters);
        gradient.clear();
        units.activateHidden();
        gradient.add(units, 1.0 / batch); // the data's part; the part of the sweeps' last states is subtracted
        for (int step = 0; step < steps; step++) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            units.reconstruct(random);
            if (step == 0) {
                reconstructionError = error(data, chosen);
            }
            units.resample(random);
        }
        gradient.add(units, -1.0 / batch);
        adam.ascend(parameters, gradient.values);
        return true;
    }

    /** The mean square of the difference between the visible probabilities and the batch. */
    private double error(byte[][] data, int[] chosen) {
        double sum = 0.0;
        for (int chain = 0; chain < batch; chain++) {
            byte[] row = data[chosen[chain]];
            for (int i = 0; i < row.length; i++) {
                double miss = row[i] - units.visible.value(chain, i);
                sum += miss * miss;
            }
        }
        return sum / ((double) batch * units.visible.units);
    }

    /** The reconstruction error of the last update's batch; NaN before the first. */
    double reconstructionError() {
        return reconstructionError;
    }

    /** The machine of the present parameters: weights row by row, then visible biases, then hidden ones. */
    BernoulliRbm model() {
        int visible = units.visible.units;
        int hidden = units.hidden.units;
        double[][] weights = new double[visible][];
        Arrays.setAll(weights, i -> Arrays.copyOfRange(parameters, i * hidden, (i + 1) * hidden));
        int biases = visible * hidden;
        return BernoulliRbm.of(
                weights,
                Arrays.copyOfRange(parameters, biases, biases + visible),
                Arrays.copyOfRange(parameters, biases + visible, parameters.length));
    }
}
