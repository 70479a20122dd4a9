package dev.lbp.internal;

import java.io.Serializable;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Memory for each thread, so that several threads can use one object. Its serialised form is empty. */
public final class PerThread<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The memory of a thread is freed after its end. */
    private final transient Map<Thread, T> values = new WeakHashMap<>();

    /**
     * The memory of the calling thread.
     *
     * @param fits whether the memory of the last call can be used again
     * @param make makes other memory
     */
    public T get(Predicate<T> fits, Supplier<T> make) {
        T value;
        synchronized (values) {
            value = values.get(Thread.currentThread());
        }
        if (value == null || !fits.test(value)) {
            value = make.get();
            synchronized (values) {
                values.put(Thread.currentThread(), value);
            }
        }
        return value;
    }

    private Object readResolve() {
        return new PerThread<T>();
    }
}
