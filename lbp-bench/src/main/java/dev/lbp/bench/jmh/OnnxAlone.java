package dev.lbp.bench.jmh;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.lbp.internal.onnx.OnnxGradient;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import onnx.Onnx.ModelProto;
import onnx.Onnx.TensorProto;

/** ONNX Runtime, used as its documentation shows, on the graph of a network's scores and gradients by the states. */
final class OnnxAlone implements AutoCloseable {

    private final OrtSession session;
    private final Map<String, OnnxTensor> inputs = new HashMap<>();

    /** Makes a session with one thread, and states of zeros. */
    OnnxAlone(OnnxNetwork network, int rows) throws IOException {
        OnnxGradient graphs = new OnnxGradient(ModelProto.parseFrom(bytes(network)));
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = environment.createSession(graphs.scoreAndInputGradient().toByteArray(), options);
            inputs.put(
                    session.getInputNames().iterator().next(),
                    OnnxTensor.createTensor(environment, FloatBuffer.allocate(rows * network.dimension()), new long[] {
                        rows, network.dimension()
                    }));
            // The parameters are inputs of the graph too. The network has their values one after the other.
            int offset = 0;
            for (TensorProto parameter : graphs.parameters()) {
                long[] shape = parameter.getDimsList().stream()
                        .mapToLong(Long::longValue)
                        .toArray();
                int length = (int) LongStream.of(shape).reduce(1, Math::multiplyExact);
                FloatBuffer values = network.parameters().slice(offset, length);
                inputs.put(parameter.getName(), OnnxTensor.createTensor(environment, values, shape));
                offset += length;
            }
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(OnnxNetwork network) throws IOException {
        Path file = Files.createTempFile("lbp", ".onnx");
        try {
            network.save(file);
            return Files.readAllBytes(file);
        } finally {
            Files.delete(file);
        }
    }

    /** Evaluates the graph. */
    void run() {
        try {
            session.run(inputs).close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        inputs.values().forEach(OnnxTensor::close);
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }
}
