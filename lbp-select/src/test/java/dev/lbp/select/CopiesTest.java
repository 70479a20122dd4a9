package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.select.linear.LinearFit;
import dev.lbp.internal.select.linear.SelectionModel;
import dev.lbp.target.LocalEnergyModel.Tracker;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Columns that are others up to scale and shift: models with both are impossible, and those with either are equal. */
class CopiesTest {

    private static final int N = 40;
    private static final int COPY = 3;
    private static final int NEARLY = 4;

    /** Column 3 is 2 - 3 times column 0, and column 4 differs from column 1 by 1e-4 of its length. */
    private static SelectionModel model(UnaryOperator<VariableSelection> prior) {
        Regressions data = Regressions.autoregressive(N, 5, 0.5, 3L).duplicate(0, COPY);
        for (int t = 0; t < N; t++) {
            data.x()[t][0] = Math.rint(data.x()[t][0]);
            data.x()[t][COPY] = 2.0 - 3.0 * data.x()[t][0];
            data.x()[t][NEARLY] = data.x()[t][1] * (1.0 + 1e-4 * (t % 2));
        }
        return (SelectionModel) prior.apply(data.selection()).model();
    }

    @Test
    void onlyTheCopyHasNoFitBesideItsColumn() {
        Tracker tracker = model(selection -> selection.gPrior(N)).newTracker();
        double[] ratios = ratios(tracker, 0, 1);
        assertThat(ratios[COPY]).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(ratios[NEARLY]).isFinite();
        assertThat(ratios[2]).isFinite();
        assertThat(ratios(tracker, COPY, 1)[0]).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void allColumnsAreRatedAsByTheExactFit() {
        SelectionModel model = model(selection -> selection.gPrior(N));
        LinearFit fit = new LinearFit(model.gram, model.lambda);
        for (int[] set : new int[][] {{0}, {COPY}, {0, 1}, {1, 2, COPY}, {1, NEARLY}, {0, 1, NEARLY}}) {
            for (int column = 0; column < 5; column++) {
                if (Arrays.binarySearch(set, column) < 0) {
                    assertThat(fit.load(set)).isTrue();
                    boolean rated = fit.rate(column);
                    assertThat(rated).isEqualTo(fit.rateExactly(column));
                }
            }
        }
    }

    /** Under a slab so wide that products of doubles have too few digits for both. */
    @Test
    void underARidgeCopiesEnterTogether() {
        assertThat(ratios(model(selection -> selection.ridge(1e12)).newTracker(), 0, 1)[COPY])
                .isFinite();
    }

    private static double[] ratios(Tracker tracker, int... in) {
        byte[] state = new byte[5];
        for (int site : in) {
            state[site] = 1;
        }
        tracker.reset(state);
        double[] ratios = new double[5];
        tracker.logRatios(new int[] {0, 1, 2, 3, 4}, 5, ratios);
        return ratios;
    }
}
