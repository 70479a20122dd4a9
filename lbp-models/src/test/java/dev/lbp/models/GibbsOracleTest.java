package dev.lbp.models;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Targets too big to enumerate, on which Gibbs, which shares no proposal and no acceptance with them, is the oracle.
 */
class GibbsOracleTest {

    static Stream<Arguments> cases() {
        List<EnergyModel> models = List.of(
                IsingModel.paper(12, PaperConfiguration.C3, 5),
                IsingModel.lattice(10, 10).periodic().coupling(-0.2).field(0.3).build(),
                FactorialHmm.paper(25, 4, PaperConfiguration.C1, 6));
        List<Sampler> samplers = List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).build(),
                Samplers.gwg().build());
        return models.stream().flatMap(model -> {
            ChainMeans gibbs = ChainMeans.of(Samplers.gibbs().build(), model, 1L, 64, 100, 500, GibbsOracleTest::sites);
            return samplers.stream().map(sampler -> Arguments.of(sampler, Named.of(model.name(), model), gibbs));
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sample_bigTarget_agreesWithGibbs(Sampler sampler, EnergyModel model, ChainMeans gibbs) {
        ChainMeans.of(sampler, model, 2L, 64, 1_000, 1_000, GibbsOracleTest::sites)
                .assertAgreesWith(gibbs);
    }

    /** The sites, and how many neighbours in the order of the sites agree. */
    private static double[] sites(byte[] x) {
        double[] values = new double[x.length + 1];
        for (int i = 0; i < x.length; i++) {
            values[i] = x[i];
            values[x.length] += i > 0 && x[i] == x[i - 1] ? 1 : 0;
        }
        return values;
    }
}
