package dev.lbp.experiments;

import java.util.List;

/** All experiments. */
public final class Experiments {

    private static final List<Experiment> ALL = List.of(
            new Efficiency(),
            new Scaling(),
            new Adaptation(),
            new Weights(),
            new Table1(),
            new Alternatives(),
            new Comparison(),
            new Moves(),
            new Categorical(),
            new Cover(),
            new Selection(),
            new LogisticSelection(),
            new TemperingTrials(),
            new Solve(),
            new Proposals(),
            new Correction(),
            new AdversarialTrials(),
            new DesignTrials(),
            new RealTrials(),
            new BayesianNetwork(),
            new EnergySteps(),
            new EnergyTrain());

    private Experiments() {}

    /** All experiments in the order for lists. */
    public static List<Experiment> all() {
        return ALL;
    }

    /**
     * The experiment with a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Experiment named(String name) {
        return ALL.stream()
                .filter(experiment -> experiment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be one of " + ALL.stream().map(Experiment::name).toList() + ": NAME=" + name));
    }
}
