package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Chain;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.ValueChain;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.Tempered;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pairs and fields of this module's models, and cluster moves on them. */
class ClusterModelsTest {

    private static IsingModel ising() {
        double[] field = {0.3, -0.2, 0.0, 0.1, 0.0, 0.25};
        return IsingModel.lattice(2, 3).coupling(0.4).field(field).build();
    }

    private static double sum(PairBonds bonds, int[] x) {
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += bonds.field(i, x[i]);
            for (int k = bonds.graph().start(i); k < bonds.graph().start(i + 1); k++) {
                sum += x[i] == x[bonds.graph().neighbour(k)] ? 0.5 * bonds.coupling(k) : 0.0;
            }
        }
        return sum;
    }

    private static int[] state(int number, int sites, int values) {
        int[] state = new int[sites];
        int rest = number;
        for (int i = 0; i < sites; i++) {
            state[i] = rest % values;
            rest /= values;
        }
        return state;
    }

    @Test
    void bonds_ofBits_addUpToTheLogProbability() {
        PairwiseModel qubo = PairwiseModel.of(
                new double[] {0.5, -1.0, 0.2, 0.0}, new int[] {0, 1, 3}, new int[] {2, 2, 0}, new double[] {
                    1.5, -0.5, 2.0
                });
        for (LocalEnergyModel model :
                List.of(ising(), qubo, BernoulliModel.of(new double[] {0.2, 0.7}), (LocalEnergyModel)
                        Tempered.of(ising(), 0.6))) {
            PairBonds bonds = model.bonds().orElseThrow();
            int n = model.dimension();
            LocalEnergyModel.Tracker tracker = model.newTracker();
            double constant = Double.NaN;
            for (int number = 0; number < 1 << n; number++) {
                int[] x = state(number, n, 2);
                byte[] bits = new byte[n];
                for (int i = 0; i < n; i++) {
                    bits[i] = (byte) x[i];
                }
                tracker.reset(bits);
                double rest = tracker.logProb() - sum(bonds, x);
                constant = number == 0 ? rest : constant;
                assertThat(rest).isCloseTo(constant, within(1e-12));
            }
        }
    }

    @Test
    void bonds_ofCategories_addUpToTheLogProbability() {
        for (CategoricalModel model : List.of(
                PottsModel.lattice(2, 2, 3).coupling(0.7).randomField(1.0, 3L).build(),
                CategoricalProduct.random(4, 3, 1.0, 5))) {
            PairBonds bonds = model.bonds().orElseThrow();
            var tracker = model.newTracker();
            double constant = Double.NaN;
            for (int number = 0; number < 81; number++) {
                int[] x = state(number, 4, 3);
                tracker.reset(x);
                double rest = tracker.logProb() - sum(bonds, x);
                constant = number == 0 ? rest : constant;
                assertThat(rest).isCloseTo(constant, within(1e-12));
            }
        }
    }

    /**
     * The mean log-probability of 30,000 steps on 64 states beside enumeration. Its deviation is below 1.6, and below
     * 1.5 at these steps for all that Wolff needs more of them: with an autocorrelation time of at most 20 the standard
     * error is below 1.6 / sqrt(1,500) = 0.042. The tolerance of 0.25 is 6 of them: a failure has a probability below
     * 1e-8 for each of the two samplers.
     */
    @Test
    void chains_ofAnIsingModel_haveItsMeanLogProbability() {
        IsingModel model = ising();
        double total = 0.0;
        double mean = 0.0;
        LocalEnergyModel.Tracker tracker = model.newTracker();
        for (int number = 0; number < 64; number++) {
            byte[] bits = new byte[6];
            for (int i = 0; i < 6; i++) {
                bits[i] = (byte) (number >> i & 1);
            }
            tracker.reset(bits);
            total += Math.exp(tracker.logProb());
            mean += tracker.logProb() * Math.exp(tracker.logProb());
        }
        for (Sampler sampler :
                List.of(Samplers.swendsenWang().build(), Samplers.wolff().build())) {
            Chain chain = sampler.start(model, 5L);
            double sum = 0.0;
            for (int k = 0; k < 30_000; k++) {
                chain.step();
                sum += chain.logProb();
            }
            assertThat(sum / 30_000).isCloseTo(mean / total, within(0.25));
        }
    }

    /** At J = 20 no site of a Potts model ever changes by itself. Each of 8 values is reached in 400 steps. */
    @Test
    void chains_ofALockedPottsModel_reachEveryValue() {
        PottsModel model = PottsModel.lattice(4, 4, 8).coupling(20.0).build();
        for (Sampler sampler :
                List.of(Samplers.swendsenWang().build(), Samplers.wolff().build())) {
            ValueChain chain =
                    sampler.start(model, 3L); // a value is missed with a probability below 8 (7/8)^400 = 1e-22
            boolean[] seen = new boolean[8];
            for (int k = 0; k < 500; k++) {
                chain.step();
                seen[chain.state()[0]] |= k >= 100;
            }
            assertThat(seen).containsOnly(true);
        }
    }
}
