package dev.lbp.nn;

import dev.lbp.crossing.CrossingTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Networks in every way that a run can be carried out. */
class NetworkCrossingTest extends CrossingTest {

    @Override
    protected Map<String, Object> models() {
        NetworkModel bits = NetworkModel.of(Networks.mlp(6, new int[] {4}, 3));
        return new TreeMap<>(Map.of(
                "network", bits,
                "network with a base", bits.withBase(new double[] {0.5, 0.2, 0.7, 0.9, 0.4, 0.3}),
                "network of categories", CategoricalNetworkModel.of(Networks.mlp(12, new int[] {4}, 4), 3)));
    }

    @Override
    protected Set<String> samplers() {
        return Set.of("auto", "lbp", "dlmc");
    }

    /** A network fits the samplers of one batched model as well as those of another: lbp-core crosses them all. */
    @Override
    protected void crossOthers() throws IOException {
        crossFirst(List.of("lbp"), List.of("network with a base"));
        crossFirst(List.of("dlmc"), List.of("network of categories"));
    }
}
