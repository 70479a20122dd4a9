package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.TableMoves;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.TransitionMatrix;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernel of the path-auxiliary sampler, exactly: the probabilities of all paths from every state sum to 1, the
 * transitions are in detailed balance with the target, both to 1e-12, and the mixture of two lengths is ergodic.
 */
class PathKernelTest {

    /** Paths that are enumerated in one kernel at most; more of them with the default weight. */
    private static final double MOST_PATHS = 6_000;

    private static final double MOST_PATHS_BARKER = 40_000;

    private static final List<WeightFunction> BALANCED = List.of(
            WeightFunction.SQRT,
            WeightFunction.BARKER,
            WeightFunction.MIN,
            WeightFunction.MAX,
            WeightFunction.balanced("balanced t", logT -> logT));

    static Stream<MoveSpace> spaces() {
        return Stream.of(
                MoveSpaces.sites(2, 2, 2, 2),
                MoveSpaces.sites(3, 3, 3),
                MoveSpaces.sites(2, 3, 4),
                MoveSpaces.permutations(4),
                MoveSpaces.permutations(5),
                MoveSpaces.subsets(4, 2),
                MoveSpaces.subsets(5, 2),
                MoveSpaces.subsets(6, 3),
                MoveSpaces.matchings(2, 2),
                MoveSpaces.matchings(2, 3),
                MoveSpaces.matchings(3, 3),
                MoveSpaces.matchingsByAddAndDelete(2, 3),
                MoveSpaces.trees(4),
                MoveSpaces.trees(5),
                MoveSpaces.trees(
                        "trees of a bowtie",
                        5,
                        new int[] {0, 1},
                        new int[] {1, 2},
                        new int[] {2, 0},
                        new int[] {2, 3},
                        new int[] {3, 4},
                        new int[] {4, 2}));
    }

    static Stream<Arguments> spacesAndWeights() {
        return spaces().flatMap(space -> BALANCED.stream().map(weight -> Arguments.of(space, weight)));
    }

    @ParameterizedTest
    @MethodSource("spacesAndWeights")
    void path_everyLength_isInDetailedBalanceAndTheMixtureErgodic(MoveSpace space, WeightFunction weight) {
        TableMoves target = TableMoves.random(space, 1.5, 17L);
        double most = weight == WeightFunction.BARKER ? MOST_PATHS_BARKER : MOST_PATHS;
        TransitionMatrix shorter = null;
        for (int length = 1; length <= 4 && paths(target, length) <= most; length++) {
            TransitionMatrix matrix =
                    PathKernel.of(target, weight).matrix(length).verifyReversible();
            if (shorter != null) {
                TransitionMatrix.mixture(0.5, shorter, matrix).verifyErgodic();
            }
            shorter = matrix;
        }
        assertThat(shorter).isNotNull();
    }

    static Stream<Arguments> gapsAndWeights() {
        return Stream.of(MoveSpaces.sites(2, 2, 2, 2), MoveSpaces.permutations(4), MoveSpaces.matchings(2, 2))
                .flatMap(space -> BALANCED.stream()
                        .flatMap(weight ->
                                Stream.of(90.0, 700.0, 5_000.0).map(gap -> Arguments.of(space, weight, gap))));
    }

    /**
     * Every third state is probable, and paths between them pass through states that are not: weights are held there.
     */
    @ParameterizedTest
    @MethodSource("gapsAndWeights")
    void path_throughStatesFarBelow_isInDetailedBalance(MoveSpace space, WeightFunction weight, double gap) {
        Random random = new Random(29L);
        TableMoves target = new TableMoves(space, x -> random.nextGaussian() - (x % 3 == 0 ? 0.0 : gap));
        for (int length = 1; length <= 3; length++) {
            PathKernel.of(target, weight).matrix(length).verifyReversible();
        }
    }

    private static double paths(TableMoves target, int length) {
        double labels = 0.0;
        for (int x = 0; x < target.logProb().length; x++) {
            for (int m = 0; m < target.moves(); m++) {
                labels += target.end(x, m) < 0 ? 0 : 1;
            }
        }
        int states = target.logProb().length;
        return states * Math.pow(labels / states, length);
    }
}
