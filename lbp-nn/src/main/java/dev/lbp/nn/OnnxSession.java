package dev.lbp.nn;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import dev.lbp.internal.Check;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A graph loaded into ONNX Runtime. Its weights are slices of one direct buffer, which each run reads again. A run
 * reads its inputs and writes its outputs in place.
 */
final class OnnxSession implements AutoCloseable {

    private final OrtSession session;
    private final Map<String, OnnxTensor> weights = new HashMap<>();

    /** Floats in row-major order: a direct buffer in native byte order, from its position to its limit. */
    record Values(FloatBuffer floats, long... shape) {}

    private OnnxSession(OrtSession session) {
        this.session = session;
    }

    /**
     * Loads a graph. {@link #with} must set its weights before the first run.
     *
     * @param model the bytes of a file with a graph that has the weights as inputs
     * @param place the device and the number of threads of evaluations
     * @param optimised whether ONNX Runtime may rewrite the graph
     * @throws IllegalArgumentException if ONNX Runtime refuses the graph
     */
    static OnnxSession of(byte[] model, Place place, boolean optimised) {
        return new OnnxSession(create(model, place, optimised ? OptLevel.ALL_OPT : OptLevel.NO_OPT));
    }

    /**
     * Sets the buffer of the weights.
     *
     * @param all the weights of the network; those that this graph lacks are ignored
     * @param parameters the values of all weights, a direct buffer
     * @return this session
     */
    OnnxSession with(List<OnnxGraph.Weight> all, FloatBuffer parameters) {
        closeWeights();
        try {
            for (OnnxGraph.Weight weight : all) {
                if (session.getInputNames().contains(weight.name())) {
                    FloatBuffer slice = parameters.slice(weight.offset(), weight.length());
                    weights.put(weight.name(), tensorAround(new Values(slice, weight.shape())));
                }
            }
        } catch (OrtException e) {
            close();
            throw failure(e);
        }
        return this;
    }

    private static OnnxTensor tensorAround(Values values) throws OrtException {
        return OnnxTensor.createTensor(NativeCode.environment(), values.floats, values.shape);
    }

    /**
     * Checks a model.
     *
     * @throws IllegalArgumentException if ONNX Runtime refuses the model
     */
    static void check(byte[] model) {
        try (OrtSession session = create(model, Place.processor(1), OptLevel.NO_OPT)) {
            session.getNumInputs();
        } catch (OrtException e) {
            throw failure(e);
        }
    }

    private static OrtSession create(byte[] model, Place place, OptLevel optimisation) {
        OrtEnvironment environment = NativeCode.environment();
        try (SessionOptions options = new SessionOptions()) {
            place.applyTo(options);
            options.setIntraOpNumThreads(place.threads());
            options.setInterOpNumThreads(1);
            options.setOptimizationLevel(optimisation);
            options.addConfigEntry("session.intra_op.allow_spinning", "0"); // other chains need the cores
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL); // every failure is an exception
            return environment.createSession(model, options);
        } catch (OrtException e) {
            throw new IllegalArgumentException("must be a model for ONNX Runtime: " + e.getMessage(), e);
        }
    }

    /**
     * Computes all outputs.
     *
     * @param inputs the inputs before the weights, in the graph's order
     * @param outputs the buffers to write to, in the graph's order
     */
    void run(List<Values> inputs, List<Values> outputs) {
        try (Tensors given = new Tensors(session.getInputNames(), inputs);
                Tensors written = new Tensors(session.getOutputNames(), outputs)) {
            session.run(withWeights(given), written.byName).close();
        } catch (OrtException e) {
            throw failure(e);
        }
    }

    /** Computes all outputs, as copies. Their shapes need not be known. */
    List<Values> outputs(List<Values> inputs) {
        List<Values> copies = new ArrayList<>();
        try (Tensors given = new Tensors(session.getInputNames(), inputs);
                OrtSession.Result outputs = session.run(withWeights(given))) {
            for (Map.Entry<String, OnnxValue> output : outputs) {
                boolean floats =
                        output.getValue() instanceof OnnxTensor tensor && tensor.getInfo().type == OnnxJavaType.FLOAT;
                Check.that(
                        floats,
                        "be of type FLOAT",
                        "output " + output.getKey(),
                        output.getValue().getInfo());
                OnnxTensor tensor = (OnnxTensor) output.getValue();
                copies.add(new Values(tensor.getFloatBuffer(), tensor.getInfo().getShape()));
            }
        } catch (OrtException e) {
            throw failure(e);
        }
        return copies;
    }

    private Map<String, OnnxTensor> withWeights(Tensors inputs) {
        Map<String, OnnxTensor> all = new HashMap<>(weights);
        all.putAll(inputs.byName);
        return all;
    }

    private static IllegalStateException failure(OrtException e) {
        return new IllegalStateException("ONNX Runtime failed: " + e.getMessage(), e);
    }

    /** Frees the native memory. */
    @Override
    public void close() {
        closeWeights();
        try {
            session.close();
        } catch (OrtException e) {
            throw failure(e);
        }
    }

    private void closeWeights() {
        weights.values().forEach(OnnxTensor::close);
        weights.clear();
    }

    /** Tensors around buffers, for one run. */
    private static final class Tensors implements AutoCloseable {

        private final Map<String, OnnxTensor> byName = new LinkedHashMap<>();

        /** Gives the values the first names, in order. Further names, those of weights, get their tensors later. */
        Tensors(Set<String> names, List<Values> values) throws OrtException {
            try {
                Iterator<Values> next = values.iterator();
                for (Iterator<String> name = names.iterator(); next.hasNext(); ) {
                    byName.put(name.next(), tensorAround(next.next()));
                }
            } catch (OrtException | RuntimeException e) {
                close();
                throw e;
            }
        }

        @Override
        public void close() {
            byName.values().forEach(OnnxTensor::close);
        }
    }
}
