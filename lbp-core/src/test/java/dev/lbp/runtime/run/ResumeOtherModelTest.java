package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.MoveSpace;
import dev.lbp.MoveSpaces;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.TableMoves;
import dev.lbp.result.CheckpointException;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A checkpoint of a model that scores states alike and weighs flips otherwise; and a model that cannot say its name.
 */
class ResumeOtherModelTest {

    private static final SpinLine LINE = SpinLine.of(6);

    @TempDir
    private Path directory;

    /** The line with {@code factor} times its gradient. */
    private record Steep(EnergyModel line, double factor) implements EnergyModel {

        private static final long serialVersionUID = 1L;

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public INDArray logProb(INDArray states) {
            return line.logProb(states);
        }

        @Override
        public INDArray gradient(INDArray states) {
            return line.gradient(states).mul(factor);
        }
    }

    static Stream<Arguments> pairs() {
        EnergyModel line = LINE.batched(DataType.DOUBLE);
        return Stream.of(
                Arguments.of(
                        EnergyModels.of(6, LINE::score),
                        EnergyModels.of(6, LINE::score, (x, gradient) -> gradient[0] = 1.0),
                        "the model's type"),
                Arguments.of(new Steep(line, 1.0), new Steep(line, 1.25), "the model's log-ratios"),
                Arguments.of(line, LINE.batched(DataType.FLOAT), "the model's type"));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void resume_sameScoresAndOtherWeights_isRefused(EnergyModel model, EnergyModel other, String what) {
        Path file = directory.resolve("run");
        SampleResult whole = run(Samplers.lbp().build(), model).checkpoint(file).run();
        assertThatThrownBy(() -> run(Samplers.lbp().build(), other).resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageContaining(what);
        Results.assertSame(whole, run(Samplers.lbp().build(), model).resume(file));
    }

    /** A checkpoint holds weights by label, so the labels must mean the same moves. */
    @Test
    void resume_sameScoresAndOtherLabels_isRefused() {
        MoveSpace space = MoveSpaces.permutations(4);
        TableMoves model = TableMoves.random(space, 1.0, 5L);
        MoveSpace.Moves backwards = new MoveSpace.Moves() {
            @Override
            public int @Nullable [] after(int[] state, int move) {
                return space.rule().after(state, space.moves() - 1 - move);
            }

            @Override
            public int inverse(int[] state, int move) {
                return move; // as that of a transposition is
            }
        };
        MoveSpace other = new MoveSpace(space.name(), space.states(), space.values(), space.moves(), backwards);
        Path file = directory.resolve("run");
        Sampler pas = Samplers.pas().build();
        pas.sample(model).draws(20).checkpoint(file).run();
        assertThatThrownBy(() -> pas.sample(new TableMoves(other, x -> model.logProb()[x]))
                        .draws(20)
                        .resume(file))
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(CheckpointException.class)
                .hasMessageContaining("the model's log-ratios (checksum) must be ");
    }

    /** It is never asked for its gradient, which it need not have. */
    @Test
    void resume_randomWalkOfAnotherGradient_goesOn() {
        Path file = directory.resolve("run");
        EnergyModel line = LINE.batched(DataType.DOUBLE);
        SampleResult whole = run(Samplers.rwm().build(), new Steep(line, 1.0))
                .checkpoint(file)
                .run();
        Results.assertSame(
                whole, run(Samplers.rwm().build(), new Steep(line, 1.25)).resume(file));
    }

    @Test
    void run_nameThatFailsAfterTheStart_keepsTheResult() {
        AtomicInteger calls = new AtomicInteger();
        EnergyModel line = LINE.batched(DataType.DOUBLE);
        EnergyModel nameless = new EnergyModel() {
            private static final long serialVersionUID = 1L;

            @Override
            public int dimension() {
                return line.dimension();
            }

            @Override
            public INDArray logProb(INDArray states) {
                return line.logProb(states);
            }

            @Override
            public INDArray gradient(INDArray states) {
                return line.gradient(states);
            }

            @Override
            public String name() {
                if (calls.incrementAndGet() > 1) {
                    throw new IllegalStateException("no name");
                }
                return "once";
            }
        };
        SampleResult result = run(Samplers.lbp().build(), nameless).run();
        assertThat(result.draws()).isEqualTo(30);
        assertThat(result.summary()).contains(getClass().getName());
        assertThat(calls.get()).isGreaterThan(1);
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(3).warmup(20).draws(30).seed(11).threads(2);
    }
}
