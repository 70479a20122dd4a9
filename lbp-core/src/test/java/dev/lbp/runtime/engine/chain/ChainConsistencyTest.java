package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SmallPairwise;
import dev.lbp.SmallTargets;
import dev.lbp.TableTarget;
import dev.lbp.internal.kernel.PathProposal;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a chain carries from step to step: after a rejection its weights and their sum are those before, bit for bit;
 * after any step they are those of a chain started afresh in its state, but for a common factor and rounding.
 */
class ChainConsistencyTest {

    private static final int STEPS = 200;

    static Stream<Arguments> cases() {
        return Stream.concat(SmallTargets.moderate().stream(), SmallTargets.hard().stream())
                .flatMap(c -> SmallTargets.weights().stream().map(weight -> Arguments.of(c, weight)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void step_acceptedOrRejected_leavesTheWeightsOfTheState(SmallTargets.Case c, WeightFunction weight) {
        Note[] fresh = fresh(c, weight);
        Observer observer = new Observer(false);
        Ensemble<byte[]> ensemble = start(observer, c, weight, new byte[][] {TableTarget.state(0, 5)});
        ChainState<byte[]> chain = ensemble.chains.get(0);
        StopSignal signal = new StopSignal();
        int number = 0;
        boolean lastRejected = false;
        for (int t = 0; t < STEPS; t++) {
            double logProb = chain.logProb;
            ensemble.run(1, visited -> {}, signal);
            observer.notes.get(t).verifyProportionalTo(fresh[number]);
            if (lastRejected) {
                observer.notes.get(t).verifySameBits(observer.notes.get(t - 1));
            }
            lastRejected = !chain.accepted;
            if (lastRejected) {
                assertThat(chain.logProb).isEqualTo(logProb);
                assertThat(TableTarget.number(chain.state)).isEqualTo(number);
            }
            number = TableTarget.number(chain.state);
            double expected = c.target().logProb(number);
            assertThat(chain.logProb).isCloseTo(expected, within(1e-12 * (1.0 + Math.abs(expected))));
        }
    }

    /**
     * A proposal to flip the site of log-odds 1300 overflows the scale of the weights, so all are rescaled,
     * and rejected; the scale must go back with them, or the next weight that changes is e^650 times too small and no
     * step is accepted.
     */
    @Test
    void step_rejectedAfterScalingAnew_restoresTheScale() {
        SmallPairwise model = SmallTargets.overflowing();
        SmallTargets.Case c = new SmallTargets.Case("overflowing", model.target(), model);
        Note[] fresh = fresh(c, WeightFunction.SQRT);
        int[] sites = {0, 2, 0, 3, 2};
        Observer observer = new Observer(false, sites);
        byte[] mode = {1, 0, 1, 0, 1};
        Ensemble<byte[]> ensemble = start(observer, c, WeightFunction.SQRT, new byte[][] {mode});
        ChainState<byte[]> chain = ensemble.chains.get(0);
        for (int t = 0; t < sites.length; t++) {
            int number = TableTarget.number(chain.state);
            ensemble.run(1, visited -> {}, new StopSignal());
            observer.notes.get(t).verifyProportionalTo(fresh[number]);
            assertThat(chain.acceptanceProbability > 0.1).isEqualTo(sites[t] != 0);
        }
    }

    /** What chains started in every possible state draw from. */
    private static Note[] fresh(SmallTargets.Case c, WeightFunction weight) {
        int[] possible = IntStream.range(0, c.target().states())
                .filter(c.target()::possible)
                .toArray();
        byte[][] initial = Arrays.stream(possible)
                .mapToObj(number -> TableTarget.state(number, 5))
                .toArray(byte[][]::new);
        Observer observer = new Observer(true);
        start(observer, c, weight, initial).run(1, visited -> {}, new StopSignal());
        Note[] fresh = new Note[c.target().states()];
        for (int k = 0; k < possible.length; k++) {
            fresh[possible[k]] = observer.notes.get(k);
        }
        return fresh;
    }

    private static Ensemble<byte[]> start(
            Observer observer, SmallTargets.Case c, WeightFunction weight, byte[][] initial) {
        ScaleController controller =
                observer.forced.length > 0 ? ScaleController.fixed(1) : ScaleController.logScale(0.574);
        Method method = new MetropolisMethod("observed", new MetropolisMove(observer, weight, controller));
        return method.ensemble(c.model(), new BitStart(5, initial.length, 77L, initial, null), WorkerPool.inline());
    }

    /** The weights and their sum at one moment. */
    private record Note(double[] weights, double total) {

        void verifySameBits(Note before) {
            assertThat(weights).isEqualTo(before.weights);
            assertThat(total).isEqualTo(before.total);
        }

        void verifyProportionalTo(Note fresh) {
            for (int i = 0; i < weights.length; i++) {
                double part = weights[i] / total;
                double expected = fresh.weights[i] / fresh.total;
                if (!(Math.abs(part - expected) <= 1e-12)) { // a message for each would take most of the time
                    fail("weight %d, as a part of all: %s for %s", i, part, expected);
                }
            }
        }
    }

    /** The path proposal, with a note of the weights of every draw. */
    private static final class Observer implements Proposal {

        private static final long serialVersionUID = 1L;

        private final PathProposal real = new PathProposal();
        private final transient List<Note> notes = new ArrayList<>();
        private final boolean drawNothing;
        private final int[] forced;

        /**
         * @param forced a site for each step to flip instead of what it draws; none if it draws
         */
        Observer(boolean drawNothing, int... forced) {
            this.drawNothing = drawNothing;
            this.forced = forced;
        }

        @Override
        public boolean weighted() {
            return true;
        }

        @Override
        public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
            double[] weights = new double[5];
            Arrays.setAll(weights, table::weight);
            notes.add(new Note(weights, table.total()));
            assertThat(Arrays.stream(weights).max().orElseThrow()).isLessThanOrEqualTo(table.bound());
            if (forced.length > 0) {
                path[0] = forced[notes.size() - 1];
                return 1;
            }
            return drawNothing ? -1 : real.draw(table, scale, rng, path);
        }

        @Override
        public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
            return real.logProbability(table, path, length, scale, reversed);
        }

        @Override
        public int flips(WeightTable table, int[] path, int length, int[] sites) {
            return real.flips(table, path, length, sites);
        }
    }
}
