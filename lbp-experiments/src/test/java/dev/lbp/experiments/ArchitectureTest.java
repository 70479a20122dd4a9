package dev.lbp.experiments;

import dev.lbp.Architecture;
import java.util.List;
import java.util.Set;

/** Which package of lbp-experiments may know which. */
class ArchitectureTest extends Architecture {

    ArchitectureTest() {
        super(
                "dev.lbp.experiments",
                List.of(
                        Set.of("dev.lbp.experiments.exact", "dev.lbp.experiments.report", "dev.lbp.experiments.whole"),
                        Set.of("dev.lbp.experiments.rival"),
                        Set.of("dev.lbp.experiments"),
                        Set.of("dev.lbp.experiments.command")));
    }
}
