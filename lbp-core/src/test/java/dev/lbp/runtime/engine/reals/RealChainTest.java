package dev.lbp.runtime.engine.reals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.kernel.Increment;
import dev.lbp.internal.kernel.NaiveIncrement;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.space.RealSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Steps of chains of real coordinates, by the formula. */
class RealChainTest {

    /** {@code -x^4/4 - (y - x)^2 / (2 0.3^2)}, which keeps the points of its last evaluation. */
    private static final class Told implements DensityModel {

        private static final long serialVersionUID = 1L;

        private int evaluations;
        private double[][] points = {};

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public INDArray logProb(INDArray rows) {
            evaluations++;
            points = rows.toDoubleMatrix();
            double[] scores = new double[points.length];
            for (int r = 0; r < scores.length; r++) {
                scores[r] = score(points[r]);
            }
            return Nd4j.createFromArray(scores);
        }

        @Override
        public INDArray gradient(INDArray rows) {
            double[][] slopes = rows.toDoubleMatrix();
            for (int r = 0; r < slopes.length; r++) {
                slopes[r] = slopes(slopes[r]);
            }
            return Nd4j.createFromArray(slopes);
        }

        static double score(double[] p) {
            return -0.25 * Math.pow(p[0], 4) - (p[1] - p[0]) * (p[1] - p[0]) / 0.18;
        }

        static double[] slopes(double[] p) {
            double off = (p[1] - p[0]) / 0.09;
            return new double[] {-Math.pow(p[0], 3) + off, -off};
        }
    }

    private static Start<double[]> start(DensityModel model, ChainSpan span, long seed, double[][] points) {
        return Start.of(
                new RealSpace(model.dimension()),
                new StartPlan<>(span, seed, points, null, 0),
                rng -> ModelCalls.start(model, rng));
    }

    private static Ensemble<double[]> chains(Told model, Increment increment, int chains, boolean diagonal) {
        ContinuousMethod method = new ContinuousMethod(increment, ScaleController.logScale(0.5), diagonal);
        return method.ensemble(model, start(model, ChainSpan.all(chains), 7L, null), WorkerPool.inline());
    }

    @ParameterizedTest
    @EnumSource
    void step_proposedPoint_isAcceptedByTheFormula(Increment increment) {
        Told model = new Told();
        Ensemble<double[]> ensemble = chains(model, increment, 2, true);
        ensemble.warmUp(300, chain -> {}, new StopSignal());
        int moved = 0;
        for (int t = 0; t < 40; t++) {
            double[][] before =
                    ensemble.chains.stream().map(chain -> chain.state.clone()).toArray(double[][]::new);
            ensemble.run(1, chain -> {}, new StopSignal());
            for (ChainState<double[]> chain : ensemble.chains) {
                double[] x = before[chain.index];
                double[] y = model.points[chain.index];
                double[] s = ((RealChain) chain).deviations();
                double logAlpha = Told.score(y) - Told.score(x);
                double squared = 0.0;
                for (int i = 0; i < 2; i++) {
                    logAlpha += NaiveIncrement.of(increment, Told.slopes(y)[i], s[i])
                                    .logDensity(x[i] - y[i])
                            - NaiveIncrement.of(increment, Told.slopes(x)[i], s[i])
                                    .logDensity(y[i] - x[i]);
                    squared += (y[i] - x[i]) * (y[i] - x[i]);
                }
                double expected = Math.exp(Math.min(0.0, logAlpha));
                assertThat(chain.acceptanceProbability).isCloseTo(expected, within(1e-7));
                boolean accepted = chain.lastStep().accepted();
                assertThat(chain.state).isEqualTo(accepted ? y : x);
                assertThat(chain.logProb).isEqualTo(Told.score(chain.state));
                assertThat(((RealChain) chain).squaredJump()).isCloseTo(accepted ? squared : 0.0, within(1e-12));
                moved += accepted ? 1 : 0;
            }
        }
        assertThat(moved).isBetween(10, 79);
    }

    /**
     * Each coordinate has a factor of its own: uphill in both has the product of two probabilities, here about .93^2.
     * With one factor for the vector it would have 1/2. Five standard errors of 2,000 draws are .04.
     */
    @Test
    void increments_ofTwoCoordinates_haveAFactorEach() {
        Told model = new Told();
        ContinuousMethod method = new ContinuousMethod(Increment.BARKER, ScaleController.fixed(1.5), false);
        double[][] start = {{1.0, 1.5}}; // the slope is (4.6, -5.6)
        int uphill = 0;
        int first = 0;
        int second = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            method.ensemble(model, start(model, ChainSpan.all(1), seed, start), WorkerPool.inline())
                    .run(1, chain -> {}, new StopSignal());
            double[] y = model.points[0];
            first += y[0] > 1.0 ? 1 : 0;
            second += y[1] < 1.5 ? 1 : 0;
            uphill += y[0] > 1.0 && y[1] < 1.5 ? 1 : 0;
        }
        assertThat(first).isBetween(1_750, 1_990);
        assertThat(second).isBetween(1_750, 1_990);
        assertThat(uphill / 2_000.0).isCloseTo(first / 2_000.0 * second / 2_000.0, within(0.04));
    }

    /** Once for a step, and once more after 16, 32 and 64 steps, to compare scores. */
    @ParameterizedTest
    @EnumSource
    void steps_ofAllChains_evaluateTheModelOnce(Increment increment) {
        Told model = new Told();
        Ensemble<double[]> ensemble = chains(model, increment, 5, false);
        int before = model.evaluations;
        ensemble.run(100, chain -> {}, new StopSignal());
        assertThat(model.evaluations).isEqualTo(before + 100 + 3);
        assertThat(model.points).hasDimensions(5, 2);
    }

    @Test
    void warmUp_ofSeveralChains_endsAtOneScaleAndShape() {
        Ensemble<double[]> ensemble = chains(new Told(), Increment.BARKER, 4, true);
        ensemble.warmUp(2_000, chain -> {}, new StopSignal());
        double[] first = ((RealChain) ensemble.chains.get(0)).deviations();
        for (ChainState<double[]> chain : ensemble.chains) {
            assertThat(((RealChain) chain).deviations()).isEqualTo(first);
            assertThat(((RealChain) chain).adapting()).isFalse();
        }
        // Var x = 2 Gamma(3/4) / Gamma(1/4) = 0.676, Var y = Var x + 0.09
        assertThat(first[1] / first[0]).isCloseTo(Math.sqrt(0.766 / 0.676), within(0.1));
        ensemble.run(50, chain -> {}, new StopSignal());
        assertThat(((RealChain) ensemble.chains.get(3)).deviations()).isEqualTo(first);
    }
}
