package plain;

import dev.lbp.*;
import dev.lbp.check.*;
import dev.lbp.models.*;
import dev.lbp.proposal.*;
import dev.lbp.result.*;
import dev.lbp.target.*;

/** A user's program without ND4J: targets in plain Java and local models run; what needs ND4J says so. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        PathAuxiliarySampler sampler = Samplers.lbp().adaptive().build();
        IsingModel ising = IsingModel.lattice(50, 50).coupling(0.15).field(0.1).build();
        SampleResult result =
                sampler.sample(ising).chains(8).warmup(500).draws(500).seed(42).run();
        System.out.println(result.summary());
        double[] marginals = result.marginals(); // P(x_i = 1)
        require(marginals.length == 2500 && marginals[0] > 0.5);

        EnergyModel plain = EnergyModels.of(20, (byte[] x) -> {
            int ones = 0;
            for (byte bit : x) {
                ones += bit;
            }
            return -0.5 * (ones - 7) * (ones - 7);
        });
        for (Sampler each :
                new Sampler[] {sampler, Samplers.gwg().build(), Samplers.gibbs().build()}) {
            require(each.sample(plain).warmup(100).draws(100).run().draws() == 100);
        }
        require(Samplers.pas()
                        .path(1)
                        .build()
                        .sample(PottsModel.lattice(4, 4, 3).coupling(0.2).build())
                        .warmup(20)
                        .draws(20)
                        .run()
                        .draws()
                == 20);

        refused("BernoulliRbm", () -> BernoulliRbm.random(4, 3, 0.1, 1L));
        refused("CategoricalRbm", () -> CategoricalRbm.random(2, 3, 3, 0.1, 1L));
        refused("ModelCheck", () -> ModelCheck.of(plain).verify());
        refused("AnnealedImportance", () -> AnnealedImportance.of(ising));
    }

    private static void refused(String name, Runnable call) {
        try {
            call.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
            require(e.getMessage().contains("needs ND4J"));
            require(e.getMessage().contains("org.nd4j:nd4j-native-platform"));
            return;
        }
        throw new IllegalStateException("runs without ND4J: " + name);
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("not as documented");
        }
    }
}
