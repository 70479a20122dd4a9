package dev.lbp.bench;

import dev.lbp.Architecture;
import java.util.List;
import java.util.Set;

/** Which package of lbp-bench may know which. */
class ArchitectureTest extends Architecture {

    ArchitectureTest() {
        super("dev.lbp.bench", List.of(Set.of("dev.lbp.bench.jmh", "dev.lbp.bench.report"), Set.of("dev.lbp.bench")));
    }
}
