package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.lbp.internal.onnx.OnnxGradient;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import onnx.Onnx.ModelProto;
import onnx.Onnx.TensorProto;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The time of a model beside that of ONNX Runtime alone on the same graph. */
@Tag("slow")
class OverheadTest {

    private static final int ROWS = 100;
    private static final int CALLS = 1_000;

    /** ONNX Runtime as its documentation has it. */
    private static Runnable alone(OnnxNetwork network, Path file) throws Exception {
        network.save(file);
        OnnxGradient graphs = new OnnxGradient(ModelProto.parseFrom(Files.readAllBytes(file)));
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        OrtSession.SessionOptions options = new OrtSession.SessionOptions();
        options.setIntraOpNumThreads(1);
        OrtSession session =
                environment.createSession(graphs.scoreAndInputGradient().toByteArray(), options);
        Map<String, OnnxTensor> inputs = new HashMap<>();
        long[] states = {ROWS, network.dimension()};
        inputs.put(
                session.getInputNames().iterator().next(),
                OnnxTensor.createTensor(environment, FloatBuffer.allocate(ROWS * network.dimension()), states));
        int offset = 0;
        for (TensorProto parameter : graphs.parameters()) {
            long[] shape =
                    parameter.getDimsList().stream().mapToLong(Long::longValue).toArray();
            int length = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
            FloatBuffer values = network.parameters().slice(offset, length);
            inputs.put(parameter.getName(), OnnxTensor.createTensor(environment, values, shape));
            offset += length;
        }
        return () -> {
            try (OrtSession.Result result = session.run(inputs)) {
                assertThat(result.size()).isEqualTo(2);
            } catch (OrtException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** A ratio of the least times of this thread on a core, of calls that take turns: other processes change it little. */
    @Test
    void evaluation_takesAtMost_aThirdMoreThanOnnxRuntime(@TempDir Path directory) throws Exception {
        try (OnnxNetwork network = Networks.mlp(784, new int[] {256, 256}, 1)) {
            double[] means = new double[784];
            Arrays.fill(means, 0.3);
            NetworkModel model = NetworkModel.of(network);
            NetworkModel based = model.withBase(means);
            INDArray states = Nd4j.zeros(DataType.FLOAT, ROWS, 784);
            List<Runnable> tasks = List.of(
                    alone(network, directory.resolve("net.onnx")),
                    () -> model.evaluate(states),
                    () -> based.evaluate(states));
            long[][] nanos = new long[tasks.size()][CALLS];
            for (int k = 0; k < CALLS; k++) {
                for (int t = 0; t < nanos.length; t++) {
                    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                    tasks.get(t).run();
                    nanos[t][k] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
                }
            }
            double[] least = Arrays.stream(nanos)
                    .mapToDouble(of -> Arrays.stream(of).min().orElseThrow())
                    .toArray();
            System.out.printf("model %.2f, with base %.2f%n", least[1] / least[0], least[2] / least[0]);
            assertThat(least[1] / least[0]).isLessThan(1.3);
            assertThat(least[2] / least[0]).isLessThan(1.3);
        }
    }
}
