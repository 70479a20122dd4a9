package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.continuous.DensityModel;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.ModelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** One batched model in two runs at once, in two threads. */
class TwoRunsAtOnceTest {

    private static final int N = 4;
    private static final int CHAINS = 2;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Which arrays a model keeps for its answers. */
    private enum Keeps {
        NOTHING,
        LOG_PROB,
        LOG_PROB_WITHOUT_RATIOS,
        /** A new view of the same memory at each call. */
        LOG_PROB_AS_A_COLUMN,
        /** The default of evaluate() computes log-ratios in a new array. */
        GRADIENT,
        EVALUATION,
        LOGITS,
        SLOPES
    }

    /**
     * Uniform, with zeros in arrays that may be kept. The first call of the run in thread "late" lasts until the other
     * run begins its second call, which lasts until the late run has ended.
     */
    private static final class Zeros implements EnergyModel {

        private final Keeps keeps;
        private final boolean meets;
        private final INDArray keptLogProb = Nd4j.zeros(DataType.DOUBLE, CHAINS);
        private final INDArray keptCells = Nd4j.zeros(DataType.DOUBLE, CHAINS, N);
        private final CountDownLatch lateHasBegun = new CountDownLatch(1);
        private final CountDownLatch earlyHasEnded = new CountDownLatch(1);
        private final CountDownLatch lateHasEnded = new CountDownLatch(1);
        private int earlyCalls;

        Zeros(Keeps keeps, boolean meets) {
            this.keeps = keeps;
            this.meets = meets;
        }

        private void meet() {
            if (!meets) {
                return;
            }
            if (Thread.currentThread().getName().equals("late")) {
                lateHasBegun.countDown();
                Patience.await(earlyHasEnded);
            } else if (++earlyCalls == 1) {
                Patience.await(lateHasBegun);
            } else {
                earlyHasEnded.countDown();
                Patience.await(lateHasEnded);
            }
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            meet();
            return switch (keeps) {
                case LOG_PROB, LOG_PROB_WITHOUT_RATIOS -> keptLogProb;
                case LOG_PROB_AS_A_COLUMN -> keptLogProb.reshape(CHAINS, 1);
                default -> keptLogProb.dup();
            };
        }

        @Override
        public INDArray gradient(INDArray states) {
            return keeps == Keeps.GRADIENT || keeps == Keeps.LOGITS || keeps == Keeps.SLOPES
                    ? keptCells
                    : keptCells.dup();
        }

        @Override
        public Evaluation evaluate(INDArray states) {
            return keeps == Keeps.EVALUATION
                    ? Evaluation.ofGradient(states, logProb(states), keptCells)
                    : EnergyModel.super.evaluate(states);
        }
    }

    private record Categories(Zeros zeros) implements CategoricalEnergyModel {

        @Override
        public int dimension() {
            return N / 2;
        }

        @Override
        public int values() {
            return 2;
        }

        @Override
        public INDArray logProb(INDArray states) {
            return zeros.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return zeros.gradient(states);
        }
    }

    private record Density(Zeros zeros) implements DensityModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray points) {
            return zeros.logProb(points);
        }

        @Override
        public INDArray gradient(INDArray points) {
            return zeros.gradient(points);
        }
    }

    /** Prepares a run of the model. Runs of one returned supplier are of one model. */
    private static Supplier<RunResult> runs(Zeros zeros) {
        Categories categories = new Categories(zeros);
        Density density = new Density(zeros);
        return () -> described(zeros, categories, density)
                .warmup(0)
                .draws(2)
                .chains(CHAINS)
                .run();
    }

    private static Run<?, ? extends RunResult, ?> described(Zeros zeros, Categories categories, Density density) {
        return switch (zeros.keeps) {
            case LOGITS -> Samplers.lbp().build().sample(categories);
            case SLOPES -> Samplers.mala().build().sample(density);
            case LOG_PROB_WITHOUT_RATIOS -> Samplers.rwm().build().sample(zeros);
            default -> Samplers.lbp().build().sample(zeros);
        };
    }

    private static CompletableFuture<RunResult> in(String thread, Supplier<RunResult> run) {
        return CompletableFuture.supplyAsync(run, task -> new Thread(task, thread).start());
    }

    private static @Nullable Throwable failure(CompletableFuture<RunResult> run) {
        try {
            run.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void runs_atOnce_ofAModelThatKeepsAnArray_fail(Keeps keeps) {
        Zeros zeros = new Zeros(keeps, true);
        Supplier<RunResult> run = runs(zeros);
        CompletableFuture<RunResult> early = in("early", run);
        Throwable late = failure(in("late", run));
        zeros.lateHasEnded.countDown();
        for (Throwable failure : new Throwable[] {late, failure(early)}) {
            assertThat(failure)
                    .isInstanceOf(RunException.class)
                    .hasCauseInstanceOf(ModelException.class)
                    .hasMessageContaining("must not return the same array to two runs at once");
        }
    }

    /** Calls that overlap in the same way, with new arrays. */
    @Test
    void runs_atOnce_ofAModelThatKeepsNothing_draw() {
        Zeros zeros = new Zeros(Keeps.NOTHING, true);
        Supplier<RunResult> run = runs(zeros);
        CompletableFuture<RunResult> early = in("early", run);
        RunResult late = in("late", run).join();
        zeros.lateHasEnded.countDown();
        assertThat(late.draws()).isEqualTo(2);
        assertThat(early.join().draws()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void runs_oneAfterTheOther_draw(Keeps keeps) {
        Supplier<RunResult> run = runs(new Zeros(keeps, false));
        for (String thread : new String[] {"first", "second", "third"}) {
            assertThat(in(thread, run).join().draws()).isEqualTo(2);
        }
    }

    /** After its failure, a batch of chains can go on alone. */
    @Test
    void chains_afterTheFailure_goOn() {
        Zeros zeros = new Zeros(Keeps.EVALUATION, true);
        ChainBatch[] batch = new ChainBatch[1];
        CompletableFuture<RunResult> other = in("late", runs(zeros));
        batch[0] = Samplers.lbp().build().start(zeros, 1L, CHAINS);
        assertThatThrownBy(() -> {
                    CompletableFuture<Void> ended = CompletableFuture.runAsync(
                                    () -> failure(other), task -> new Thread(task).start())
                            .thenRun(zeros.lateHasEnded::countDown);
                    batch[0].step();
                    ended.join();
                })
                .isInstanceOf(ModelException.class);
        batch[0].step(3);
        assertThat(batch[0].states().sumNumber().doubleValue()).isBetween(0.0, (double) CHAINS * N);
    }
}
