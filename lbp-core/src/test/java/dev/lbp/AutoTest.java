package dev.lbp;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplerChoice;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** What auto() chooses, what that costs, and that nothing but the seed decides. */
class AutoTest {

    private static final EnergyModel LAYERED = new SmallRbm(10, 4, DataType.DOUBLE);
    private static final EnergyModel RBM = new SmallRbm(10, 4, DataType.DOUBLE).plain();

    private static SamplingRun run(EnergyModel model) {
        return Samplers.auto() // the builder's sample() is that of the sampler
                .sample(model)
                .chains(5)
                .warmup(130)
                .draws(40)
                .seed(3)
                .threads(1);
    }

    private static SamplerChoice choice(EnergyModel model) {
        return run(model).run().choice().orElseThrow();
    }

    /** Counts its evaluations, and takes its time for every third. */
    private record Counting(EnergyModel model, AtomicInteger evaluations) implements EnergyModel {

        @Override
        public int dimension() {
            return model.dimension();
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
            if (evaluations.incrementAndGet() % 3 == 0) {
                Thread.yield();
            }
            return model.evaluate(states);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 100, 1_000})
    void warmUp_ofATrial_takesAtMostAThirdMoreEvaluations(int steps) {
        AtomicInteger evaluations = new AtomicInteger();
        EnergyModel model = new Counting(RBM, evaluations);
        Samplers.lbp().build().sample(model).chains(2).warmup(steps).draws(1).run();
        int fixed = evaluations.getAndSet(0);
        assertThat(run(model)
                        .warmup(steps)
                        .draws(1)
                        .run()
                        .choice()
                        .orElseThrow()
                        .candidates())
                .hasSize(4);
        assertThat(evaluations.get()).isBetween(fixed + 12, fixed + 13);
        assertThat(evaluations.get()).isLessThanOrEqualTo((int) (1.3 * fixed));
    }

    @Test
    void run_anyThreadsPartsAndBatches_drawsTheSame() {
        for (EnergyModel model : new EnergyModel[] {
            RBM, LAYERED, SpinLine.of(16), SpinLine.of(16).batched(DataType.DOUBLE)
        }) {
            int rows = model instanceof LocalEnergyModel ? 0 : 2;
            Supplier<SamplingRun> run =
                    () -> rows == 0 ? run(model) : run(model).chainsPerBatch(rows);
            SampleResult one = run.get().run();
            for (int threads : new int[] {2, 7}) {
                SampleResult other = run.get().threads(threads).run();
                assertSame(one, other);
                assertThat(other.choice()).isEqualTo(one.choice());
            }
            SampleResult merged = Parts.merged(run, 5, 2);
            assertSame(one, merged);
            assertThat(merged.choice()).isEqualTo(one.choice());
        }
    }

    @Test
    void run_onABusyMachine_choosesTheSame() {
        EnergyModel slow = new Counting(RBM, new AtomicInteger());
        assertThat(choice(slow)).isEqualTo(choice(RBM));
    }

    /** Four rounds of five candidates, there and back, make 16 changes; the choice may be one more. */
    @Test
    void sample_layered_triesBlockGibbsToo() {
        SamplerChoice choice = choice(LAYERED);
        assertThat(choice.candidates()).hasSize(5);
        assertThat(choice.sampler()).isEqualTo("Gibbs, all sites at once");
        SamplerChoice.Candidate blocks = choice.candidates().get(4);
        assertThat(blocks.sampler()).isEqualTo("block Gibbs");
        assertThat(blocks.acceptanceRate()).isEqualTo(1.0);
        assertThat(blocks.jumpDistance())
                .isGreaterThan(choice.candidates().get(0).jumpDistance());
        SampleResult ones = run(LAYERED).ones(2).run();
        assertThat(ones.choice().orElseThrow().candidates()).hasSize(2);
    }

    /** A hidden variable that holds its site in place stops block Gibbs, and not the others, which sum it out. */
    @Test
    void sample_layeredWhoseSitesAreHeld_leavesBlockGibbs() {
        SamplerChoice choice = choice(new HeldSites(6, 30.0));
        assertThat(choice.candidates()).hasSize(5);
        assertThat(choice.candidates().get(4).jumpDistance()).isLessThan(0.1);
        assertThat(choice.sampler()).isNotEqualTo("Gibbs, all sites at once");
    }

    /**
     * Independent sites of probability 1/2, each with a hidden copy of itself: given the copy its log-odds are +-hold.
     */
    private record HeldSites(int dimension, double hold) implements LayeredModel {

        @Override
        public DataType dataType() {
            return DataType.DOUBLE;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return Nd4j.zeros(DataType.DOUBLE, states.rows());
        }

        @Override
        public INDArray gradient(INDArray states) {
            return Nd4j.zeros(DataType.DOUBLE, states.shape());
        }

        @Override
        public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
            return Evaluation.ofGradient(
                    states,
                    logProb(states),
                    states.castTo(DataType.DOUBLE).mul(2.0).sub(1.0).mul(hold));
        }
    }

    @Test
    void sample_local_isChosenByItsAnswers() {
        SampleResult line = run(SpinLine.of(16)).run();
        assertThat(line.choice().orElseThrow().sampler()).isEqualTo("Metropolis, systematic scan, thinned");
        assertThat(line.summary())
                .contains("auto: Metropolis, systematic scan, thinned", "chosen by a rule: exact log-ratios");
        assertThat(choice(SpinLine.of(16).plain()).sampler()).isEqualTo("Metropolis, systematic scan");
        assertThat(run(SpinLine.of(16)).ones(5).run().choice().orElseThrow().sampler())
                .startsWith("LBP, weight t/(t+1)");
    }

    /** The draws are those of the sampler that was chosen, taken by hand: a local choice is made before the start. */
    @Test
    void sample_local_drawsAsTheChosenOneByHand() {
        SampleResult byHand = Samplers.metropolis()
                .thinned()
                .build()
                .sample(SpinLine.of(16))
                .chains(5)
                .warmup(130)
                .draws(40)
                .seed(3)
                .run();
        assertSame(byHand, run(SpinLine.of(16)).run());
    }

    @Test
    void sample_frozenAndOnes_stay() {
        boolean[] frozen = new boolean[10];
        frozen[2] = true;
        byte[][] initial = new byte[5][10];
        for (byte[] state : initial) {
            state[2] = 1;
            state[5] = 1;
        }
        SampleResult result =
                run(RBM).frozen(frozen).initial(initial).keepDraws().run();
        assertThat(result.marginals()[2]).isEqualTo(1.0);
        SampleResult ones = run(RBM).ones(2).initial(initial).run();
        assertThat(ones.choice().orElseThrow().candidates()).hasSize(2);
        assertThat(ones.choice().orElseThrow().sampler()).startsWith("LBP");
        for (byte[] state : ones.finalStates()) {
            int count = 0;
            for (byte bit : state) {
                count += bit;
            }
            assertThat(count).isEqualTo(2);
        }
    }

    private static ValueResult values(CategoricalEnergyModel model, int threads) {
        return Samplers.auto()
                .build()
                .sample(model)
                .chains(3)
                .warmup(130)
                .draws(30)
                .threads(threads)
                .run();
    }

    @Test
    void sample_values_isChosenByTheModel() {
        CategoricalEnergyModel logits = TableCategories.random(4, 1.0, 3L, 4, 4, 4);
        ValueResult one = values(logits, 1);
        assertThat(one.choice().orElseThrow().candidates()).hasSize(4);
        assertSame(one, values(logits, 7));
    }

    @Test
    void tempering_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run(SpinLine.of(16)).tempering(Tempering.replicas(3)))
                .withMessageContaining(
                        "auto() chooses for one temperature; use lbp(), dlmc(), gibbs() or metropolis()");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> AnnealedImportance.of(RBM).sampler(Samplers.auto().build()))
                .withMessageContaining("has no warm-up to choose in; use lbp()");
    }

    @Test
    void start_chain_choosesInItsWarmUp() {
        Chain chain = Samplers.auto().build().start(RBM, 1L);
        chain.step();
        chain.warmUp(200);
        assertThat(chain.adapting()).isFalse();
        ChainBatch batch = Samplers.auto().build().start(RBM, 1L, 2);
        batch.warmUp(200);
        byte[] saved = batch.save();
        batch.step(5);
        ChainBatch other = Samplers.auto().build().start(RBM, 9L, 2);
        other.warmUp(100);
        other.restore(saved);
        other.step(5);
        assertThat(other.states()).isEqualTo(batch.states());
    }
}
