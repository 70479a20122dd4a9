package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.result.RunException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Failures of runs. */
public final class Failures {

    private Failures() {}

    /** What a run throws, because of what its part threw: an exception of the given type. */
    public static RunException of(Class<? extends RuntimeException> cause, ThrowingCallable run) {
        RunException failure = catchThrowableOfType(RunException.class, run);
        assertThat(failure).isNotNull().hasCauseExactlyInstanceOf(cause);
        assertThat(failure).hasMessage(failure.getCause().getMessage());
        return failure;
    }
}
