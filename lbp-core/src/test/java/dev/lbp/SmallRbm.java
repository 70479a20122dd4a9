package dev.lbp;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A restricted Boltzmann machine in plain loops, as an example of a layered model. Its log-ratios are the first-order
 * ones. Its parameters are sines, so that nothing in it is symmetric.
 */
public final class SmallRbm implements LayeredModel {

    private static final long serialVersionUID = 1L;

    private final int visible;
    private final int hidden;
    private final DataType type;

    public SmallRbm(int visible, int hidden, DataType type) {
        this.visible = visible;
        this.hidden = hidden;
        this.type = type;
    }

    private static double weight(int i, int j) {
        return 0.9 * Math.sin(2.0 + 5.0 * i + 3.0 * j * j);
    }

    private static double visibleBias(int i) {
        return 0.6 * Math.sin(1.0 + 7.0 * i);
    }

    private static double hiddenBias(int j) {
        return 0.8 * Math.sin(4.0 + 2.0 * j);
    }

    /** The definition of the density: a sum over all states of the hidden units. */
    public TableTarget target() {
        return TableTarget.of("small RBM", visible, x -> {
            double sum = 0.0;
            for (int h = 0; h < 1 << hidden; h++) {
                double exponent = 0.0;
                for (int i = 0; i < visible; i++) {
                    exponent += visibleBias(i) * x[i];
                    for (int j = 0; j < hidden; j++) {
                        exponent += weight(i, j) * x[i] * (h >> j & 1);
                    }
                }
                for (int j = 0; j < hidden; j++) {
                    exponent += hiddenBias(j) * (h >> j & 1);
                }
                sum += Math.exp(exponent);
            }
            return Math.log(sum);
        });
    }

    /** The same target, without its hidden variables. */
    public EnergyModel plain() {
        return new Plain(this);
    }

    private record Plain(EnergyModel model) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public DataType dataType() {
            return model.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states);
        }
    }

    @Override
    public int dimension() {
        return visible;
    }

    @Override
    public DataType dataType() {
        return type;
    }

    private static double sigmoid(double a) {
        return 1.0 / (1.0 + Math.exp(-a));
    }

    private double activation(double[] x, int j) {
        double a = hiddenBias(j);
        for (int i = 0; i < visible; i++) {
            a += weight(i, j) * x[i];
        }
        return a;
    }

    private double[] logOdds(double[] units) {
        double[] odds = new double[visible];
        for (int i = 0; i < visible; i++) {
            odds[i] = visibleBias(i);
            for (int j = 0; j < hidden; j++) {
                odds[i] += weight(i, j) * units[j];
            }
        }
        return odds;
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[][] rows = Rows.of(states);
        double[] logProb = new double[rows.length];
        for (int c = 0; c < rows.length; c++) {
            for (int i = 0; i < visible; i++) {
                logProb[c] += visibleBias(i) * rows[c][i];
            }
            for (int j = 0; j < hidden; j++) {
                logProb[c] += Math.log1p(Math.exp(activation(rows[c], j)));
            }
        }
        return Rows.vector(logProb, type);
    }

    @Override
    public INDArray gradient(INDArray states) {
        double[][] rows = Rows.of(states);
        for (int c = 0; c < rows.length; c++) {
            double[] units = new double[hidden];
            for (int j = 0; j < hidden; j++) {
                units[j] = sigmoid(activation(rows[c], j));
            }
            rows[c] = logOdds(units);
        }
        return Rows.matrix(rows, type);
    }

    @Override
    public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
        double[][] rows = Rows.of(states);
        for (int c = 0; c < rows.length; c++) {
            double[] units = new double[hidden];
            for (int j = 0; j < hidden; j++) {
                units[j] = random.get(c).nextDouble() < sigmoid(activation(rows[c], j)) ? 1.0 : 0.0;
            }
            rows[c] = logOdds(units);
        }
        return Evaluation.ofGradient(states, logProb(states), Rows.matrix(rows, type));
    }
}
