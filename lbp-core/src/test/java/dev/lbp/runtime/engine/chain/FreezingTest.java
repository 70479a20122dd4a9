package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Samplers;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import org.junit.jupiter.api.Test;

/** What a warm-up leaves behind in the chains of an ensemble. */
class FreezingTest {

    private static final TableTarget TARGET = SmallTargets.rough(1.0);

    @Test
    void warmUp_severalChains_freezesAllAtTheGeometricMeanOfTheLastHalf() {
        for (EnergyModel model : new EnergyModel[] {TARGET.local(), TARGET.batched(true)}) {
            Ensemble<byte[]> ensemble = ensemble(model, ScaleController.logScale(0.574));
            double[] sum = new double[3];
            int[] steps = new int[3];
            ensemble.warmUp(
                    40,
                    chain -> {
                        if (steps[chain.index]++ >= 20) {
                            sum[chain.index] += Math.log(chain.scale.value()) / 20.0;
                        }
                    },
                    new StopSignal());
            double expected = Math.exp((sum[0] + sum[1] + sum[2]) / 3.0);
            for (ChainState<byte[]> chain : ensemble.chains) {
                assertThat(chain.scale.adapting()).isFalse();
                assertThat(chain.scale.value()).isCloseTo(expected, within(1e-12));
            }
        }
    }

    @Test
    void warmUp_gridSearch_freezesAllAtOneOfTheGrid() {
        Ensemble<byte[]> ensemble = ensemble(TARGET.local(), ScaleController.grid(1.0, 1.5, 2.0));
        ensemble.warmUp(90, chain -> {}, new StopSignal());
        double scale = ensemble.chains.get(0).scale.value();
        assertThat(scale).isIn(1.0, 1.5, 2.0);
        assertThat(ensemble.chains).allMatch(chain -> chain.scale.value() == scale && !chain.scale.adapting());
    }

    @Test
    void warmUp_noSteps_freezesAtTheGuess() {
        Ensemble<byte[]> ensemble = ensemble(TARGET.local(), ScaleController.logScale(0.574));
        double guess = ensemble.chains.get(0).scale.value();
        ensemble.warmUp(0, chain -> {}, new StopSignal());
        assertThat(ensemble.chains).allMatch(chain -> chain.scale.value() == guess && !chain.scale.adapting());
    }

    private static Ensemble<byte[]> ensemble(EnergyModel model, ScaleController controller) {
        Method method = Inside.method(Samplers.lbp().scale(controller).build());
        return method.ensemble(model, new BitStart(5, 3, 9L, null, null), WorkerPool.inline());
    }
}
