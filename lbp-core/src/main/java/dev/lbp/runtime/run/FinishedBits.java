package dev.lbp.runtime.run;

import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.record.PooledBest;
import dev.lbp.runtime.report.MarginalFigures;
import dev.lbp.runtime.report.ReportMarginals;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of a run whose states are bits. */
final class FinishedBits extends FinishedRun<byte[]> implements SampleResult {

    private final Best best;
    private final byte[][] finalStates;
    private final @Nullable List<VisitedState> bestStates;
    private final Optional<TemperingResult> tempering;

    FinishedBits(RunState<byte[]> state, StopReason stopReason) {
        super(state, stopReason);
        this.best = new Best(bestState(), bestLogProb());
        this.finalStates = lastStates().toArray(byte[][]::new);
        this.bestStates = PooledBest.of(state.recorders);
        this.tempering = state.ensemble.tempering();
    }

    @Override
    public MarginalFigures figures(int rows, int columns) {
        return new ReportMarginals(cells().marginals(), cells().errors(), rows, columns);
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
    public Optional<Conditionals> conditionals() {
        return Optional.ofNullable(cells().conditionals());
    }

    @Override
    public double swapRate() {
        return movedSwaps();
    }

    @Override
    public double jumpAcceptance() {
        return jumpsAccepted();
    }

    @Override
    public Optional<TemperingResult> tempering() {
        return tempering;
    }

    @Override
    public Best best() {
        return best;
    }

    @Override
    public byte[] draw(int chain, int draw) {
        return stateAt(chain, draw);
    }

    @Override
    public byte[][] finalStates() {
        return finalStates;
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
