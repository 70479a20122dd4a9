package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Samplers and models go to other machines and draw the same there. */
class SerializationTest {

    private static final SpinLine LINE = SpinLine.of(8);

    @SuppressWarnings("unchecked")
    private static <T> T roundTrip(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    private static SampleResult run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(2).warmup(20).draws(30).seed(8).run();
    }

    static Stream<WeightFunction> weights() {
        return Stream.of(
                WeightFunction.SQRT,
                WeightFunction.BARKER,
                WeightFunction.MIN,
                WeightFunction.MAX,
                WeightFunction.of("t^0.9", logT -> 0.9 * logT),
                WeightFunction.balanced("balanced t^2", logT -> 2.0 * logT));
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplers")
    void sampler_writtenAndRead_drawsTheSame(Sampler sampler) throws Exception {
        Sampler copy = roundTrip(sampler);
        assertThat(copy).hasToString(sampler.toString()).isNotSameAs(sampler);
        Results.assertSame(run(sampler, LINE), run(copy, LINE));
    }

    @ParameterizedTest
    @MethodSource("weights")
    void weightFunction_writtenAndRead_drawsTheSame(WeightFunction weight) throws Exception {
        WeightFunction copy = roundTrip(weight);
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
        EnergyModel copy = roundTrip(model);
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
        LocalEnergyModel.Tracker copy = roundTrip(tracker);
        assertThat(copy.logProb()).isEqualTo(tracker.logProb()).isNotEqualTo(start);
        copy.restore();
        assertThat(copy.logProb()).isEqualTo(start);
    }

    /** A failure may have to cross a wire; its partial result stays behind. */
    @Test
    void modelException_writtenAndRead_keepsItsMessage() throws Exception {
        ModelException failure = new ModelException("model failed", new IllegalStateException("cause"));
        ModelException copy = roundTrip(failure);
        assertThat(copy).hasMessage("model failed").hasCauseInstanceOf(IllegalStateException.class);
        assertThat(copy.partialResult()).isEmpty();
    }
}
