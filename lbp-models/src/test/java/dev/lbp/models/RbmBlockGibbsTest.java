package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.sweep.BlockKernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Block Gibbs on restricted Boltzmann machines, exactly: its transition matrix against the definition. */
class RbmBlockGibbsTest {

    /** Weights of 8 make conditional probabilities that are all but certain. */
    @ParameterizedTest
    @CsvSource({"5, 3, 1.0, false", "4, 4, 8.0, false", "5, 3, 1.0, true", "5, 1, 0.5, true"})
    void sweep_isTheSumOverHiddenStatesOfTheDefinition(int n, int hidden, double deviation, boolean freeze) {
        BernoulliRbm model = BernoulliRbm.random(n, hidden, deviation, 6L);
        boolean[] frozen = new boolean[n];
        frozen[1] = freeze;
        double[][] joint = joint(model);
        TableTarget target = TableTarget.of("RBM", n, x -> {
            double sum = 0.0;
            for (double value : joint[TableTarget.number(x)]) {
                sum += value;
            }
            return Math.log(sum);
        });
        TransitionMatrix matrix = new BlockKernel(target, model, hidden, freeze ? frozen : null).matrix();
        matrix.verifyInvariant().verifyReversible();
        double[][] expected = definition(joint, freeze ? 1 << 1 : 0);
        for (int x = 0; x < expected.length; x++) {
            assertThat(matrix.p()[x]).containsExactly(expected[x], within(1e-12));
        }
    }

    /** exp(b.v + c.h + vWh), [v][h]. */
    private static double[][] joint(BernoulliRbm model) {
        double[][] weights = model.weights();
        double[] visibleBias = model.visibleBias();
        double[] hiddenBias = model.hiddenBias();
        double[][] joint = new double[1 << visibleBias.length][1 << hiddenBias.length];
        for (int v = 0; v < joint.length; v++) {
            for (int h = 0; h < joint[v].length; h++) {
                double exponent = 0.0;
                for (int i = 0; i < visibleBias.length; i++) {
                    exponent += visibleBias[i] * (v >> i & 1);
                    for (int j = 0; j < hiddenBias.length; j++) {
                        exponent += weights[i][j] * (v >> i & 1) * (h >> j & 1);
                    }
                }
                for (int j = 0; j < hiddenBias.length; j++) {
                    exponent += hiddenBias[j] * (h >> j & 1);
                }
                joint[v][h] = Math.exp(exponent);
            }
        }
        return joint;
    }

    /** {@code sum_h pi(h | x) pi(y | h, y agrees with x in the bits that are held)}. */
    private static double[][] definition(double[][] joint, int held) {
        int states = joint.length;
        double[][] p = new double[states][states];
        for (int x = 0; x < states; x++) {
            double all = 0.0;
            for (double value : joint[x]) {
                all += value;
            }
            for (int h = 0; h < joint[x].length; h++) {
                double within = 0.0;
                for (int y = 0; y < states; y++) {
                    within += (x & held) == (y & held) ? joint[y][h] : 0.0;
                }
                for (int y = 0; y < states; y++) {
                    p[x][y] += (x & held) == (y & held) ? joint[x][h] / all * joint[y][h] / within : 0.0;
                }
            }
        }
        return p;
    }
}
