package dev.lbp.runtime.engine.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.SpinLine;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.target.EnergyModel;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

class StartTest {

    private static final int N = 10;

    private static Ensemble<byte[]> run(EnergyModel model, int first, int chains) {
        Method method = new MetropolisMethod(
                "LBP", new MetropolisMove(new PathProposal(), WeightFunction.SQRT, ScaleController.fixed(2.5)));
        Ensemble<byte[]> ensemble = method.ensemble(
                model,
                new BitStart(N, new StartPlan<>(new ChainSpan(first, chains), 7L, null, null, 0), 0),
                WorkerPool.inline());
        ensemble.run(100, chain -> {}, new StopSignal());
        return ensemble;
    }

    static EnergyModel[] models() {
        return new EnergyModel[] {SpinLine.of(N), SpinLine.of(N).batched(DataType.DOUBLE)};
    }

    @ParameterizedTest
    @MethodSource("models")
    void chains_eightToEleven_areThoseOfARunOfSixteen(EnergyModel model) {
        Ensemble<byte[]> whole = run(model, 0, 16);
        Ensemble<byte[]> part = run(model, 8, 4);
        for (int c = 0; c < 4; c++) {
            ChainState<byte[]> expected = whole.chains.get(8 + c);
            ChainState<byte[]> chain = part.chains.get(c);
            assertThat(chain.state).isEqualTo(expected.state);
            assertThat(chain.logProb).isEqualTo(expected.logProb);
            assertThat(chain.acceptanceSum()).isEqualTo(expected.acceptanceSum());
        }
        assertThat(part.chains.get(0).state).isNotEqualTo(whole.chains.get(0).state);
    }

    /** A collision of two of 12,000 numbers of 64 bits has a probability of 4e-12. */
    @Test
    void streams_ofSlotsOfLadders_differAndDependOnChainAndSlotAlone() {
        Set<Long> seen = new HashSet<>();
        for (int slot = 0; slot < 8; slot++) {
            ChainStreams few = ChainStreams.of(5L, ChainSpan.all(2), slot);
            ChainStreams many = ChainStreams.of(5L, ChainSpan.all(15), slot);
            for (int c = 0; c < 15; c++) {
                for (int t = 0; t < 100; t++) {
                    long number = many.chains()[c].nextLong();
                    assertThat(seen.add(number)).isTrue();
                    if (c < 2) {
                        assertThat(few.chains()[c].nextLong()).isEqualTo(number);
                    }
                }
            }
        }
        ChainStreams any = ChainStreams.of(5L, ChainSpan.all(1), 0);
        for (int t = 0; t < 100; t++) {
            assertThat(seen.add(any.run().nextLong())).isTrue();
        }
    }
}
