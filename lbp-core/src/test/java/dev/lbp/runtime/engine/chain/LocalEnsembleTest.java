package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lbp.SpinLine;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.metropolis.LocalMetropolisChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Tempered;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalEnsembleTest {

    private static final SpinLine LINE = SpinLine.of(12);

    private static final MetropolisMove MOVE =
            new MetropolisMove(new PathProposal(), WeightFunction.BARKER, ScaleController.fixed(3));

    private static LocalEnsemble<byte[]> ensemble(double... betas) {
        BitStart start = new BitStart(12, betas.length, 5L, null, null);
        List<LocalEnergyModel> models = new ArrayList<>();
        for (double beta : betas) {
            models.add((LocalEnergyModel) Tempered.of(LINE, beta));
        }
        return LocalEnsemble.of(
                models.get(0),
                start.rowNames(),
                (any, c) -> new LocalMetropolisChain(models.get(c), start, c, MOVE),
                WorkerPool.inline());
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

    /** A chain stays in the cache: it takes its steps of a round, at least 10, before the next chain. */
    @Test
    void run_ofFewSteps_goesChainByChain() {
        LocalEnsemble<byte[]> ensemble = ensemble(1.0, 0.25);
        List<Integer> order = new ArrayList<>();
        ensemble.run(13, chain -> order.add(chain.index), new StopSignal());
        List<Integer> expected = new ArrayList<>(Collections.nCopies(10, 0));
        expected.addAll(Collections.nCopies(10, 1));
        expected.addAll(List.of(0, 0, 0, 1, 1, 1));
        assertThat(order).isEqualTo(expected);
    }

    @Test
    void run_stopped_endsWithinTheRound() {
        LocalEnsemble<byte[]> ensemble = ensemble(1.0, 0.25);
        StopSignal signal = new StopSignal();
        List<Integer> order = new ArrayList<>();
        ensemble.run(
                13,
                chain -> {
                    order.add(chain.index);
                    if (order.size() == 4) {
                        signal.stop(StopReason.BUDGET);
                    }
                },
                signal);
        assertThat(order).containsExactly(0, 0, 0, 0);
    }

    @Test
    void run_afterAFailure_evensTheChainsOut() {
        LocalEnsemble<byte[]> ensemble = ensemble(1.0, 0.25);
        ChainState<byte[]> first = ensemble.chains.get(0);
        ChainState<byte[]> second = ensemble.chains.get(1);
        assertThatIllegalStateException()
                .isThrownBy(() -> ensemble.run(
                        10,
                        chain -> {
                            if (chain.index == 1 && chain.steps() == 4) {
                                throw new IllegalStateException();
                            }
                        },
                        new StopSignal()));
        assertThat(List.of(first.steps(), second.steps())).containsExactly(10L, 4L);
        ensemble.run(5, chain -> {}, new StopSignal());
        assertThat(List.of(first.steps(), second.steps())).containsExactly(15L, 15L);
    }

    /** Rounds double up to 50 ms and halve above it, but not below 10 steps, unless these take a second. */
    @Test
    void roundAfter_anyTime_isLongEnoughForTheCache() {
        long limit = 50_000_000;
        long second = 1_000_000_000;
        assertThat(LocalEnsemble.roundAfter(10, limit)).isEqualTo(20);
        assertThat(LocalEnsemble.roundAfter(40, limit + 1)).isEqualTo(20);
        assertThat(LocalEnsemble.roundAfter(15, limit + 1)).isEqualTo(10);
        assertThat(LocalEnsemble.roundAfter(10, second)).isEqualTo(10);
        assertThat(LocalEnsemble.roundAfter(10, second + 1)).isEqualTo(5);
        assertThat(LocalEnsemble.roundAfter(1, second + 1)).isEqualTo(1);
        assertThat(LocalEnsemble.roundAfter(3, limit))
                .as("after the last steps of a phase")
                .isEqualTo(10);
    }

    private static void same(ChainState<byte[]> chain, ChainState<byte[]> other) {
        assertThat(chain.state).isEqualTo(other.state);
        assertThat(chain.logProb).isEqualTo(other.logProb);
        assertThat(chain.acceptanceSum()).isEqualTo(other.acceptanceSum());
    }
}
