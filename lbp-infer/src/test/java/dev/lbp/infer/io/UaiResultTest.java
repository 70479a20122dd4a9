package dev.lbp.infer.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.infer.Inference;
import dev.lbp.infer.Posterior;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.util.List;
import org.junit.jupiter.api.Test;

class UaiResultTest {

    private static final FactorGraph GRAPH = FactorGraph.of(
            new int[] {2, 1, 3},
            List.of(Factor.of(new int[] {0, 2}, new double[] {0, 0, Math.log(2), 0, 0, Math.log(995)})));

    @Test
    void texts_haveAllVariablesInOrder_andAllDigits() {
        Posterior posterior = Inference.of(GRAPH).exact();
        String[] marginals = UaiResult.marginals(GRAPH, posterior).split("\\n");
        assertThat(marginals).hasSize(2);
        assertThat(marginals[0]).isEqualTo("MAR");
        String[] numbers = marginals[1].split(" ");
        assertThat(numbers).hasSize(1 + 3 + 2 + 4).startsWith("3", "2").contains("1", "1");
        assertThat(Double.parseDouble(numbers[2])).isEqualTo(posterior.marginal(0)[0]);
        assertThat(Double.parseDouble(numbers[9])).isEqualTo(posterior.marginal(2)[2]);
        assertThat(UaiResult.partition(posterior)).matches("PR\\n(3|[23]\\.\\d+)\\n");
        assertThat(UaiResult.best(posterior)).isEqualTo("MPE\n3 1 0 2\n");
    }

    @Test
    void texts_haveObservedVariables_asZerosAndOnes() {
        Posterior posterior = Inference.of(GRAPH).observe(0, 1).observe(2, 0).exact();
        assertThat(UaiResult.marginals(GRAPH, posterior)).isEqualTo("MAR\n3 2 0 1 1 1 3 1 0 0\n");
        assertThat(UaiResult.partition(posterior)).isEqualTo("PR\n0\n");
        assertThat(UaiResult.best(posterior)).isEqualTo("MPE\n3 1 0 0\n");
    }
}
