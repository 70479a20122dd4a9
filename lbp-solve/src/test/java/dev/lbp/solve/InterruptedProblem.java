package dev.lbp.solve;

import dev.lbp.internal.solve.Finds;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A problem that does something after a number of states, in the middle of a restart. */
record InterruptedProblem(Problem<byte[]> problem, AtomicInteger left, Runnable action) implements Problem<byte[]> {

    @Override
    public Search<byte[]> newSearch() {
        Search<byte[]> search = problem.newSearch();
        return (restart, random, finds) -> search.restart(restart, random, new Finds<>() {
            @Override
            public boolean ended() {
                return finds.ended();
            }

            @Override
            public double worth() {
                return finds.worth();
            }

            @Override
            public void found(byte[] state, double value) {
                finds.found(state, value);
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
