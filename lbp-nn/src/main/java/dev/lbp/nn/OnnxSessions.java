package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.nn.OnnxSession.Values;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The sessions of a network, one for each of the graphs that were used. They read the same parameters. Not for several threads at
 * once.
 */
final class OnnxSessions {

    /** The rows of the evaluation that tries a graph out; no one exports a network for this number alone. */
    private static final int TRIAL_ROWS = 3;

    /** The largest share of the largest score by which rounding may differ between places in a batch. */
    private static final float ROUNDING = 1e-4f;

    private final OnnxGraph graph;
    private final FloatBuffer parameters;
    private final Map<Purpose, OnnxSession> open = new EnumMap<>(Purpose.class);
    private int threads;
    private boolean closed;

    /** Whether the scores are a column, [rows, 1]. */
    private boolean column;

    private enum Purpose {
        SCORES,
        GRADIENTS,
        PARAMETER_GRADIENTS
    }

    OnnxSessions(OnnxGraph graph, FloatBuffer parameters, int threads) {
        this.graph = graph;
        this.parameters = parameters;
        this.threads = threads;
    }

    private OnnxSession session(Purpose purpose) {
        if (closed) {
            throw new IllegalStateException("must not be closed: network");
        }
        return open.computeIfAbsent(purpose, wanted -> {
            byte[] model = (switch (wanted) {
                        case SCORES -> graph.scores();
                        case GRADIENTS -> graph.gradients();
                        case PARAMETER_GRADIENTS -> graph.parameterGradients();
                    })
                    .toByteArray();
            return OnnxSession.of(model, graph.weights(), parameters, threads);
        });
    }

    /**
     * Evaluates some states.
     *
     * @throws IllegalArgumentException if that fails, or rows mix, or an output has another shape than scores or gradients have
     */
    void tryOut() {
        tryOut(TRIAL_ROWS);
        tryOut(1); // a squeeze without axes removes the rows too
        tryRows();
    }

    private void tryOut(int rows) {
        FloatBuffer zeros = DirectFloats.allocate(rows * graph.dimension());
        List<Values> states = List.of(states(zeros, rows));
        List<long[]> shapes;
        try {
            shapes = session(Purpose.GRADIENTS).outputShapes(states);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("must run in ONNX Runtime, on any number of rows: " + e.getMessage(), e);
        }
        long[] scores = shapes.get(0);
        column = scores.length == 2;
        Check.that(
                Arrays.equals(scores, column ? new long[] {rows, 1} : new long[] {rows}),
                "have shape [rows] or [rows, 1]",
                "scores of " + rows + " rows",
                Arrays.toString(scores));
        Check.that(
                Arrays.equals(shapes.get(1), graph.shape(rows)),
                "have the shape of the states, " + Arrays.toString(graph.shape(rows)),
                "gradient",
                Arrays.toString(shapes.get(1)));
    }

    /**
     * Evaluates a state twice, beside other states and in another place. What rows are evaluated together changes no bit on the
     * processors that were tried; others may round a row by its place.
     *
     * @throws IllegalArgumentException if its score differs
     */
    private void tryRows() {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1L);
        int n = graph.dimension();
        FloatBuffer states = DirectFloats.allocate(TRIAL_ROWS * n);
        FloatBuffer scores = DirectFloats.allocate(TRIAL_ROWS);
        FloatBuffer gradients = DirectFloats.allocate(TRIAL_ROWS * n);
        float[] state = new float[n];
        fill(states, random);
        states.get(0, state);
        gradients(states, TRIAL_ROWS, scores, gradients);
        float first = scores.get(0);
        float largest = largest(scores);
        fill(states, random);
        states.put(n, state);
        gradients(states, TRIAL_ROWS, scores, gradients);
        float second = scores.get(1);
        largest = Math.max(largest, largest(scores));
        if (Math.abs(first - second) > ROUNDING * largest) { // not so if they are NaN or infinite
            throw new IllegalArgumentException(
                    "must not mix rows (net.eval() before the export helps BatchNorm and Dropout): score of a state="
                            + first + ", beside other states " + second);
        }
    }

    private static float largest(FloatBuffer scores) {
        float largest = 0.0f;
        for (int r = 0; r < TRIAL_ROWS; r++) {
            largest = Math.max(largest, Math.abs(scores.get(r)));
        }
        return largest;
    }

    private static void fill(FloatBuffer states, UniformRandomProvider random) {
        for (int k = 0; k < states.capacity(); k++) {
            states.put(k, random.nextInt(2));
        }
    }

    /** Whether the scores are [rows, 1], not [rows]. */
    boolean column() {
        return column;
    }

    void scores(FloatBuffer states, int rows, FloatBuffer scores) {
        session(Purpose.SCORES).run(List.of(states(states, rows)), List.of(scores(scores, rows)));
    }

    void gradients(FloatBuffer states, int rows, FloatBuffer scores, FloatBuffer gradients) {
        session(Purpose.GRADIENTS)
                .run(List.of(states(states, rows)), List.of(scores(scores, rows), states(gradients, rows)));
    }

    void parameterGradients(FloatBuffer states, int rows, FloatBuffer cotangents, FloatBuffer gradient) {
        List<Values> outputs = new ArrayList<>();
        outputs.add(scores(DirectFloats.allocate(rows), rows));
        for (OnnxGraph.Weight weight : graph.weights()) {
            outputs.add(new Values(gradient.slice(weight.offset(), weight.length()), weight.shape()));
        }
        session(Purpose.PARAMETER_GRADIENTS).run(List.of(states(states, rows), new Values(cotangents, rows)), outputs);
    }

    /** States or gradients by them. */
    private Values states(FloatBuffer values, int rows) {
        return new Values(values, graph.shape(rows));
    }

    private Values scores(FloatBuffer values, int rows) {
        return new Values(values, column ? new long[] {rows, 1} : new long[] {rows});
    }

    int threads() {
        return threads;
    }

    /** Later evaluations use this number of threads. */
    void setThreads(int count) {
        threads = count;
        closeOpen();
    }

    /** Frees the native memory; evaluations then fail. */
    void close() {
        closed = true;
        closeOpen();
    }

    private void closeOpen() {
        open.values().forEach(OnnxSession::close);
        open.clear();
    }
}
