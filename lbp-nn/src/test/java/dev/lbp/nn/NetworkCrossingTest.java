package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.crossing.CrossingTest;
import dev.lbp.crossing.PublicClasses;
import dev.lbp.target.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Networks in every way that a run can be carried out. */
class NetworkCrossingTest extends CrossingTest {

    @Override
    protected Map<String, Object> models() {
        NetworkModel bits = NetworkModel.of(Networks.mlp(6, new int[] {4}, 3));
        OnnxNetwork cells = Networks.mlp(12, new int[] {4}, 4);
        float[][] images = {{0.1f, 0.9f}, {0.8f, 0.3f}, {0.4f, 0.4f}, {0.0f, 1.0f}, {0.7f, 0.9f}};
        return new TreeMap<>(Map.of(
                "NetworkModel",
                bits,
                "NetworkModel, with a base",
                bits.withBase(new double[] {0.5, 0.2, 0.7, 0.9, 0.4, 0.3}),
                "CategoricalNetworkModel",
                CategoricalNetworkModel.of(cells, 3),
                "CategoricalNetworkModel, values first",
                CategoricalNetworkModel.of(cells, 3, CategoricalNetworkModel.Layout.VALUES_FIRST),
                "NetworkPosterior",
                NetworkPosterior.of(
                        Networks.classifier(2, new int[] {2}, 2, 5), images, new int[] {0, 1, 1, 0, 1}, 1.5)));
    }

    @Override
    protected Set<String> samplers() {
        return Set.of("auto", "lbp", "dlmc", "barker.diagonal");
    }

    /** A network fits the samplers of one batched model as well as those of another: lbp-core crosses them all. */
    @Override
    protected void crossOthers() throws IOException {
        crossFirst(List.of("lbp"), List.of("NetworkModel, with a base"));
        crossFirst(List.of("dlmc"), List.of("CategoricalNetworkModel"));
        crossFirst(List.of("barker.diagonal"), List.of("NetworkPosterior"));
    }

    @Test
    void everyPublicModel_isInTheList() {
        assertThat(PublicClasses.named(models().keySet())).isEqualTo(PublicClasses.of("dev.lbp.nn", Target.class));
    }
}
