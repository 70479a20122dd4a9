package dev.lbp.runtime.model;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.Names;
import dev.lbp.internal.Reals;
import dev.lbp.internal.States;
import dev.lbp.internal.Values;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.SiteNames;
import dev.lbp.target.SiteRatios;
import dev.lbp.target.Target;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;

/** Calls of a user's model outside of steps, and the exceptions for its failures. */
public final class ModelCalls {

    private ModelCalls() {}

    /** The name of a model; the name of its class if {@code name()} fails. */
    public static String nameOf(Target model) {
        try {
            return Answers.notNull("name()", model.name());
        } catch (Throwable e) {
            return model.getClass().getName();
        }
    }

    /**
     * The values by name that distinguish a model from others of its class, in the order of the names.
     *
     * @throws ModelException if {@code identity()} fails
     */
    public static SortedMap<String, String> identityOf(Target model) {
        return call(model, "identity()", () -> new TreeMap<>(Answers.notNull("identity()", model.identity())));
    }

    /**
     * The names of sites and values.
     *
     * @throws ModelException if {@code siteNames()} fails, or names another number of sites
     */
    public static SiteNames namesOf(Target model) {
        SiteNames names = call(model, "siteNames()", model::siteNames);
        for (List<?> nameList : List.of(names.sites(), names.values())) {
            if (!nameList.isEmpty() && nameList.size() != model.dimension()) {
                throw new ModelException(
                        nameOf(model) + ": must name dimension()=" + model.dimension()
                                + " sites or none: siteNames() names " + nameList.size(),
                        null);
            }
        }
        return names;
    }

    /**
     * The number of sites of a model.
     *
     * @throws ModelException if {@code dimension()} fails
     * @throws IllegalArgumentException if it is not a valid number of sites
     */
    public static int dimensionOf(Target model) {
        Check.notNull("model", model);
        return Check.sites("model.dimension()", call(model, "dimension()", model::dimension));
    }

    /**
     * The graph of a model's sites; empty if it has none.
     *
     * @throws ModelException if {@code graph()} fails, or is of another number of sites
     */
    public static Optional<SiteGraph> graphOf(Target model, Supplier<Optional<SiteGraph>> graph) {
        Optional<SiteGraph> answer = call(model, "graph()", () -> Answers.notNull("graph()", graph.get()));
        answer.ifPresent(sites -> {
            if (sites.sites() != model.dimension()) {
                throw new ModelException(
                        nameOf(model) + ": must have dimension()=" + model.dimension() + " sites: graph() has "
                                + sites.sites(),
                        null);
            }
        });
        return answer;
    }

    /**
     * The number of values of a site.
     *
     * @throws ModelException if {@code values()} fails
     * @throws IllegalArgumentException if it is below 2
     */
    public static int valuesOf(MoveModel model) {
        return Check.atLeast(2, "model.values()", call(model, "values()", model::values));
    }

    /**
     * The number of values of a site.
     *
     * @throws ModelException if {@code values()} fails
     * @throws IllegalArgumentException if it is below 2, or N C is beyond 10^9
     */
    public static int valuesOf(CategoricalEnergyModel model) {
        int values = Check.atLeast(2, "model.values()", call(model, "values()", model::values));
        long cells = (long) dimensionOf(model) * values;
        Check.sites("model.dimension() * model.values()", (int) Math.min(cells, Integer.MAX_VALUE));
        return values;
    }

    /**
     * The number of labels of a model.
     *
     * @throws ModelException if {@code moves()} fails
     * @throws IllegalArgumentException if it is not in [1, 10^9]
     */
    public static int movesOf(MoveModel model) {
        return Check.sites("model.moves()", call(model, "moves()", model::moves));
    }

    /**
     * Draws the first state of a chain.
     *
     * @throws ModelException if {@code start()} fails, or does not return N values of 0 or 1
     */
    public static byte[] start(EnergyModel model, UniformRandomProvider rng) {
        return call(model, "start()", () -> States.checked("start()", model.start(rng), model.dimension()));
    }

    /**
     * Draws the first point of a chain.
     *
     * @throws ModelException if {@code start()} fails, or does not return d finite numbers
     */
    public static double[] start(DensityModel model, UniformRandomProvider rng) {
        return call(model, "start()", () -> Reals.checked("start()", model.start(rng), model.dimension()));
    }

    /**
     * Draws a state of a model.
     *
     * @throws ModelException if {@code randomState()} fails, or returns a state that is out of range
     */
    public static int[] randomState(MoveModel model, UniformRandomProvider rng) {
        return checkedState(model, "randomState()", () -> model.randomState(rng));
    }

    /**
     * A state that a method of a model returns.
     *
     * @throws ModelException if it fails, or returns a state that is out of range
     */
    static int[] checkedState(MoveModel model, String method, Supplier<int[]> body) {
        return call(model, method, () -> Values.checked(method, body.get(), model.dimension(), model.values()));
    }

    /**
     * Draws a state of a batched model of categories.
     *
     * @throws ModelException if {@code randomState()} fails, or returns a state that is out of range
     */
    public static int[] randomState(CategoricalEnergyModel model, UniformRandomProvider rng) {
        return call(
                model,
                "randomState()",
                () -> Values.checked("randomState()", model.randomState(rng), model.dimension(), model.values()));
    }

    /**
     * Calls a method of a model and returns its answer.
     *
     * @param method its name, for the message
     * @throws ModelException if it throws, or returns null
     */
    public static <T> T call(Target model, String method, Supplier<T> body) {
        try {
            return Answers.notNull(method, body.get());
        } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
            throw failure(model, method, e);
        }
    }

    /**
     * The log-ratios of a model as a function of the state.
     *
     * @throws ModelException if it has none
     */
    public static SiteRatios siteRatios(LocalEnergyModel model) {
        return call(model, "siteRatios()", model::siteRatios)
                .orElseThrow(() ->
                        new ModelException(nameOf(model) + ": must have a value for inBlocks(): siteRatios()", null));
    }

    /**
     * Resets a tracker to a state. The tracker gets a copy, so a tracker that keeps and flips the array cannot change
     * the state of a chain.
     *
     * @throws IllegalStateException if the tracker writes to the array at once
     */
    public static void reset(LocalEnergyModel.Tracker tracker, byte[] state) {
        byte[] copy = state.clone();
        tracker.reset(copy);
        States.checkUnchanged(state, copy);
    }

    /**
     * Resets a tracker to a copy of a state.
     *
     * @throws IllegalStateException if the tracker writes to the array at once
     */
    public static void reset(MoveModel.Tracker tracker, int[] state) {
        int[] copy = state.clone();
        tracker.reset(copy);
        Values.checkUnchanged(state, copy);
    }

    /** The exception for a failure of a model, or of a part of a sampler that failed during its use. */
    public static RuntimeException failure(Target model, String where, Throwable cause) {
        if (cause instanceof PartFailure part) {
            return part.in(where);
        }
        String name = nameOf(model);
        boolean function = name.equals(Names.OF_FUNCTION); // a function without a name
        boolean outside = function && cause instanceof IndexOutOfBoundsException;
        String subject = (function ? "your function" : name) + (outside ? " of " + model.dimension() + " sites" : "");
        return new ModelException(subject + " failed in " + where + ": " + Failures.words(cause), cause);
    }
}
