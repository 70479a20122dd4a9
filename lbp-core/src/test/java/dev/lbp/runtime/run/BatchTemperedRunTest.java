package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallRbm;
import dev.lbp.Tempering;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Whole tempered runs of batched models: threads, checkpoints, failures. */
class BatchTemperedRunTest {

    private static final int N = 7;

    @TempDir
    private Path directory;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model, Tempering tempering) {
        boolean[] frozen = new boolean[N];
        frozen[2] = true;
        byte[][] initial = new byte[3][N];
        initial[1][2] = 1;
        return sampler.sample(model)
                .tempering(tempering.every(2))
                .initial(initial)
                .frozen(frozen)
                .chains(3)
                .warmup(40)
                .draws(60)
                .seed(11)
                .threads(2);
    }

    private static Stream<Arguments> cases() {
        double[] logits = {1.0, -2.0, 0.0, 0.5, 0.25, -0.5, 3.0};
        Tempering biased = Tempering.replicas(4).reference(logits);
        return Stream.of(
                Arguments.of(Samplers.lbp().build(), DataType.DOUBLE, biased),
                Arguments.of(Samplers.lbp().build(), DataType.FLOAT, Tempering.replicas()),
                Arguments.of(Samplers.rwm().build(), DataType.DOUBLE, Tempering.replicas(5)),
                Arguments.of(Samplers.dlmc().build(), DataType.DOUBLE, Tempering.replicas(3)),
                Arguments.of(Samplers.gibbs().build(), DataType.FLOAT, biased));
    }

    private static void assertSame(SampleResult expected, SampleResult actual) {
        Results.assertSame(expected, actual);
        assertThat(TemperedRunTest.tempering(actual)).isEqualTo(TemperedRunTest.tempering(expected));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_anyNumberOfThreads_givesTheSameBits(Sampler sampler, DataType type, Tempering tempering) {
        EnergyModel model = new SmallRbm(N, 4, type);
        SampleResult whole = run(sampler, model, tempering).threads(1).run();
        assertSame(whole, run(sampler, model, tempering).threads(2).run());
        assertSame(whole, run(sampler, model, tempering).threads(4).run());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void resume_fromAnyCheckpoint_givesTheBitsOfARunNeverStopped(Sampler sampler, DataType type, Tempering tempering) {
        EnergyModel model = new SmallRbm(N, 4, type);
        SampleResult whole = run(sampler, model, tempering).run();
        List<Path> copies = CheckpointCopies.of(run(sampler, model, tempering), 7, directory);
        assertThat(copies)
                .hasSizeGreaterThan(12); // in the middle of scans and at their ends, in every round of warm-up
        for (Path copy : copies) {
            assertSame(whole, run(sampler, model, tempering).resume(copy));
        }
    }

    /** A model whose log-probabilities depend on the row in their last bits, as those of a matrix product may. */
    private static final class RowByRow implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private final SmallRbm sound = new SmallRbm(N, 4, DataType.DOUBLE);

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            double[] scores = sound.logProb(states).toDoubleVector();
            for (int row = 0; row < scores.length; row++) {
                scores[row] += row * 1e-12;
            }
            return Nd4j.createFromArray(scores);
        }

        @Override
        public INDArray gradient(INDArray states) {
            INDArray rows = Nd4j.arange(states.rows()).castTo(DataType.DOUBLE).mul(1e-12);
            return sound.gradient(states).addColumnVector(rows.reshape(states.rows(), 1));
        }
    }

    /** Scores travel with states from row to row, so a checkpoint must have them. */
    @Test
    void resume_bitsThatDependOnTheRow_areThoseOfARunNeverStopped() {
        EnergyModel model = new RowByRow();
        Tempering tempering = Tempering.replicas(5);
        for (Sampler sampler : List.of(Samplers.lbp().build(), Samplers.gibbs().build())) {
            SampleResult whole = run(sampler, model, tempering).run();
            for (Path copy : CheckpointCopies.of(run(sampler, model, tempering), 11, copies(sampler))) {
                assertSame(whole, run(sampler, model, tempering).resume(copy));
            }
        }
    }

    private Path copies(Sampler sampler) {
        try {
            return Files.createDirectory(directory.resolve(String.valueOf(sampler.hashCode())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A model whose score of a batch is NaN in its last row, for batches and at calls of the caller's choice. */
    private static final class Failing implements EnergyModel {

        private static final long serialVersionUID = 1L;

        private final SmallRbm sound = new SmallRbm(N, 4, DataType.DOUBLE);
        private final transient IntPredicate size;
        private final int first;
        private final boolean throwing;
        private int calls;

        Failing(IntPredicate size, int first, boolean throwing) {
            this.size = size;
            this.first = first;
            this.throwing = throwing;
        }

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            double[] scores = sound.logProb(states).toDoubleVector();
            if (size.test(states.rows()) && ++calls > first) {
                if (throwing) {
                    throw new IllegalStateException("out of order");
                }
                scores[scores.length - 1] = Double.NaN;
            }
            return Nd4j.createFromArray(scores);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return sound.gradient(states);
        }
    }

    private static void assertFails(EnergyModel model, String message) {
        assertThatThrownBy(() -> run(Samplers.lbp().build(), model, Tempering.replicas(5))
                        .run())
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void run_modelFails_saysWhere() {
        IntPredicate replicas = rows -> rows == 12;
        IntPredicate references = rows -> rows == 3;
        assertFails(
                new Failing(replicas, 5, true),
                "failing failed in the batch of 12 replicas of 3 chains at step 4: out of order");
        assertFails(
                new Failing(references, 5, true),
                "failing failed in the batch of 3 draws of the reference at step 12: out of order");
        assertFails(new Failing(replicas, 5, false), "failing failed in chain 2, replica 1 at step 4: ");
        assertFails(new Failing(replicas, 0, false), "failing failed in chain 2, replica 1 at step 0: ");
        assertFails(new Failing(references, 5, false), "failing failed in the replicas of chain 2 at step 12: ");
    }
}
