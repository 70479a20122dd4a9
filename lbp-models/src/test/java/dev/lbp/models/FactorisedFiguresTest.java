package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;

/** How far DLMC and DMALA move beside LBP at acceptance 0.574; the slow tests print the table of docs. */
class FactorisedFiguresTest {

    private static final Sampler LBP = Samplers.lbp().adaptive(0.574).build();
    private static final Sampler DLMC = Samplers.dlmc().build();
    private static final Sampler DLMC_SQRT =
            Samplers.dlmc().weight(WeightFunction.SQRT).build();
    private static final Sampler DMALA = Samplers.dmala().build();
    private static final Sampler DMALA_SQRT =
            Samplers.dmala().weight(WeightFunction.SQRT).build();

    private static SampleResult run(Sampler sampler, EnergyModel model, int chains, int warmup, int draws) {
        SampleResult result = sampler.sample(model)
                .chains(chains)
                .warmup(warmup)
                .draws(draws)
                .seed(7)
                .run();
        double steps = (double) chains * draws;
        System.out.println(String.format(
                Locale.ROOT,
                "%s on %s: EJD %.1f, acceptance %.3f, scale %.3g, per step ESS of logProb %.3f, of Hamming %.3f",
                sampler,
                model.name(),
                result.expectedJumpDistance(),
                result.acceptanceRate(),
                result.scale(),
                result.effectiveSampleSize("logProb") / steps,
                result.effectiveSampleSize("hamming") / steps));
        return result;
    }

    /**
     * Independent sites: the time step rises to its end, where draws are independent but for e^-10, and EJD is
     * {@code sum 2p(1-p)} = 204. The standard error of EJD over 5,000 independent steps, each with a deviation below
     * sqrt(800) / 2, is below .2; six of these and the rest of e^-10 are within the tolerance, so a run fails with a
     * probability below 1e-8.
     */
    @Test
    void dlmc_bernoulli800_drawsIndependently() {
        EnergyModel model = BernoulliModel.twoValued(800, PaperConfiguration.C2, 1);
        for (Sampler sampler : new Sampler[] {DLMC, DLMC_SQRT}) {
            SampleResult result = run(sampler, model, 4, 300, 1_250);
            assertThat(result.acceptanceRate()).isGreaterThan(0.999);
            assertThat(result.expectedJumpDistance()).isCloseTo(204.0, within(1.2));
            assertThat(result.scale()).isGreaterThan(9.0);
        }
    }

    /**
     * 20 chains of 300 steps, as for LBP in PaperFiguresTest, whose spread between seeds is .013 for acceptance and 1.8
     * % for the distance; six of both.
     */
    @Test
    void dlmc_randomRbm_movesFurtherThanLbp() {
        EnergyModel model = BernoulliRbm.random(784, 400, 0.05, 1).withDataType(DataType.FLOAT);
        SampleResult result = run(DLMC, model, 20, 300, 300);
        assertThat(result.acceptanceRate()).isCloseTo(0.567, within(0.078));
        assertThat(result.expectedJumpDistance()).isCloseTo(158.0, within(17.0));
    }

    /**
     * Over 4 x 20,000 correlated steps the standard error of a distance is below .5; the tolerances are those of the
     * plan.
     */
    @Tag("slow")
    @Test
    void all_ising50_moveAsFarAsTheyShould() {
        EnergyModel model = IsingModel.paper(50, PaperConfiguration.C2, 1);
        double lbp = run(LBP, model, 4, 3_000, 20_000).expectedJumpDistance();
        double dlmc = run(DLMC, model, 4, 3_000, 20_000).expectedJumpDistance();
        double dlmcSqrt = run(DLMC_SQRT, model, 4, 3_000, 20_000).expectedJumpDistance();
        double dmala = run(DMALA, model, 4, 3_000, 20_000).expectedJumpDistance();
        double dmalaSqrt = run(DMALA_SQRT, model, 4, 3_000, 20_000).expectedJumpDistance();
        assertThat(lbp).isCloseTo(96.8, within(3.0));
        assertThat(dlmc).isCloseTo(115.0, within(3.0));
        assertThat(dlmcSqrt).isCloseTo(145.0, within(3.0));
        assertThat(dmala).isCloseTo(81.0, within(3.0));
        assertThat(dmalaSqrt).isCloseTo(84.0, within(3.0));
    }

    /** The log-probability of the RBM: at least 1.4 times the effective samples of LBP at the same evaluations. */
    @Tag("slow")
    @Test
    void dlmc_randomRbm_isMoreEfficientThanLbp() {
        EnergyModel model = BernoulliRbm.random(784, 400, 0.05, 1).withDataType(DataType.FLOAT);
        SampleResult lbp = run(LBP, model, 20, 1_000, 1_500);
        run(DMALA, model, 20, 1_000, 1_500);
        run(DMALA_SQRT, model, 20, 1_000, 1_500);
        for (Sampler sampler : new Sampler[] {DLMC, DLMC_SQRT}) {
            SampleResult result = run(sampler, model, 20, 1_000, 1_500);
            assertThat(result.expectedJumpDistance()).isBetween(152.0, 165.0);
            assertThat(result.effectiveSampleSize("logProb") / lbp.effectiveSampleSize("logProb"))
                    .isGreaterThan(1.4);
        }
    }
}
