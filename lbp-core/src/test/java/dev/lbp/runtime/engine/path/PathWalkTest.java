package dev.lbp.runtime.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.TableMoves;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.MoveCounts;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Long paths of the path-auxiliary sampler: every weight at every draw, and every acceptance, against a naive
 * computation.
 */
class PathWalkTest {

    private static final double TOLERANCE = 1e-12;

    static Stream<MoveSpace> spaces() {
        return Stream.of(
                MoveSpaces.sites(3, 4, 2, 3),
                MoveSpaces.permutations(5),
                MoveSpaces.matchings(3, 3),
                MoveSpaces.trees(5));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void longPaths_everyWeightAndAcceptance_areTheNaiveOnes(MoveSpace space) {
        for (WeightFunction weight : new WeightFunction[] {WeightFunction.BARKER, WeightFunction.SQRT}) {
            TableMoves target = TableMoves.random(space, 2.0, 29L);
            Observed observed = new Observed(target, weight);
            ValueStart start = new ValueStart(target, StartPlan.of(1, 5L, null));
            Ensemble<int[]> ensemble =
                    new PathMethod(observed, weight, new FixedScale(25.5)).ensemble(target, start, WorkerPool.inline());
            ChainState<int[]> chain = ensemble.chains.get(0);
            int rejected = 0;
            for (int t = 0; t < 200; t++) {
                int x = space.number(chain.state);
                observed.begin(x);
                ensemble.run(1, any -> {}, new StopSignal());
                assertThat(observed.drawn).isEqualTo(chain.lastStep().scale()).isBetween(25, 26);
                double ratio = observed.total(x) / observed.total(observed.at);
                assertThat(chain.acceptanceProbability).isCloseTo(Math.min(1.0, ratio), within(TOLERANCE));
                assertThat(space.number(chain.state)).isEqualTo(chain.accepted ? observed.at : x);
                rejected += chain.accepted ? 0 : 1;
            }
            assertThat(rejected).isPositive();
        }
    }

    /**
     * 2,000 steps of a path of 1 or 2 draw a uniform label each. Its mean of min(1, e^d) has a standard error of at
     * most 0.5 sqrt(tau / 2,000) with tau below 10, which is 0.035. The bound of 0.2 is more than 5 of them: by chance
     * it fails for less than one seed in 10^6. Every touched set of the table is exact, so their mean is too.
     */
    @Test
    void counts_ofAChain_areThoseOfTheTarget() {
        TableMoves target = TableMoves.random(MoveSpaces.permutations(4), 1.0, 31L);
        double[] pi = target.probabilities();
        double expected = 0.0;
        for (int x = 0; x < pi.length; x++) {
            for (int m = 0; m < target.moves(); m++) {
                expected += pi[x] * Math.min(1.0, Math.exp(target.logRatio(x, m))) / target.moves();
            }
        }
        ValueStart start = new ValueStart(target, StartPlan.of(1, 5L, null));
        Ensemble<int[]> ensemble = new PathMethod(new ReplacementProposal(), WeightFunction.BARKER, new FixedScale(1.5))
                .ensemble(target, start, WorkerPool.inline());
        ensemble.run(2_000, any -> {}, new StopSignal());
        MoveCounts counts = MoveCounts.of(ensemble);
        assertThat(counts.uniformAcceptanceRate()).isCloseTo(expected, within(0.2));
        assertThat(counts.touchedPerMove()).isEqualTo(6.0);
    }

    /** Draws as the real sampler does, and compares all weights with naive ones before each draw. */
    private static final class Observed implements Proposal {

        private static final long serialVersionUID = 1L;

        private final ReplacementProposal real = new ReplacementProposal();
        private final TableMoves target;
        private final WeightFunction weight;
        private int at;
        private int drawn;

        Observed(TableMoves target, WeightFunction weight) {
            this.target = target;
            this.weight = weight;
        }

        void begin(int x) {
            at = x;
            drawn = 0;
        }

        private double weight(int x, int label) {
            return Math.exp(weight.logWeight(target.logRatio(x, label)));
        }

        double total(int x) {
            double sum = 0.0;
            for (int m = 0; m < target.moves(); m++) {
                sum += weight(x, m);
            }
            return sum;
        }

        @Override
        public boolean weighted() {
            return true;
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            double total = total(at);
            for (int m = 0; m < target.moves(); m++) {
                double error = table.weight(m) / table.total() - weight(at, m) / total;
                if (!(Math.abs(error) <= TOLERANCE)) {
                    throw new AssertionError("label " + m + " in state " + at + " after " + drawn + " moves: " + error);
                }
            }
            assertThat(real.draw(table, scale, rng, path)).isOne();
            at = target.end(at, path[0]);
            drawn++;
            return 1;
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            throw new UnsupportedOperationException();
        }
    }
}
