package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.target.Target;
import dev.lbp.target.Tempered;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Models as texts, for users who print them. */
class ModelTextTest {

    static List<Arguments> models() {
        IsingModel ising = IsingModel.lattice(3, 4).coupling(0.2).build();
        return List.of(
                Arguments.of(ising, "IsingModel, N = 12, couplings = 17"),
                Arguments.of(Tempered.of(ising, 0.5), "IsingModel, N = 12, couplings = 17 at beta 0.5"),
                Arguments.of(BernoulliModel.of(new double[] {0.5, 0.2}), "BernoulliModel, N = 2"),
                Arguments.of(
                        PairwiseModel.of(new double[3], new int[] {0}, new int[] {2}, new double[] {0.5}),
                        "PairwiseModel, N = 3, couplings = 1"),
                Arguments.of(BernoulliRbm.random(12, 5, 0.3, 4), "BernoulliRbm, visible = 12, hidden = 5"),
                Arguments.of(CategoricalRbm.random(3, 4, 5, 0.3, 4), "CategoricalRbm, N = 3, C = 4, hidden = 5"),
                Arguments.of(
                        PottsModel.lattice(2, 3, 4).coupling(0.3).build(), "PottsModel, N = 6, C = 4, couplings = 7"),
                Arguments.of(CategoricalProduct.of(new double[2][3]), "CategoricalProduct, N = 2, C = 3"),
                Arguments.of(AssignmentModel.random(6, 2.0, 1L), "AssignmentModel, n = 6"),
                Arguments.of(OrderingModel.of(new double[4][4]), "OrderingModel, n = 4"),
                Arguments.of(
                        MatchingModel.of(2, 3, new int[] {0, 1}, new int[] {2, 0}, new double[] {1.0, 2.0}),
                        "MatchingModel, n1 = 2, n2 = 3, links = 2"));
    }

    @ParameterizedTest
    @MethodSource("models")
    void toString_model_hasItsSizes(Target model, String text) {
        assertThat(model).hasToString(text);
    }
}
