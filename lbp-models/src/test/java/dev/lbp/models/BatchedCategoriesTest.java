package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Batched models of categories: a Potts model against the local one, the categorical RBM, and how far samplers move.
 */
class BatchedCategoriesTest {

    private static INDArray oneHot(int[] state, int values) {
        double[] cells = new double[state.length * values];
        for (int i = 0; i < state.length; i++) {
            cells[i * values + state[i]] = 1.0;
        }
        return Nd4j.createFromArray(cells).reshape(1, cells.length);
    }

    /** The rules of random states: independent values. */
    private static int[] state(Random random, int sites, int values) {
        return random.ints(sites, 0, values).toArray();
    }

    @Test
    void potts_batched_equalsTheLocalOne() {
        BatchedPotts batched = BatchedPotts.random(3, 4, 3, 0.7, 1.5, 2L);
        MoveModel.Tracker local = PottsModel.lattice(3, 4, 3)
                .coupling(0.7)
                .field(batched.field())
                .build()
                .newTracker();
        Random random = new Random(3L);
        double[] ratio = new double[1];
        for (int t = 0; t < 20; t++) {
            int[] state = state(random, 12, 3);
            local.reset(state);
            assertThat(batched.logProb(oneHot(state, 3)).getDouble(0)).isCloseTo(local.logProb(), within(1e-10));
            INDArray logits = batched.logits(oneHot(state, 3));
            for (int i = 0; i < 12; i++) {
                int c = (state[i] + 1) % 3;
                local.logRatios(new int[] {i * 3 + c}, 1, ratio);
                assertThat(logits.getDouble(i * 3 + c) - logits.getDouble(i * 3 + state[i]))
                        .isCloseTo(ratio[0], within(1e-10));
            }
        }
    }

    /** log pi from its definition, with the hidden bits summed out one by one. */
    @Test
    void rbm_logProb_isTheSumOverHiddenStates() {
        CategoricalRbm model = CategoricalRbm.random(3, 4, 5, 0.8, 7L);
        assertThat(model.dimension()).isEqualTo(3);
        BernoulliRbm cells = model.cells();
        Random random = new Random(4L);
        for (int t = 0; t < 10; t++) {
            int[] state = state(random, 3, 4);
            double sum = 0.0;
            for (int h = 0; h < 32; h++) {
                double energy = 0.0;
                for (int j = 0; j < 5; j++) {
                    energy += (h >> j & 1) * cells.hiddenBias()[j];
                }
                for (int i = 0; i < 3; i++) {
                    energy += cells.visibleBias()[4 * i + state[i]];
                    for (int j = 0; j < 5; j++) {
                        energy += (h >> j & 1) * cells.weights()[4 * i + state[i]][j];
                    }
                }
                sum += Math.exp(energy);
            }
            INDArray states = oneHot(state, 4);
            assertThat(model.logProb(states).getDouble(0)).isCloseTo(Math.log(sum), within(1e-12));
            assertThat(model.evaluate(states).logProb().getDouble(0)).isCloseTo(Math.log(sum), within(1e-12));
            assertThat(model.evaluate(states).logits()).isEqualTo(model.gradient(states));
        }
    }

    /**
     * Against all 64 states. Each of 12 marginals fails with probability 2e-9, for normal errors; the seed is fixed.
     */
    @Test
    void rbm_marginals_areExact() {
        CategoricalRbm model = CategoricalRbm.random(3, 4, 5, 0.8, 7L);
        double[][] exact = new double[3][4];
        double sum = 0.0;
        for (int k = 0; k < 64; k++) {
            int[] state = {k & 3, k >> 2 & 3, k >> 4};
            double p = Math.exp(model.logProb(oneHot(state, 4)).getDouble(0));
            sum += p;
            for (int i = 0; i < 3; i++) {
                exact[i][state[i]] += p;
            }
        }
        for (Sampler sampler : new Sampler[] {
            Samplers.lbp().build(), Samplers.dlmc().weight(WeightFunction.SQRT).build()
        }) {
            for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
                ValueResult result = sampler.sample(model.withDataType(type))
                        .chains(8)
                        .warmup(200)
                        .draws(1_500)
                        .seed(5)
                        .run();
                for (int i = 0; i < 3; i++) {
                    for (int c = 0; c < 4; c++) {
                        assertThat(result.valueMarginals()[i][c])
                                .isCloseTo(exact[i][c] / sum, within(6.0 * result.valueMarginalErrors()[i][c]));
                    }
                }
            }
        }
    }

    @Test
    void rbm_badArguments_areRefused() {
        refused("must be >= 2: values=1", () -> CategoricalRbm.random(3, 1, 5, 0.1, 1L));
        refused("must be >= 1: sites=0", () -> CategoricalRbm.random(0, 2, 5, 0.1, 1L));
        refused("must be >= 1: hidden=0", () -> CategoricalRbm.random(3, 2, 0, 0.1, 1L));
        refused(
                "must be below 2^31: sites * values=2200000000",
                () -> CategoricalRbm.random(1_100_000_000, 2, 5, 0.1, 1L));
        BernoulliRbm cells = BernoulliRbm.random(10, 3, 0.1, 1L);
        refused("must be a multiple of values=4: cells.dimension()=10", () -> CategoricalRbm.ofCells(cells, 4));
        refused("must be >= 2: values=1", () -> CategoricalRbm.ofCells(cells, 1));
        assertThat(CategoricalRbm.ofCells(cells, 5).dimension()).isEqualTo(2);
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }

    /** Means over instances of the acceptance rate, the scale, and the mean number of sites that a step changes. */
    private record Figures(double acceptance, double scale, double distance) {}

    private static Figures figures(Sampler sampler, int instances, int draws, CategoricalEnergyModel... models) {
        double[] sums = new double[5];
        for (int k = 0; k < instances; k++) {
            ValueResult result = sampler.sample(
                            models.length > 0 ? models[0] : BatchedPotts.random(10, 20, 4, 0.5, 1.5, k + 1L))
                    .chains(4)
                    .warmup(1_000)
                    .draws(draws)
                    .seed(k)
                    .run();
            double steps = 4.0 * draws * instances;
            sums[0] += result.acceptanceRate() / instances;
            sums[1] += result.scale() / instances;
            sums[2] += result.expectedJumpDistance() / instances;
            sums[3] += result.effectiveSampleSize("logProb") / steps;
            sums[4] += result.effectiveSampleSize("hamming") / steps;
        }
        System.out.println(String.format(
                Locale.ROOT,
                "%s: acceptance %.3f, scale %.3g, EJD %.2f, per step ESS of logProb %.4f, of Hamming %.4f",
                sampler,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4]));
        return new Figures(sums[0], sums[1], sums[2]);
    }

    /**
     * Against an independent prototype's figures, of 7 instances of 4 chains. The command is {@code mvn -Pslow test -pl
     * lbp-core,lbp-models -Dtest=BatchedCategoriesTest -Dsurefire.failIfNoSpecifiedTests=false}.
     */
    @Tag("slow")
    @Test
    void potts_moveAsFarAsTheyShould() {
        Figures lbp = figures(Samplers.lbp().adaptive(0.574).build(), 7, 4_000);
        assertThat(lbp.acceptance()).isCloseTo(0.574, within(0.03));
        assertThat(lbp.scale()).isBetween(33.0, 38.0);
        assertThat(lbp.distance()).isCloseTo(20.2, within(1.0));
        double best = Arrays.stream(new double[] {20, 25, 30, 35, 40, 45, 50})
                .map(r -> figures(Samplers.lbp().scale(r).build(), 7, 4_000).distance())
                .max()
                .orElseThrow();
        assertThat(lbp.distance()).isGreaterThan(0.95 * best);
        Figures dlmc = figures(Samplers.dlmc().weight(WeightFunction.SQRT).build(), 7, 4_000);
        assertThat(dlmc.acceptance()).isCloseTo(0.574, within(0.03));
        assertThat(dlmc.distance()).isCloseTo(28.9, within(1.5));
    }

    /** Prints the figures of the categorical RBM; DLMC moves further at the same evaluations. */
    @Tag("slow")
    @Test
    void rbm_dlmc_movesFurtherThanLbp() {
        CategoricalEnergyModel model =
                CategoricalRbm.random(200, 4, 100, 0.05, 1L).withDataType(DataType.FLOAT);
        Figures lbp = figures(Samplers.lbp().build(), 1, 2_000, model);
        Figures dlmc = figures(Samplers.dlmc().build(), 1, 2_000, model);
        assertThat(dlmc.distance()).isGreaterThan(1.2 * lbp.distance());
    }
}
