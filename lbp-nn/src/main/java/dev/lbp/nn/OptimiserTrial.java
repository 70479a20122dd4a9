package dev.lbp.nn;

import dev.lbp.nn.OnnxSession.Values;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Tests whether ONNX Runtime's optimiser keeps the outputs of a graph. It may change them: version 1.28 moves the zeros
 * of a Pad into the AveragePool or MaxPool after it, where they count differently. So the optimised graph is compared
 * with the original one at zeros, ones, random bits and random fractions. Each comparison is made for the present
 * parameters and for random ones, because present parameters of 0 can hide differences that appear after training.
 */
final class OptimiserTrial {

    /** An unusual number of rows, so that a network exported for a fixed number of rows fails. */
    static final int ROWS = 3;

    /**
     * The tolerance for scores, as a share of the range of the scores, to which {@link #LAST_PLACES} is added. Among
     * 1,600 networks of PyTorch, 48 wrong fusions changed scores by at least 0.018 of the largest score; correct ones
     * changed them by at most 2.5e-7, or 4 units in the last place. Refusing a correct optimisation costs only speed.
     */
    private static final float OF_RANGE = 1e-5f;

    /** The tolerance for scores, in units in the last place of the largest score. */
    private static final int LAST_PLACES = 8;

    /**
     * The tolerance for a gradient, as a share of its largest entry. It is larger than that for scores, because
     * rounding may move a value across a kink of an activation, which changes some entries.
     */
    private static final float OF_GRADIENT = 1e-3f;

    /** A tolerance as a share of the largest entry of all gradients, for gradients that are 0 except for rounding. */
    private static final float OF_ALL_GRADIENTS = 1e-5f;

    private final OnnxGraph graph;
    private final UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(1L);

    /** The parameters to try: the present ones, and those with noise. */
    private final List<FloatBuffer> parameters = new ArrayList<>();

    /** Rows of states of zeros and ones. */
    private final FloatBuffer bits;

    /** Rows of numbers in [0, 1]. */
    private final FloatBuffer fractions;

    private final FloatBuffer cotangents = DirectFloats.allocate(ROWS);

    /** Scores at all states, and gradients only at fractions: at bits, values are often exactly at a kink. */
    private record Outputs(List<FloatBuffer> scores, List<FloatBuffer> gradients) {}

    OptimiserTrial(OnnxGraph graph, FloatBuffer present) {
        this.graph = graph;
        int n = graph.dimension();
        bits = DirectFloats.allocate(ROWS * n);
        fractions = DirectFloats.allocate(ROWS * n);
        for (int i = 0; i < n; i++) {
            bits.put(n + i, 1.0f).put(2 * n + i, random.nextInt(2)); // rows of zeros, of ones and of random bits
        }
        fill(fractions, 0.0f, 1.0f);
        fill(cotangents, -1.0f, 1.0f);
        parameters.add(present);
        if (present.capacity() > 0) {
            parameters.add(withNoise(present));
        }
    }

    private void fill(FloatBuffer values, float low, float high) {
        for (int k = 0; k < values.capacity(); k++) {
            values.put(k, low + (high - low) * random.nextFloat());
        }
    }

    /** Adds noise of about the size of initial weights: {@code 1 / sqrt(n)} for a matrix of n x n. */
    private FloatBuffer withNoise(FloatBuffer present) {
        FloatBuffer noisy = DirectFloats.allocate(present.capacity());
        for (OnnxGraph.Weight weight : graph.weights()) {
            float size = (float) Math.pow(Math.max(1, weight.length()), -0.25);
            for (int k = weight.offset(); k < weight.offset() + weight.length(); k++) {
                noisy.put(k, present.get(k) + size * (2.0f * random.nextFloat() - 1.0f));
            }
        }
        return noisy;
    }

    /**
     * Whether two sessions of a graph give the same outputs. Changes the buffer of their weights.
     *
     * @param withCotangents whether the graph has an input of cotangents after the states
     */
    boolean agree(OnnxSession asItIs, OnnxSession optimised, boolean withCotangents) {
        return parameters.stream()
                .allMatch(values -> areNear(
                        outputs(asItIs.with(graph.weights(), values), withCotangents),
                        outputs(optimised.with(graph.weights(), values), withCotangents)));
    }

    private Outputs outputs(OnnxSession session, boolean withCotangents) {
        List<FloatBuffer> atBits = outputs(session, bits, withCotangents);
        List<FloatBuffer> atFractions = outputs(session, fractions, withCotangents);
        // the gradients at bits are left out, see Outputs
        return new Outputs(List.of(atBits.get(0), atFractions.get(0)), atFractions.subList(1, atFractions.size()));
    }

    private List<FloatBuffer> outputs(OnnxSession session, FloatBuffer states, boolean withCotangents) {
        Values rows = new Values(states, graph.shape(ROWS));
        return session.outputs(withCotangents ? List.of(rows, new Values(cotangents, ROWS)) : List.of(rows)).stream()
                .map(Values::floats)
                .toList();
    }

    /** Whether all scores and gradients are within their tolerances. */
    private static boolean areNear(Outputs asItIs, Outputs optimised) {
        float range = largest(asItIs.scores, 1) + largest(asItIs.scores, -1); // the largest less the smallest
        float ofScores = OF_RANGE * range + LAST_PLACES * Math.ulp(magnitude(asItIs.scores));
        if (!areNear(asItIs.scores, optimised.scores, ofScores)) {
            return false;
        }
        float largestOfAll = magnitude(asItIs.gradients);
        for (int k = 0; k < asItIs.gradients.size(); k++) {
            List<FloatBuffer> gradient = asItIs.gradients.subList(k, k + 1);
            float tolerance = OF_GRADIENT * magnitude(gradient) + OF_ALL_GRADIENTS * largestOfAll;
            if (!areNear(gradient, optimised.gradients.subList(k, k + 1), tolerance)) {
                return false;
            }
        }
        return true;
    }

    private static boolean areNear(List<FloatBuffer> asItIs, List<FloatBuffer> optimised, float tolerance) {
        for (int k = 0; k < asItIs.size(); k++) {
            for (int i = 0; i < asItIs.get(k).capacity(); i++) {
                float a = asItIs.get(k).get(i);
                float b = optimised.get(k).get(i);
                boolean near = Float.compare(a, b) == 0 || Math.abs(a - b) <= tolerance;
                if (!near) { // also if one of both is NaN
                    return false;
                }
            }
        }
        return true;
    }

    /** The largest finite magnitude; 0 if all values are infinite or NaN. */
    private static float magnitude(List<FloatBuffer> values) {
        return Math.max(0.0f, Math.max(largest(values, 1), largest(values, -1)));
    }

    /** The largest {@code sign * value} of the finite values: with a sign of -1, minus the smallest value. */
    private static float largest(List<FloatBuffer> values, int sign) {
        float largest = Float.NEGATIVE_INFINITY;
        for (FloatBuffer one : values) {
            for (int i = 0; i < one.capacity(); i++) {
                if (Float.isFinite(one.get(i))) {
                    largest = Math.max(largest, sign * one.get(i));
                }
            }
        }
        return largest;
    }
}
