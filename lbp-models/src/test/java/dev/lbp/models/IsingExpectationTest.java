package dev.lbp.models;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Tempered;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every sampler on a 4 x 4 Ising lattice, against the sum over its 65,536 states. */
class IsingExpectationTest {

    private static final int N = 16;
    private static final double COUPLING = 0.35;
    private static final double[] FIELD = new double[N];

    static {
        for (int i = 0; i < N; i++) {
            FIELD[i] = 0.4 * Math.sin(3 * i + 1);
        }
    }

    private static final IsingModel MODEL =
            IsingModel.lattice(4, 4).coupling(COUPLING).field(FIELD).build();

    /** The definition, pair by pair. */
    private static double density(byte[] x) {
        double sum = 0.0;
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                int s = 2 * x[4 * r + c] - 1;
                sum += FIELD[4 * r + c] * s;
                sum += c < 3 ? COUPLING * s * (2 * x[4 * r + c + 1] - 1) : 0.0;
                sum += r < 3 ? COUPLING * s * (2 * x[4 * r + c + 4] - 1) : 0.0;
            }
        }
        return sum;
    }

    private static final double[] EXACT = Expectations.exact(N, IsingExpectationTest::density, 1.0, x -> true);

    private static ChainMeans means(Sampler sampler, EnergyModel model) {
        return ChainMeans.of(
                sampler, model, 4711L, 64, 400, 1_500, Expectations.statistics(IsingExpectationTest::density));
    }

    static List<Sampler> samplers() {
        return Expectations.samplers();
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void sample_ising_hasTheExactExpectations(Sampler sampler) {
        means(sampler, MODEL).assertMeansAre(EXACT);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void sample_temperedIsing_hasTheExactExpectations(Sampler sampler) {
        means(sampler, Tempered.of(MODEL, 0.6))
                .assertMeansAre(Expectations.exact(N, IsingExpectationTest::density, 0.6, x -> true));
    }

    /** First-order ratios that are far off: a sampler stays exact, only its acceptance suffers. */
    @Test
    void sample_wrongGradient_hasTheExactExpectations() {
        EnergyModel model = EnergyModels.of(N, IsingExpectationTest::density, (x, gradient) -> {
            for (int i = 0; i < N; i++) {
                gradient[i] = 2 * FIELD[i] + 0.3 * (x[(i + 5) % N] - 0.5);
            }
        });
        for (Sampler sampler : List.of(
                Samplers.lbp().build(), Samplers.gwg().build(), Samplers.gibbs().build())) {
            means(sampler, model).assertMeansAre(EXACT);
        }
    }
}
