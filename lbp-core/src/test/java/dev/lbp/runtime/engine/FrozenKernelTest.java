package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernels with sites held: exact for the target given those sites, which never move. */
class FrozenKernelTest {

    private static final boolean[] MASK = {false, true, false, false, true};

    private static final int FREE = 3;

    static Stream<SmallTargets.Case> cases() {
        return Stream.concat(SmallTargets.moderate().stream(), SmallTargets.hard().stream());
    }

    /** Each case with every other weight. */
    static Stream<Arguments> casesAndWeights() {
        List<WeightFunction> weights = SmallTargets.weights();
        List<SmallTargets.Case> cases = cases().toList();
        return IntStream.range(0, cases.size() * weights.size())
                .filter(k -> (k % weights.size() + k / weights.size()) % 2 == 0)
                .mapToObj(k -> Arguments.of(cases.get(k / weights.size()), weights.get(k % weights.size())));
    }

    @ParameterizedTest
    @MethodSource("casesAndWeights")
    void lbp_frozenSites_isExactForTheConditional(SmallTargets.Case c, WeightFunction weight) {
        for (int scale = 1; scale <= FREE; scale++) {
            verify(MetropolisKernel.lbp(c.target(), c.model(), weight), scale);
        }
    }

    @ParameterizedTest
    @MethodSource("casesAndWeights")
    void gwg_frozenSites_isExactForTheConditional(SmallTargets.Case c, WeightFunction weight) {
        for (int scale = 1; scale <= 2; scale++) {
            verify(MetropolisKernel.gwg(c.target(), c.model(), weight), scale);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rwm_frozenSites_isExactForTheConditional(SmallTargets.Case c) {
        for (int scale = 1; scale <= FREE; scale++) {
            verify(MetropolisKernel.rwm(c.target(), c.model()), scale);
        }
    }

    /** Detailed balance with pi is detailed balance with pi given the frozen sites, as those never change. */
    private static void verify(MetropolisKernel kernel, int scale) {
        TransitionMatrix matrix = kernel.frozen(MASK).matrix(scale).verifyReversible();
        int held = 1 << 1 | 1 << 4;
        for (int x = 0; x < matrix.p().length; x++) {
            for (int y = 0; y < matrix.p().length; y++) {
                if ((x & held) != (y & held) && matrix.p()[x][y] != 0.0) {
                    assertThat(matrix.p()[x][y]).as("P(%d, %d)", x, y).isZero();
                }
            }
        }
    }

    /** What a frozen site would weigh must not set the scale of the others: this one is e^1000 times heavier. */
    @Test
    void lbp_frozenSiteOfEnormousWeight_leavesTheOthersTheirMoves() {
        TableTarget target = SmallTargets.product("held against all odds", 2000.0, 0.5, -1.0, 0.25);
        boolean[] mask = {true, false, false, false};
        for (EnergyModel model : new EnergyModel[] {target.local(), target.batched(true)}) {
            double[][] p = MetropolisKernel.lbp(target, model, WeightFunction.SQRT)
                    .frozen(mask)
                    .matrix(1)
                    .p();
            assertThat(p[0][0]).isLessThan(0.5);
            assertThat(p[1][1]).isLessThan(0.5);
        }
    }
}
