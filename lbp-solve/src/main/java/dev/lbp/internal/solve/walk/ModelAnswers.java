package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.target.ModelException;
import dev.lbp.target.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Checks of what a user's model answers, and the exception for its failures. */
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
            throw e; // a call within this one has named the failure
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw new ModelException(nameOf(model) + " failed in " + where + ": " + Failures.words(e), e);
        }
    }

    /** What tells a model from others: its class, its sites, and what it says of itself. */
    static Map<String, String> identity(Target model) {
        return call(model, "identity()", () -> {
            Map<String, String> entries = new HashMap<>(model.identity());
            entries.put("class", Fingerprint.className(model));
            entries.put("number of sites", String.valueOf(model.dimension()));
            return entries;
        });
    }

    /** The text of a model that writes one; else its name and its number of sites. */
    static String title(Target model) {
        return call(model, "toString()", () -> {
            String text = String.valueOf(model);
            boolean written = !text.startsWith(model.getClass().getName() + "@"); // as Object's does
            return written ? text : nameOf(model) + ", N = " + model.dimension();
        });
    }

    private static String nameOf(Target model) {
        try {
            return String.valueOf(model.name());
        } catch (RuntimeException e) {
            return model.getClass().getName();
        }
    }
}
