package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import org.junit.jupiter.api.Test;

/** The figures of runs with a fixed number of ones: {@code mvn test -pl lbp-core,lbp-models -Dtest=SubsetFiguresTest}. */
class SubsetFiguresTest {

    /**
     * Half of the sites of the paper's 50x50 lattice. Over the instances of seeds 1 to 7, runs of this length had R 84.0 and
     * jump distance 96.3 on average, with standard deviations of 1.0 and 0.6; without the constraint R is 168 and the distance
     * 97. The distance is 2 R times the acceptance rate. The bounds are over 4 standard deviations away.
     */
    @Test
    void lbp_halfOfAnIsingLattice_jumpsAsFarAsWithoutTheConstraint() {
        SampleResult result = Samplers.lbp()
                .adaptive(0.574)
                .build()
                .sample(IsingModel.paper(50, PaperConfiguration.C2, 2))
                .ones(1_250)
                .chains(4)
                .warmup(3_000)
                .draws(2_000)
                .seed(2)
                .run();
        assertThat(result.acceptanceRate()).isBetween(0.55, 0.60);
        assertThat(result.scale()).isBetween(79.0, 89.0);
        assertThat(result.expectedJumpDistance()).isBetween(93.5, 102.0);
    }
}
