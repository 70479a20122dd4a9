package dev.lbp.solve;

import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.solve.Problem;
import dev.lbp.target.ModelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The best distinct states of all restarts. Thread-safe. States are ordered by value, then by restart, then by their
 * order in the restart. So the kept states do not depend on which thread was faster.
 */
final class Best<S> {

    /** A state, and the number of its report within its restart, which orders states of equal value. */
    private record Entry<S>(Scored<S> scored, long order) {}

    /**
     * Relative difference below which values count as equal: the values of symmetric states may differ by rounding.
     */
    private static final double EQUAL = 1e-13;

    private static final Comparator<Entry<?>> ORDER = Comparator.<Entry<?>>comparingDouble(
                    entry -> -entry.scored().value())
            .thenComparingLong(entry -> entry.scored().restart())
            .thenComparingLong(Entry::order);

    private final Problem<S> problem;
    private final int size;
    private final LongSupplier nanos;
    private final List<Entry<S>> entries = new ArrayList<>();

    /**
     * States of restarts that the end of this search, or of an earlier call, cut short. An uninterrupted restart might
     * not find these states, so they are kept apart and count only until the restart is done.
     */
    private final List<Entry<S>> apart = new ArrayList<>();

    private final List<Improvement> improvements = new ArrayList<>();

    /** The worst kept state; null while fewer than {@link #size} states are kept. */
    private volatile @Nullable Scored<S> last;

    private volatile double value = Double.NEGATIVE_INFINITY;

    /**
     * Maps the best value of a restart to the number of completed restarts that reached it. Has only values that count
     * as equal to the highest.
     */
    private final TreeMap<Double, Long> ends = new TreeMap<>();

    private final DoneRestarts done = new DoneRestarts();

    /**
     * @param size the number of states to keep
     * @param nanos the time since the beginning
     */
    Best(Problem<S> problem, int size, LongSupplier nanos) {
        this.problem = problem;
        this.size = size;
        this.nanos = nanos;
    }

    /**
     * The value below which no state is kept, less the rounding error of a search. A state as good as the worst kept
     * one may still be kept, by its order.
     */
    double leastValue() {
        Scored<S> least = last;
        if (least == null) {
            return Double.NEGATIVE_INFINITY;
        }
        return least.value() - slack(least.value());
    }

    /** The best value. */
    double value() {
        return value;
    }

    /**
     * Adds a state if it is among the best.
     *
     * @param claimed its value as the search computed it
     * @param order its index among the states of its restart
     * @param late whether the search must already end, so that an uninterrupted restart might not find the state
     * @return its value as the model computes it
     * @throws IllegalStateException if the model's value and {@code claimed} differ by more than rounding
     */
    double add(S state, double claimed, long restart, long order, boolean late) {
        Entry<S> known = entryOf(state);
        double exact = known == null ? problem.value(state) : known.scored().value();
        if (exact != claimed && !(Math.abs(exact - claimed) <= slack(exact))) {
            throw new IllegalStateException("the search computed another value than the model: " + claimed
                    + ", the model " + exact + ", in restart " + restart);
        }
        Entry<S> entry = new Entry<>(new Scored<>(state, exact, restart), order);
        synchronized (this) {
            if (exact > value) {
                value = exact;
                improvements.add(new Improvement(Duration.ofNanos(nanos.getAsLong()), restart, exact));
            }
            insert(late ? apart : entries, entry);
            last = entries.size() == size ? entries.get(size - 1).scored() : null;
        }
        return exact;
    }

    /** The kept entry of a state; null if there is none. */
    private synchronized @Nullable Entry<S> entryOf(S state) {
        for (Entry<S> entry : entries) {
            if (Objects.deepEquals(entry.scored().state(), state)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Inserts an entry at its place in the order. Of two entries with one state it keeps the first, and it drops the
     * last entry if there are more than {@link #size}.
     */
    private void insert(List<Entry<S>> entries, Entry<S> entry) {
        int place = 0;
        while (place < entries.size() && ORDER.compare(entries.get(place), entry) <= 0) {
            if (sameState(entries.get(place), entry)) {
                return;
            }
            place++;
        }
        for (int later = place; later < entries.size(); later++) {
            if (sameState(entries.get(later), entry)) {
                entries.remove(later);
                break;
            }
        }
        entries.add(place, entry);
        if (entries.size() > size) {
            entries.remove(size);
        }
    }

    private boolean sameState(Entry<S> one, Entry<S> other) {
        return one.scored().value() == other.scored().value()
                && Objects.deepEquals(one.scored().state(), other.scored().state());
    }

    /** The largest difference from {@code value} at which another value counts as equal to it. 0 for minus infinity. */
    private double slack(double value) {
        return Double.isFinite(value) ? EQUAL * Math.abs(value) + problem.rounding() : 0.0;
    }

    /** Records a completed restart and its best value. */
    synchronized void addDone(long restart, double bestOfRestart) {
        done.add(restart);
        ends.merge(bestOfRestart, 1L, Long::sum);
        double highest = ends.lastKey();
        ends.headMap(highest - slack(highest), false).clear(); // keeps the ends that equal the highest, to rounding
    }

    /** The number of completed restarts that reached the best value. */
    private long hits() {
        return ends.isEmpty() || ends.lastKey() < value - slack(value)
                ? 0 // a restart that was cut short found the best value
                : ends.values().stream().mapToLong(count -> count).sum();
    }

    /** The number of completed restarts. */
    synchronized long done() {
        return done.count();
    }

    synchronized boolean isDone(long restart) {
        return done.contains(restart);
    }

    /** The first restart that is not done. */
    synchronized long firstLeft() {
        return done.firstLeft();
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty() && apart.isEmpty();
    }

    /** The time of the search at which the best value last improved; 0 if it has not. */
    synchronized Duration lastImprovement() {
        return improvements.isEmpty()
                ? Duration.ZERO
                : improvements.get(improvements.size() - 1).time();
    }

    /** The solution so far: the best states, with those of unfinished restarts, and what was counted. */
    synchronized Solution<S> solution(Ending ending, Duration elapsed, Duration processorTime, List<String> notes) {
        List<Entry<S>> all = new ArrayList<>(entries);
        for (Entry<S> entry : apartAndCounted()) {
            insert(all, entry);
        }
        List<Scored<S>> top = all.stream().map(Entry::scored).toList();
        if (ending != Ending.FAILED) { // a failed model may fail again, and the states would be lost
            top.stream().findFirst().ifPresent(this::checkScoreAgain);
        }
        return new Solution<>(
                problem.name(), top, improvements, ending, done.count(), hits(), elapsed, processorTime, notes);
    }

    /** Scores the best state again, and throws if the model's score depends on more than the state. */
    private void checkScoreAgain(Scored<S> found) {
        TrackerTolerance.faultOfScores(found.value(), problem.value(found.state()))
                .ifPresent(fault -> {
                    throw new ModelException(problem.name() + ": " + fault, null);
                });
    }

    /**
     * The states of {@link #apart} to save: those whose restart is not done, and in any case one that is better than
     * all others, so that a resumed search is never worse than before.
     */
    private List<Entry<S>> apartAndCounted() {
        double bestInOrder = entries.isEmpty()
                ? Double.NEGATIVE_INFINITY
                : entries.get(0).scored().value();
        return apart.stream()
                .filter(entry -> !done.contains(entry.scored().restart())
                        || entry.scored().value() > bestInOrder)
                .toList();
    }

    /**
     * Writes the states, restarts and improvements, or reads them. Reading puts states of incomplete restarts into
     * {@link #apart}, because the repeated restart finds them again in its own order.
     */
    synchronized void transcribe(Transcript transcript) {
        done.transcribe(transcript);
        transcribeEnds(transcript);
        List<Entry<S>> all = new ArrayList<>(entries);
        all.addAll(apartAndCounted());
        // of(x) writes x and returns it; if the transcript is read, x is not used and of() returns what it reads.
        int states = transcript.of(all.size());
        for (int k = 0; k < states; k++) {
            Entry<S> entry = transcribe(transcript, transcript.isReading() ? null : all.get(k), k);
            if (transcript.isReading()) {
                insert(done.contains(entry.scored().restart()) ? entries : apart, entry);
                value = Math.max(value, entry.scored().value());
            }
        }
        last = entries.size() == size ? entries.get(size - 1).scored() : null;
        transcribeImprovements(transcript);
    }

    /** Writes the improvements, or adds what it reads to them. */
    private void transcribeImprovements(Transcript transcript) {
        int times = transcript.of(improvements.size());
        for (int k = 0; k < times; k++) {
            Improvement improvement = transcript.isReading() ? null : improvements.get(k);
            Improvement written = new Improvement(
                    Duration.ofNanos(transcript.of(
                            improvement == null ? 0L : improvement.time().toNanos())),
                    transcript.of(improvement == null ? 0L : improvement.restart()),
                    transcript.of(improvement == null ? 0.0 : improvement.value()));
            if (improvement == null) {
                improvements.add(written);
            }
        }
    }

    /** Writes {@link #ends}, or reads what an earlier call wrote. */
    private void transcribeEnds(Transcript transcript) {
        List<Map.Entry<Double, Long>> all = List.copyOf(ends.entrySet());
        int count = transcript.of(all.size()); // a transcript that reads ignores its argument
        for (int k = 0; k < count; k++) {
            double end = transcript.of(transcript.isReading() ? 0.0 : all.get(k).getKey());
            ends.put(end, transcript.of(transcript.isReading() ? 0L : all.get(k).getValue()));
        }
    }

    /**
     * Writes or reads a state. The place in the file serves as the order within the restart, because a completed
     * restart adds no more states.
     */
    private Entry<S> transcribe(Transcript transcript, @Nullable Entry<S> entry, long place) {
        S state = problem.kind()
                .transcribe(transcript, entry == null ? null : entry.scored().state());
        double saved = transcript.of(entry == null ? 0.0 : entry.scored().value());
        long restart = transcript.of(entry == null ? 0L : entry.scored().restart());
        if (entry == null) {
            SolveCheckpoint.check("the log-probability of a saved state", problem.value(state), saved);
        }
        return new Entry<>(new Scored<>(state, saved, restart), place);
    }
}
