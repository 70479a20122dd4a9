package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/**
 * Proposals beyond local moves: jumps by learned proposals beside parallel tempering, the growth of their acceptance with the
 * number of sites, objectives of learning, and multiple-try Metropolis.
 */
final class Proposals implements Experiment {

    @Override
    public String name() {
        return "proposals";
    }

    @Override
    public String purpose() {
        return "Learned jumps beside tempering; several tries a step.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public void check(Settings settings) {
        // its targets are small
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CrossingTrials crossing = new CrossingTrials(lab);
        Growth growth = new Growth(lab);
        ObjectiveTrials objectives = new ObjectiveTrials(lab);
        TryTrials tries = new TryTrials(lab);
        crossing.expect();
        growth.expect();
        objectives.expect();
        tries.expect();
        crossing.measure();
        growth.measure();
        objectives.measure();
        tries.measure();
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new ProposalsReport(lab).publish();
    }
}
