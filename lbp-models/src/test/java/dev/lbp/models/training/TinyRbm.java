package dev.lbp.models.training;

import dev.lbp.models.BernoulliRbm;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** The definition of a small machine, by sums over all states: the oracle of everything that is fast. */
record TinyRbm(int visible, int hidden, double[] parameters) {

    /** Parameters from -range to range that single precision holds exactly, so that rounding them changes nothing. */
    static TinyRbm random(int visible, int hidden, double range, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] parameters = new double[visible * hidden + visible + hidden];
        for (int k = 0; k < parameters.length; k++) {
            parameters[k] = (float) random.nextDouble(-range, range);
        }
        return new TinyRbm(visible, hidden, parameters);
    }

    static TinyRbm of(BernoulliRbm model) {
        double[] parameters = new double[model.dimension() * model.hidden() + model.dimension() + model.hidden()];
        int next = 0;
        for (double[] row : model.weights()) {
            for (double weight : row) {
                parameters[next++] = weight;
            }
        }
        for (double bias : model.visibleBias()) {
            parameters[next++] = bias;
        }
        for (double bias : model.hiddenBias()) {
            parameters[next++] = bias;
        }
        return new TinyRbm(model.dimension(), model.hidden(), parameters);
    }

    /** States by number: unit i is bit i. */
    static byte[] state(int code, int units) {
        byte[] state = new byte[units];
        for (int i = 0; i < units; i++) {
            state[i] = (byte) (code >> i & 1);
        }
        return state;
    }

    /** {@code b.v + c.h + v'Wh}. */
    double logJoint(byte[] v, byte[] h) {
        double sum = 0.0;
        for (int i = 0; i < visible; i++) {
            sum += v[i] * parameters[visible * hidden + i];
            for (int j = 0; j < hidden; j++) {
                sum += v[i] * h[j] * parameters[i * hidden + j];
            }
        }
        for (int j = 0; j < hidden; j++) {
            sum += h[j] * parameters[visible * hidden + visible + j];
        }
        return sum;
    }

    /** P(v, h), [visible code][hidden code]. */
    double[][] joint() {
        double[][] joint = new double[1 << visible][1 << hidden];
        double total = 0.0;
        for (int v = 0; v < joint.length; v++) {
            for (int h = 0; h < joint[v].length; h++) {
                joint[v][h] = Math.exp(logJoint(state(v, visible), state(h, hidden)));
                total += joint[v][h];
            }
        }
        for (double[] row : joint) {
            for (int h = 0; h < row.length; h++) {
                row[h] /= total;
            }
        }
        return joint;
    }

    /** P(v), by code: {@code exp(b.v) prod_j (1 + exp(c_j + (vW)_j))}, normalised. */
    double[] marginal() {
        double[] marginal = new double[1 << visible];
        double total = 0.0;
        for (int code = 0; code < marginal.length; code++) {
            byte[] v = state(code, visible);
            double weight = Math.exp(logJoint(v, new byte[hidden]));
            for (int j = 0; j < hidden; j++) {
                double activation = parameters[visible * hidden + visible + j];
                for (int i = 0; i < visible; i++) {
                    activation += v[i] * parameters[i * hidden + j];
                }
                weight *= 1.0 + Math.exp(activation);
            }
            marginal[code] = weight;
            total += weight;
        }
        for (int code = 0; code < marginal.length; code++) {
            marginal[code] /= total;
        }
        return marginal;
    }

    /** The mean of log P(v) over data. */
    double logLikelihood(byte[][] data) {
        double[] marginal = marginal();
        double sum = 0.0;
        for (byte[] row : data) {
            int code = 0;
            for (int i = 0; i < visible; i++) {
                code |= row[i] << i;
            }
            sum += Math.log(marginal[code]);
        }
        return sum / data.length;
    }

    TinyRbm with(int parameter, double value) {
        double[] changed = parameters.clone();
        changed[parameter] = value;
        return new TinyRbm(visible, hidden, changed);
    }
}
