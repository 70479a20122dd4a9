package dev.lbp.internal.onnx;

import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.OperatorSetIdProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.TensorShapeProto;
import onnx.Onnx.TypeProto;
import onnx.Onnx.ValueInfoProto;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** A small forward graph to be built, with random weights. */
final class Net {

    static final String INPUT = "x";

    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("net");
    private final GraphWriter writer;
    private final UniformRandomProvider random;
    private int weights;

    /** @param sizes those of a row */
    Net(long seed, long... sizes) {
        random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        graph.addInput(value(
                INPUT,
                LongStream.concat(LongStream.of(-1), LongStream.of(sizes)).toArray()));
        writer = new GraphWriter(graph, "gradient.");
    }

    /** A size of -1 is free. */
    static ValueInfoProto value(String name, long... sizes) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        for (long size : sizes) {
            TensorShapeProto.Dimension.Builder axis = shape.addDimBuilder();
            if (size < 0) {
                axis.setDimParam("rows");
            } else {
                axis.setDimValue(size);
            }
        }
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(TensorProto.DataType.FLOAT.getNumber())
                                .setShape(shape)))
                .build();
    }

    GraphProto.Builder graph() {
        return graph;
    }

    UniformRandomProvider random() {
        return random;
    }

    /** An initialiser of uniform numbers in (-0.7, 0.7). */
    String weight(long... sizes) {
        return weight(-0.7f, 0.7f, sizes);
    }

    String weight(float low, float high, long... sizes) {
        String name = "w" + weights++;
        TensorProto.Builder tensor =
                TensorProto.newBuilder().setName(name).setDataType(TensorProto.DataType.FLOAT.getNumber());
        long count = 1;
        for (long size : sizes) {
            tensor.addDims(size);
            count *= size;
        }
        for (long i = 0; i < count; i++) {
            tensor.addFloatData(low + (high - low) * random.nextFloat());
        }
        graph.addInitializer(tensor);
        return name;
    }

    /** An initialiser of {@code values(1)}, {@code values(2)} and so on. */
    String weights(DoubleUnaryOperator values, long... sizes) {
        String name = "w" + weights++;
        TensorProto.Builder tensor =
                TensorProto.newBuilder().setName(name).setDataType(TensorProto.DataType.FLOAT.getNumber());
        LongStream.of(sizes).forEach(tensor::addDims);
        LongStream.rangeClosed(1, LongStream.of(sizes).reduce(1, (a, b) -> a * b))
                .forEach(k -> tensor.addFloatData((float) values.applyAsDouble(k)));
        graph.addInitializer(tensor);
        return name;
    }

    /** A constant, which is no parameter. */
    String constant(float value) {
        return node("Constant")
                .with(
                        "value",
                        TensorProto.newBuilder()
                                .setDataType(TensorProto.DataType.FLOAT.getNumber())
                                .addFloatData(value)
                                .build())
                .of();
    }

    String integers(long... values) {
        return writer.integers(values);
    }

    /** An initialiser of integers of a shape. */
    String indices(long[] values, long... sizes) {
        String name = "indices" + graph.getInitializerCount();
        TensorProto.Builder tensor =
                TensorProto.newBuilder().setName(name).setDataType(TensorProto.DataType.INT64.getNumber());
        LongStream.of(values).forEach(tensor::addInt64Data);
        LongStream.of(sizes).forEach(tensor::addDims);
        graph.addInitializer(tensor);
        return name;
    }

    /** The attribute {@code axis}, for a node of several outputs. */
    static AttributeProto axis(long axis) {
        return AttributeProto.newBuilder()
                .setName("axis")
                .setType(AttributeProto.AttributeType.INT)
                .setI(axis)
                .build();
    }

    GraphWriter.NodeWriter node(String operator) {
        return writer.node(operator);
    }

    String op(String operator, String... inputs) {
        return node(operator).of(inputs);
    }

    /** The model whose score is a value [rows] or [rows, 1]. */
    ModelProto score(String value) {
        return score(value, 13);
    }

    ModelProto score(String value, long opset) {
        graph.clearOutput().addOutput(ValueInfoProto.newBuilder().setName(value)); // the runtime infers its type
        return ModelProto.newBuilder()
                .setIrVersion(7)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(opset))
                .setGraph(graph)
                .build();
    }

    /** A score of a value of any shape [rows, ...]: a sum of its elements with positive weights. */
    ModelProto weighted(String value, long... sizes) {
        return weighted(13, value, sizes);
    }

    ModelProto weighted(long opset, String value, long... sizes) {
        long columns = LongStream.of(sizes).reduce(1, (a, b) -> a * b);
        return score(op("MatMul", op("Flatten", value), weight(0.2f, 0.7f, columns, 1)), opset);
    }
}
