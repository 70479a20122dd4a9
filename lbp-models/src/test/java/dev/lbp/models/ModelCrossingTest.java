package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.crossing.CrossingTest;
import dev.lbp.crossing.PublicClasses;
import dev.lbp.models.factor.FactorModel;
import dev.lbp.target.Target;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every model of the module in every way that a run can be carried out. */
class ModelCrossingTest extends CrossingTest {

    /** A square of four sites. */
    private static final int[] FROM = {0, 1, 2, 0};

    private static final int[] TO = {1, 2, 3, 3};

    @Override
    protected Map<String, Object> models() {
        Map<String, Object> models = new LinkedHashMap<>();
        for (Object model : List.of(
                BernoulliModel.of(new double[] {0.5, 0.2, 0.7, 0.9, 0.4}),
                IsingModel.lattice(2, 3).coupling(0.3).field(0.1).build(),
                PairwiseModel.of(
                        new double[6], new int[] {0, 1, 4}, new int[] {2, 3, 5}, new double[] {0.5, -1.0, 0.7}),
                FactorialHmm.paper(4, 2, PaperConfiguration.C1, 3),
                cover(Rate.of(0.05), Rate.of(0.2)),
                BernoulliRbm.random(6, 3, 0.3, 4),
                CategoricalRbm.random(4, 3, 3, 0.3, 4),
                CategoricalFactorialHmm.paper(2, 2, 3, PaperConfiguration.C1, 3),
                CategoricalProduct.random(4, 3, 1.0, 5),
                DenseCategories.random(4, 3, 0.5, 0.3, 6),
                PottsModel.lattice(2, 2, 3).coupling(0.3).build(),
                FactorModel.bits(5)
                        .term(x -> x[0] + x[1] + x[2] == 3 ? Double.NEGATIVE_INFINITY : 0.3 * x[0], 0, 1, 2)
                        .table(new int[] {2, 3}, new double[] {0.5, 0, 0, 0.2})
                        .count(new int[] {1, 2, 3, 4}, ones -> -0.3 * ones * ones)
                        .build(),
                FactorModel.values(2, 4, 3)
                        .table(new int[] {0, 1}, new double[] {0.1, 0.5, Double.NEGATIVE_INFINITY, 0, 0.4, 0, 0.2, 1})
                        .sum(new int[] {0, 1, 2}, new int[] {2, -1, 1}, s -> 0.2 * s)
                        .build(),
                AssignmentModel.random(5, 1.0, 1),
                Permutations.of(4, s -> s[0] < s[1] ? 0.5 : 0.3 * s[2]),
                OrderingModel.of(new double[][] {{0, 1, 2, 1}, {0, 0, 1, 2}, {1, 0, 0, 1}, {2, 0, 1, 0}}),
                MatchingModel.of(3, 3, new int[] {0, 1, 2, 0}, new int[] {2, 0, 1, 1}, new double[] {1, 2, 0.5, 1}))) {
            models.put(model.getClass().getSimpleName(), model);
        }
        models.put(
                "IsingModel, glass",
                IsingModel.graph(4, FROM, TO, new double[] {0.4, -0.4, 0.4, 0.4})
                        .build());
        models.put(
                "PottsModel, glass",
                PottsModel.graph(4, 3, FROM, TO, new double[] {0.7, -0.3, 0.5, 0.2})
                        .build());
        models.put(
                "FactorBits, pairs",
                FactorModel.bits(4)
                        .table(new int[] {0, 1}, new double[] {0.8, 0.0, 0.0, 0.8})
                        .table(new int[] {1, 2}, new double[] {0.8, 0.0, 0.0, 0.8})
                        .build());
        models.put("CoverModel, unknown rates", cover(Rate.beta(1.0, 9.0), Rate.beta(2.0, 8.0)));
        models.put("OrderingModel, cyclic", OrderingModel.cyclic(new double[][] {
            {0, 1, 2, 1, 3}, {0, 0, 1, 2, 1}, {1, 0, 0, 1, 0}, {2, 0, 1, 0, 1}, {1, 2, 0, 1, 0}
        }));
        return models;
    }

    private static CoverModel cover(Rate alpha, Rate beta) {
        return CoverModel.builder(new int[][] {{0, 1}, {1, 2}, {3}, {0, 3}, {2, 4}}, 5)
                .observed(0, 1, 3)
                .alpha(alpha)
                .beta(beta)
                .prior(0.2)
                .build();
    }

    @Override
    protected Set<String> samplers() {
        return Set.of("auto");
    }

    /** Each model with one more sampler, which depends on the model; and models whose chains can share words. */
    @Override
    protected void crossOthers() throws IOException {
        List<String> others = List.of("lbp", "dlmc", "pas", "rwm", "metropolis", "gibbs.randomScan");
        for (String model : models().keySet()) {
            crossFirst(rotated(others, model), List.of(model));
        }
        crossMany("auto", "IsingModel", false);
        crossMany("metropolis", "IsingModel, glass", true);
        crossMany("gibbs", "FactorBits, pairs", false);
    }

    @Test
    void everyPublicModel_isInTheList() {
        assertThat(PublicClasses.named(models().keySet())).isEqualTo(PublicClasses.of("dev.lbp.models", Target.class));
    }
}
