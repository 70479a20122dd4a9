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
 * the graph twice, on {@value #FEW} and on {@value #MORE} rows of zeros. So shapes that the graph computes itself are
 * known too, such as those in exports of {@code x.view(x.size(0), -1)}.
 */
final class Values {

    /** More than 1, because broadcasting would expand an axis of size 1. */
    private static final int FEW = 2;

    private static final int MORE = 3;

    private static final Set<OnnxJavaType> REALS =
            Set.of(OnnxJavaType.FLOAT, OnnxJavaType.DOUBLE, OnnxJavaType.FLOAT16, OnnxJavaType.BFLOAT16);

    private final long opset;
    private final Map<String, Value> few;
    private final Map<String, Value> more;

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

    /** @throws IllegalArgumentException if the graph cannot be run on any number of rows */
    Values(ForwardGraph forward) {
        opset = forward.opset();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.NO_OPT);
            options.setIntraOpNumThreads(1);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            Set<String> names = names(forward);
            byte[] model = withOutputs(forward.model(), names).toByteArray();
            try (OrtSession session = environment.createSession(model, options)) {
                few = run(environment, session, names, forward.input(), FEW);
                more = run(environment, session, names, forward.input(), MORE);
            }
        } catch (OrtException e) {
            throw new IllegalArgumentException(
                    "must run in ONNX Runtime, on any number of rows: graph: " + e.getMessage(), e);
        }
    }

    private static Set<String> names(ForwardGraph forward) {
        Set<String> names = new LinkedHashSet<>(forward.initializers().keySet());
        for (NodeProto node : forward.nodes()) {
            names.addAll(node.getOutputList());
        }
        names.remove(""); // an optional output that the node does not have
        return names;
    }

    private static ModelProto withOutputs(ModelProto model, Set<String> names) {
        GraphProto.Builder graph = model.getGraph().toBuilder().clearOutput();
        names.forEach(name -> graph.addOutput(ValueInfoProto.newBuilder().setName(name)));
        return model.toBuilder().setGraph(graph).build();
    }

    private static Map<String, Value> run(
            OrtEnvironment environment, OrtSession session, Set<String> names, ValueInfoProto input, int rows)
            throws OrtException {
        long[] sizes = sizes(input, rows);
        int count = Math.toIntExact(LongStream.of(sizes).reduce(1, Math::multiplyExact));
        Map<String, Value> values = new HashMap<>();
        try (OnnxTensor states = OnnxTensor.createTensor(environment, FloatBuffer.allocate(count), sizes);
                OrtSession.Result result = session.run(Map.of(input.getName(), states), names)) {
            values.put(input.getName(), Value.of(states));
            for (String name : names) {
                OnnxValue value = result.get(name).orElseThrow();
                if (value instanceof OnnxTensor tensor) {
                    values.put(name, Value.of(tensor));
                }
            }
        }
        return values;
    }

    private static long[] sizes(ValueInfoProto input, int rows) {
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
        Value value = few.get(name);
        return value != null && value.type == OnnxJavaType.FLOAT;
    }

    /**
     * Whether the value is a tensor of reals of any precision. It then has a derivative, even if no rule computes it.
     */
    boolean isReal(String name) {
        Value value = few.get(name);
        return value != null && REALS.contains(value.type);
    }

    private static Value of(String name, Map<String, Value> run) {
        return Objects.requireNonNull(run.get(name), name);
    }

    ValueShape shape(String name) {
        return new ValueShape(of(name, few).sizes, of(name, more).sizes);
    }

    /** The elements of a tensor of integers, in row-major order. */
    long[] integers(String name) {
        long[] integers = of(name, few).integers;
        if (integers == null) {
            throw new IllegalArgumentException("must be integers of 32 or 64 bits: " + name);
        }
        Check.that(Arrays.equals(integers, of(name, more).integers), "not depend on the number of rows: " + name);
        return integers;
    }

    /** The element of a tensor of a single float; null for other values, or if it varies with the number of rows. */
    @Nullable Float real(String name) {
        Float real = of(name, few).real;
        return real != null && real.equals(of(name, more).real) ? real : null;
    }
}
