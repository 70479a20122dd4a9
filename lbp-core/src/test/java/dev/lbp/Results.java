package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;

/** Comparison of results. */
public final class Results {

    private Results() {}

    /** All but the time taken, bit for bit. */
    public static void assertSame(SampleResult expected, SampleResult actual) {
        assertSameDraws(expected, actual);
        assertThat(actual.marginalErrors()).isEqualTo(expected.marginalErrors());
        assertThat(actual.fRatios()).isEqualTo(expected.fRatios());
    }

    /** All but the time taken, bit for bit. */
    public static void assertSame(ValueResult expected, ValueResult actual) {
        assertSameRun(expected, actual);
        assertThat(actual.finalStates()).isDeepEqualTo(expected.finalStates());
        assertThat(actual.valueMarginals()).isDeepEqualTo(expected.valueMarginals());
        assertThat(Arrays.deepToString(actual.valueMarginalErrors())) // NaN equals NaN, and no two other doubles
                .isEqualTo(Arrays.deepToString(expected.valueMarginalErrors()));
        assertThat(actual.fRatios()).isEqualTo(expected.fRatios());
        assertThat(actual.best().values()).isEqualTo(expected.best().values());
        assertThat(actual.best().logProb()).isEqualTo(expected.best().logProb());
    }

    /** All but the time taken, bit for bit. */
    public static void assertSame(ContinuousResult expected, ContinuousResult actual) {
        assertSameRun(expected, actual);
        assertThat(actual.finalStates()).isDeepEqualTo(expected.finalStates());
        assertThat(actual.means()).isEqualTo(expected.means());
        assertThat(actual.meanErrors()).isEqualTo(expected.meanErrors());
        assertThat(actual.standardDeviations()).isEqualTo(expected.standardDeviations());
        assertThat(actual.standardDeviationErrors()).isEqualTo(expected.standardDeviationErrors());
        assertThat(actual.noiseDeviations()).isEqualTo(expected.noiseDeviations());
        assertThat(actual.fRatios()).isEqualTo(expected.fRatios());
        assertThat(actual.best().point()).isEqualTo(expected.best().point());
        assertThat(actual.best().logProb()).isEqualTo(expected.best().logProb());
    }

    /** All but the time taken and the errors of marginals, whose batches are planned from the draws asked for. */
    public static void assertSameDraws(SampleResult expected, SampleResult actual) {
        assertSameRun(expected, actual);
        assertThat(actual.finalStates()).isDeepEqualTo(expected.finalStates());
        assertThat(actual.marginals()).isEqualTo(expected.marginals());
        assertThat(actual.best().state()).isEqualTo(expected.best().state());
        assertThat(actual.best().logProb()).isEqualTo(expected.best().logProb());
    }

    private static void assertSameRun(RunResult expected, RunResult actual) {
        assertThat(actual.draws()).isEqualTo(expected.draws());
        assertThat(actual.traces().keySet()).isEqualTo(expected.traces().keySet());
        expected.traces()
                .forEach((name, trace) ->
                        assertThat(actual.traces().get(name)).as(name).isDeepEqualTo(trace));
        assertThat(actual.scale()).isEqualTo(expected.scale());
        assertThat(actual.acceptanceRate()).isEqualTo(expected.acceptanceRate());
        assertThat(actual.expectedJumpDistance()).isEqualTo(expected.expectedJumpDistance());
        assertThat(actual.warmUp().scale()).isEqualTo(expected.warmUp().scale());
        assertThat(actual.warmUp().acceptance()).isEqualTo(expected.warmUp().acceptance());
        assertThat(actual.warmUp().settled()).isEqualTo(expected.warmUp().settled());
    }

    /**
     * Checks that a run has the same draws on one thread and on four, and as a run that ended after 40 draws and was
     * resumed.
     *
     * @param newRun a new run of more than 40 draws
     */
    static void assertIndependentOfThreadsAndStops(Supplier<SamplingRun> newRun, Path directory) {
        SampleResult whole = newRun.get().threads(1).run();
        assertSame(whole, newRun.get().threads(4).run());
        Path file = directory.resolve("run");
        newRun.get().draws(40).checkpoint(file).run();
        assertSameDraws(whole, newRun.get().resume(file));
    }
}
