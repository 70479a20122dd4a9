package dev.lbp.internal.onnx;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.OperatorSetIdProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TensorShapeProto.Dimension;
import onnx.Onnx.ValueInfoProto;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.shade.protobuf.ByteString;

/**
 * Writes a forward graph layer by layer. Weights and biases have PyTorch's initial values: uniform in {@code [-1, 1] /
 * sqrt(fan-in)}, drawn in the order of the layers, a weight before its bias.
 */
public final class NetworkWriter {

    private static final String STATES = "states";
    private static final String SCORE = "score";
    private static final int OPSET = 13;

    /** The version of the file format that belongs to {@link #OPSET}. */
    private static final int FORMAT = 7;

    /** The largest number of parameters: 1 GB of floats. */
    private static final int MOST_PARAMETERS = 1 << 28;

    /** Copies of the parameters in memory: the values, the message, its bytes, and the message parsed from these. */
    private static final double COPIES = 4.0;

    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("network");
    private final GraphWriter nodes;
    private final UniformRandomProvider random;
    private long parameters;

    /**
     * Starts a graph with the input {@link #states}.
     *
     * @param sites the size of a state
     */
    public NetworkWriter(int sites, long seed) {
        graph.addInput(floats(STATES, sites));
        nodes = new GraphWriter(graph, "node.");
        random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    }

    private static ValueInfoProto floats(String name, long size) {
        Dimension rows = Dimension.newBuilder().setDimParam("rows").build();
        return OnnxGradient.tensor(name, List.of(rows, OnnxGradient.axis(size)));
    }

    /** The input: states [rows, sites]. */
    public String states() {
        return STATES;
    }

    /** The states as images [rows, channels, height, width]. */
    public String images(int channels, int height, int width) {
        return nodes.node("Reshape").of(STATES, nodes.integers(-1, channels, height, width));
    }

    /** Reshapes x from [rows, height * width] to images [rows, 1, height, width]. */
    public String images(String x, int height, int width) {
        return nodes.node("Reshape").of(x, nodes.integers(-1, 1, height, width));
    }

    /** The columns in [from, to) of the states. */
    public String columns(int from, int to) {
        return nodes.node("Slice").of(STATES, nodes.integers(from), nodes.integers(to), nodes.integers(1));
    }

    /** Averages blocks of 2 x 2 pixels, from [rows, channels, 2 h, 2 w] to [rows, channels, h, w]. */
    public String averagePool(String x) {
        return nodes.node("AveragePool")
                .with("kernel_shape", new long[] {2, 2})
                .with("strides", new long[] {2, 2})
                .of(x);
    }

    /** Reshapes x to [rows, size]. */
    public String flat(String x, int size) {
        return nodes.node("Reshape").of(x, nodes.integers(-1, size));
    }

    /**
     * The log-likelihood {@code sum_c y_c log softmax(x)_c}, [rows, 1].
     *
     * @param x [rows, classes]
     * @param y [rows, classes]
     */
    public String logLikelihood(String x, String y) {
        String total = nodes.node("ReduceLogSumExp")
                .with("axes", new long[] {1})
                .with("keepdims", 1)
                .of(x);
        String terms = nodes.node("Mul").of(y, nodes.node("Sub").of(x, total));
        return nodes.node("ReduceSum").with("keepdims", 1).of(terms, nodes.integers(1));
    }

    /** {@code x W' + b}, from [rows, in] to [rows, out]. */
    public String linear(String layer, String x, int in, int out) {
        return nodes.node("Gemm").with("transB", 1).of(x, weight(layer, in, out, in), bias(layer, in, out));
    }

    /** A convolution from [rows, in, ...] to [rows, out, ...], padded by zeros so that stride 1 keeps the size. */
    public String conv(String layer, String x, int in, int out, int kernel, int stride) {
        return conv(layer, x, in, out, kernel, stride, kernel / 2);
    }

    /** A convolution of stride 1 without padding: height and width shrink by {@code kernel - 1}. */
    public String narrowConv(String layer, String x, int in, int out, int kernel) {
        return conv(layer, x, in, out, kernel, 1, 0);
    }

    private String conv(String layer, String x, int in, int out, int kernel, int stride, long padding) {
        int fanIn = in * kernel * kernel;
        return nodes.node("Conv")
                .with("kernel_shape", new long[] {kernel, kernel})
                .with("pads", new long[] {padding, padding, padding, padding})
                .with("strides", new long[] {stride, stride})
                .of(x, weight(layer, fanIn, out, in, kernel, kernel), bias(layer, fanIn, out));
    }

    private String weight(String layer, int fanIn, long... sizes) {
        return parameter(layer + ".weight", fanIn, sizes);
    }

    private String bias(String layer, int fanIn, int out) {
        return parameter(layer + ".bias", fanIn, out);
    }

    /** Adds a parameter with random values, and returns its name. */
    private String parameter(String name, int fanIn, long... sizes) {
        double length = 1.0;
        TensorProto.Builder tensor =
                TensorProto.newBuilder().setName(name).setDataType(TensorProto.DataType.FLOAT.getNumber());
        for (long size : sizes) {
            tensor.addDims(size);
            length *= size;
        }
        parameters += (long) length;
        Check.that(parameters <= MOST_PARAMETERS, "be at most 2^28", "parameters", parameters);
        Memory.check(COPIES * Float.BYTES * parameters, "parameters=" + parameters, "take a smaller network");
        double bound = 1.0 / Math.sqrt(fanIn);
        ByteBuffer values = ByteBuffer.allocate(Float.BYTES * (int) length).order(ByteOrder.LITTLE_ENDIAN);
        while (values.hasRemaining()) {
            values.putFloat((float) (bound * (2.0 * random.nextDouble() - 1.0)));
        }
        graph.addInitializer(tensor.setRawData(ByteString.copyFrom(values.flip())));
        return name;
    }

    /** {@code x sigmoid(x)}. */
    public String swish(String x) {
        return nodes.node("Mul").of(x, sigmoid(x));
    }

    public String sigmoid(String x) {
        return nodes.node("Sigmoid").of(x);
    }

    public String sum(String x, String y) {
        return nodes.node("Add").of(x, y);
    }

    /** The mean over the pixels, from [rows, channels, height, width] to [rows, channels]. */
    public String meanOfPixels(String x) {
        return nodes.node("ReduceMean")
                .with("axes", new long[] {2, 3})
                .with("keepdims", 0)
                .of(x);
    }

    /** The finished model with the given scores, [rows, 1], as its output. */
    public ModelProto model(String scores) {
        return model(scores, 1);
    }

    /** The finished model with the given value, [rows, width], as its output. */
    public ModelProto model(String scores, int width) {
        graph.addNode(
                NodeProto.newBuilder().setOpType("Identity").addInput(scores).addOutput(SCORE));
        graph.addOutput(floats(SCORE, width));
        return ModelProto.newBuilder()
                .setIrVersion(FORMAT)
                .setProducerName("lbp")
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
                .setGraph(graph)
                .build();
    }
}
