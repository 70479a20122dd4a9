package dev.lbp.select;

import dev.lbp.crossing.CrossingTest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The posterior of every selection in every way that a run can be carried out. */
class SelectionCrossingTest extends CrossingTest {

    @Override
    protected Map<String, Object> models() {
        Map<String, Object> models = new LinkedHashMap<>();
        CrossedSelections.all()
                .forEach((name, selection) -> models.put(name, selection.get().model()));
        return models;
    }

    @Override
    protected Set<String> samplers() {
        return Set.of("auto", "lbp", "gibbs", "metropolis");
    }

    /** The two classes of models, and the samplers that use their trackers in different ways. */
    @Override
    protected void crossOthers() throws IOException {
        crossFirst(List.of("lbp"), List.of("poisson.weights.offset"));
        crossFirst(List.of("gibbs"), List.of("linear"));
        crossFirst(List.of("metropolis"), List.of("cox"));
    }
}
