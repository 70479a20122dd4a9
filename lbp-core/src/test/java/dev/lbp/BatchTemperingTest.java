package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.EnergyModel;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Tempered runs of batched models, as users make them. */
class BatchTemperingTest {

    private static final int VISIBLE = 8;
    private static final SmallRbm RBM = new SmallRbm(VISIBLE, 4, DataType.DOUBLE);
    private static final double[] LOGITS = {1.0, -2.0, 0.0, 0.5, 0.25, -0.5, 3.0, 1.0};

    /** The exact answer: log Z and marginals of the states that agree with the frozen sites. */
    private record Exact(double logZ, double[] marginals) {

        static Exact of(TableTarget target, boolean[] frozen) {
            double[] ones = new double[VISIBLE];
            double z = 0.0;
            for (int k = 0; k < target.states(); k++) {
                byte[] state = TableTarget.state(k, VISIBLE);
                if (IntStream.range(0, VISIBLE).anyMatch(i -> frozen[i] && state[i] == 1)) {
                    continue;
                }
                double p = Math.exp(target.logProb(k));
                z += p;
                for (int i = 0; i < VISIBLE; i++) {
                    ones[i] += p * state[i];
                }
            }
            double sum = z;
            return new Exact(
                    Math.log(z),
                    IntStream.range(0, VISIBLE).mapToDouble(i -> ones[i] / sum).toArray());
        }
    }

    private static Stream<Arguments> cases() {
        EnergyModel crude = RBM.target().batched(false);
        return Stream.of(
                Arguments.of(Samplers.lbp().build(), RBM),
                Arguments.of(Samplers.lbp().scale(3).build(), new SmallRbm(VISIBLE, 4, DataType.FLOAT)),
                Arguments.of(Samplers.lbp().build(), crude),
                Arguments.of(Samplers.rwm().build(), RBM),
                Arguments.of(Samplers.dlmc().build(), RBM),
                Arguments.of(Samplers.gibbs().build(), RBM),
                Arguments.of(Samplers.gibbs().randomScan().build(), RBM));
    }

    /** With 7 cases of 9 Gaussian scores each, 5.5 deviations are exceeded with a probability of 3e-6. */
    @ParameterizedTest
    @MethodSource("cases")
    void run_enumerableModel_drawsItAndItsNormaliser(Sampler sampler, EnergyModel model) {
        SampleResult result = sampler.sample(model)
                .tempering(Tempering.replicas(4).every(2))
                .warmup(400)
                .draws(1_200)
                .seed(5)
                .run();
        check(result, Exact.of(RBM.target(), new boolean[VISIBLE]));
    }

    /**
     * A reference with log-odds, and two sites that stay 0. The scores are 9 Gaussian ones: 5.5 deviations have a
     * probability of 4e-7.
     */
    @Test
    void run_referenceAndFrozenSites_drawsTheConditionalLaw() {
        boolean[] frozen = new boolean[VISIBLE];
        frozen[1] = true;
        frozen[6] = true;
        SampleResult result = Samplers.lbp()
                .build()
                .sample(RBM)
                .tempering(Tempering.replicas(3).every(2).reference(LOGITS))
                .initial(new byte[4][VISIBLE])
                .frozen(frozen)
                .warmup(400)
                .draws(2_000)
                .seed(5)
                .run();
        check(result, Exact.of(RBM.target(), frozen));
        assertThat(result.marginals()[1]).isZero();
    }

    private static void check(SampleResult result, Exact exact) {
        TemperingResult tempering = result.tempering().orElseThrow();
        assertThat(Math.abs(tempering.logZ() - exact.logZ())).isLessThan(5.5 * tempering.logZError());
        assertThat(tempering.logZError()).isLessThan(0.04);
        for (int i = 0; i < VISIBLE; i++) {
            double error = Math.abs(result.marginals()[i] - exact.marginals()[i]);
            assertThat(error).isLessThanOrEqualTo(exact.marginals()[i] == 0.0 ? 0.0 : 5.5 * result.marginalErrors()[i]);
        }
    }

    /**
     * Two modes and a wall of e^-20 between them: a chain alone stays in one. A z-score beyond 5.5 has a probability of
     * 4e-8.
     */
    @Test
    void run_twoModes_findsTheirWeights() {
        int n = 8;
        TableTarget target = TableTarget.of("two modes", n, x -> {
            int ones = Integer.bitCount(TableTarget.number(x));
            return ones == 0 ? 0.0 : ones == n ? Math.log(2.0) : -20.0;
        });
        SampleResult result = Samplers.lbp()
                .build()
                .sample(target.batched(true))
                .tempering(Tempering.replicas(6).every(2))
                .warmup(1_000)
                .draws(4_000)
                .seed(2)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        double exact = Math.log(3.0 + (target.states() - 2) * Math.exp(-20.0));
        assertThat(Math.abs(tempering.logZ() - exact)).isLessThan(5.5 * tempering.logZError());
        assertThat(tempering.roundTrips()).isGreaterThan(50);
        assertThat(Math.abs(result.marginals()[0] - 2.0 / 3.0)).isLessThan(5.5 * result.marginalErrors()[0]);
    }

    @Test
    void run_blockGibbs_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.blockGibbs().build().sample(RBM).tempering(Tempering.replicas(3)))
                .withMessageContaining(
                        "must be a sampler that tempering can use, but a layered model at another temperature");
    }
}
