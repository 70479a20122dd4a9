package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.ValueSpace;
import java.io.ObjectInputFilter;
import java.io.Serializable;

/**
 * The serialised form of a run.
 *
 * @param bytes the answer of {@link Run#toBytes}
 */
record SavedRun(byte[] bytes) implements Serializable {

    /**
     * The run.
     *
     * @param classes refuses classes
     */
    @SuppressWarnings("unchecked") // the space has the type of the states
    Run<?, ?, ?> run(ObjectInputFilter classes) {
        RunSettings<?> settings = RunBytes.read(bytes, classes);
        if (settings.space() instanceof BitSpace) {
            return new SamplingRun((RunSettings<byte[]>) settings);
        }
        return settings.space() instanceof ValueSpace
                ? new ValueRun((RunSettings<int[]>) settings)
                : new ContinuousRun((RunSettings<double[]>) settings);
    }

    /** The run, which must be of one type. */
    <T extends Run<?, ?, T>> T run(Class<T> type, ObjectInputFilter classes) {
        Run<?, ?, ?> run = run(classes);
        Check.that(
                type.isInstance(run),
                "be of a " + type.getSimpleName(),
                "bytes",
                "of a " + run.getClass().getSimpleName());
        return type.cast(run);
    }

    private Object readResolve() {
        return run(RunBytes::usual);
    }
}
