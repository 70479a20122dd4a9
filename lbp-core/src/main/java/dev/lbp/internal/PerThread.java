package dev.lbp.internal;

import java.io.Serializable;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Separate memory for each thread that uses an object. A thread keeps its last two values, for callers that alternate
 * between two sizes. The serialised form is empty.
 */
public final class PerThread<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Weak keys: the memory of a thread is freed after its end. */
    private final transient Map<Thread, LastTwo<T>> values = new WeakHashMap<>();

    /** The two values that a thread used last. */
    private static final class LastTwo<T> {
        private @Nullable T last;
        private @Nullable T other;
    }

    /**
     * The memory of the calling thread.
     *
     * @param fits whether memory of an earlier call can be used again
     * @param make makes new memory
     */
    public T get(Predicate<T> fits, Supplier<T> make) {
        LastTwo<T> own;
        synchronized (values) {
            own = values.computeIfAbsent(Thread.currentThread(), thread -> new LastTwo<>());
        }
        T value = own.last;
        if (value != null && fits.test(value)) {
            return value;
        }
        T other = own.other;
        T next = other != null && fits.test(other) ? other : make.get();
        own.other = value;
        own.last = next;
        return next;
    }

    private Object readResolve() {
        return new PerThread<T>();
    }
}
