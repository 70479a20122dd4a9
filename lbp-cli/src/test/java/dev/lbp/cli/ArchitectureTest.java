package dev.lbp.cli;

import dev.lbp.Architecture;
import java.util.List;
import java.util.Set;

/** Which package of lbp-cli may know which. */
class ArchitectureTest extends Architecture {

    ArchitectureTest() {
        super(
                "dev.lbp.cli",
                List.of(Set.of("dev.lbp.cli.data", "dev.lbp.cli.instance", "dev.lbp.cli.plot"), Set.of("dev.lbp.cli")));
    }
}
