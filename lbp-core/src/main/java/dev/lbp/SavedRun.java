package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.ValueSpace;
import java.io.ObjectInputFilter;
import java.io.Serializable;

/**
 * The form in which Java's serialisation writes a run.
 *
 * @param bytes what {@link Run#toBytes} returned
 */
record SavedRun(byte[] bytes) implements Serializable {

    /**
     * Reads the run.
     *
     * @param classes the filter that refuses classes
     */
    @SuppressWarnings("unchecked") // the class of the space tells the array type of the states: bits, values or reals
    Run<?, ?, ?> run(ObjectInputFilter classes) {
        RunSettings<?> settings = RunBytes.read(bytes, classes);
        if (settings.space() instanceof BitSpace) {
            return new SamplingRun((RunSettings<byte[]>) settings);
        }
        return settings.space() instanceof ValueSpace
                ? new ValueRun((RunSettings<int[]>) settings)
                : new ContinuousRun((RunSettings<double[]>) settings);
    }

    /** Reads the run, and refuses one of another type. */
    <T extends Run<?, ?, T>> T run(Class<T> type, ObjectInputFilter classes) {
        Run<?, ?, ?> run = run(classes);
        Check.that(
                type.isInstance(run),
                "be of a " + type.getSimpleName(),
                "bytes",
                "of a " + run.getClass().getSimpleName());
        return type.cast(run);
    }

    @SuppressWarnings("unused") // Java's serialisation calls it
    private Object readResolve() {
        return run(RunBytes::usual);
    }
}
