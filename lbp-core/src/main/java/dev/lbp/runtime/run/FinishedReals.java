package dev.lbp.runtime.run;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.internal.html.Numbers;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.reals.RealChain;
import dev.lbp.runtime.record.PooledMoments;
import dev.lbp.runtime.report.ChainAgreement;
import dev.lbp.runtime.report.MarginalFigures;
import dev.lbp.runtime.report.ReportReals;
import dev.lbp.runtime.report.ReportTerms;
import java.util.List;

/** The result of a run whose states are real coordinates. */
final class FinishedReals extends FinishedRun<double[]> implements ContinuousResult {

    private final PooledMoments moments;
    private final double[] noise;

    FinishedReals(RunState<double[]> state, StopReason stopReason) {
        super(state, stopReason);
        this.moments = PooledMoments.of(state.recorders);
        // after warm-up all chains have one scale and one shape of the noise, so any chain can tell it
        this.noise = ((RealChain) state.ensemble.chains.get(0)).deviations();
    }

    @Override
    public ChainAgreement agreement() {
        return moments.agreement();
    }

    @Override
    public List<String> disagreements(ReportTerms terms) {
        return agreement()
                .sentences(
                        part(),
                        at -> Numbers.format(
                                "Coordinate %d: mean from %s to %s",
                                at.site(),
                                Numbers.text(ChainAgreement.lowest(at)),
                                Numbers.text(ChainAgreement.highest(at))));
    }

    @Override
    public String part() {
        return "coordinate";
    }

    @Override
    public String remedy() {
        return "More draws, a longer warm-up, barker() or diagonal() may help; parallel tempering crosses between modes.";
    }

    @Override
    public String jumpText() {
        return "squared jump distance " + Numbers.text(expectedJumpDistance());
    }

    @Override
    public String jump() {
        return Numbers.text(expectedJumpDistance()) + " a step, squared";
    }

    @Override
    public MarginalFigures figures(int rows, int columns, ReportTerms terms) {
        return new ReportReals(
                moments.means(),
                moments.meanErrors(),
                moments.deviations(),
                moments.deviationErrors(),
                noise,
                rows,
                columns);
    }

    @Override
    public double[] means() {
        return moments.means().clone();
    }

    @Override
    public double[] meanErrors() {
        return moments.meanErrors().clone();
    }

    @Override
    public double[] standardDeviations() {
        return moments.deviations().clone();
    }

    @Override
    public double[] standardDeviationErrors() {
        return moments.deviationErrors().clone();
    }

    @Override
    public double[] noiseDeviations() {
        return noise.clone();
    }

    @Override
    public Best best() {
        return new Best(bestState(), bestLogProb());
    }
}
