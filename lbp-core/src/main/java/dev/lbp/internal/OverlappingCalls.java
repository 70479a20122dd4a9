package dev.lbp.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a model by one run. They detect a model that returns the same memory to two runs at once: each run would
 * then draw by the other's answers.
 *
 * <p>A call that ends is noted in all calls of the same model that are under way in other threads. When such a call
 * ends, it compares its memory with the memory of the calls it has noted. If some is the same, both runs fail: the
 * present one now, the other at its next call. Calls that do not overlap in time are not compared, so threads may use a
 * model in turn.
 *
 * <p>A call takes a lock of all runs three times. It allocates nothing unless calls of one model overlap. Only then is
 * the memory of its answers kept until the end of the next call.
 */
public final class OverlappingCalls {

    /** The calls under way; also the lock for all fields below but {@link #outer}. */
    private static final List<OverlappingCalls> UNDER_WAY = new ArrayList<>();

    /** The innermost call of each thread: a model may wrap another, which is called within its calls. */
    private static final ThreadLocal<@Nullable OverlappingCalls> CURRENT = new ThreadLocal<>();

    private final Object model;

    /** The runs that have ended a call during the present one. */
    private final Set<OverlappingCalls> ended = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The memory of the answers of the present call. */
    private List<Object> present = new ArrayList<>();

    /** The memory of the answers of the last call that has ended. */
    private List<Object> last = new ArrayList<>();

    private @Nullable Thread thread;
    private @Nullable OverlappingCalls outer;

    /** Whether the model answered this run and another one, at the same time, in the same array. */
    private boolean shared;

    /**
     * @param model the user's model
     */
    public OverlappingCalls(Object model) {
        this.model = model;
    }

    /** Begins a call, in the calling thread. If it is made within another call, {@link #end} goes back to that one. */
    public void begin() {
        outer = CURRENT.get();
        CURRENT.set(this);
        synchronized (UNDER_WAY) {
            thread = Thread.currentThread();
            UNDER_WAY.add(this);
        }
    }

    /**
     * Adds memory to the present call of the calling thread, if there is one.
     *
     * @param memory of an array that the model has returned, see {@link dev.lbp.internal.kernel.nd4j.NativeMemory}
     */
    public static void returned(Object memory) {
        OverlappingCalls call = CURRENT.get();
        if (call != null) {
            call.present.add(memory);
        }
    }

    /** Ends the present call, also if it has failed. */
    public void end() {
        CURRENT.set(outer);
        synchronized (UNDER_WAY) {
            UNDER_WAY.remove(this);
            // The two lists change places, so that no call makes a new one.
            List<Object> before = last;
            last = present;
            present = before;
            present.clear();
            boolean noted = false;
            for (OverlappingCalls other : UNDER_WAY) {
                if (other.model == model && other.thread != thread) {
                    other.ended.add(this);
                    noted = true;
                }
            }
            if (!ended.isEmpty()) {
                compare();
            }
            if (!noted) {
                last.clear(); // no call under way compares with these answers, so their memory may be freed
            }
        }
    }

    /** Looks for memory that the answers of this call share with those of the noted calls. */
    private void compare() {
        for (OverlappingCalls other : ended) {
            for (Object memory : last) {
                if (other.last.stream().anyMatch(kept -> kept == memory)) {
                    other.shared = true;
                    shared = true;
                }
            }
        }
        ended.clear();
    }

    /**
     * Checks that no answer so far shared its memory with an answer to another run.
     *
     * @throws IllegalStateException if one did; the next check succeeds
     */
    public void check() {
        synchronized (UNDER_WAY) {
            if (shared) {
                shared = false;
                throw new IllegalStateException(
                        "must not return the same array to two runs at once, whose draws are then wrong:"
                                + " let the model keep arrays for each thread, or give each run a model of its own");
            }
        }
    }
}
