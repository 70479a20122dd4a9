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
                        Set.of("dev.lbp.experiments.exact", "dev.lbp.experiments.report", "dev.lbp.experiments.rival"),
                        Set.of("dev.lbp.experiments.frame"),
                        Set.of(
                                "dev.lbp.experiments.adversarial",
                                "dev.lbp.experiments.correction",
                                "dev.lbp.experiments.design",
                                "dev.lbp.experiments.energy",
                                "dev.lbp.experiments.paper",
                                "dev.lbp.experiments.reals",
                                "dev.lbp.experiments.selection",
                                "dev.lbp.experiments.solve",
                                "dev.lbp.experiments.tempering"),
                        Set.of(
                                "dev.lbp.experiments.bayes",
                                "dev.lbp.experiments.comparison",
                                "dev.lbp.experiments.moves",
                                "dev.lbp.experiments.proposals"),
                        Set.of("dev.lbp.experiments"),
                        Set.of("dev.lbp.experiments.command")));
    }
}
