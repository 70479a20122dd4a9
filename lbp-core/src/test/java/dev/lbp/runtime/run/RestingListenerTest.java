package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.EngineCases;
import dev.lbp.Inside;
import dev.lbp.Report;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A look at the draws while they are made sees them, and changes nothing. */
class RestingListenerTest {

    /** Looks at everything that a report shows, now and then: some engines rest after each step. */
    private static final class Looker implements SamplingListener {

        private static final int EVERY = 100;

        private final List<Integer> draws = new ArrayList<>();
        private int calls;

        @Override
        public void resting(Supplier<RunResult> soFar) {
            if (calls++ % EVERY > 0) {
                return;
            }
            SampleResult result = (SampleResult) soFar.get();
            assertThat(Inside.html(Report.of(result))).contains("What was run");
            assertThat(result.summary()).contains("verdict");
            draws.add(result.draws());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void resting_resultOfTheDrawsSoFar_leavesTheRunAsItIs(Sampler sampler, EnergyModel model) {
        verify(sampler.sample(model).chains(3).warmup(40).draws(130).thin(2).seed(5));
    }

    @Test
    void resting_temperedRunWithConditionals_leavesTheRunAsItIs() {
        verify(Samplers.gibbs()
                .sample(SpinLine.of(EngineCases.N))
                .chains(2)
                .warmup(200)
                .draws(300)
                .tempering(Tempering.replicas(4))
                .keepBest(3));
        verify(Samplers.lbp()
                .sample(SpinLine.of(EngineCases.N))
                .chains(2)
                .warmup(50)
                .draws(20_000)
                .untilEss(100)
                .conditionals());
    }

    private static void verify(SamplingRun run) {
        SampleResult alone = run.run();
        Looker looker = new Looker();
        Results.assertSame(alone, run.listener(looker).run());
        assertThat(looker.draws).isNotEmpty().isSorted();
    }
}
