package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.SpinLine;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Tempered;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalEnsembleTest {

    private static final SpinLine LINE = SpinLine.of(12);

    private static final MetropolisMove MOVE =
            new MetropolisMove(new PathProposal(), WeightFunction.BARKER, ScaleController.fixed(3));

    private static LocalEnsemble<byte[]> ensemble(double... betas) {
        Start start = new Start(12, betas.length, 5L, null, null);
        List<LocalEnergyModel> models = new ArrayList<>();
        for (double beta : betas) {
            models.add((LocalEnergyModel) Tempered.of(LINE, beta));
        }
        return LocalEnsemble.of(
                models, (model, c) -> new LocalMetropolisChain(model, start, c, MOVE), WorkerPool.inline());
    }

    @Test
    void chains_atTwoTemperatures_moveAsEachDoesAmongItsLike() {
        LocalEnsemble<byte[]> mixed = ensemble(1.0, 0.25);
        LocalEnsemble<byte[]> cold = ensemble(1.0, 1.0);
        LocalEnsemble<byte[]> hot = ensemble(0.25, 0.25);
        for (LocalEnsemble<byte[]> each : List.of(mixed, cold, hot)) {
            each.run(200, chain -> {}, new StopSignal());
        }
        same(mixed.chains.get(0), cold.chains.get(0));
        same(mixed.chains.get(1), hot.chains.get(1));
        assertThat(mixed.chains.get(1).logProb).isEqualTo(0.25 * LINE.score(mixed.chains.get(1).state));
    }

    private static void same(ChainState<byte[]> chain, ChainState<byte[]> other) {
        assertThat(chain.state).isEqualTo(other.state);
        assertThat(chain.logProb).isEqualTo(other.logProb);
        assertThat(chain.acceptanceSum()).isEqualTo(other.acceptanceSum());
    }
}
