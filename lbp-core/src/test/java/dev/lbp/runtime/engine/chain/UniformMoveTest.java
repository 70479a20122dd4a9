package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Inside;
import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Samplers;
import dev.lbp.TableMoves;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random walk Metropolis on moves, exactly: one chain is forced along every sequence of labels, legal or not. */
public class UniformMoveTest {

    static Stream<MoveSpace> spaces() {
        return Stream.of(
                MoveSpaces.sites(2, 3, 4),
                MoveSpaces.permutations(4),
                MoveSpaces.subsets(5, 2),
                MoveSpaces.matchings(2, 3),
                MoveSpaces.matchingsByAddAndDelete(2, 2),
                MoveSpaces.trees(4));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void rwm_oneToThreeLabels_isInDetailedBalance(MoveSpace space) {
        TableMoves target = TableMoves.random(space, 1.5, 23L);
        for (int scale = 1; scale <= (space.moves() > 20 ? 2 : 3); scale++) {
            TransitionMatrix matrix = matrix(target, scale).verifyReversible();
            if (scale == 1) {
                matrix.verifyErgodic();
            }
        }
    }

    /** Labels drawn from those that are legal now alone: their number differs from state to state. */
    @Test
    void labelsDrawnFromTheLegalOnes_failDetailedBalance() {
        TableMoves target = TableMoves.random(MoveSpaces.trees(4), 1.5, 23L);
        double[][] p = matrix(target, 1).p();
        for (int x = 0; x < p.length; x++) {
            int from = x;
            int m = target.moves();
            double legal =
                    IntStream.range(0, m).filter(k -> target.end(from, k) >= 0).count();
            p[x][x] -= 1.0 - legal / m;
            p[x] = Arrays.stream(p[x]).map(q -> q * m / legal).toArray();
        }
        TransitionMatrix mutant = new TransitionMatrix(target.probabilities(), p).verifyStochastic();
        assertThatThrownBy(mutant::verifyReversible).hasMessageContaining("must be equal: pi(");
    }

    public static TransitionMatrix matrix(TableMoves target, int scale) {
        int states = target.logProb().length;
        int sequences = (int) Math.pow(target.moves(), scale);
        double[][] p = new double[states][states];
        ValueStart start = new ValueStart(target, StartPlan.of(1, 1L, null));
        Labels labels = new Labels(target.moves(), scale);
        start.generators()[0] = labels;
        Ensemble<int[]> ensemble =
                Inside.method(Samplers.rwm().scale(scale).build()).ensemble(target, start, WorkerPool.inline());
        ChainState<int[]> chain = ensemble.chains.get(0);
        for (int s = 0; s < sequences; s++) {
            for (int x = 0; x < states; x++) {
                if (target.space().number(chain.state) != x) {
                    ensemble.reset(0, target.space().states().get(x));
                }
                labels.begin(s);
                ensemble.run(1, any -> {}, new StopSignal());
                int y = target.end(x, labels.script[0]);
                for (int k = 1; k < scale && y >= 0; k++) {
                    y = target.end(y, labels.script[k]);
                }
                double accepted = chain.acceptanceProbability / sequences;
                assertThat(y >= 0 || accepted == 0.0).isTrue();
                p[x][Math.max(y, 0)] += accepted;
                p[x][x] += 1.0 / sequences - accepted;
                int end = chain.accepted ? y : x;
                if (target.space().number(chain.state) != end || chain.logProb != target.logProb()[end]) {
                    throw new AssertionError("must be in state " + end + ": " + Arrays.toString(chain.state));
                }
            }
        }
        return new TransitionMatrix(target.probabilities(), p).verifyStochastic();
    }

    /** Returns the labels of a sequence, by its number, and the double 1/2. */
    private static final class Labels implements UniformRandomProvider {

        private final int moves;
        private final int[] script;
        private int next;

        Labels(int moves, int scale) {
            this.moves = moves;
            this.script = new int[scale];
        }

        void begin(int sequence) {
            int rest = sequence;
            for (int k = 0; k < script.length; k++) {
                script[k] = rest % moves;
                rest /= moves;
            }
            next = 0;
        }

        @Override
        public int nextInt(int n) {
            assertThat(n).isEqualTo(moves);
            return script[next++];
        }

        @Override
        public double nextDouble() {
            return 0.5;
        }

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException("only labels are scripted");
        }
    }
}
