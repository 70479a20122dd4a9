package dev.lbp.experiments.proposals;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Proposals beyond local moves: jumps by learned proposals beside parallel tempering, the growth of their acceptance
 * with the number of sites, objectives of learning, and multiple-try Metropolis.
 */
public final class Proposals extends Experiment {

    public Proposals() {
        super("proposals", "Learned jumps beside tempering; several tries a step.");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        List<CellPlan> plans = new ArrayList<>();
        plans.add(new CrossingTrials(lab).plan());
        plans.add(new Growth(lab).plan());
        plans.add(new ObjectiveTrials(lab).plan());
        plans.addAll(new TryTrials(lab).plans());
        return plans;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        CrossingReport crossing = new CrossingReport(lab);
        Growth growth = new Growth(lab);
        ObjectiveTrials objectives = new ObjectiveTrials(lab);
        TryReport tries = new TryReport(lab);
        Rows rows = Rows.of(crossing.rows(), growth.rows(), objectives.rows(), tries.rows());
        return rows.isEmpty()
                ? ""
                : Stream.of(crossing.text(), growth.text(), objectives.text(), tries.text())
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("\n", "", "\n" + lab.provenance(rows)));
    }
}
