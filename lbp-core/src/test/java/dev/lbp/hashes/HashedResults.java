package dev.lbp.hashes;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.report.ReportedRun;
import java.util.Arrays;

/** Hashes of results of every kind: two texts of 16 digits, of the draws and of what is computed of them. */
public final class HashedResults {

    private HashedResults() {}

    public static String of(RunResult result) {
        return draws(result) + ' ' + estimates(result);
    }

    /** The log-weights are those of the chains. */
    static String of(LogZEstimate estimate) {
        return new Hash()
                .of(estimate.logWeights())
                .of(estimate.logZ())
                .of(estimate.standardError())
                .of(estimate.effectiveSampleSize())
                .text();
    }

    private static String draws(RunResult result) {
        Hash hash = steps(traces(result), result);
        if (result instanceof SampleResult bits) {
            drawsOfBits(bits, hash);
        } else if (result instanceof ValueResult values) {
            drawsOfValues(values, hash);
        } else {
            drawsOfReals((ContinuousResult) result, hash);
        }
        return hash.text();
    }

    /** What every result has: its size and its traces. */
    static Hash traces(RunResult result) {
        Hash hash = new Hash().of(result.chains()).of(result.draws());
        result.traces().forEach((name, trace) -> {
            hash.of(name);
            Arrays.stream(trace).forEach(hash::of);
        });
        return hash;
    }

    /** What the steps reported. */
    static Hash steps(Hash hash, RunResult result) {
        SampleResult.WarmUp warmUp = result.warmUp();
        return hash.of(warmUp.scale())
                .of(warmUp.acceptance())
                .of(warmUp.steps())
                .of(warmUp.settled())
                .of(result.scale())
                .of(result.acceptanceRate())
                .of(result.acceptanceRates())
                .of(result.expectedJumpDistance())
                .of(result.jumpDistances())
                .of(result.stopReason().name());
    }

    /** The states of all draws, the last states and the best one. */
    static Hash states(Hash hash, SampleResult result) {
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                hash.of(result.draw(c, t));
            }
            hash.of(result.finalStates()[c]);
        }
        return hash.of(result.best().state()).of(result.best().logProb());
    }

    private static void drawsOfBits(SampleResult result, Hash hash) {
        states(hash, result).of(result.swapRate()).of(result.jumpAcceptance());
        ((ReportedRun) result)
                .keptBest()
                .forEach(best -> hash.of(best.state()).of(best.logProb()).of(best.visits()));
        result.tempering().ifPresent(tempering -> drawsOfLadder(tempering, hash));
    }

    private static void drawsOfLadder(TemperingResult tempering, Hash hash) {
        hash.of(tempering.every())
                .of(tempering.betas())
                .of(tempering.scales())
                .of(tempering.acceptanceRates())
                .of(tempering.swapAcceptance())
                .of(tempering.meanLogProb())
                .of(tempering.scans())
                .of(tempering.roundTrips());
        Arrays.stream(tempering.restarts()).forEach(hash::of);
    }

    private static void drawsOfValues(ValueResult result, Hash hash) {
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                hash.of(result.draw(c, t));
            }
            hash.of(result.finalStates()[c]);
        }
        hash.of(result.best().values()).of(result.best().logProb());
    }

    private static void drawsOfReals(ContinuousResult result, Hash hash) {
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                hash.of(result.draw(c, t));
            }
            hash.of(result.finalStates()[c]);
        }
        hash.of(result.best().point()).of(result.best().logProb()).of(result.noiseDeviations());
    }

    private static String estimates(RunResult result) {
        Hash hash = new Hash();
        if (result instanceof SampleResult bits) {
            hash.of(bits.marginals()).of(bits.marginalErrors()).of(bits.fRatios());
            bits.tempering()
                    .ifPresent(tempering -> hash.of(tempering.logZ())
                            .of(tempering.logZError())
                            .of(tempering.forwardLogZ())
                            .of(tempering.backwardLogZ())
                            .of(tempering.steppingStonesError()));
        } else if (result instanceof ValueResult values) {
            Arrays.stream(values.valueMarginals()).forEach(hash::of);
            Arrays.stream(values.valueMarginalErrors()).forEach(hash::of);
            hash.of(values.fRatios());
        } else {
            ContinuousResult reals = (ContinuousResult) result;
            hash.of(reals.means())
                    .of(reals.meanErrors())
                    .of(reals.standardDeviations())
                    .of(reals.standardDeviationErrors())
                    .of(reals.fRatios());
        }
        disagreements(hash, result);
        return diagnostics(hash, result);
    }

    static void disagreements(Hash hash, RunResult result) {
        result.siteDisagreements()
                .forEach(site -> hash.of(site.site()).of(site.fRatio()).of(site.marginals()));
    }

    /** The text of the hash, after the diagnostics of all traces. */
    static String diagnostics(Hash hash, RunResult result) {
        for (String trace : result.traces().keySet()) {
            hash.of(result.effectiveSampleSize(trace)).of(result.rHat(trace));
        }
        return hash.text();
    }
}
