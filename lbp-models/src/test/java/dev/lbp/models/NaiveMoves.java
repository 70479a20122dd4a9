package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** A move model written out naively: what its trackers are compared with. */
interface NaiveMoves {

    /** The log-probability of a state, by its definition. */
    double logProb(int[] state);

    /** The state that a label leads to, a new array; null if the label is illegal. */
    int @Nullable [] target(int[] state, int label);

    /** Walks at random from a random state, and compares everything that the tracker says on the way. */
    default void assertFollowedBy(MoveModel model, int steps, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int moves = model.moves();
        MoveModel.Tracker tracker = model.newTracker();
        int[] state = model.randomState(random);
        tracker.reset(state);
        int[] touched = new int[moves];
        int[] sites = new int[state.length];
        int[] values = new int[state.length];
        for (int t = 0; t < steps; t++) {
            double[] before = numbers(tracker, moves);
            double here = logProb(state);
            assertThat(tracker.logProb()).isCloseTo(here, within(1e-12 * (1.0 + Math.abs(here))));
            for (int label = 0; label < moves; label++) {
                int[] target = target(state, label);
                if (target == null) {
                    assertThat(before[label]).as("label %d", label).isEqualTo(Double.NEGATIVE_INFINITY);
                    continue;
                }
                double there = logProb(target);
                assertThat(before[label])
                        .as("label %d", label)
                        .isCloseTo(there - here, within(1e-12 * (1.0 + Math.abs(here) + Math.abs(there))));
                assertThat(changed(state, tracker.changes(label, sites, values), sites, values))
                        .as("label %d", label)
                        .isEqualTo(target);
                assertThat(target(target, tracker.inverse(label)))
                        .as("inverse of label %d", label)
                        .isEqualTo(state);
            }
            int label = legal(before, random);
            if (label < 0) {
                return; // a state without moves
            }
            int inverse = tracker.inverse(label);
            int[] next = target(state, label);
            tracker.save();
            int count = apply(tracker, label, touched, before);
            assertThat(tracker.inverse(inverse)).isEqualTo(label);
            double[] after = numbers(tracker, moves);
            assertThat(after[inverse]).isEqualTo(-before[label]);
            assertThat(bits(numbers(at(model, next), moves))).isEqualTo(bits(after));
            for (int more = random.nextInt(4); more > 0; more--) { // from here back, and again to the first state
                apply(tracker, legal(numbers(tracker, moves), random), touched, numbers(tracker, moves));
            }
            tracker.restore();
            assertThat(bits(numbers(tracker, moves))).isEqualTo(bits(before));
            Arrays.fill(touched, -1);
            assertThat(tracker.apply(label, touched)).isEqualTo(count);
            state = next;
        }
    }

    private static MoveModel.Tracker at(MoveModel model, int[] state) {
        MoveModel.Tracker tracker = model.newTracker();
        tracker.reset(state);
        return tracker;
    }

    /** Applies a label, and checks that every number that has changed is of a touched label. */
    private static int apply(MoveModel.Tracker tracker, int label, int[] touched, double[] before) {
        int count = tracker.apply(label, touched);
        if (count == MoveModel.Tracker.ALL_MOVES) {
            return count;
        }
        int[] reported = Arrays.copyOf(touched, count);
        assertThat(reported).doesNotHaveDuplicates();
        double[] after = numbers(tracker, touched.length);
        for (int m = 0; m < touched.length; m++) {
            int one = m;
            if (Double.doubleToRawLongBits(before[m]) != Double.doubleToRawLongBits(after[m])) {
                assertThat(IntStream.of(reported).anyMatch(other -> other == one))
                        .as("label %d touched by %d", m, label)
                        .isTrue();
            }
        }
        return count;
    }

    /** A legal label, each with the same probability; -1 if there is none. */
    private static int legal(double[] numbers, UniformRandomProvider random) {
        int[] legal = IntStream.range(0, numbers.length - 1)
                .filter(m -> numbers[m] > Double.NEGATIVE_INFINITY)
                .toArray();
        return legal.length == 0 ? -1 : legal[random.nextInt(legal.length)];
    }

    private static int[] changed(int[] state, int count, int[] sites, int[] values) {
        int[] changed = state.clone();
        for (int k = 0; k < count; k++) {
            assertThat(changed[sites[k]]).isNotEqualTo(values[k]);
            changed[sites[k]] = values[k];
        }
        return changed;
    }

    /** The log-ratios of all labels, and the log-probability. */
    private static double[] numbers(MoveModel.Tracker tracker, int moves) {
        double[] numbers = new double[moves + 1];
        tracker.logRatios(IntStream.range(0, moves).toArray(), moves, numbers);
        numbers[moves] = tracker.logProb();
        return numbers;
    }

    private static long[] bits(double[] numbers) {
        return Arrays.stream(numbers).mapToLong(Double::doubleToRawLongBits).toArray();
    }
}
