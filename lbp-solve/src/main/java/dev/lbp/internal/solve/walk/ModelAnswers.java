package dev.lbp.internal.solve.walk;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Calls a user's model, checks what it returns, and turns its failures into {@link ModelException}s. */
final class ModelAnswers {

    private ModelAnswers() {}

    /** Returns a log-ratio. Throws if it is NaN or +Infinity. */
    static double logRatio(double ratio) {
        return checked("a log-ratio", ratio);
    }

    /** Returns a log-probability. Throws if it is NaN or +Infinity. */
    static double logProb(double logProb) {
        return checked("logProb", logProb);
    }

    private static double checked(String name, double value) {
        if (!(value <= Double.MAX_VALUE)) {
            throw new IllegalStateException("must not be NaN or +Infinity: " + name + "=" + value);
        }
        return value;
    }

    /**
     * Calls a model.
     *
     * @param where the name of the call, for the message
     * @throws ModelException if it fails; the cause is its exception
     */
    static <T> T call(Target model, String where, Supplier<T> body) {
        try {
            return body.get();
        } catch (ModelException e) {
            throw e; // an inner call has named the failure
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw ModelCalls.failure(model, where, e);
        }
    }

    /** Entries that identify a model: its class, its number of sites, and {@link Target#identity}. */
    static Map<String, String> identity(Target model) {
        return call(model, "identity()", () -> {
            Map<String, String> entries = new HashMap<>(model.identity());
            entries.put("class", Fingerprint.className(model));
            entries.put("number of sites", String.valueOf(model.dimension()));
            return entries;
        });
    }

    /** The model's {@code toString()}; if it has none, its name and its number of sites. */
    static String title(Target model) {
        return call(model, "toString()", () -> {
            String text = String.valueOf(model);
            // The text of Object.toString() begins with the class and @.
            boolean overridden = !text.startsWith(model.getClass().getName() + "@");
            return overridden ? text : ModelCalls.nameOf(model) + ", N = " + model.dimension();
        });
    }
}
