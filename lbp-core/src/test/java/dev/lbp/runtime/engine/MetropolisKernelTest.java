package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every Metropolis-Hastings kernel, exactly: the probabilities of all paths from every state of five sites sum to 1,
 * and the transitions are in detailed balance with the target, both to 1e-12.
 */
class MetropolisKernelTest {

    private static final int N = 5;

    static Stream<Arguments> modelsAndWeights() {
        return cases().flatMap(c -> SmallTargets.weights().stream().map(weight -> Arguments.of(c, weight)));
    }

    static Stream<Arguments> models() {
        return cases().map(Arguments::of);
    }

    private static Stream<SmallTargets.Case> cases() {
        return Stream.of(SmallTargets.moderate(), SmallTargets.hard(), SmallTargets.extreme())
                .flatMap(List::stream);
    }

    /** A path of one site is that of {@link #oneSite_isInDetailedBalance_byLbpAndGwgAlike}. */
    @ParameterizedTest
    @MethodSource("modelsAndWeights")
    void lbp_scaleUpTo3_isInDetailedBalance(SmallTargets.Case c, WeightFunction weight) {
        for (int scale = 2; scale <= 3; scale++) {
            MetropolisKernel.lbp(c.target(), c.model(), weight).matrix(scale).verifyReversible();
        }
    }

    /** The longest paths, 120 from each state: every model with two weights, and every weight with ten models. */
    @ParameterizedTest
    @MethodSource("longPaths")
    void lbp_scaleUpToDimension_isInDetailedBalance(SmallTargets.Case c, WeightFunction weight) {
        for (int scale = 4; scale <= N; scale++) {
            MetropolisKernel.lbp(c.target(), c.model(), weight).matrix(scale).verifyReversible();
        }
    }

    static Stream<Arguments> longPaths() {
        List<Arguments> all = modelsAndWeights().toList();
        int weights = SmallTargets.weights().size();
        return IntStream.range(0, all.size())
                .filter(k -> (k % weights - k / weights) % 3 == 0)
                .mapToObj(all::get);
    }

    @ParameterizedTest
    @MethodSource("modelsAndWeights")
    void gwg_twoDraws_areInDetailedBalance(SmallTargets.Case c, WeightFunction weight) {
        MetropolisKernel.gwg(c.target(), c.model(), weight).matrix(2).verifyReversible();
    }

    @ParameterizedTest
    @MethodSource("longPaths")
    void gwg_threeDraws_areInDetailedBalance(SmallTargets.Case c, WeightFunction weight) {
        MetropolisKernel.gwg(c.target(), c.model(), weight).matrix(3).verifyReversible();
    }

    @ParameterizedTest
    @MethodSource("models")
    void rwm_everyScale_isInDetailedBalance(SmallTargets.Case c) {
        for (int scale = 1; scale <= N; scale++) {
            MetropolisKernel.rwm(c.target(), c.model()).matrix(scale).verifyReversible();
        }
    }

    /**
     * Sequences of four draws, every other weight on a model of each engine; and 3,125 sequences of five draws from
     * each state, a weight on each engine.
     */
    @ParameterizedTest
    @MethodSource("longSequences")
    void gwg_scaleUpToDimension_isInDetailedBalance(SmallTargets.Case c, WeightFunction weight, int longest) {
        for (int scale = 4; scale <= longest; scale++) {
            MetropolisKernel.gwg(c.target(), c.model(), weight).matrix(scale).verifyReversible();
        }
    }

    static Stream<Arguments> longSequences() {
        List<SmallTargets.Case> all = SmallTargets.moderate();
        List<WeightFunction> weights = SmallTargets.weights();
        return IntStream.range(0, weights.size())
                .mapToObj(k -> Arguments.of(all.get(k % 2 == 0 ? 0 : 4), weights.get(k), k < 2 ? N : N - 1));
    }

    /** With one draw there is nothing to replace. */
    @ParameterizedTest
    @MethodSource("modelsAndWeights")
    void oneSite_isInDetailedBalance_byLbpAndGwgAlike(SmallTargets.Case c, WeightFunction weight) {
        double[][] gwg = MetropolisKernel.gwg(c.target(), c.model(), weight)
                .matrix(1)
                .verifyReversible()
                .p();
        double[][] lbp = MetropolisKernel.lbp(c.target(), c.model(), weight)
                .matrix(1)
                .verifyReversible()
                .p();
        for (int x = 0; x < gwg.length; x++) {
            assertThat(gwg[x]).containsExactly(lbp[x], within(1e-14));
        }
    }

    @ParameterizedTest
    @MethodSource("fewSites")
    void lbp_fewSites_isInDetailedBalance(int n, WeightFunction weight) {
        TableTarget target = TableTarget.of("few", n, x -> -0.9 * TableTarget.number(x) * x[0]);
        for (int scale = 1; scale <= n; scale++) {
            MetropolisKernel.lbp(target, target.local(), weight).matrix(scale).verifyReversible();
            MetropolisKernel.lbp(target, target.batched(true), weight)
                    .matrix(scale)
                    .verifyReversible();
        }
    }

    static Stream<Arguments> fewSites() {
        return IntStream.rangeClosed(1, 3)
                .boxed()
                .flatMap(n -> SmallTargets.weights().stream().map(weight -> Arguments.of(n, weight)));
    }
}
