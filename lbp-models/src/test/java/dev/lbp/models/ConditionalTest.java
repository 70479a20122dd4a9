package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** With sites frozen, the others follow their conditional distribution given these. */
class ConditionalTest {

    private static final int N = 12;
    private static final byte[] START = {1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    private static final boolean[] FROZEN = {
        true, false, false, true, false, true, false, false, false, false, false, true
    };

    static Stream<Arguments> cases() {
        EnergyModel local = IsingModel.lattice(3, 4).coupling(0.4).field(0.1).build();
        EnergyModel batched = BernoulliRbm.random(N, 5, 0.9, 12);
        List<Sampler> onBatched = List.of(
                Samplers.lbp().weight(WeightFunction.SQRT).build(),
                Samplers.lbp().scale(3).build(),
                Samplers.gwg().scale(2).build());
        return Stream.concat(
                Expectations.samplers().stream().map(sampler -> Arguments.of(sampler, local)),
                onBatched.stream().map(sampler -> Arguments.of(sampler, batched)));
    }

    private static boolean given(byte[] x) {
        for (int i = 0; i < N; i++) {
            if (FROZEN[i] && x[i] != START[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * 50 runs of two chains each are 50 independent estimates of every marginal: {@link ChainMeans} holds them to the
     * exact ones with a false-failure probability of 1e-6.
     */
    @ParameterizedTest
    @MethodSource("cases")
    void run_frozenSites_samplesTheConditional(Sampler sampler, EnergyModel model) {
        byte[][] initial = {START, START};
        double[][] marginals = new double[50][];
        for (int run = 0; run < marginals.length; run++) {
            SampleResult result = sampler.sample(model)
                    .chains(2)
                    .initial(initial)
                    .frozen(FROZEN)
                    .warmup(60)
                    .draws(150)
                    .seed(run)
                    .threads(1)
                    .run();
            marginals[run] = free(result.marginals());
            for (byte[] state : result.finalStates()) {
                assertThat(given(state)).isTrue();
            }
        }
        byte[][] states =
                Stream.of(Enumeration.states(N)).filter(ConditionalTest::given).toArray(byte[][]::new);
        double[] exact = Enumeration.marginals(states, Enumeration.logProb(model, states));
        ChainMeans.ofChains(marginals).assertMeansAre(free(exact));
    }

    private static double[] free(double[] values) {
        double[] free = new double[N];
        int n = 0;
        for (int i = 0; i < N; i++) {
            if (!FROZEN[i]) {
                free[n++] = values[i];
            }
        }
        return Arrays.copyOf(free, n);
    }
}
