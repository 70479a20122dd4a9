package dev.lbp.crossing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

class CoreCrossingTest extends CrossingTest {

    @Override
    protected Map<String, Object> models() {
        return CrossedModels.all();
    }

    @Override
    protected Set<String> samplers() {
        return CrossedSamplers.all().keySet();
    }

    /**
     * Every sampler on one model of each space and engine; which one, depends on the sampler. And one run whose ladder
     * has batches of several scans, so that a checkpoint finds one that is not full. And runs of many chains, in words.
     */
    @Override
    protected void crossOthers() throws IOException {
        Map<String, List<String>> spaces = new TreeMap<>();
        models().forEach((name, model) -> spaces.computeIfAbsent(Crossing.space(model), space -> new ArrayList<>())
                .add(name));
        for (String sampler : samplers()) {
            for (List<String> names : spaces.values()) {
                crossFirst(List.of(sampler), rotated(names, sampler));
            }
        }
        crossLong("gibbs", "local", CrossedForm.TEMPERED);
        crossMany("gibbs", "pairs of one size", true);
        crossMany("metropolis", "pairs of one size", false);
        crossMany("auto", "pairs of one size", false);
        crossMany("metropolis", "pairs of few sizes", true);
    }
}
