package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.internal.files.WholeFile;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.ref.Cleaner;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import onnx.Onnx.ModelProto;
import org.jspecify.annotations.Nullable;

/**
 * A network of an ONNX file, evaluated by ONNX Runtime. The file needs only the forward graph: one float input
 * [rows, N], or [rows, ...] with N elements in a row, for any number of rows, and one float output [rows] or [rows, 1],
 * the scores. The graph of the gradient by the states is derived when the network is made, the graph of the gradient by
 * the parameters at its first use. A file may have two outputs instead, {@code score} and {@code gradient}; the second,
 * in the shape of the input, then replaces the derived gradient.
 *
 * <p>Every float initialiser of the graph is a parameter, in the order of the file. Each evaluation reads the present
 * values of the parameters.
 *
 * <p>An evaluation uses one thread, unless {@link #threads} says otherwise. With one thread the scores and gradients of
 * a state are the same, bit for bit, whatever other states are evaluated with it. They may differ in the last bits if
 * the state is evaluated alone, or with another number of threads. Direct buffers in native byte order are not copied.
 *
 * <p>Several threads may call a network; only one call runs at a time. {@link #close} frees the native memory; without
 * it the memory is freed some time after the network has become unreachable. The serialised form is the file with the
 * present parameters.
 */
public final class OnnxNetwork implements TrainableNetwork, Serializable, AutoCloseable {

    private static final long serialVersionUID = 1L;
    private static final Cleaner CLEANER = Cleaner.create();

    private final transient OnnxGraph graph;
    private final transient FloatBuffer parameters;
    private final transient OnnxSessions sessions;
    private final transient Cleaner.Cleanable memory;

    private OnnxNetwork(OnnxGraph graph, int threads) {
        this.graph = graph;
        this.parameters = graph.initialParameters();
        this.sessions = new OnnxSessions(graph, parameters, Place.processor(threads));
        this.memory = CLEANER.register(this, sessions::close);
        try {
            sessions.checkEvaluations();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Reads a network from an ONNX file. Load files that you trust: a crafted one can take all memory.
     *
     * @param file for example written by {@code torch.onnx.export(net, x, "net.onnx", opset_version=13,
     *     input_names=["x"], dynamic_axes={"x": {0: "batch"}})}
     * @throws IOException if the file cannot be read, or does not hold a network as above; the message names the file
     *     and the fault
     */
    public static OnnxNetwork load(Path file) throws IOException {
        byte[] model = Files.readAllBytes(Check.readable(file));
        try {
            return of(model);
        } catch (IllegalArgumentException e) {
            throw new IOException("must hold a network: " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * A network from the bytes of an ONNX file.
     *
     * @throws IllegalArgumentException if the bytes do not hold a network as above; the message names the fault
     */
    public static OnnxNetwork of(byte[] model) {
        return of(model, 1); // one thread
    }

    private static OnnxNetwork of(byte[] model, int threads) {
        checkNd4j();
        return new OnnxNetwork(OnnxGraph.parse(Check.notNull("model", model)), threads);
    }

    /** Checks that ND4J is on the class path: its jar has the classes that read and write ONNX files. */
    static void checkNd4j() {
        Nd4jPresence.check("OnnxNetwork");
    }

    /**
     * Notes on parameters of the file that may differ from those of the exported model. PyTorch's exporter merges
     * parameters of equal values, such as biases of zeros, into one, and copies a weight that is used both transposed
     * and not. The scores are the same, but training moves other parameters than in PyTorch.
     *
     * @return for each such parameter a sentence with its name, its number of values and the remedy
     */
    public List<String> parameterNotes() {
        return graph.notes();
    }

    /**
     * Writes the network to an ONNX file, with the present values of its parameters as initialisers. An existing file
     * is replaced in one move.
     *
     * @throws IOException if the file cannot be written; an existing file then stays unchanged
     */
    public void save(Path file) throws IOException {
        WholeFile.replace(Check.notNull("file", file), out -> out.write(toBytes()));
    }

    private byte[] toBytes() {
        return graph.withParameters(parameters).toByteArray();
    }

    /**
     * A new network with this one's present parameters, whose scores include the log-probability of a base measure,
     * {@code sum_i log Bernoulli(x_i; means_i)}, in single precision. So a file can hold a whole energy-based model.
     * The base measure has no parameters.
     *
     * @param means the probability of a one at each site, in (0, 1), [N]
     * @throws IllegalArgumentException if this network has an output for the gradient, which would miss the base
     *     measure
     * @see NetworkModel#withBase
     */
    public OnnxNetwork withBase(double[] means) {
        Check.length(dimension(), "means", Check.notNull("means", means).length);
        ModelProto whole = graph.withBase(parameters, sessions.isColumn(), new BaseMeasure(means));
        OnnxNetwork network = of(whole.toByteArray(), sessions.place().threads());
        return sessions.place().isDevice() ? network.cuda(sessions.place().device()) : network;
    }

    /**
     * Sets the number of threads of later evaluations; default 1. The threads wait for each other in every layer, so on
     * images of 28 x 28 two threads save little; a second run on the other core gains more.
     *
     * @param count at least 1
     * @return this network
     */
    public synchronized OnnxNetwork threads(int count) {
        sessions.setThreads(Check.atLeast(1, "threads", count));
        return this;
    }

    /**
     * Moves later evaluations to a graphics processor, by CUDA. The class path must have {@code onnxruntime_gpu}
     * instead of {@code onnxruntime}. Each evaluation copies states, parameters and results to or from the device.
     * Scores are in single precision, without TF32, and differ from those of the CPU in the last bits. The serialised
     * form does not keep the device.
     *
     * @param device the number of the CUDA device, from 0
     * @return this network
     * @throws IllegalStateException if ONNX Runtime has no CUDA, or CUDA's libraries or the device are missing; the
     *     network then stays on its present device
     */
    public synchronized OnnxNetwork cuda(int device) {
        sessions.moveTo(sessions.place().onDevice(Check.atLeast(0, "device", device)));
        return this;
    }

    OnnxGraph graph() {
        return graph;
    }

    @Override
    public int dimension() {
        return graph.dimension();
    }

    /** The shape of a state in the file, without the axis of rows, such as [28, 28]; a copy. */
    public long[] shape() {
        return graph.stateShape();
    }

    @Override
    public FloatBuffer parameters() {
        return parameters.duplicate();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the network is closed
     */
    @Override
    public synchronized void evaluate(
            FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
        int numbers = numbers(rows);
        FloatBuffer input = DirectFloats.read("states", states, numbers);
        DirectFloats.Target score = DirectFloats.target("scores", scores, rows);
        if (gradients == null) {
            sessions.evaluateScores(input, rows, score.buffer());
        } else {
            DirectFloats.Target gradient = DirectFloats.target("gradients", gradients, numbers);
            sessions.evaluateGradients(input, rows, score.buffer(), gradient.buffer());
            gradient.finish();
        }
        score.finish();
    }

    private int numbers(int rows) {
        Check.atLeast(1, "rows", rows);
        long numbers = (long) rows * dimension();
        Check.that(numbers < Integer.MAX_VALUE / Float.BYTES, "be below 2^29", "rows * N", numbers);
        return (int) numbers;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if a node of the graph has no derivative by the parameters; the message names
     *     the node
     * @throws IllegalStateException if the network is closed
     */
    @Override
    public synchronized void parameterGradient(FloatBuffer states, int rows, float[] cotangents, FloatBuffer gradient) {
        FloatBuffer input = DirectFloats.read("states", states, numbers(rows));
        Check.that(
                Check.notNull("cotangents", cotangents).length >= rows,
                "have at least rows=" + rows + " elements",
                "cotangents.length",
                cotangents.length);
        FloatBuffer factors = DirectFloats.read("cotangents", FloatBuffer.wrap(cotangents), rows);
        DirectFloats.Target target = DirectFloats.target("gradient", gradient, parameters.capacity());
        if (parameters.capacity() > 0) {
            sessions.evaluateParameterGradients(input, rows, factors, target.buffer());
        }
        target.finish();
    }

    /** Frees the native memory. Later evaluations fail; {@link #save} and {@link #parameters} still work. */
    @Override
    public synchronized void close() {
        memory.clean();
    }

    private Object writeReplace() {
        return new Saved(toBytes(), sessions.place().threads());
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("must be read as its saved form");
    }

    /** The serialised form of a network: its ONNX file with the present parameters, and its number of threads. */
    private record Saved(byte[] model, int threads) implements Serializable {

        private Object readResolve() {
            return of(model, threads);
        }
    }
}
