package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.OtherJava;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A batched model, which needs ND4J, in a Java without it. */
class WithoutNd4jTest {

    @Test
    void estimate_batchedModel_isRefused() throws IOException, InterruptedException {
        assertThat(OtherJava.runWithoutNd4j(Estimate.class))
                .contains("IllegalStateException: the batched model " + Batched.class.getName()
                        + " needs ND4J, which is not on the class path");
    }

    static final class Estimate {
        public static void main(String[] arguments) {
            BernoulliMixture q = BernoulliMixture.of(new double[] {1.0}, new double[][] {{0.5, 0.5}});
            try {
                AcceptanceRate.estimate(new Batched(), q, new byte[3][2], 1);
            } catch (RuntimeException | LinkageError e) {
                System.out.println(e);
            }
        }
    }

    static final class Batched implements EnergyModel {

        private static final long serialVersionUID = 1L;

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return states.sum(1);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return states.mul(0.0).addi(1.0);
        }
    }
}
