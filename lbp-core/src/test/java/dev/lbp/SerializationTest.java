package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Samplers and models go to other machines and draw the same there. */
class SerializationTest {

    private static final SpinLine LINE = SpinLine.of(8);

    private static SampleResult run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(2).warmup(20).draws(30).seed(8).run();
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplers")
    void sampler_writtenAndRead_drawsTheSame(Sampler sampler) throws Exception {
        Sampler copy = Serialized.copy(sampler);
        assertThat(copy).hasToString(sampler.toString()).isNotSameAs(sampler);
        Results.assertSame(run(sampler, LINE), run(copy, LINE));
    }

    /**
     * {@code Samplers.lbp().build()}, written when all classes were in dev.lbp: Java drops fields whose classes are
     * gone.
     */
    @Test
    void sampler_writtenBeforeThePackages_isRefused() throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(Objects.requireNonNull(
                SerializationTest.class.getResourceAsStream("sampler-before-packages.ser"), "the old sampler"))) {
            assertThatThrownBy(in::readObject)
                    .isInstanceOf(InvalidClassException.class)
                    .hasMessageContaining("Sampler");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.SmallTargets#weights")
    void weightFunction_writtenAndRead_drawsTheSame(WeightFunction weight) throws Exception {
        WeightFunction copy = Serialized.copy(weight);
        assertThat(copy).hasToString(weight.name());
        for (double logT = -30; logT <= 30; logT += 0.7) {
            assertThat(copy.logWeight(logT)).isEqualTo(weight.logWeight(logT));
        }
        assertThat(copy.isBalanced()).isEqualTo(weight.isBalanced());
        Results.assertSame(
                run(Samplers.lbp().weight(weight).build(), LINE),
                run(Samplers.lbp().weight(copy).build(), LINE));
    }

    static List<EnergyModel> models() {
        return List.of(
                EnergyModels.of(8, x -> LINE.score(x)),
                EnergyModels.of(8, x -> LINE.score(x), (x, gradient) -> gradient[0] = 0.5),
                EnergyModels.perChain(8, () -> {
                    int[] scratch = new int[8];
                    return x -> LINE.score(x) + scratch[0];
                }),
                Tempered.of(LINE, 0.5),
                Tempered.of(LINE.batched(DataType.FLOAT), 0.5),
                Tempered.of(EnergyModels.of(8, x -> LINE.score(x)), 2.0));
    }

    @ParameterizedTest
    @MethodSource("models")
    void model_writtenAndRead_drawsTheSame(EnergyModel model) throws Exception {
        EnergyModel copy = Serialized.copy(model);
        assertThat(copy.name()).isEqualTo(model.name());
        for (Sampler sampler : List.of(Samplers.lbp().build(), Samplers.gibbs().build())) {
            Results.assertSame(run(sampler, model), run(sampler, copy));
        }
    }

    @Test
    void trackerOfPlainModel_writtenInMidStep_goesOn() throws Exception {
        LocalEnergyModel.Tracker tracker =
                EnergyModels.of(8, x -> LINE.score(x)).newTracker();
        int[] touched = new int[8];
        tracker.reset(new byte[8]);
        double start = tracker.logProb();
        tracker.save();
        tracker.flip(3, touched);
        LocalEnergyModel.Tracker copy = Serialized.copy(tracker);
        assertThat(copy.logProb()).isEqualTo(tracker.logProb()).isNotEqualTo(start);
        copy.restore();
        assertThat(copy.logProb()).isEqualTo(start);
    }

    /** A failure may have to cross a wire; its partial result stays behind. */
    @Test
    void modelException_writtenAndRead_keepsItsMessage() throws Exception {
        ModelException failure = new ModelException("model failed", new IllegalStateException("cause"));
        ModelException copy = Serialized.copy(failure);
        assertThat(copy).hasMessage("model failed").hasCauseInstanceOf(IllegalStateException.class);
        RunException ofRun =
                new RunException("run failed", failure, run(Samplers.rwm().build(), LINE));
        assertThat(ofRun.partialResult()).isPresent();
        assertThat(Serialized.copy(ofRun).partialResult()).isEmpty();
    }
}
