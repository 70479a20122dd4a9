package dev.lbp;

import dev.lbp.internal.Check;
import java.util.function.Supplier;

/** Calls of a user's model outside of steps, and the failures of models. */
final class ModelCalls {

    private ModelCalls() {}

    /** The name of a model; the name of its class if {@code name()} fails. */
    static String nameOf(EnergyModel model) {
        try {
            return Answers.notNull("name()", model.name());
        } catch (Throwable e) {
            return model.getClass().getName();
        }
    }

    /**
     * The number of sites of a model.
     *
     * @throws ModelException if {@code dimension()} fails
     * @throws IllegalArgumentException if it is no number of sites
     */
    static int dimensionOf(EnergyModel model) {
        Check.notNull("model", model);
        return Check.sites("model.dimension()", ask(model, "dimension()", model::dimension));
    }

    /**
     * What a method of a model returns.
     *
     * @param method its name, for the message
     * @throws ModelException if it throws, or returns null
     */
    static <T> T ask(EnergyModel model, String method, Supplier<T> call) {
        try {
            return Answers.notNull(method, call.get());
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw failure(model, method, e);
        }
    }

    /** The failure of a model, or of the part of a sampler that failed while the model was in use. */
    static RuntimeException failure(EnergyModel model, String where, Throwable cause) {
        return cause instanceof PartFailure part
                ? part.in(where)
                : new ModelException(nameOf(model) + " failed in " + where + ": " + cause, cause);
    }
}
