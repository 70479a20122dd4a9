package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class PerceptronTest {

    private static final int N = 5;

    /** 4 and 3 hidden units, biases among the random parameters. */
    private static Perceptron random(long seed) {
        Perceptron network = new Perceptron(N, 4, 3);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        for (int k = 0; k < network.parameters.length; k++) {
            network.parameters[k] = 2.0 * random.nextDouble() - 1.0;
        }
        return network;
    }

    private static byte[][] states() {
        byte[][] states = new byte[1 << N][];
        for (int code = 0; code < states.length; code++) {
            states[code] = AutoregressiveTest.state(N, code);
        }
        return states;
    }

    /** By the formula, over all parameters: W1 [5][4], b1, W2 [4][3], b2, w, c. */
    private static double output(double[] p, byte[] state) {
        double output = p[42];
        for (int l = 0; l < 3; l++) {
            double b = p[36 + l];
            for (int k = 0; k < 4; k++) {
                double a = p[20 + k];
                for (int j = 0; j < N; j++) {
                    a += p[4 * j + k] * state[j];
                }
                b += p[24 + 3 * k + l] * Math.max(0.0, a);
            }
            output += p[39 + l] * Math.max(0.0, b);
        }
        return output;
    }

    private static double loss(double[] parameters, byte[][] states, int data) {
        double loss = 0.0;
        for (int r = 0; r < states.length; r++) {
            double f = output(parameters, states[r]);
            loss += Math.log1p(Math.exp(r < data ? -f : f)) / states.length;
        }
        return loss;
    }

    @Test
    void outputs_areThoseOfTheFormula() {
        for (long seed = 0; seed < 10; seed++) {
            Perceptron network = random(seed);
            double[] outputs = network.outputs(states());
            for (int code = 0; code < outputs.length; code++) {
                assertThat(outputs[code])
                        .isCloseTo(output(network.parameters, AutoregressiveTest.state(N, code)), within(1e-14));
            }
        }
    }

    /** Random parameters: no unit is within 1e-6 of its kink, where the difference would be of two slopes. */
    @Test
    void gradient_isTheDerivative_ofTheMeanLoss() {
        double h = 1e-6;
        for (long seed = 0; seed < 10; seed++) {
            Perceptron network = random(seed);
            Perceptron.Gradient gradient = network.new Gradient();
            gradient.compute(states(), 13);
            for (int k = 0; k < network.parameters.length; k++) {
                double[] above = network.parameters.clone();
                double[] below = network.parameters.clone();
                above[k] += h;
                below[k] -= h;
                double difference = (loss(above, states(), 13) - loss(below, states(), 13)) / (2.0 * h);
                assertThat(gradient.values[k])
                        .as("seed %d, parameter %d", seed, k)
                        .isCloseTo(difference, within(1e-8));
            }
        }
    }

    /** The memory of the slices is used again. */
    @Test
    void gradient_computedAgain_isTheSame() {
        Perceptron network = random(3);
        Perceptron.Gradient gradient = network.new Gradient();
        gradient.compute(states(), 13);
        double[] first = gradient.values.clone();
        gradient.compute(states(), 13);
        assertThat(gradient.values).isEqualTo(first);
    }

    @Test
    void initialise_givesEveryLayer_itsOwnSpread() {
        Perceptron network = new Perceptron(600, 300, 150);
        network.initialise(RandomSource.XO_SHI_RO_256_PP.create(1));
        double[] p = network.parameters;
        assertThat(p[0]).isNotZero().isBetween(-0.1, 0.1); // sqrt(6 / 600)
        assertThat(p[600 * 300]).isZero();
        assertThat(p[p.length - 1]).isZero();
        double largest = 0.0;
        for (int k = 600 * 300 + 300; k < 600 * 300 + 300 + 300 * 150; k++) {
            largest = Math.max(largest, Math.abs(p[k]));
        }
        assertThat(largest).isBetween(0.99 * Math.sqrt(6.0 / 300), Math.sqrt(6.0 / 300));
    }
}
