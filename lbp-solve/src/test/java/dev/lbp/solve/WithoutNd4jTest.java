package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.OtherJava;
import dev.lbp.models.AssignmentModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/** A Java without ND4J: models with a tracker do not need it, and a batched one says that it does. */
class WithoutNd4jTest {

    @Test
    void solve_trackers_needNoNd4j() throws IOException, InterruptedException {
        assertThat(OtherJava.runWithoutNd4j(Trackers.class)).contains("3.0 2.0 8.0");
    }

    @Test
    void of_batchedModel_isRefused() throws IOException, InterruptedException {
        assertThat(OtherJava.runWithoutNd4j(OfBatches.class))
                .contains("IllegalStateException: the batched model " + Batched.class.getName()
                        + " needs ND4J, which is not on the class path");
    }

    static final class Trackers {
        public static void main(String[] arguments) {
            LocalEnergyModel sum = EnergyModels.of(3, state -> state[0] + state[1] + state[2]);
            EnergyModel same = sum;
            System.out.println(Solver.of(same).restarts(1).solve().value() + " "
                    + Solver.of(sum, Constraint.ones(2)).restarts(1).solve().value() + " "
                    + Solver.of(AssignmentModel.of(new double[][] {{1, 2}, {6, 1}}))
                            .restarts(1)
                            .solve()
                            .value());
        }
    }

    static final class OfBatches {
        public static void main(String[] arguments) {
            try {
                Solver.of(new Batched());
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
