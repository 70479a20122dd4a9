package dev.lbp.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OverlappingCallsTest {

    private final Object model = new Object();
    private final OverlappingCalls one = new OverlappingCalls(model);
    private final OverlappingCalls other = new OverlappingCalls(model);
    private final Object memory = new Object();

    private static void inAnotherThread(Runnable task) {
        CompletableFuture.runAsync(task, work -> new Thread(work).start()).join();
    }

    private static void call(OverlappingCalls calls, Object... memories) {
        calls.begin();
        for (Object each : memories) {
            OverlappingCalls.returned(each);
        }
        calls.end();
    }

    private static void assertShared(OverlappingCalls calls) {
        assertThatThrownBy(calls::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not return the same array to two runs at once");
        calls.check();
    }

    @Test
    void overlap_sameMemory_failsBothOnce() {
        one.begin();
        inAnotherThread(() -> call(other, new Object(), memory));
        OverlappingCalls.returned(memory);
        other.check();
        one.end();
        assertShared(one);
        assertShared(other);
    }

    /** The longer call sees the last one of the shorter calls. */
    @Test
    void overlap_severalCallsOfTheOther_failsBoth() {
        one.begin();
        inAnotherThread(() -> call(other, new Object()));
        inAnotherThread(() -> call(other, memory));
        OverlappingCalls.returned(memory);
        one.end();
        assertShared(one);
        assertShared(other);
    }

    @Test
    void overlap_otherMemory_isAllowed() {
        one.begin();
        inAnotherThread(() -> call(other, new Object(), new Object()));
        OverlappingCalls.returned(memory);
        one.end();
        one.check();
        other.check();
    }

    @Test
    void overlap_otherModel_isAllowed() {
        OverlappingCalls ofOther = new OverlappingCalls(new Object());
        one.begin();
        inAnotherThread(() -> call(ofOther, memory));
        OverlappingCalls.returned(memory);
        one.end();
        one.check();
        ofOther.check();
    }

    @Test
    void calls_inTurn_areAllowed() {
        for (int k = 0; k < 3; k++) {
            call(one, memory);
            inAnotherThread(() -> call(other, memory));
        }
        one.check();
        other.check();
    }

    /** A path between models calls the last one during its own call. Memory belongs to the inner call. */
    @Test
    void calls_nestedInOneThread_areAllowed() {
        one.begin();
        OverlappingCalls.returned(memory);
        call(other, memory);
        OverlappingCalls.returned(new Object());
        one.end();
        one.check();
        other.check();
    }

    @Test
    void nestedCall_sameMemoryAsAnotherThread_failsBoth() {
        OverlappingCalls path = new OverlappingCalls(new Object());
        path.begin();
        one.begin();
        inAnotherThread(() -> call(other, memory));
        OverlappingCalls.returned(memory);
        one.end();
        path.end();
        path.check();
        assertShared(one);
        assertShared(other);
    }

    /** Memory that the model returns after the end of a nested call is of the outer call. */
    @Test
    void outerCall_afterNestedOne_hasItsOwnMemory() {
        OverlappingCalls path = new OverlappingCalls(model);
        path.begin();
        call(one, new Object());
        inAnotherThread(() -> call(other, memory));
        OverlappingCalls.returned(memory);
        path.end();
        assertShared(path);
        assertShared(other);
    }

    @Test
    void returned_outsideOfACall_isIgnored() {
        OverlappingCalls.returned(memory);
        one.begin();
        inAnotherThread(() -> call(other, memory));
        one.end();
        one.check();
    }
}
