package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import onnx.Onnx.ModelProto;
import onnx.Onnx.TensorProto;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Compares derived graphs, run in single precision, with finite differences of the forward graph in double precision.
 */
final class GradientCheck {

    private static final int ROWS = 4;
    /** Error of central differences: about STEP^2 times third derivatives, and 1e-16 / STEP by rounding. */
    private static final double STEP = 1e-5;
    /** As a part of the largest entry. Single precision has 6e-8, and sums of some hundred terms lose a few bits. */
    private static final double TOLERANCE = 1e-5;

    private final ModelProto model;
    private final NaiveGraph naive;
    private final Map<String, Tensor> weights;
    private final Tensor states;
    private final double[] cotangents = new double[ROWS];

    private GradientCheck(ModelProto model, double low, double high) {
        this.model = model;
        this.naive = new NaiveGraph(model);
        this.weights = naive.initializers();
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1);
        int[] sizes = model.getGraph().getInput(0).getType().getTensorType().getShape().getDimList().stream()
                .mapToInt(axis -> axis.hasDimValue() ? (int) axis.getDimValue() : ROWS)
                .toArray();
        this.states = Tensor.of(sizes).map(v -> (float) random.nextDouble(low, high));
        for (int row = 0; row < ROWS; row++) {
            cotangents[row] = (float) random.nextDouble(-1, 1);
        }
    }

    /** At random states in (-1, 1). */
    static void check(ModelProto model) throws OrtException {
        check(model, -1, 1);
    }

    static void check(ModelProto model, double low, double high) throws OrtException {
        GradientCheck check = new GradientCheck(model, low, high);
        OnnxGradient gradient = new OnnxGradient(model);
        check.scores(run(gradient.score(), check.inputs(gradient, false)).get(0).data());
        check.byInput(run(gradient.scoreAndInputGradient(), check.inputs(gradient, false)));
        check.byParameters(gradient, run(gradient.scoreAndParameterGradients(), check.inputs(gradient, true)));
    }

    private List<Tensor> inputs(OnnxGradient gradient, boolean withCotangents) {
        List<Tensor> inputs = new ArrayList<>(List.of(states));
        if (withCotangents) {
            inputs.add(Tensor.list(cotangents));
        }
        for (TensorProto parameter : gradient.parameters()) {
            inputs.add(NaiveGraph.tensor(parameter));
        }
        return inputs;
    }

    private void scores(double[] actual) {
        compare("scores", actual, naive.scores(weights, states));
    }

    private void byInput(List<Tensor> outputs) {
        scores(outputs.get(0).data());
        int columns = states.data().length / ROWS;
        double[] expected = new double[states.data().length];
        for (int column = 0; column < columns; column++) {
            double[] up = naive.scores(weights, shifted(states, column, columns, STEP));
            double[] down = naive.scores(weights, shifted(states, column, columns, -STEP));
            for (int row = 0; row < ROWS; row++) {
                expected[row * columns + column] = (up[row] - down[row]) / (2 * STEP);
            }
        }
        assertThat(outputs.get(1).sizes()).isEqualTo(states.sizes());
        compare("gradient by the input", outputs.get(1).data(), expected);
    }

    private void byParameters(OnnxGradient gradient, List<Tensor> outputs) {
        scores(outputs.get(0).data());
        List<TensorProto> parameters = gradient.parameters();
        assertThat(outputs).hasSize(1 + parameters.size());
        for (int k = 0; k < parameters.size(); k++) {
            String name = parameters.get(k).getName();
            Tensor value = weights.get(name);
            double[] expected = new double[value.data().length];
            double scale = 0;
            for (int i = 0; i < expected.length; i++) {
                double[] up = scores(name, shifted(value, i, expected.length, STEP));
                double[] down = scores(name, shifted(value, i, expected.length, -STEP));
                double magnitude = 0;
                for (int row = 0; row < ROWS; row++) {
                    double summand = cotangents[row] * (up[row] - down[row]) / (2 * STEP);
                    expected[i] += summand;
                    magnitude += Math.abs(summand);
                }
                scale = Math.max(scale, magnitude);
            }
            assertThat(outputs.get(1 + k).sizes()).as(name).isEqualTo(value.sizes());
            compare("gradient by " + name, outputs.get(1 + k).data(), expected, scale);
        }
    }

    private double[] scores(String name, Tensor changed) {
        Map<String, Tensor> all = new HashMap<>(weights);
        all.put(name, changed);
        return naive.scores(all, states);
    }

    private static Tensor shifted(Tensor tensor, int first, int stride, double step) {
        double[] data = tensor.data().clone();
        for (int i = first; i < data.length; i += stride) {
            data[i] += step;
        }
        return new Tensor(tensor.sizes(), data);
    }

    private static void compare(String what, double[] actual, double[] expected) {
        compare(
                what,
                actual,
                expected,
                Arrays.stream(expected).map(Math::abs).max().orElseThrow());
    }

    /** @param scale the largest sum of the absolute values of an entry's summands by row */
    private static void compare(String what, double[] actual, double[] expected, double scale) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        assertThat(scale).as(what).isPositive();
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).as("%s at %d", what, i).isCloseTo(expected[i], within(TOLERANCE * scale));
        }
    }

    /** Outputs of a graph, given its inputs in order. */
    static List<Tensor> run(ModelProto model, List<Tensor> inputs) throws OrtException {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        Map<String, OnnxTensor> fed = new LinkedHashMap<>();
        List<Tensor> outputs = new ArrayList<>();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                OrtSession session = session(environment, model, options)) {
            for (int i = 0; i < inputs.size(); i++) {
                fed.put(model.getGraph().getInput(i).getName(), tensor(environment, inputs.get(i)));
            }
            try (OrtSession.Result result = session.run(fed)) {
                for (int i = 0; i < result.size(); i++) {
                    outputs.add(tensor((OnnxTensor) result.get(i)));
                }
            }
        } finally {
            fed.values().forEach(OnnxTensor::close);
        }
        return outputs;
    }

    private static OrtSession session(OrtEnvironment environment, ModelProto model, OrtSession.SessionOptions options)
            throws OrtException {
        options.setIntraOpNumThreads(1);
        options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR); // warns of initialisers that no node uses
        return environment.createSession(model.toByteArray(), options);
    }

    private static OnnxTensor tensor(OrtEnvironment environment, Tensor value) throws OrtException {
        FloatBuffer buffer = FloatBuffer.allocate(value.data().length);
        for (double element : value.data()) {
            buffer.put((float) element);
        }
        long[] sizes = LongStream.range(0, value.rank())
                .map(axis -> value.sizes()[(int) axis])
                .toArray();
        return OnnxTensor.createTensor(environment, buffer.flip(), sizes);
    }

    private static Tensor tensor(OnnxTensor value) {
        FloatBuffer buffer = value.getFloatBuffer();
        int[] sizes = LongStream.of(value.getInfo().getShape())
                .mapToInt(Math::toIntExact)
                .toArray();
        return Tensor.of(sizes).fill(buffer::get);
    }
}
