package dev.lbp.runtime.run;

import dev.lbp.result.Estimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.record.BestStates;
import dev.lbp.runtime.report.MarginalFigures;
import dev.lbp.runtime.report.ReportMarginals;
import dev.lbp.runtime.report.ReportTerms;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a run whose states are bits. */
final class FinishedBits extends FinishedRun<byte[]> implements SampleResult {

    private final @Nullable List<VisitedState> bestStates;

    FinishedBits(RunState<byte[]> state, StopReason stopReason) {
        super(state, stopReason);
        this.bestStates = BestStates.of(state.recorders);
    }

    @Override
    public MarginalFigures figures(int rows, int columns, ReportTerms terms) {
        return new ReportMarginals(cells().marginals(), cells().errors(), rows, columns, terms.ones());
    }

    @Override
    public double[] marginals() {
        return cells().marginals().clone();
    }

    @Override
    public double[] marginalErrors() {
        return cells().errors().clone();
    }

    @Override
    public double[] marginal(String site) {
        double one = marginals()[named().site(site)];
        return new double[] {1.0 - one, one};
    }

    @Override
    public Estimate marginal(String site, String value) {
        int i = named().site(site);
        // p and 1 - p have one standard error
        return new Estimate(marginal(site)[named().value(i, value)], marginalErrors()[i]);
    }

    @Override
    public Optional<Conditionals> conditionals() {
        return Optional.ofNullable(cells().conditionals());
    }

    @Override
    public Best best() {
        return new Best(bestState(), bestLogProb());
    }

    @Override
    public List<VisitedState> bestStates() {
        if (bestStates == null) {
            throw new IllegalStateException("must be asked for before the run: keepBest(n)");
        }
        return bestStates;
    }

    @Override
    public List<VisitedState> keptBest() {
        return bestStates == null ? List.of() : bestStates;
    }
}
