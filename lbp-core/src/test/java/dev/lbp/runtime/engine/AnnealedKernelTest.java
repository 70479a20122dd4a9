package dev.lbp.runtime.engine;

import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.model.AnnealedLocalModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Steps on the path between a base and a local model are in detailed balance with its law, to 1e-12. Chains go on from
 * where accepted and rejected steps have left them, so what a tracker keeps beside the model's is tried along.
 */
class AnnealedKernelTest {

    private static final double[] LOGITS = {0.8, -1.1, 0.3, 0.6, -0.4};

    static Stream<Arguments> cases() {
        return Stream.of(SmallTargets.moderate(), SmallTargets.hard(), SmallTargets.extreme())
                .flatMap(List::stream)
                .filter(c -> c.model() instanceof LocalEnergyModel)
                .flatMap(c -> Stream.of(0.3, 1.0)
                        .flatMap(beta -> Stream.of(null, LOGITS).map(logits -> Arguments.of(c, beta, logits))));
    }

    private static TableTarget annealed(TableTarget target, double beta, double[] logits) {
        return TableTarget.of("annealed", target.dimension(), x -> {
            double base = 0.0;
            for (int i = 0; i < x.length; i++) {
                double odds = logits == null ? 0.0 : logits[i];
                base += x[i] * odds - Math.log1p(Math.exp(odds));
            }
            double logProb = beta * target.logProb(TableTarget.number(x));
            return beta == 1.0 ? logProb : (1.0 - beta) * base + logProb;
        });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void steps_onThePath_areInDetailedBalance(SmallTargets.Case c, double beta, double[] logits) {
        TableTarget target = annealed(c.target(), beta, logits);
        LocalEnergyModel model = new AnnealedLocalModel(
                (LocalEnergyModel) c.model(), FactorisedBase.ofLogits(logits, target.dimension(), null), beta);
        for (int scale = 1; scale <= 3; scale++) {
            MetropolisKernel.lbp(target, model, WeightFunction.BARKER)
                    .matrix(scale)
                    .verifyReversible();
            MetropolisKernel.rwm(target, model).matrix(scale).verifyReversible();
        }
        MetropolisKernel.gwg(target, model, WeightFunction.SQRT).matrix(2).verifyReversible();
        MetropolisKernel.factorised(target, model, new DlmcProposal(Form.BARKER), WeightFunction.BARKER)
                .matrix(0.7)
                .verifyReversible();
    }
}
