package dev.lbp.solve;

import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.SearchMonitor;
import dev.lbp.internal.solve.StateKind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A problem that does something after a number of states, in the middle of a restart. */
record InterruptedProblem(Problem<byte[]> problem, AtomicInteger left, Runnable action) implements Problem<byte[]> {

    @Override
    public Search<byte[]> newSearch() {
        Search<byte[]> search = problem.newSearch();
        return (restart, random, monitor) -> search.restart(restart, random, new SearchMonitor<>() {
            @Override
            public boolean mustEnd() {
                return monitor.mustEnd();
            }

            @Override
            public double leastValue() {
                return monitor.leastValue();
            }

            @Override
            public void report(byte[] state, double value) {
                monitor.report(state, value);
                if (left.decrementAndGet() == 0) {
                    action.run();
                }
            }
        });
    }

    @Override
    public double value(byte[] state) {
        return problem.value(state);
    }

    @Override
    public double rounding() {
        return problem.rounding();
    }

    @Override
    public StateKind<byte[]> kind() {
        return problem.kind();
    }

    @Override
    public String name() {
        return problem.name();
    }

    @Override
    public Map<String, String> identity() {
        return problem.identity();
    }
}
