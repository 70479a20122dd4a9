package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.bench.instance.Instance;
import dev.lbp.result.SampleResult;
import org.junit.jupiter.api.Test;

class SampleReportTest {

    @Test
    void text_noDraws_saysNothingOfMarginals() {
        Instance pair = new Instance("file", 2, new int[] {0}, new int[] {1}, new double[] {1});
        BitProblem problem = new InstanceProblem(InstanceProblem.Kind.ISING, pair);
        SamplingRun run = Samplers.lbp().build().sample(problem.model(1.0)).chains(2);
        String note = "each exact marginal is 1/2";
        assertThat(new SampleReport<>("title", problem, 1.0, null, false, run.run()).text())
                .contains(note);
        Thread.currentThread().interrupt();
        SampleResult none = run.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(new SampleReport<>("title", problem, 1.0, null, true, none).text())
                .doesNotContain(note)
                .doesNotContain("log Z")
                .contains("best cut: ");
    }
}
