package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.TableTarget;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.MetropolisKernel;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.HeatBathKernel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole transition matrix of a selection's step, of single flips and swaps, for every family: it leaves the
 * posterior distribution of models by Laplace's method invariant, and is reversible, to 1e-12.
 */
class GlmKernelTest {

    private static final double SWAPS = 0.25;
    private static final double[][] X =
            Regressions.autoregressive(40, 5, 0.5, 2L).x();

    private static TransitionMatrix matrix(LocalEnergyModel model) {
        LocalEnergyModel.Tracker tracker = model.newTracker();
        TableTarget target = TableTarget.of(model.name(), model.dimension(), state -> {
            tracker.reset(state);
            return tracker.logProb();
        });
        TransitionMatrix flips =
                MetropolisKernel.lbp(target, model, WeightFunction.BARKER).matrix(1);
        return HeatBathKernel.lbp(target, model, SWAPS).with(flips);
    }

    /** Four columns and a factor of three levels. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void step_ofEachFamily_leavesThePosteriorInvariant(int family) {
        LocalEnergyModel model =
                GlmSelectionTest.withFactor(X).get(family).always("e").model();
        assertThat(model.exactFlips()).isFalse();
        assertThat(model.dimension()).isEqualTo(5);
        matrix(model).verifyInvariant().verifyReversible().verifyErgodic();
    }

    /** Models with both copies of a column, or of more than two variables, are impossible. */
    @Test
    void step_withImpossibleModels_leavesThePosteriorInvariant() {
        double[][] x = Arrays.stream(X).map(row -> Arrays.copyOf(row, 4)).toArray(double[][]::new);
        Arrays.stream(x).forEach(row -> row[3] = 2 - row[1]);
        double[] y = GlmSelectionTest.bits(x, 0.8, 2L);
        for (VariableSelection selection : List.of(
                VariableSelection.logistic(x, y).bic(),
                VariableSelection.logistic(x, y).gPrior().maxSize(2),
                VariableSelection.logistic(x, y).ridge(1),
                VariableSelection.logistic(x, y).localGPrior(20))) {
            matrix(selection.allowDuplicates().model())
                    .verifyInvariant()
                    .verifyReversible()
                    .verifyErgodic();
        }
    }

    /** Estimates are those of the present model, whatever the tracker has fitted since it knows its evidence. */
    @Test
    void estimates_ofAModelThatWasFittedBefore_areItsOwn() {
        LocalEnergyModel model = GlmSelectionTest.withFactor(X).get(0).model();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        int[] sites = IntStream.range(0, 6).toArray();
        for (int k = 0; k < 64; k++) {
            tracker.reset(TableTarget.state(k, 6));
            assertThat(tracker.logProb()).isFinite();
        }
        for (int k = 0; k < 64; k++) {
            LocalEnergyModel.Tracker fresh = model.newTracker();
            double[] ratios = new double[6];
            double[] expected = new double[6];
            tracker.reset(TableTarget.state(k, 6));
            tracker.logRatios(sites, 6, ratios);
            fresh.reset(TableTarget.state(k, 6));
            fresh.logRatios(sites, 6, expected);
            assertThat(ratios).isEqualTo(expected);
        }
    }
}
