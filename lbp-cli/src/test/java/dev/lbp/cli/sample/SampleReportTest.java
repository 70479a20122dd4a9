package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.PairForm;
import dev.lbp.cli.problem.BitProblem;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.result.SampleResult;
import org.junit.jupiter.api.Test;

class SampleReportTest {

    @Test
    void text_noDraws_saysNothingOfMarginalsAndHasNoLogZ() {
        Instance pair = new Instance("file", PairForm.RUDY, 2, new int[] {0}, new int[] {1}, new double[] {1});
        BitProblem problem = new InstanceProblem(InstanceProblem.Kind.ISING, pair);
        SamplingRun run = Samplers.lbp().build().sample(problem.model(1.0)).chains(2);
        String note = "each exact marginal is 1/2";
        assertThat(new SampleReport<>("title", problem, 1.0, null, false, null, run.run()).text())
                .contains(note);
        Thread.currentThread().interrupt();
        SampleResult none = run.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(new SampleReport<>("title", problem, 1.0, null, true, null, none).text())
                .doesNotContain(note)
                .contains("\nlog Z: none, because no exchange was made among the draws\n")
                .contains("lowest energy: ");
    }

    /** The largest cut is the empty one, whatever the draws. */
    @Test
    void text_noPositiveWeight_hasNoCut() {
        Instance pair =
                new Instance("file", PairForm.RUDY, 3, new int[] {0, 1}, new int[] {1, 2}, new double[] {-1, 0});
        BitProblem problem = new InstanceProblem(InstanceProblem.Kind.ISING, pair);
        SamplingRun run = Samplers.lbp()
                .build()
                .sample(problem.model(1.0))
                .chains(2)
                .warmup(5)
                .draws(20);
        assertThat(new SampleReport<>("title", problem, 1.0, null, false, null, run.run()).text())
                .contains("\nlowest energy: -1\n")
                .doesNotContain("cut");
    }

    /** All states but one have probability 0 in double precision, and no replica travels: log Z is about 1e250. */
    @Test
    void text_logZWithoutAnError_hasNone() {
        Instance pair = new Instance("file", PairForm.RUDY, 2, new int[] {0}, new int[] {1}, new double[] {1});
        BitProblem problem = new InstanceProblem(InstanceProblem.Kind.ISING, pair);
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(problem.model(1e250))
                .chains(1)
                .warmup(50)
                .draws(50)
                .tempering(Tempering.replicas(4))
                .run();
        String line = new SampleReport<>("title", problem, 1e250, null, true, null, result)
                .text()
                .lines()
                .filter(each -> each.startsWith("log Z: "))
                .findFirst()
                .orElseThrow();
        assertThat(line)
                .endsWith(", without an error; Z is the sum of exp(-beta E) over all states")
                .hasSizeLessThan(110);
    }
}
