package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.TableTarget;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.tempered.AnnealedPath;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * The expectation of the weights over all paths, added up. Chains of a scripted method take every sequence of states
 * once; the path has weighed them, and the probability of each is that of the library's own steps, enumerated at each
 * temperature.
 */
class AnnealedPathTest {

    private static final int N = 3;
    private static final int STATES = 1 << N;
    private static final int TEMPERATURES = 3;

    /** Every sequence of TEMPERATURES states; chain c is in state {@code c / STATES^t % STATES} after t steps. */
    private static final int PATHS = STATES * STATES * STATES;

    private static final double[] MEANS = {0.3, 0.6, 0.85};

    private static final TableTarget TARGET = TableTarget.of(
            "three sites", N, x -> 40.0 + 1.3 * x[0] - 0.7 * x[1] + 2.1 * x[0] * x[1] - 1.9 * x[1] * x[2] + 0.4 * x[2]);

    /** The definition of the path. */
    private static TableTarget annealed(double beta) {
        return TableTarget.of("annealed", N, x -> {
            double base = 0.0;
            for (int i = 0; i < N; i++) {
                base += Math.log(x[i] == 1 ? MEANS[i] : 1.0 - MEANS[i]);
            }
            return (1.0 - beta) * base + beta * TARGET.logProb(TableTarget.number(x));
        });
    }

    private static int stateOf(int chain, int steps) {
        return chain / (int) Math.pow(STATES, steps) % STATES;
    }

    /** Chains that visit given states, and what their scales are meanwhile. */
    private record Scripted(List<Double> scales) implements Method {

        @Override
        public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
            BatchModel batch = new BatchModel(model, N, start.chains());
            List<ScriptedChain> chains = new ArrayList<>();
            for (int c = 0; c < start.chains(); c++) {
                chains.add(new ScriptedChain(batch, start, c));
            }
            return new ScriptedEnsemble(chains, pool, scales);
        }

        @Override
        public int bytesPerSite() {
            return 0;
        }

        @Override
        public String describe() {
            return "scripted";
        }

        @Override
        public boolean rejects() {
            return false;
        }
    }

    private static final class ScriptedChain extends BatchChain {

        ScriptedChain(BatchModel batch, BitStart start, int index) {
            super(
                    batch,
                    start,
                    index,
                    new ChainScale(ScaleController.robbinsMonro(0.5), start.largestScale()),
                    StepMix.MOVES);
        }
    }

    private static final class ScriptedEnsemble extends LockStepEnsemble<byte[]> {

        private final List<Double> scales;

        ScriptedEnsemble(List<ScriptedChain> chains, WorkerPool pool, List<Double> scales) {
            super(chains, pool);
            this.scales = scales;
            invalidate();
        }

        @Override
        public void step(Visitor<byte[]> visitor) {
            scales.add(
                    chains.get(0).scale.adapting()
                            ? Double.NaN
                            : chains.get(0).scale.value());
            for (ChainState<byte[]> chain : chains) {
                int number = stateOf(chain.index, (int) chain.steps() + 1);
                System.arraycopy(TableTarget.state(number, N), 0, chain.state, 0, N);
                batch.writeRow(chain.index, chain.state);
            }
            evaluate();
            for (ChainState<byte[]> chain : chains) {
                chain.logProb = batch.logProb[chain.index];
                chain.finish(1, 1.0, true, 0);
            }
        }

        @Override
        public void evaluate() {
            batch.evaluate();
        }

        @Override
        public void score() {
            evaluate();
        }
    }

    /** The matrix of a step of LBP at a temperature, by the library's own probabilities. */
    private static double[][] kernel(EnergyModel model, double beta, double scale) {
        int forcedChains = STATES * (scale == 1.0 ? N : N * (N - 1));
        AnnealedModel<byte[]> annealed = new AnnealedModel<>(model, new FactorisedBase(MEANS), N, forcedChains);
        annealed.beta(beta);
        return MetropolisKernel.lbp(annealed(beta), annealed, WeightFunction.BARKER)
                .matrix(scale)
                .verifyReversible()
                .p();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void logWeights_ofAllPaths_haveTheExpectationZ(boolean exact) {
        EnergyModel model = TARGET.batched(exact);
        byte[][] draws = IntStream.range(0, PATHS)
                .mapToObj(c -> TableTarget.state(stateOf(c, 0), N))
                .toArray(byte[][]::new);
        List<Double> scales = new ArrayList<>();
        AnnealedPath path =
                new AnnealedPath(new Scripted(scales), model, new FactorisedBase(MEANS), draws, TEMPERATURES, 1L);
        path.run(new AnnealedPath.Schedule(new double[] {1.0, 1.5, 1.0}), done -> {});
        double[] base = annealed(0.0).probabilities();
        double[][] first = kernel(model, 1.0 / 3.0, 1.0);
        double[][] second = kernel(model, 2.0 / 3.0, 2.0);
        double expectation = 0.0;
        for (int c = 0; c < PATHS; c++) {
            int x0 = stateOf(c, 0);
            int x1 = stateOf(c, 1);
            int x2 = stateOf(c, 2);
            expectation += base[x0] * first[x0][x1] * second[x1][x2] * Math.exp(path.logWeights()[c]);
        }
        double z = IntStream.range(0, STATES)
                .mapToDouble(k -> Math.exp(TARGET.logProb(k)))
                .sum();
        assertThat(expectation / z).isCloseTo(1.0, within(1e-12));
        // Each step had the scale of its temperature, and no rule that adapts it.
        assertThat(scales).containsExactly(1.0, 1.5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOUBLE", "FLOAT"})
    void annealedModel_ofRepeatedStates_evaluatesTheModelOnce(DataType type) {
        int[] evaluations = {0};
        EnergyModel counted = new CountedModel(TARGET.batched(type), evaluations);
        int[] numbers = {0, 3, 5, 6};
        byte[][] states =
                Arrays.stream(numbers).mapToObj(k -> TableTarget.state(k, N)).toArray(byte[][]::new);
        AnnealedModel<byte[]> annealed = new AnnealedModel<>(counted, new FactorisedBase(MEANS), N, numbers.length);
        BatchModel batch = new BatchModel(annealed, N, numbers.length);
        for (double beta : new double[] {0.25, 1.0, 0.5}) {
            annealed.beta(beta);
            for (int c = 0; c < numbers.length; c++) {
                batch.writeRow(c, states[c]);
            }
            batch.evaluate();
            TableTarget expected = annealed(beta);
            double[] ratios = new double[N];
            for (int c = 0; c < numbers.length; c++) {
                assertThat(batch.logProb[c]).isCloseTo(expected.logProb(numbers[c]), within(1e-12));
                batch.logRatios(c, ratios);
                for (int i = 0; i < N; i++) {
                    double ratio = expected.logProb(numbers[c] ^ 1 << i) - expected.logProb(numbers[c]);
                    assertThat(ratios[i]).isCloseTo(ratio, within(type == DataType.FLOAT ? 1e-6 : 1e-12));
                }
            }
        }
        assertThat(evaluations).containsExactly(1);
    }

    /** A model that counts its evaluations. */
    private record CountedModel(EnergyModel model, int[] evaluations) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public DataType dataType() {
            return model.dataType();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return model.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return model.gradient(states);
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            evaluations[0]++;
            return model.evaluate(states);
        }
    }
}
