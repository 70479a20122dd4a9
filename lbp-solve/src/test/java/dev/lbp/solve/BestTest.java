package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.pairs.SpinProblem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** A search that was killed at any moment, and goes on from a checkpoint of that moment, ends as without the kill. */
class BestTest {

    private static final SpinProblem PROBLEM = new SpinProblem(SolverTest.lattice());
    private static final int RESTARTS = 6;
    private static final int TOP = 30;

    /** Several threads end their restarts in another order. */
    private static final List<Long> ORDER = List.of(2L, 0L, 1L, 5L, 3L, 4L);

    private static Best<byte[]> newBest() {
        return new Best<>(PROBLEM, TOP, () -> 0L);
    }

    private static byte[] bytes(Best<byte[]> best) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        best.transcribe(new TranscriptWriter(out));
        return out.toByteArray();
    }

    private static Best<byte[]> read(byte[] bytes) {
        Best<byte[]> best = newBest();
        best.transcribe(new TranscriptReader(new ByteArrayInputStream(bytes)));
        return best;
    }

    private static Solution<byte[]> solution(Best<byte[]> best) {
        return best.solution(Ending.RESTARTS, Duration.ZERO, Duration.ZERO, List.of());
    }

    /** Makes restarts that are not done, in an order, and calls {@code afterEach} after each state. */
    private static void search(Best<byte[]> best, List<Long> order, Runnable afterEach) {
        Search<byte[]> search = PROBLEM.newSearch();
        for (long restart : order) {
            if (best.isDone(restart)) {
                continue;
            }
            long[] place = new long[1];
            double highest = search.restart(
                    restart, RandomSource.XO_SHI_RO_256_PP.create(new long[] {3, restart}), new SearchMonitor<>() {
                        @Override
                        public boolean mustEnd() {
                            return false;
                        }

                        @Override
                        public double leastValue() {
                            return best.leastValue();
                        }

                        @Override
                        public void report(byte[] state, double value) {
                            best.add(state, value, restart, place[0]++, false);
                            afterEach.run();
                        }
                    });
            best.addDone(restart, highest);
            afterEach.run();
        }
    }

    @Test
    void transcribe_atAnyMoment_goesOnToTheSameEnd() {
        Best<byte[]> whole = newBest();
        search(whole, List.of(0L, 1L, 2L, 3L, 4L, 5L), () -> {});
        Solution<byte[]> expected = solution(whole);
        List<byte[]> moments = new ArrayList<>();
        Best<byte[]> killed = newBest();
        search(killed, ORDER, () -> moments.add(bytes(killed)));
        assertThat(moments).hasSizeGreaterThan(2 * RESTARTS);
        int step = Math.max(1, moments.size() / 15);
        for (int k = 0; k < moments.size(); k += step) {
            Best<byte[]> resumed = read(moments.get(k));
            search(resumed, List.of(4L, 5L, 0L, 3L, 2L, 1L), () -> {});
            Solution<byte[]> actual = solution(resumed);
            assertThat(actual.restarts()).isEqualTo(RESTARTS);
            assertThat(actual.hits()).isEqualTo(expected.hits());
            assertThat(actual.top()).usingRecursiveComparison().isEqualTo(expected.top());
        }
    }

    @Test
    void transcribe_again_keepsAllOfIt() {
        Best<byte[]> best = newBest();
        search(best, List.of(3L, 0L), () -> {});
        best.add(new byte[144], PROBLEM.value(new byte[144]), 1L, 0L, true);
        Best<byte[]> again = read(bytes(best));
        assertThat(solution(again)).usingRecursiveComparison().isEqualTo(solution(best));
        assertThat(bytes(again)).isEqualTo(bytes(best));
        assertThat(again.firstLeft()).isEqualTo(1L);
        assertThat(again.isDone(3L)).isTrue();
        assertThat(again.isDone(2L)).isFalse();
    }

    /** Values that differ by more than rounding are no hits, in whatever order restarts end. */
    @Test
    void hits_valuesBelowTheBest_doNotCount() {
        byte[] state = new byte[144];
        double value = PROBLEM.value(state);
        double below = value - 1e-10 * Math.abs(value);
        double rounded = value - Math.ulp(value);
        for (double[] ends :
                new double[][] {{below, rounded, value}, {value, below, rounded}, {rounded, value, below}}) {
            Best<byte[]> best = newBest();
            best.add(state, value, 0L, 0L, false);
            for (int restart = 0; restart < ends.length; restart++) {
                best.addDone(restart, ends[restart]);
            }
            assertThat(solution(best).hits()).isEqualTo(2);
            assertThat(solution(read(bytes(best))).hits()).isEqualTo(2);
        }
    }

    /** A state that an interrupted anneal ended with is no longer there when its restart is done, unless it is best. */
    @Test
    void late_states_countUntilTheirRestartIsDone() {
        byte[] state = new byte[144];
        Best<byte[]> best = newBest();
        best.add(state, PROBLEM.value(state), 0L, 0L, true);
        assertThat(best.leastValue()).isEqualTo(Double.NEGATIVE_INFINITY);
        Best<byte[]> resumed = read(bytes(best));
        assertThat(solution(resumed).top()).hasSize(1);
        assertThat(resumed.value()).isEqualTo(PROBLEM.value(state));
        search(resumed, List.of(0L), () -> {});
        Best<byte[]> whole = newBest();
        search(whole, List.of(0L), () -> {});
        assertThat(solution(resumed).top())
                .usingRecursiveComparison()
                .isEqualTo(solution(whole).top());

        byte[] optimum = solution(whole).best();
        Best<byte[]> lucky = newBest();
        lucky.add(optimum, PROBLEM.value(optimum), 0L, 0L, true);
        lucky.addDone(0L, PROBLEM.value(state));
        assertThat(solution(lucky).best()).isEqualTo(optimum);
    }

    @Test
    void late_states_pushNoOtherOut() {
        Best<byte[]> best = new Best<>(PROBLEM, 1, () -> 0L);
        search(best, List.of(1L), () -> {});
        byte[] opposite = solution(best).best().clone();
        for (int i = 0; i < opposite.length; i++) {
            opposite[i] ^= 1;
        }
        Solution<byte[]> before = solution(best);
        best.add(opposite, before.value(), 0L, 0L, true);
        assertThat(solution(best).best()).isEqualTo(opposite); // of an earlier restart, which is not done
        best.addDone(0L, 0.0);
        assertThat(solution(best).top()).usingRecursiveComparison().isEqualTo(before.top());
    }
}
