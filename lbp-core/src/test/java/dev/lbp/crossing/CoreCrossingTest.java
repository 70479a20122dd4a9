package dev.lbp.crossing;

import java.util.Map;
import java.util.Set;

class CoreCrossingTest extends CrossingTest {

    @Override
    protected Map<String, Object> models() {
        return CrossedModels.all();
    }

    @Override
    protected Set<String> samplers() {
        return CrossedSamplers.all().keySet();
    }
}
