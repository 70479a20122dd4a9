package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.models.PairwiseModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import org.junit.jupiter.api.Test;

class ConstraintTest {

    private static final LocalEnergyModel MODEL = EnergyModels.of(4, state -> state[0] - state[1]);

    @Test
    void bad_isRefusedByName() {
        assertThatThrownBy(() -> Constraint.ones(-1)).hasMessage("must be >= 0: k=-1");
        assertThatThrownBy(() -> Constraint.oneHot()).hasMessage("must be >= 1: groups.length=0");
        assertThatThrownBy(() -> Constraint.oneHot(new int[0])).hasMessage("must be >= 1: groups[0].length=0");
        assertThatThrownBy(() -> Constraint.oneHot(new int[] {0, -2})).hasMessage("must be >= 0: groups[0][1]=-2");
        assertThatThrownBy(() -> Constraint.oneHot(new int[] {0, 1}, new int[] {2, 1}))
                .hasMessage("must differ from groups[0][1]: groups[1][1]=1");
        assertThatThrownBy(() -> Constraint.oneHot(new int[] {2, 2}))
                .hasMessage("must differ from groups[0][0]: groups[0][1]=2");
        assertThatThrownBy(() -> Solver.of(MODEL, Constraint.ones(5))).hasMessage("must be in [0, N=4]: k=5");
        assertThatThrownBy(() -> Solver.of(MODEL, Constraint.oneHot(new int[] {1, 4})))
                .hasMessage("must be in [0, N - 1=3]: groups[0][1]=4");
        assertThatThrownBy(() -> Solver.of(MODEL, null)).hasMessage("must not be null: constraint");
    }

    @Test
    void onlyOneState_isFound() {
        assertThat(Solver.of(MODEL, Constraint.ones(0)).restarts(2).solve().best())
                .containsExactly(0, 0, 0, 0);
        assertThat(Solver.of(MODEL, Constraint.ones(4)).restarts(2).solve().best())
                .containsExactly(1, 1, 1, 1);
        Solution<byte[]> solution = Solver.of(
                        MODEL, Constraint.oneHot(new int[] {1}, new int[] {0}, new int[] {3}, new int[] {2}))
                .restarts(2)
                .solve();
        assertThat(solution.best()).containsExactly(1, 1, 1, 1);
        assertThat(solution.problem()).endsWith("4 groups with one 1 each");
    }

    @Test
    void quadraticModel_goesByItsTracker() {
        PairwiseModel qubo =
                PairwiseModel.of(new double[] {3, 2, 1, 0}, new int[] {0}, new int[] {1}, new double[] {-2.5});
        Solution<byte[]> solution =
                Solver.of(qubo, Constraint.ones(2)).restarts(3).solve();
        assertThat(solution.best()).containsExactly(1, 0, 1, 0);
        assertThat(solution.value()).isEqualTo(4.0);
        assertThat(solution.problem()).endsWith("exactly 2 ones");
    }
}
