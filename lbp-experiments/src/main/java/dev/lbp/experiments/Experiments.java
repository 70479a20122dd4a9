package dev.lbp.experiments;

import dev.lbp.experiments.adversarial.AdversarialTrials;
import dev.lbp.experiments.bayes.BayesianNetwork;
import dev.lbp.experiments.comparison.Comparison;
import dev.lbp.experiments.correction.Correction;
import dev.lbp.experiments.design.DesignTrials;
import dev.lbp.experiments.energy.EnergySteps;
import dev.lbp.experiments.energy.EnergyTrain;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.moves.Categorical;
import dev.lbp.experiments.moves.Moves;
import dev.lbp.experiments.paper.Adaptation;
import dev.lbp.experiments.paper.Efficiency;
import dev.lbp.experiments.paper.Scaling;
import dev.lbp.experiments.paper.Table1;
import dev.lbp.experiments.paper.Transition;
import dev.lbp.experiments.paper.Weights;
import dev.lbp.experiments.proposals.Proposals;
import dev.lbp.experiments.reals.RealTrials;
import dev.lbp.experiments.selection.LogisticSelection;
import dev.lbp.experiments.selection.Selection;
import dev.lbp.experiments.solve.Solve;
import dev.lbp.experiments.tempering.TemperingTrials;
import java.util.List;

/** All experiments. */
public final class Experiments {

    private static final List<Experiment> ALL = List.of(
            new Efficiency(),
            new Scaling(),
            new Adaptation(),
            new Transition(),
            new Weights(),
            new Table1(),
            new Comparison(),
            new Moves(),
            new Categorical(),
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
