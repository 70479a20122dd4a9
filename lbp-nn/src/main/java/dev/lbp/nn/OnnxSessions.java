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
 * The sessions of a network, one for each graph that has been used. All sessions read the same parameters. Not
 * thread-safe.
 */
final class OnnxSessions {

    /** Tolerance for the score of a state in different rows of a batch, as a share of the largest score. */
    private static final float ROUNDING = 1e-4f;

    /** Factor of the tolerance for a single row, which other kernels evaluate, with other rounding. */
    private static final float SINGLE_ROW_FACTOR = 100.0f;

    private final OnnxGraph graph;
    private final FloatBuffer parameters;

    /** The loaded graphs, each loaded by its first use. */
    private final Map<Purpose, OnnxSession> open = new EnumMap<>(Purpose.class);

    /** Whether ONNX Runtime may optimise a graph, as {@link OptimiserTrial} has found. */
    private final Map<Purpose, Boolean> optimised = new EnumMap<>(Purpose.class);

    private Place place;
    private boolean closed;

    /** Whether the shape of the scores is [rows, 1]; otherwise [rows]. */
    private boolean column;

    private enum Purpose {
        SCORES,
        GRADIENTS,
        PARAMETER_GRADIENTS
    }

    OnnxSessions(OnnxGraph graph, FloatBuffer parameters, Place place) {
        this.graph = graph;
        this.parameters = parameters;
        this.place = place;
    }

    private OnnxSession session(Purpose purpose) {
        Check.state(!closed, "not be closed: network");
        return open.computeIfAbsent(purpose, wanted -> {
            byte[] model = (switch (wanted) {
                        case SCORES -> graph.scores();
                        case GRADIENTS -> graph.gradients();
                        case PARAMETER_GRADIENTS -> graph.parameterGradients();
                    })
                    .toByteArray();
            boolean optimise = optimised.computeIfAbsent(wanted, untried -> isKeptByOptimiser(model, untried));
            return OnnxSession.of(model, place, optimise).with(graph.weights(), parameters);
        });
    }

    /** Whether a graph computes the same after ONNX Runtime has optimised it. */
    private boolean isKeptByOptimiser(byte[] model, Purpose purpose) {
        try (OnnxSession asItIs = OnnxSession.of(model, place, false);
                OnnxSession rewritten = OnnxSession.of(model, place, true)) {
            return new OptimiserTrial(graph, parameters)
                    .agree(asItIs, rewritten, purpose == Purpose.PARAMETER_GRADIENTS);
        }
    }

    /**
     * Evaluates some states to check the graph.
     *
     * @throws IllegalArgumentException if an evaluation fails, a score depends on other rows, or an output has a shape
     *     that scores or gradients cannot have
     */
    void checkEvaluations() {
        checkShapes(OptimiserTrial.ROWS);
        checkShapes(1); // with one row, a Squeeze without axes would remove the axis of rows
        checkRowsIndependent();
    }

    /** Checks the shapes of the outputs for a number of rows, and sets {@link #column}. */
    private void checkShapes(int rows) {
        FloatBuffer zeros = DirectFloats.allocate(rows * graph.dimension());
        List<Values> states = List.of(states(zeros, rows));
        List<Values> outputs;
        try {
            outputs = session(Purpose.GRADIENTS).outputs(states);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("must run in ONNX Runtime, on any number of rows: " + e.getMessage(), e);
        }
        long[] scores = outputs.get(0).shape();
        column = scores.length == 2;
        Check.that(
                Arrays.equals(scores, column ? new long[] {rows, 1} : new long[] {rows}),
                "have shape [rows] or [rows, 1]",
                "scores of " + rows + " rows",
                Arrays.toString(scores));
        Check.that(
                Arrays.equals(outputs.get(1).shape(), graph.shape(rows)),
                "have the shape of the states, " + Arrays.toString(graph.shape(rows)),
                "gradient",
                Arrays.toString(outputs.get(1).shape()));
    }

    /**
     * Evaluates a state three times: beside other states, in another row beside others, and alone. On all processors
     * that were tried the other states change no bit, but a processor may round differently in another row.
     *
     * @throws IllegalArgumentException if a score is NaN or positive infinity, or the scores of the state differ
     */
    private void checkRowsIndependent() {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1L);
        int n = graph.dimension();
        FloatBuffer states = DirectFloats.allocate(OptimiserTrial.ROWS * n);
        float[] state = new float[n];
        fill(states, random);
        states.get(0, state);
        float[] first = checkedScores(states, OptimiserTrial.ROWS);
        fill(states, random);
        states.put(n, state); // the second row
        float[] second = checkedScores(states, OptimiserTrial.ROWS);
        float[] alone = checkedScores(states.slice(n, n), 1);
        float tolerance = ROUNDING * Math.max(largest(first), largest(second));
        checkSame(first[0], second[1], "beside other states", tolerance);
        checkSame(first[0], alone[0], "alone", SINGLE_ROW_FACTOR * tolerance);
    }

    /** Evaluates states. Refuses a score that is NaN or positive infinity; negative infinity passes. */
    private float[] checkedScores(FloatBuffer states, int rows) {
        FloatBuffer buffer = DirectFloats.allocate(rows);
        evaluateGradients(states, rows, buffer, DirectFloats.allocate(rows * graph.dimension()));
        float[] scores = new float[rows];
        buffer.get(0, scores);
        for (float score : scores) {
            Check.that(
                    score < Float.POSITIVE_INFINITY,
                    "be finite, with parameters that do not overflow",
                    "score of a random state",
                    score);
        }
        return scores;
    }

    private static void checkSame(float score, float other, String where, float tolerance) {
        if (Math.abs(score - other) > tolerance) { // false for equal infinite scores
            throw new IllegalArgumentException(
                    "must not mix rows (net.eval() before the export helps BatchNorm and Dropout): score of a state="
                            + score + ", " + where + " " + other);
        }
    }

    /** The largest absolute value of the finite scores: an impossible state has an infinite one. */
    private static float largest(float[] scores) {
        float largest = 0.0f;
        for (float score : scores) {
            largest = Float.isInfinite(score) ? largest : Math.max(largest, Math.abs(score));
        }
        return largest;
    }

    private static void fill(FloatBuffer states, UniformRandomProvider random) {
        for (int k = 0; k < states.capacity(); k++) {
            states.put(k, random.nextInt(2));
        }
    }

    /** Whether the shape of the scores is [rows, 1]; otherwise [rows]. */
    boolean isColumn() {
        return column;
    }

    void evaluateScores(FloatBuffer states, int rows, FloatBuffer scores) {
        session(Purpose.SCORES).run(List.of(states(states, rows)), List.of(scores(scores, rows)));
    }

    void evaluateGradients(FloatBuffer states, int rows, FloatBuffer scores, FloatBuffer gradients) {
        session(Purpose.GRADIENTS)
                .run(List.of(states(states, rows)), List.of(scores(scores, rows), states(gradients, rows)));
    }

    /** Writes the gradient by each weight to its part of {@code gradient}; drops the scores. */
    void evaluateParameterGradients(FloatBuffer states, int rows, FloatBuffer cotangents, FloatBuffer gradient) {
        List<Values> outputs = new ArrayList<>();
        outputs.add(scores(DirectFloats.allocate(rows), rows));
        for (OnnxGraph.Weight weight : graph.weights()) {
            outputs.add(new Values(gradient.slice(weight.offset(), weight.length()), weight.shape()));
        }
        session(Purpose.PARAMETER_GRADIENTS).run(List.of(states(states, rows), new Values(cotangents, rows)), outputs);
    }

    /** States, or gradients by the states, with their shape. */
    private Values states(FloatBuffer values, int rows) {
        return new Values(values, graph.shape(rows));
    }

    /** Scores with their shape. */
    private Values scores(FloatBuffer values, int rows) {
        return new Values(values, column ? new long[] {rows, 1} : new long[] {rows});
    }

    Place place() {
        return place;
    }

    /** Sets the number of threads of later evaluations. */
    void setThreads(int count) {
        place = place.withThreads(count);
        closeOpen(); // a session keeps its number of threads, so the next evaluation opens another one
    }

    /**
     * Moves later evaluations to another place. After a failure the place is unchanged.
     *
     * @throws IllegalStateException if ONNX Runtime cannot use the place
     * @throws IllegalArgumentException if the graph does not run at the place
     */
    void moveTo(Place other) {
        other.check();
        Place before = place;
        move(other);
        try {
            checkEvaluations();
        } catch (RuntimeException e) {
            move(before);
            throw e;
        }
    }

    /** Sets the place. The optimiser must be tried again, because the kernels differ. */
    private void move(Place to) {
        closeOpen();
        optimised.clear();
        place = to;
    }

    /** Frees the native memory. Later evaluations fail. */
    void close() {
        closed = true;
        closeOpen();
    }

    private void closeOpen() {
        open.values().forEach(OnnxSession::close);
        open.clear();
    }
}
