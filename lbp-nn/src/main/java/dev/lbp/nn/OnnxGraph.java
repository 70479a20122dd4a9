package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.internal.onnx.BaseNodes;
import dev.lbp.internal.onnx.OnnxGradient;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TensorShapeProto.Dimension;
import onnx.Onnx.ValueInfoProto;
import org.jspecify.annotations.Nullable;
import org.nd4j.shade.protobuf.ByteString;
import org.nd4j.shade.protobuf.InvalidProtocolBufferException;
import org.nd4j.shade.protobuf.Message;

/**
 * The model of an {@link OnnxNetwork}: its parameters, and derived graphs for ONNX Runtime, which take the parameters
 * as inputs. A model with the outputs score and gradient has no parameters: its weights are constants.
 */
final class OnnxGraph {

    private static final String SCORE = "score";
    private static final String GRADIENT = "gradient";

    /** The most sites of any model, see {@link Check#sites}. */
    private static final int MOST_SITES = 1_000_000_000;

    private final ModelProto model;

    /** The name of the input. */
    private final String states;

    /** The sizes of a state's axes. */
    private final long[] axes;

    /** Derives graphs of gradients; null if the model has an output for the gradient. */
    private final @Nullable OnnxGradient derived;

    private final List<Weight> weights;

    /** An initialiser whose values are the {@code length} parameters from {@code offset} on. */
    record Weight(String name, long[] shape, int offset, int length) {}

    private OnnxGraph(ModelProto model, String states, long[] axes, @Nullable OnnxGradient derived) {
        this.model = model;
        this.states = states;
        this.axes = axes;
        this.derived = derived;
        this.weights = weights(parameters());
    }

    private List<TensorProto> parameters() {
        return derived == null ? List.of() : derived.parameters();
    }

    /**
     * The graph in the bytes of an ONNX file.
     *
     * @throws IllegalArgumentException if the bytes are no ONNX model, or the model is no network; the message names
     *     the fault
     */
    static OnnxGraph parse(byte[] model) {
        try {
            return of(ModelProto.parseFrom(model));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("must be an ONNX model: " + e.getMessage(), e);
        }
    }

    /**
     * The graph of an ONNX model.
     *
     * @throws IllegalArgumentException if the model is no network; the message names the faulty part
     */
    static OnnxGraph of(ModelProto model) {
        GraphProto graph = model.getGraph();
        Check.that(graph.getNodeCount() > 0, "have nodes", "graph", "empty");
        checkTensorsInFile(model, "");
        graph.getInitializerList()
                .forEach(tensor -> checkType("initialiser " + tensor.getName(), tensor.getDataType()));
        Set<String> initialisers =
                graph.getInitializerList().stream().map(TensorProto::getName).collect(Collectors.toSet());
        List<ValueInfoProto> inputs = graph.getInputList().stream()
                .filter(input -> !initialisers.contains(input.getName()))
                .toList();
        Check.that(inputs.size() == 1, "be one, the states", "inputs", names(inputs));
        List<String> outputs = names(graph.getOutputList());
        boolean hasGradient = outputs.size() == 2 && Set.copyOf(outputs).equals(Set.of(SCORE, GRADIENT));
        Check.that(hasGradient || outputs.size() == 1, "be one, or score and gradient", "outputs", outputs);
        long[] axes = axes(inputs.get(0));
        OnnxSession.check(model.toByteArray());
        // derived from the graph without the declared shape of its output, which may be of one number of rows
        OnnxGradient gradient = hasGradient ? null : new OnnxGradient(withOutputs(model, outputs));
        return new OnnxGraph(model, inputs.get(0).getName(), axes, gradient);
    }

    private static List<String> names(List<ValueInfoProto> values) {
        return values.stream().map(ValueInfoProto::getName).toList();
    }

    /**
     * Refuses tensors in other files: initialisers, and constants of nodes, inner graphs and functions.
     *
     * @param node the node, in words, that the message is a part of; empty outside of nodes
     */
    private static void checkTensorsInFile(Message message, String node) {
        if (message instanceof TensorProto tensor) {
            boolean inside = tensor.getDataLocation() == TensorProto.DataLocation.DEFAULT;
            String name = node.isEmpty() ? "initialiser " + tensor.getName() : node;
            Check.that(inside, "be in the file itself", name, "in another file");
            return;
        }
        String name = message instanceof NodeProto part ? "node " + part.getName() + ", " + part.getOpType() : node;
        for (Object field : message.getAllFields().values()) {
            for (Object value : field instanceof List<?> all ? all : List.of(field)) {
                if (value instanceof Message part) {
                    checkTensorsInFile(part, name);
                }
            }
        }
    }

    /** Refuses reals that are not of single precision. Integers, such as sizes and axes, pass. */
    private static void checkType(String name, int type) {
        boolean other = Set.of(
                        TensorProto.DataType.DOUBLE_VALUE,
                        TensorProto.DataType.FLOAT16_VALUE,
                        TensorProto.DataType.BFLOAT16_VALUE)
                .contains(type);
        Check.that(
                !other, "be of type FLOAT (net.float() before the export)", name, TensorProto.DataType.forNumber(type));
    }

    /** The sizes of a state's axes. */
    private static long[] axes(ValueInfoProto states) {
        String name = "input " + states.getName();
        checkType(name, states.getType().getTensorType().getElemType());
        List<Dimension> sizes = states.getType().getTensorType().getShape().getDimList();
        String shape = sizes.stream()
                .map(size -> size.hasDimValue() ? Long.toString(size.getDimValue()) : "?")
                .collect(Collectors.joining(", ", "[", "]"));
        Check.that(
                sizes.size() >= 2 && !sizes.get(0).hasDimValue(),
                "have any number of rows, [?, N] (dynamic_axes={\"" + states.getName()
                        + "\": {0: \"batch\"}} in the export)",
                name,
                shape);
        List<Dimension> state = sizes.subList(1, sizes.size());
        boolean fixed = state.stream().allMatch(size -> size.getDimValue() > 0);
        Check.that(fixed, "have a fixed size after the rows", name, shape);
        double sites = state.stream().mapToDouble(Dimension::getDimValue).reduce(1.0, (a, b) -> a * b);
        Check.that(sites <= MOST_SITES, "have at most " + MOST_SITES + " numbers in a state", name, shape);
        return state.stream().mapToLong(Dimension::getDimValue).toArray();
    }

    private static List<Weight> weights(List<TensorProto> tensors) {
        List<Weight> weights = new ArrayList<>();
        int offset = 0;
        for (TensorProto tensor : tensors) {
            long[] shape =
                    tensor.getDimsList().stream().mapToLong(Long::longValue).toArray();
            int length = elements(shape);
            weights.add(new Weight(tensor.getName(), shape, offset, length));
            offset = Math.addExact(offset, length);
        }
        return weights;
    }

    private static int elements(long[] shape) {
        return Math.toIntExact(Arrays.stream(shape).reduce(1, Math::multiplyExact));
    }

    int dimension() {
        return elements(axes);
    }

    /** The sizes of a state's axes, a copy. */
    long[] stateShape() {
        return axes.clone();
    }

    /** The shape of the input for a number of rows. */
    long[] shape(int rows) {
        return LongStream.concat(LongStream.of(rows), Arrays.stream(axes)).toArray();
    }

    List<Weight> weights() {
        return weights;
    }

    /**
     * The values that the weights have in the file, in a direct buffer.
     *
     * @throws IllegalArgumentException if one is NaN or infinite
     */
    FloatBuffer initialParameters() {
        FloatBuffer values =
                DirectFloats.allocate(weights.stream().mapToInt(Weight::length).reduce(0, Math::addExact));
        for (int k = 0; k < weights.size(); k++) {
            Weight weight = weights.get(k);
            FloatBuffer given = floats(parameters().get(k));
            Check.that(
                    given.remaining() == weight.length,
                    "have " + weight.length + " values",
                    "initialiser " + weight.name,
                    given.remaining());
            for (int i = 0; i < weight.length; i++) {
                Check.that(
                        Float.isFinite(given.get(i)),
                        "be finite",
                        "initialiser " + weight.name + "[" + i + "]",
                        given.get(i));
            }
            values.put(weight.offset, given, 0, weight.length);
        }
        return values;
    }

    /** The values of a tensor, which a file holds as a list of floats or as raw bytes. */
    private static FloatBuffer floats(TensorProto tensor) {
        if (tensor.getFloatDataCount() == 0) {
            return tensor.getRawData()
                    .asReadOnlyByteBuffer()
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
        }
        FloatBuffer values = FloatBuffer.allocate(tensor.getFloatDataCount());
        tensor.getFloatDataList().forEach(values::put);
        return values.flip();
    }

    /** Sentences on parameters that the exporter may have merged or copied. */
    List<String> notes() {
        return new ExportNotes(weights, initialParameters())
                .notes(model.getGraph().getNodeList());
    }

    /** The model with the given values of its parameters. */
    ModelProto withParameters(FloatBuffer values) {
        return withParameters(model, values);
    }

    /** A copy of {@code other} in which each parameter that this model has too, by its name, has the given value. */
    ModelProto withParameters(ModelProto other, FloatBuffer values) {
        Map<String, Weight> byName = weights.stream().collect(Collectors.toMap(Weight::name, Function.identity()));
        ModelProto.Builder changed = other.toBuilder();
        for (TensorProto.Builder tensor : changed.getGraphBuilder().getInitializerBuilderList()) {
            Weight weight = byName.get(tensor.getName());
            if (weight != null) {
                ByteBuffer bytes =
                        ByteBuffer.allocate(Float.BYTES * weight.length).order(ByteOrder.LITTLE_ENDIAN);
                bytes.asFloatBuffer().put(0, values, weight.offset, weight.length);
                tensor.clearFloatData().setRawData(ByteString.copyFrom(bytes));
            }
        }
        return changed.build();
    }

    /**
     * The model with the given values of its parameters, and a base measure added to its score.
     *
     * @param column whether the shape of the scores is [rows, 1]; otherwise [rows]
     * @throws IllegalArgumentException if the model has a gradient of its own, which would miss the base measure
     */
    ModelProto withBase(FloatBuffer values, boolean column, BaseMeasure base) {
        Check.that(
                derived != null,
                "be the score alone",
                "outputs",
                names(model.getGraph().getOutputList()));
        return BaseNodes.added(withParameters(values), states, column, base.logOdds(), (float) base.ofZeros());
    }

    /** A graph with the inputs states and parameters, and the scores as output. */
    ModelProto scores() {
        return derived == null ? withOutputs(model, List.of(SCORE)) : derived.score();
    }

    /**
     * A graph with the inputs states and parameters; its outputs are the scores, then their gradients by the states.
     */
    ModelProto gradients() {
        return derived == null ? withOutputs(model, List.of(SCORE, GRADIENT)) : derived.scoreAndInputGradient();
    }

    /**
     * A graph with the inputs states, cotangents and parameters; its outputs are the scores, then a gradient for each
     * of {@link #weights}.
     */
    ModelProto parameterGradients() {
        return Objects.requireNonNull(derived).scoreAndParameterGradients(); // null only if there are no parameters
    }

    /** The model with some of its outputs. */
    private static ModelProto withOutputs(ModelProto model, List<String> names) {
        Map<String, ValueInfoProto> outputs = model.getGraph().getOutputList().stream()
                .collect(Collectors.toMap(ValueInfoProto::getName, Function.identity()));
        GraphProto.Builder graph = model.getGraph().toBuilder().clearOutput();
        for (String name : names) {
            graph.addOutput(withoutShape(Objects.requireNonNull(outputs.get(name))));
        }
        return model.toBuilder().setGraph(graph).build();
    }

    /** An output without its declared shape, which an export may have written for one number of rows. */
    private static ValueInfoProto withoutShape(ValueInfoProto output) {
        ValueInfoProto.Builder free = output.toBuilder();
        if (free.getType().hasTensorType()) {
            free.getTypeBuilder().getTensorTypeBuilder().clearShape();
        }
        return free.build();
    }
}
