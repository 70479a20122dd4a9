package dev.lbp.check;

import static dev.lbp.check.ModelCheckTest.assertNamed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.internal.States;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The states of a check: those of the model's start, or given, and what flips reach from there. */
class ModelCheckStatesTest {

    @Test
    void verify_noPossibleState_asksForOne() {
        LocalEnergyModel one = EnergyModels.of(30, x -> {
            int ones = 0;
            for (byte bit : x) {
                ones += bit;
            }
            return ones <= 1 ? ones : Double.NEGATIVE_INFINITY;
        });
        assertNamed(one, "all 4 states are impossible", "override start()", "give possible states by states(...)");
        byte[][] given = {new byte[30], new byte[30]};
        given[1][7] = 1;
        assertThat(ModelCheck.of(one).states(given).verify().flipCorrelation()).isEqualTo(1.0);
        assertThatThrownBy(() -> ModelCheck.of(one).states(new byte[][] {new byte[29]}))
                .hasMessage("must have length 30: states[0].length=29");
        assertThatThrownBy(() -> ModelCheck.of(one).states(new byte[0][])).hasMessage("must be >= 1: states.length=0");
    }

    /** At most 5 of 60 sites are 1, and chains start at the empty state. */
    private static final class Few implements LocalEnergyModel {

        private static final int SITES = 60;

        private static final int MOST = 5;

        private final List<byte[]> checked = new ArrayList<>();

        /** The number of ones from which on log-probabilities are wrong in batches. */
        private final int wrongFrom;

        Few(int wrongFrom) {
            this.wrongFrom = wrongFrom;
        }

        private static double score(byte[] x) {
            int ones = ones(x);
            return ones <= MOST ? 0.5 * ones : Double.NEGATIVE_INFINITY;
        }

        private static int ones(byte[] x) {
            int ones = 0;
            for (byte bit : x) {
                ones += bit;
            }
            return ones;
        }

        @Override
        public int dimension() {
            return SITES;
        }

        @Override
        public byte[] start(UniformRandomProvider rng) {
            return new byte[SITES];
        }

        @Override
        public Tracker newTracker() {
            return EnergyModels.of(SITES, Few::score).newTracker();
        }

        @Override
        public INDArray logProb(INDArray states) {
            byte[][] rows = States.binaryRows(states, SITES);
            checked.addAll(List.of(rows));
            return Nd4j.createFromArray(Arrays.stream(rows)
                    .mapToDouble(x -> score(x) + (ones(x) >= wrongFrom ? 1.0 : 0.0))
                    .toArray());
        }
    }

    @Test
    void verify_impossibleFairBits_startsWhereTheModelDoesAndStaysPossible() {
        Few few = new Few(Few.SITES);
        assertThat(ModelCheck.of(few).verify().flipCorrelation()).isEqualTo(1.0);
        assertThat(few.checked.stream().map(Few::ones))
                .contains(0, 1, 2, 3, 4, 5, 6)
                .doesNotContain(7);
    }

    /** A fault that shows only away from the start of the model. */
    @Test
    void verify_faultAwayFromTheStart_isFound() {
        assertNamed(new Few(3), "logProb of the tracker is");
        ModelCheck.of(new Few(3)).states(1).verify(); // finds nothing at the start itself
    }
}
