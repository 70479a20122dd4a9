package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.onnx.VectorGraph;
import dev.lbp.nn.OnnxSession.Values;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import onnx.Onnx.ModelProto;
import org.nd4j.shade.protobuf.InvalidProtocolBufferException;

/**
 * A {@link VectorNetwork} of an ONNX file, evaluated by ONNX Runtime in one thread. The file has one float input
 * [rows, inputs] and one float output [rows, outputs], for any number of rows. Every float initialiser that the output
 * depends on is a parameter, in the order of the file. The outputs of a row may differ in their last bits if the row is
 * evaluated alone.
 *
 * <p>Several threads may call a network; only one call runs at a time. {@link #close} frees the native memory; without
 * it the memory is freed some time after the network has become unreachable.
 */
public final class OnnxVectorNetwork implements VectorNetwork, AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final ModelProto model;
    private final int inputs;
    private final int outputs;

    /** The network of {@link VectorGraph#score}, which owns the parameters. */
    private final OnnxNetwork scores;

    private final OnnxSession session;
    private final Cleaner.Cleanable memory;

    private OnnxVectorNetwork(ModelProto model) {
        VectorGraph graph = new VectorGraph(model);
        this.model = model;
        inputs = graph.inputs();
        outputs = graph.outputs();
        scores = OnnxNetwork.of(graph.score().toByteArray());
        List<OnnxGraph.Weight> weights = scores.graph().weights();
        Set<String> names = weights.stream().map(OnnxGraph.Weight::name).collect(Collectors.toSet());
        byte[] forward = graph.withInputs(names).toByteArray();
        boolean optimise = false;
        OnnxSession made = OnnxSession.of(forward, Place.processor(1), optimise).with(weights, scores.parameters());
        session = made;
        memory = CLEANER.register(this, made::close); // a reference to "this" in the action would keep it alive
    }

    /**
     * Reads a network from an ONNX file. Load files that you trust: a crafted one can take all memory.
     *
     * @throws IOException if the file cannot be read, or does not hold a network as above
     */
    public static OnnxVectorNetwork load(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(Check.readable(file));
        try {
            return of(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException("must hold a network: " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * A network from the bytes of an ONNX file.
     *
     * @throws IllegalArgumentException if the bytes do not hold a network as above; the message names the fault
     */
    public static OnnxVectorNetwork of(byte[] model) {
        OnnxNetwork.checkNd4j();
        try {
            return new OnnxVectorNetwork(ModelProto.parseFrom(Check.notNull("model", model)));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("must be an ONNX model: " + e.getMessage(), e);
        }
    }

    /**
     * Writes the network to an ONNX file, with the present values of its parameters.
     *
     * @throws IOException if the file cannot be written; an existing file then stays unchanged
     */
    public void save(Path file) throws IOException {
        byte[] bytes = scores.graph().withParameters(model, scores.parameters()).toByteArray();
        WholeFile.replace(Check.notNull("file", file), out -> out.write(bytes));
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return outputs;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the network is closed
     */
    @Override
    public synchronized void evaluate(FloatBuffer in, int rows, FloatBuffer out) {
        FloatBuffer given = DirectFloats.read("inputs", in, size(rows, inputs));
        DirectFloats.Target target = DirectFloats.target("outputs", out, size(rows, outputs));
        session.run(List.of(new Values(given, rows, inputs)), List.of(new Values(target.buffer(), rows, outputs)));
        target.finish();
    }

    private static int size(int rows, int width) {
        long size = (long) Check.atLeast(1, "rows", rows) * width;
        Check.that(size < Integer.MAX_VALUE / Float.BYTES, "be below 2^29", "rows * width", size);
        return (int) size;
    }

    @Override
    public FloatBuffer parameters() {
        return scores.parameters();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a node of the graph has no derivative by the parameters; the message names
     *     the node
     * @throws IllegalStateException if the network is closed
     */
    @Override
    public synchronized void parameterGradient(FloatBuffer in, int rows, FloatBuffer cotangents, FloatBuffer gradient) {
        FloatBuffer given = DirectFloats.read("inputs", in, size(rows, inputs));
        FloatBuffer factors = DirectFloats.read("cotangents", cotangents, size(rows, outputs));
        // the scores sum_j cotangents[r][j] * outputs[r][j] have the inputs and the cotangents as their state
        FloatBuffer both = DirectFloats.allocate(size(rows, inputs + outputs));
        for (int r = 0; r < rows; r++) {
            both.put(r * (inputs + outputs), given, r * inputs, inputs);
            both.put(r * (inputs + outputs) + inputs, factors, r * outputs, outputs);
        }
        float[] ones = new float[rows];
        Arrays.fill(ones, 1.0f);
        scores.parameterGradient(both, rows, ones, gradient);
    }

    /** Frees the native memory. Later evaluations fail; {@link #save} and {@link #parameters} still work. */
    @Override
    public synchronized void close() {
        memory.clean();
        scores.close();
    }
}
