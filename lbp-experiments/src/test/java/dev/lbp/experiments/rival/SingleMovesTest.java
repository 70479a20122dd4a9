package dev.lbp.experiments.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.AssignmentModel;
import dev.lbp.models.MatchingModel;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.MoveModel;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SingleMovesTest {

    private static final List<WeightFunction> FUNCTIONS = List.of(
            WeightFunction.of("1", logT -> 0.0),
            WeightFunction.of("t", logT -> logT),
            WeightFunction.SQRT,
            WeightFunction.BARKER,
            WeightFunction.MIN,
            WeightFunction.MAX);

    private static final double[][] WEIGHTS = {
        {0.3, -1.2, 2.0, 0.1}, {1.5, 0.0, -0.7, 0.4}, {-0.2, 0.9, 0.6, -1.1}, {0.8, -0.5, 1.3, 0.2}
    };

    private static final int[] STATE = {2, 0, 1, 3};

    /** log pi by its definition. */
    private static double logProb(int[] state) {
        double sum = 0.0;
        for (int a = 0; a < state.length; a++) {
            sum += WEIGHTS[a][state[a]];
        }
        return sum;
    }

    private static int[] swapped(int[] state, int a, int b) {
        int[] other = state.clone();
        other[a] = state[b];
        other[b] = state[a];
        return other;
    }

    private static double weight(WeightFunction g, int[] from, int[] to) {
        return Math.exp(g.logWeight(logProb(to) - logProb(from)));
    }

    private static double total(WeightFunction g, int[] state) {
        double sum = 0.0;
        for (int a = 0; a < 4; a++) {
            for (int b = a + 1; b < 4; b++) {
                sum += weight(g, state, swapped(state, a, b));
            }
        }
        return sum;
    }

    /** The mean of min(1, alpha) over the six swaps, by q(x, y) = w / Z of both directions. */
    private static double acceptance(WeightFunction g) {
        double mean = 0.0;
        for (int a = 0; a < 4; a++) {
            for (int b = a + 1; b < 4; b++) {
                int[] other = swapped(STATE, a, b);
                double forth = weight(g, STATE, other) / total(g, STATE);
                double back = weight(g, other, STATE) / total(g, other);
                mean += forth * Math.min(1.0, Math.exp(logProb(other) - logProb(STATE)) * back / forth);
            }
        }
        return mean;
    }

    /**
     * A probability has a standard deviation of at most 1/2: the mean of 40,000 draws a standard error of at most
     * 0.0025. A deviation of 0.0125 is five of them; over six weights the false-failure probability is below 6 * 6e-7.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void informed_anyWeight_acceptanceIsThatOfEnumeration(int index) {
        WeightFunction weight = FUNCTIONS.get(index);
        SingleMoves moves = new SingleMoves(AssignmentModel.of(WEIGHTS), STATE);
        SingleMoves.Informed informed = moves.informed(weight, 40_000, RandomSource.XO_SHI_RO_256_PP.create(index));
        assertThat(informed.acceptance()).isCloseTo(acceptance(weight), within(0.0125));
        assertThat(informed.touched()).isEqualTo(2 * 4 - 3);
    }

    @Test
    void uniformAcceptance_isTheMeanOverAllSwaps() {
        SingleMoves moves = new SingleMoves(AssignmentModel.of(WEIGHTS), STATE);
        assertThat(moves.uniformAcceptance()).isCloseTo(acceptance(FUNCTIONS.get(0)), within(1e-12));
    }

    /**
     * Two left sites linked with one right site each; the switch of both needs the link (1, 0), which is no candidate.
     */
    @Test
    void uniformAcceptance_illegalLabel_countsAsRejected() {
        MoveModel model =
                MatchingModel.of(2, 2, new int[] {0, 1, 0}, new int[] {0, 1, 1}, new double[] {1.0, 2.0, 5.0});
        double deletions = Math.exp(-1.0) + Math.exp(-2.0);
        assertThat(new SingleMoves(model, new int[] {1, 2}).uniformAcceptance())
                .isCloseTo(deletions / 3.0, within(1e-12));
    }
}
