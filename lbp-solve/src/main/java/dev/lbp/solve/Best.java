package dev.lbp.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The best distinct states of all restarts. Threads share it. States are ordered by value, then by restart, then by
 * their order in the restart: so what is kept after given restarts does not depend on which thread found it first.
 */
final class Best<S> {

    /** A state and its place in the order. */
    private record Entry<S>(Scored<S> scored, long order) {}

    /** A search's value of a state may differ from the model's by this much, relative to 1 plus its size. */
    private static final double ROUNDING = 1e-9;

    private static final Comparator<Entry<?>> ORDER = Comparator.<Entry<?>>comparingDouble(
                    entry -> -entry.scored().value())
            .thenComparingLong(entry -> entry.scored().restart())
            .thenComparingLong(Entry::order);

    private final Problem<S> problem;
    private final int size;
    private final LongSupplier nanos;
    private final List<Entry<S>> entries = new ArrayList<>();
    private final List<Improvement> improvements = new ArrayList<>();

    /** The last of as many states as are kept; null while there are fewer. */
    private volatile @Nullable Scored<S> last;

    private volatile double value = Double.NEGATIVE_INFINITY;

    /** The best value of a restart that has ended. */
    private double highest = Double.NEGATIVE_INFINITY;

    /** Restarts that ended with it. */
    private long hits;

    private long done;

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
     * The value below which no state of this restart is kept, allowing for the rounding of its search: a state as good
     * as the last one that is kept takes its place only if it is of an earlier restart.
     */
    double worth(long restart) {
        Scored<S> least = last;
        if (least == null) {
            return Double.NEGATIVE_INFINITY;
        }
        return restart < least.restart() ? least.value() - slack(least.value()) : Math.nextUp(least.value());
    }

    /** The best value. */
    double value() {
        return value;
    }

    /**
     * Takes a state.
     *
     * @param claimed its value as the search computed it
     * @param order its place among the states of its restart
     * @return its value as the model computes it
     * @throws IllegalStateException if the two values differ by more than rounding
     */
    double add(S state, double claimed, long restart, long order) {
        double exact = problem.value(state);
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
            insert(entry);
        }
        return exact;
    }

    private void insert(Entry<S> entry) {
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
        if (entries.size() == size) {
            last = entries.get(size - 1).scored();
        }
    }

    private boolean sameState(Entry<S> one, Entry<S> other) {
        return one.scored().value() == other.scored().value()
                && problem.same(one.scored().state(), other.scored().state());
    }

    /** 0 for the value of an impossible state, negative infinity. */
    private static double slack(double value) {
        return Double.isInfinite(value) ? 0.0 : ROUNDING * (1.0 + Math.abs(value));
    }

    /** A restart has ended by itself, and the best of its states had this value. */
    synchronized void ended(double bestOfRestart) {
        done++;
        if (done == 1 || bestOfRestart > highest + slack(highest)) {
            highest = bestOfRestart;
            hits = 1;
        } else if (bestOfRestart >= highest - slack(highest)) {
            hits++;
        }
    }

    /** Restarts that ended by themselves. */
    synchronized long done() {
        return done;
    }

    /** The time of the last improvement. */
    synchronized Duration lastImprovement() {
        return improvements.isEmpty()
                ? Duration.ZERO
                : improvements.get(improvements.size() - 1).time();
    }

    synchronized Solution<S> solution(Ending ending, Duration elapsed) {
        List<Scored<S>> top = new ArrayList<>();
        for (Entry<S> entry : entries) {
            top.add(entry.scored());
        }
        long hitsOfBest = highest >= value - slack(value) ? hits : 0;
        return new Solution<>(problem.name(), top, improvements, ending, done, hitsOfBest, elapsed);
    }
}
