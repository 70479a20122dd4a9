package dev.lbp.check;

import dev.lbp.internal.Failures;
import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.util.function.Supplier;

/** Throws the exceptions of a model's check. */
record Faults(Target model) {

    /** The exception for a fault of the model. */
    ModelException failure(String format, Object... values) {
        return new ModelException(ModelCalls.nameOf(model) + ": " + Numbers.format(format, values), null);
    }

    /** Throws {@link #failure} if something is wrong. */
    void failIf(boolean wrong, String format, Object... values) {
        if (wrong) {
            throw failure(format, values);
        }
    }

    /**
     * Runs calls of the model.
     *
     * @param what follows the model's name if the model throws: " failed", ": its trackers failed"
     * @throws ModelException if the model throws
     */
    <T> T call(String what, Supplier<T> calls) {
        try {
            return calls.get();
        } catch (ModelException e) {
            throw e;
        } catch (Throwable e) { // also checked exceptions, which other languages throw
            throw new ModelException(ModelCalls.nameOf(model) + what + ": " + Failures.words(e), e);
        }
    }

    /** Runs calls of the model that return nothing; see {@link #call}. */
    void run(String what, Runnable calls) {
        call(what, () -> {
            calls.run();
            return what; // any value: nobody reads it
        });
    }

    /** Checks log-probabilities, and returns them. */
    double[] checked(double... scores) {
        for (double score : scores) {
            if (Double.isNaN(score) || score == Double.POSITIVE_INFINITY) {
                throw failure("must not be NaN or +Infinity: logProb=%s", score);
            }
        }
        return scores;
    }

    /**
     * Compares two answers.
     *
     * @param tolerance of their difference, relative to 1 plus the size of the expected one
     */
    void compare(String what, double expected, double actual, double tolerance) {
        if (expected != actual && !(Math.abs(expected - actual) <= tolerance * (1.0 + Math.abs(expected)))) {
            throw failure("%s is %s, but must be %s", what, actual, expected);
        }
    }
}
