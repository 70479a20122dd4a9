package dev.lbp.internal.onnx;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import org.apache.commons.numbers.gamma.Erf;

/** Evaluates a graph in double precision by the operators' definitions: the oracle of derived graphs. */
final class NaiveGraph {

    private final ModelProto model;

    /** The values of the last evaluation; those of nodes whose inputs are the same objects again hold once more. */
    private Map<String, Tensor> last = Map.of();

    NaiveGraph(ModelProto model) {
        this.model = model;
    }

    /** The parameters' values. */
    Map<String, Tensor> initializers() {
        Map<String, Tensor> values = new HashMap<>();
        model.getGraph().getInitializerList().forEach(tensor -> values.put(tensor.getName(), tensor(tensor)));
        return values;
    }

    static Tensor tensor(TensorProto tensor) {
        int[] sizes = tensor.getDimsList().stream().mapToInt(Long::intValue).toArray();
        var bytes = tensor.getRawData().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        double[] data = new double[Tensor.count(sizes)];
        boolean real = tensor.getDataType() == TensorProto.DataType.FLOAT.getNumber();
        for (int i = 0; i < data.length; i++) {
            if (bytes.hasRemaining()) {
                data[i] = real ? bytes.getFloat() : bytes.getLong();
            } else {
                data[i] = real ? tensor.getFloatData(i) : tensor.getInt64Data(i);
            }
        }
        return new Tensor(sizes, data);
    }

    /** The scores, given values of the initialisers. */
    double[] scores(Map<String, Tensor> initializers, Tensor states) {
        Map<String, Tensor> values = new HashMap<>(initializers);
        values.put(model.getGraph().getInput(0).getName(), states);
        for (NodeProto node : model.getGraph().getNodeList()) {
            Tensor[] inputs = node.getInputList().stream().map(values::get).toArray(Tensor[]::new);
            boolean same = last.containsKey(node.getOutput(0))
                    && node.getInputList().stream().allMatch(name -> values.get(name) == last.get(name));
            if (same) {
                node.getOutputList().forEach(name -> values.put(name, last.get(name)));
            } else if (node.getOpType().equals("Split")) {
                split(node, inputs, values);
            } else {
                values.put(node.getOutput(0), apply(node, inputs));
            }
        }
        last = values;
        return values.get(model.getGraph().getOutput(0).getName()).data();
    }

    private Tensor apply(NodeProto node, Tensor[] in) {
        Attributes attributes = new Attributes(node);
        Tensor x = in.length == 0 ? null : in[0];
        return switch (node.getOpType()) {
            case "Add" -> x.zip(in[1], Double::sum);
            case "Sub" -> x.zip(in[1], (a, b) -> a - b);
            case "Mul" -> x.zip(in[1], (a, b) -> a * b);
            case "Div" -> x.zip(in[1], (a, b) -> a / b);
            case "Pow" -> x.zip(in[1], Math::pow);
            case "Abs" -> x.map(Math::abs);
            case "Elu" -> x.map(v -> v > 0 ? v : attributes.real("alpha", 1) * Math.expm1(v));
            case "Erf" -> x.map(Erf::value);
            case "Exp" -> x.map(Math::exp);
            case "Gelu" -> x.map(v -> v * normal(v, attributes.text("approximate", "none")));
            case "HardSigmoid" -> x.map(v -> unit(attributes.real("alpha", 0.2f) * v + attributes.real("beta", 0.5f)));
            case "HardSwish" -> x.map(v -> v * unit(v / 6 + 0.5));
            case "LeakyRelu" -> x.map(v -> v > 0 ? v : attributes.real("alpha", 0.01f) * v);
            case "Log" -> x.map(Math::log);
            case "Neg" -> x.map(v -> -v);
            case "Reciprocal" -> x.map(v -> 1 / v);
            case "Relu" -> x.map(v -> Math.max(0, v));
            case "Sigmoid" -> x.map(v -> 1 / (1 + Math.exp(-v)));
            case "Softplus" -> x.map(v -> Math.log1p(Math.exp(v)));
            case "Sqrt" -> x.map(Math::sqrt);
            case "Tanh" -> x.map(Math::tanh);
            case "Cast", "Identity", "Dropout" -> x;
            case "Constant" -> tensor(node.getAttribute(0).getT());
            case "Gemm" -> gemm(attributes, in);
            case "Conv" -> conv(attributes, in);
            case "MatMul" -> matMul(x, in[1]);
            case "Flatten" ->
                x.reshape(IntStream.concat(IntStream.of(x.sizes()).limit(1), IntStream.of(-1))
                        .toArray());
            case "Reshape" -> reshape(x, in[1].integers());
            case "Squeeze" -> squeeze(x, in.length > 1 ? in[1].integers() : null);
            case "Unsqueeze" -> unsqueeze(x, in[1].integers());
            case "Transpose" ->
                x.transpose(Arrays.stream(attributes.integers(
                                "perm",
                                IntStream.range(0, x.rank())
                                        .mapToLong(i -> x.rank() - 1 - i)
                                        .toArray()))
                        .mapToInt(i -> (int) i)
                        .toArray());
            case "Expand" -> Tensor.generate(Tensor.broadcast(x.sizes(), in[1].integers()), x::at);
            case "Shape" ->
                Tensor.list(Arrays.stream(x.sizes()).asDoubleStream().toArray());
            case "Gather" -> gather(x, in[1], x.axis(attributes.integer("axis", 0)));
            case "Concat" -> concat(x.axis(attributes.integer("axis", 0)), in);
            case "Slice" -> slice(x, in[1].integers(), in[2].integers(), in.length > 3 ? in[3].integers() : null);
            case "Pad" -> pad(x, in[1].integers());
            case "Clip" ->
                x.map(v -> Math.min(
                        in.length > 2 ? in[2].data()[0] : Double.POSITIVE_INFINITY,
                        Math.max(in[1] == null ? Double.NEGATIVE_INFINITY : in[1].data()[0], v)));
            case "Equal" -> x.zip(in[1], (a, b) -> a == b ? 1 : 0);
            case "Greater" -> x.zip(in[1], (a, b) -> a > b ? 1 : 0);
            case "Where" ->
                x.zip(in[1], (c, a) -> c != 0 ? a : 0).zip(x.zip(in[2], (c, b) -> c != 0 ? 0 : b), Double::sum);
            case "Max" -> Stream.of(in).reduce((a, b) -> a.zip(b, Math::max)).orElseThrow();
            case "Min" -> Stream.of(in).reduce((a, b) -> a.zip(b, Math::min)).orElseThrow();
            case "ReduceMax" -> reduce(attributes, in, Math::max);
            case "ReduceMin" -> reduce(attributes, in, Math::min);
            case "Softmax" -> softmax(x, attributes);
            case "LogSoftmax" -> softmax(x, attributes).map(Math::log);
            case "LayerNormalization" -> normalizeLayer(attributes, in);
            case "Einsum" -> NaiveEinsum.of(attributes.text("equation", ""), in[0], in[1]);
            case "AveragePool" -> pool(attributes, x).average();
            case "MaxPool" -> pool(attributes, x).max();
            case "BatchNormalization" -> normalize(attributes, in);
            case "ReduceLogSumExp" ->
                reduce(attributes, new Tensor[] {x.map(Math::exp)}, Double::sum).map(Math::log);
            case "ReduceSum" -> reduce(attributes, in, Double::sum);
            case "ReduceMean" -> {
                Tensor sum = reduce(attributes, in, Double::sum);
                double terms = (double) x.data().length / sum.data().length;
                yield sum.map(v -> v / terms);
            }
            case "GlobalAveragePool" -> mean(x, IntStream.range(2, x.rank()).toArray());
            default -> throw new IllegalArgumentException(node.getOpType());
        };
    }

    private static Tensor gemm(Attributes attributes, Tensor[] in) {
        Tensor a = attributes.integer("transA", 0) == 0 ? in[0] : in[0].transpose(1, 0);
        Tensor b = attributes.integer("transB", 0) == 0 ? in[1] : in[1].transpose(1, 0);
        Tensor product = a.times(b).map(v -> attributes.real("alpha", 1) * v);
        return in.length < 3 ? product : product.zip(in[2], (p, c) -> p + attributes.real("beta", 1) * c);
    }

    private static Tensor conv(Attributes attributes, Tensor[] in) {
        int[] kernel = Arrays.copyOfRange(in[1].sizes(), 2, in[1].rank());
        Tensor product = new NaiveConv(attributes, in[0], kernel).conv(in[1]);
        if (in.length < 3) {
            return product;
        }
        int[] column = new int[kernel.length + 1];
        Arrays.fill(column, 1);
        column[0] = -1;
        return product.zip(in[2].reshape(column), Double::sum);
    }

    private static NaiveConv pool(Attributes attributes, Tensor x) {
        int[] kernel = Arrays.stream(attributes.integers("kernel_shape", new long[0]))
                .mapToInt(size -> (int) size)
                .toArray();
        return new NaiveConv(attributes, x, kernel);
    }

    private static Tensor normalize(Attributes attributes, Tensor[] in) {
        return Tensor.generate(in[0].sizes(), index -> {
            int channel = index[1];
            double variance = in[4].at(channel) + attributes.real("epsilon", 1e-5f);
            double centred = in[0].at(index) - in[3].at(channel);
            return in[1].at(channel) * centred / Math.sqrt(variance) + in[2].at(channel);
        });
    }

    private static Tensor concat(int axis, Tensor[] in) {
        int[] sizes = in[0].sizes().clone();
        sizes[axis] = Stream.of(in).mapToInt(part -> part.sizes()[axis]).sum();
        return Tensor.generate(sizes, index -> {
            int[] from = index.clone();
            int part = 0;
            while (from[axis] >= in[part].sizes()[axis]) {
                from[axis] -= in[part++].sizes()[axis];
            }
            return in[part].at(from);
        });
    }

    private static Tensor gather(Tensor x, Tensor indices, int axis) {
        IntStream before = IntStream.of(x.sizes()).limit(axis);
        IntStream behind = IntStream.of(x.sizes()).skip(axis + 1);
        int[] sizes = IntStream.concat(IntStream.concat(before, IntStream.of(indices.sizes())), behind)
                .toArray();
        int end = axis + indices.rank();
        return Tensor.generate(sizes, index -> {
            int[] from = new int[x.rank()];
            int found = (int) indices.at(Arrays.copyOfRange(index, axis, end));
            for (int k = 0; k < x.rank(); k++) {
                from[k] = k < axis ? index[k] : k > axis ? index[k - 1 + indices.rank()] : 0;
            }
            from[axis] = found < 0 ? found + x.sizes()[axis] : found;
            return x.at(from);
        });
    }

    private static Tensor slice(Tensor x, int[] starts, int[] ends, int[] axes) {
        int[] first = new int[x.rank()];
        int[] sizes = x.sizes().clone();
        for (int k = 0; k < starts.length; k++) {
            int axis = axes == null ? k : x.axis(axes[k]);
            int size = x.sizes()[axis];
            first[axis] = Math.min(size, starts[k] < 0 ? starts[k] + size : starts[k]);
            sizes[axis] = Math.min(size, ends[k] < 0 ? ends[k] + size : ends[k]) - first[axis];
        }
        return Tensor.generate(sizes, index -> {
            int[] from = index.clone();
            Arrays.setAll(from, axis -> index[axis] + first[axis]);
            return x.at(from);
        });
    }

    private static Tensor pad(Tensor x, int[] pads) {
        int rank = x.rank();
        int[] sizes = x.sizes().clone();
        Arrays.setAll(sizes, axis -> x.sizes()[axis] + pads[axis] + pads[rank + axis]);
        return Tensor.generate(sizes, index -> {
            int[] from = index.clone();
            Arrays.setAll(from, axis -> index[axis] - pads[axis]);
            boolean inside = IntStream.range(0, rank).allMatch(axis -> from[axis] >= 0 && from[axis] < x.sizes()[axis]);
            return inside ? x.at(from) : 0;
        });
    }

    private static Tensor matMul(Tensor a, Tensor b) {
        if (b.rank() > 1) {
            return a.times(b);
        }
        return a.times(b.reshape(-1, 1)).reshape(Arrays.copyOf(a.sizes(), a.rank() - 1));
    }

    private static Tensor reshape(Tensor x, int[] target) {
        return x.reshape(IntStream.range(0, target.length)
                .map(axis -> target[axis] == 0 ? x.sizes()[axis] : target[axis])
                .toArray());
    }

    private static Tensor squeeze(Tensor x, int[] axes) {
        List<Integer> kept = new ArrayList<>();
        for (int axis = 0; axis < x.rank(); axis++) {
            int here = axis;
            boolean dropped =
                    axes == null ? x.sizes()[axis] == 1 : IntStream.of(axes).anyMatch(a -> x.axis(a) == here);
            if (!dropped) {
                kept.add(x.sizes()[axis]);
            }
        }
        return x.reshape(kept.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Tensor unsqueeze(Tensor x, int[] axes) {
        int rank = x.rank() + axes.length;
        List<Integer> added =
                IntStream.of(axes).mapToObj(a -> a < 0 ? a + rank : a).toList();
        int[] sizes = new int[rank];
        int next = 0;
        for (int axis = 0; axis < rank; axis++) {
            sizes[axis] = added.contains(axis) ? 1 : x.sizes()[next++];
        }
        return x.reshape(sizes);
    }

    private static Tensor reduce(Attributes attributes, Tensor[] in, DoubleBinaryOperator operator) {
        Tensor x = in[0];
        int[] given = in.length > 1
                ? in[1].integers()
                : Arrays.stream(attributes.integers("axes", new long[0]))
                        .mapToInt(a -> (int) a)
                        .toArray();
        if (given.length == 0 && attributes.integer("noop_with_empty_axes", 0) != 0) {
            return x;
        }
        int[] axes = given.length == 0
                ? IntStream.range(0, x.rank()).toArray()
                : IntStream.of(given).map(x::axis).toArray();
        Tensor reduced = x.reduce(operator, axes);
        return attributes.integer("keepdims", 1) == 0 ? squeeze(reduced, axes) : reduced;
    }

    private static Tensor softmax(Tensor x, Attributes attributes) {
        Tensor exp = x.map(Math::exp);
        return exp.zip(exp.sum(x.axis(attributes.integer("axis", -1))), (a, b) -> a / b);
    }

    private static Tensor normalizeLayer(Attributes attributes, Tensor[] in) {
        Tensor x = in[0];
        int[] axes = IntStream.range(x.axis(attributes.integer("axis", -1)), x.rank())
                .toArray();
        Tensor centred = x.zip(mean(x, axes), (a, b) -> a - b);
        Tensor variance = mean(centred.map(v -> v * v), axes);
        double epsilon = attributes.real("epsilon", 1e-5f);
        Tensor scaled =
                centred.zip(variance, (a, b) -> a / Math.sqrt(b + epsilon)).zip(in[1], (a, b) -> a * b);
        return in.length > 2 ? scaled.zip(in[2], Double::sum) : scaled;
    }

    private static double unit(double value) {
        return Math.max(0, Math.min(1, value));
    }

    /** The distribution function of N(0, 1), or its approximation by a hyperbolic tangent. */
    private static double normal(double v, String approximate) {
        return approximate.equals("tanh")
                ? 0.5 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v)))
                : 0.5 * (1 + Erf.value(v / Math.sqrt(2)));
    }

    private static void split(NodeProto node, Tensor[] in, Map<String, Tensor> values) {
        Tensor x = in[0];
        int axis = x.axis(new Attributes(node).integer("axis", 0));
        int parts = node.getOutputCount();
        int begin = 0;
        for (int k = 0; k < parts; k++) {
            int size = in.length > 1 ? in[1].integers()[k] : (x.sizes()[axis] + parts - 1) / parts;
            int end = Math.min(x.sizes()[axis], begin + size);
            values.put(node.getOutput(k), slice(x, new int[] {begin}, new int[] {end}, new int[] {axis}));
            begin = end;
        }
    }

    private static Tensor mean(Tensor x, int[] axes) {
        Tensor sum = x.sum(axes);
        double terms = (double) x.data().length / sum.data().length;
        return sum.map(v -> v / terms);
    }
}
