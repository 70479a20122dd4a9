package batched;

import dev.lbp.*;
import dev.lbp.check.*;
import dev.lbp.models.*;
import dev.lbp.target.*;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A user's program with models of ND4J, as users are told to write them. */
public final class Main {

    private static final int n = 12;

    private Main() {}

    public static void main(String[] args) {
        runs(new Independent());
        runs(new Network(6)); // SameDiff's
        runs(BernoulliRbm.of(new double[][] {{0.1, -0.2}, {0.3, 0.4}}, new double[2], new double[2]));

        ChainBatch batch = Samplers.lbp().adaptive(0.574).build().start(new Independent(), 42L, 100);
        batch.step();
        batch.invalidate();
        require(batch.states().shape()[0] == 100);

        IsingModel ising = IsingModel.lattice(2, 2).coupling(0.1).build();
        require(AnnealedImportance.of(ising).temperatures(10).run().logZ() > 1.0);
    }

    private static void runs(EnergyModel model) {
        ModelCheck.of(model).verify();
        require(Samplers.lbp()
                        .adaptive(0.574)
                        .build()
                        .sample(model)
                        .chains(4)
                        .warmup(20)
                        .draws(20)
                        .run()
                        .draws()
                == 20);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("not as documented");
        }
    }

    /** Independent sites with log-odds 1. */
    private static final class Independent implements EnergyModel {

        private static final long serialVersionUID = 1L;

        @Override
        public int dimension() {
            return n;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return Nd4j.concat(1, states.castTo(dataType()), Nd4j.zeros(dataType(), states.size(0), 1))
                    .sum(1);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.onesLike(states.castTo(dataType()));
        }
    }
}
