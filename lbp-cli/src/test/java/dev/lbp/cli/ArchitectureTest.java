package dev.lbp.cli;

import dev.lbp.Architecture;
import java.util.List;
import java.util.Set;

/** Which package of lbp-cli may know which. */
class ArchitectureTest extends Architecture {

    ArchitectureTest() {
        super(
                "dev.lbp.cli",
                List.of(
                        Set.of("dev.lbp.cli.data", "dev.lbp.cli.instance", "dev.lbp.cli.plot"),
                        Set.of("dev.lbp.cli.terminal"),
                        Set.of("dev.lbp.cli.option", "dev.lbp.cli.problem", "dev.lbp.cli.run"),
                        Set.of(
                                "dev.lbp.cli.cover",
                                "dev.lbp.cli.infer",
                                "dev.lbp.cli.sample",
                                "dev.lbp.cli.select",
                                "dev.lbp.cli.sequences",
                                "dev.lbp.cli.solve",
                                "dev.lbp.cli.train"),
                        Set.of("dev.lbp.cli")));
    }
}
