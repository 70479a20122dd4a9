package dev.lbp.internal.onnx;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.lbp.internal.Check;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorShapeProto;
import onnx.Onnx.ValueInfoProto;
import org.jspecify.annotations.Nullable;

/**
 * Types and shapes of all values of a graph, and the contents of integers and single floats. They are found by running
 * the graph twice, on {@value #FEW_ROWS} and on {@value #MANY_ROWS} rows of zeros. So shapes that the graph itself
 * computes are known too, such as those in exports of {@code x.view(x.size(0), -1)}.
 */
final class Values {

    /** More than 1, because broadcasting would expand an axis of size 1. */
    private static final int FEW_ROWS = 2;

    private static final int MANY_ROWS = 3;

    private static final Set<OnnxJavaType> REALS =
            Set.of(OnnxJavaType.FLOAT, OnnxJavaType.DOUBLE, OnnxJavaType.FLOAT16, OnnxJavaType.BFLOAT16);

    private final long opset;
    private final Map<String, Value> valuesAtFewRows;
    private final Map<String, Value> valuesAtManyRows;

    /**
     * A value of one run.
     *
     * @param integers the elements of a tensor of type int32 or int64 in row-major order; null for other types
     * @param real the element of a tensor of a single float; null for other tensors
     */
    private record Value(
            OnnxJavaType type,
            long[] sizes,
            long @Nullable [] integers,
            @Nullable Float real) {

        static Value of(OnnxTensor tensor) {
            OnnxJavaType type = tensor.getInfo().type;
            long[] sizes = tensor.getInfo().getShape();
            boolean single = LongStream.of(sizes).allMatch(size -> size == 1);
            return new Value(
                    type,
                    sizes,
                    integers(type, tensor),
                    type == OnnxJavaType.FLOAT && single
                            ? tensor.getFloatBuffer().get(0)
                            : null);
        }

        private static long @Nullable [] integers(OnnxJavaType type, OnnxTensor tensor) {
            if (type == OnnxJavaType.INT64) {
                long[] integers = new long[tensor.getLongBuffer().remaining()];
                tensor.getLongBuffer().get(integers);
                return integers;
            }
            return type == OnnxJavaType.INT32
                    ? IntStream.of(tensor.getIntBuffer().array()).asLongStream().toArray()
                    : null;
        }
    }

    /**
     * Runs the graph.
     *
     * @throws IllegalArgumentException if it cannot be run on any number of rows
     */
    Values(ForwardGraph forward) {
        opset = forward.opset();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT); // runs each node as it is
            options.setIntraOpNumThreads(1);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            Set<String> allNames = allNames(forward);
            byte[] model = withOutputs(forward.model(), allNames).toByteArray();
            try (OrtSession session = environment.createSession(model, options)) {
                valuesAtFewRows = run(environment, session, allNames, forward.input(), FEW_ROWS);
                valuesAtManyRows = run(environment, session, allNames, forward.input(), MANY_ROWS);
            }
        } catch (OrtException e) {
            throw new IllegalArgumentException(
                    "must run in ONNX Runtime, on any number of rows: graph: " + e.getMessage(), e);
        }
    }

    /** The names of all values except the input. */
    private static Set<String> allNames(ForwardGraph forward) {
        Set<String> allNames = new LinkedHashSet<>(forward.initializers().keySet());
        for (NodeProto node : forward.nodes()) {
            allNames.addAll(node.getOutputList());
        }
        allNames.remove(""); // an optional output that the node does not have
        return allNames;
    }

    /** The model with these values as its outputs. */
    private static ModelProto withOutputs(ModelProto model, Set<String> allNames) {
        GraphProto.Builder graph = model.getGraph().toBuilder().clearOutput();
        allNames.forEach(name -> graph.addOutput(ValueInfoProto.newBuilder().setName(name)));
        return model.toBuilder().setGraph(graph).build();
    }

    /** Runs the graph on rows of zeros. Returns the tensors by name. */
    private static Map<String, Value> run(
            OrtEnvironment environment, OrtSession session, Set<String> allNames, ValueInfoProto input, int rows)
            throws OrtException {
        long[] sizes = inputSizes(input, rows);
        int count = Math.toIntExact(LongStream.of(sizes).reduce(1, Math::multiplyExact));
        Map<String, Value> values = new HashMap<>();
        try (OnnxTensor states = OnnxTensor.createTensor(environment, FloatBuffer.allocate(count), sizes);
                OrtSession.Result result = session.run(Map.of(input.getName(), states), allNames)) {
            values.put(input.getName(), Value.of(states));
            for (String name : allNames) {
                OnnxValue value = result.get(name).orElseThrow();
                if (value instanceof OnnxTensor tensor) {
                    values.put(name, Value.of(tensor));
                }
            }
        }
        return values;
    }

    /** The shape of the input for a number of rows. Refuses an input with another free axis. */
    private static long[] inputSizes(ValueInfoProto input, int rows) {
        TensorShapeProto shape = input.getType().getTensorType().getShape();
        long[] sizes = shape.getDimList().stream()
                .mapToLong(TensorShapeProto.Dimension::getDimValue)
                .toArray();
        boolean free = sizes.length > 1
                && sizes[0] == 0
                && LongStream.of(sizes).skip(1).allMatch(size -> size > 0);
        Check.that(
                free,
                "have the rows alone as a free axis: input " + input.getName() + ": ["
                        + String.join(
                                ", ",
                                shape.getDimList().stream()
                                        .map(axis -> axis.hasDimValue() ? "" + axis.getDimValue() : axis.getDimParam())
                                        .toList())
                        + "]");
        sizes[0] = rows;
        return sizes;
    }

    /** The version of the operator set. */
    long opset() {
        return opset;
    }

    /** Whether the value is a tensor of single precision, so that a gradient by the value exists in the graph. */
    boolean isFloat(String name) {
        Value value = valuesAtFewRows.get(name);
        return value != null && value.type == OnnxJavaType.FLOAT;
    }

    /**
     * Whether the value is a tensor of reals of any precision. It then has a derivative, even if no rule computes it.
     */
    boolean isReal(String name) {
        Value value = valuesAtFewRows.get(name);
        return value != null && REALS.contains(value.type);
    }

    private static Value of(String name, Map<String, Value> run) {
        return Objects.requireNonNull(run.get(name), name);
    }

    ValueShape shape(String name) {
        return new ValueShape(of(name, valuesAtFewRows).sizes, of(name, valuesAtManyRows).sizes);
    }

    /** The elements of a tensor of integers, in row-major order. */
    long[] integers(String name) {
        long[] integers = of(name, valuesAtFewRows).integers;
        if (integers == null) {
            throw new IllegalArgumentException("must be integers of 32 or 64 bits: " + name);
        }
        Check.that(
                Arrays.equals(integers, of(name, valuesAtManyRows).integers),
                "not depend on the number of rows: " + name);
        return integers;
    }

    /** The element of a tensor of a single float; null for other values, or if it depends on the number of rows. */
    @Nullable Float real(String name) {
        Float real = of(name, valuesAtFewRows).real;
        return real != null && real.equals(of(name, valuesAtManyRows).real) ? real : null;
    }
}
