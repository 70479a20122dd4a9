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
 * A network of an ONNX file, on ONNX Runtime. The file has the forward graph alone: one float input [rows, N], or
 * [rows, ...] with N elements in a row, for any number of rows, and one float output [rows] or [rows, 1], the scores.
 * The graph of the gradient by the states is derived from it when the network is made, that of the gradient by the
 * parameters at its first use. A file may have two outputs instead, named {@code score} and {@code gradient}; the
 * second, of the shape of the input, then replaces the derived gradient.
 *
 * <p>Every float initialiser of the graph is a parameter, in the order of the file. ONNX Runtime reads their present
 * values at each evaluation.
 *
 * <p>An evaluation uses one thread, unless {@link #threads} says otherwise. With one thread the scores and the
 * gradients by the states are the same, bit for bit, whatever rows are evaluated together, but for a row alone; that
 * one, and other numbers of threads, may differ in the last bits. Direct buffers in native byte order are not copied.
 *
 * <p>Several threads may call a network; the calls wait for each other. {@link #close} frees the native memory; it is
 * also freed some time after the network has become unreachable. The serialised form is the file with the present
 * parameters.
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
            sessions.tryOut();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Reads a network from an ONNX file. Load files that you trust: a crafted one can take all memory.
     *
     * @param file for example of {@code torch.onnx.export(net, x, "net.onnx", opset_version=13, input_names=["x"],
     *     dynamic_axes={"x": {0: "batch"}})}
     * @throws IOException if it cannot be read, or does not hold a network as above; the message names the file and
     *     what is wrong
     */
    public static OnnxNetwork load(Path file) throws IOException {
        if (Files.isDirectory(Check.notNull("file", file))) {
            throw new IOException("must be a regular file: " + file);
        }
        byte[] model = Files.readAllBytes(file);
        try {
            return of(model);
        } catch (IllegalArgumentException e) {
            throw new IOException("must hold a network: " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * A network from the bytes of an ONNX file.
     *
     * @throws IllegalArgumentException if they do not hold a network as above; the message says what is wrong
     */
    public static OnnxNetwork of(byte[] model) {
        return of(model, 1);
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
     * Where the parameters of the file may differ from those of the model that was exported. PyTorch's exporter merges
     * parameters of equal values, such as biases of zeros, into one, and copies a weight that is used as it is and
     * transposed. The scores are the same, but a training moves other parameters than in PyTorch.
     *
     * @return a sentence for each such parameter, which names it, its number of values and the remedy; empty if there
     *     is none
     */
    public List<String> parameterNotes() {
        return graph.notes();
    }

    /**
     * Writes the network to an ONNX file, with the present values of its parameters as initialisers. An existing file
     * is replaced in one move.
     *
     * @throws IOException if it cannot be written; an existing file then stays unchanged
     */
    public void save(Path file) throws IOException {
        WholeFile.replace(Check.notNull("file", file), out -> out.write(toBytes()));
    }

    private byte[] toBytes() {
        return graph.withParameters(parameters).toByteArray();
    }

    /**
     * A network of its own whose scores are those of this one, with its present parameters, plus the log-probability of
     * a base measure: {@code sum_i log Bernoulli(x_i; means_i)}, in single precision. So a file can hold a whole
     * energy-based model. The base measure has no parameters.
     *
     * @param means the probability of a one at each site, in (0, 1), [N]
     * @throws IllegalArgumentException if this network has an output for the gradient, which would miss the base
     *     measure
     * @see NetworkModel#withBase
     */
    public OnnxNetwork withBase(double[] means) {
        Check.length(dimension(), "means", Check.notNull("means", means).length);
        ModelProto whole = graph.withBase(parameters, sessions.column(), new BaseMeasure(means));
        OnnxNetwork network = of(whole.toByteArray(), sessions.place().threads());
        return sessions.place().isDevice() ? network.cuda(sessions.place().device()) : network;
    }

    /**
     * Sets the number of threads of later evaluations, 1 at first. They wait for each other in every layer: on images
     * of 28 x 28 two threads save little, and a second run on the other core does more.
     *
     * @param count at least 1
     * @return this network
     */
    public synchronized OnnxNetwork threads(int count) {
        sessions.setThreads(Check.atLeast(1, "threads", count));
        return this;
    }

    /**
     * Moves later evaluations to a graphics processor, by CUDA. The class path must have {@code onnxruntime_gpu} in the
     * place of {@code onnxruntime}. States, parameters and answers travel at each evaluation. Scores are in single
     * precision, without TF32, and differ from those of the processor in the last bits; the serialised form does not
     * name the device.
     *
     * @param device from 0
     * @return this network
     * @throws IllegalStateException if ONNX Runtime has no CUDA, or CUDA's libraries or the device are missing; the
     *     network then stays where it was
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

    /** The sizes of the axes of a state in the file, without that of the rows, such as [28, 28]; a copy. */
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
            sessions.scores(input, rows, score.buffer());
        } else {
            DirectFloats.Target gradient = DirectFloats.target("gradients", gradients, numbers);
            sessions.gradients(input, rows, score.buffer(), gradient.buffer());
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
     * @throws IllegalArgumentException if a node of the graph has no derivative by the parameters; the message names it
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
            sessions.parameterGradients(input, rows, factors, target.buffer());
        }
        target.finish();
    }

    /** Frees the native memory. Evaluations then fail; {@link #save} and {@link #parameters} do not. */
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

    /** The serialised form. */
    private record Saved(byte[] model, int threads) implements Serializable {

        private Object readResolve() {
            return of(model, threads);
        }
    }
}
