package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.Tempering;
import dev.lbp.result.RunException;
import dev.lbp.runtime.engine.sweep.CategoricalSweepTest;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.SiteGraph;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Graphs that lie are found by the check of a model, and by runs that exchange parts. */
class GraphCheckTest {

    private static final int[][] TRUE = {{0, 1}, {1, 2}, {2, 3}};
    private static final int[][] LYING = {{0, 1}, {2, 3}};

    /** A line of four bits, strongly coupled. */
    private record Line(LocalEnergyModel model, SiteGraph sites) implements LocalEnergyModel {

        static Line of(int[][] pairs) {
            return new Line(
                    TableTarget.of("line", 4, x -> 1.5 * (x[0] * x[1] - 2.0 * x[1] * x[2] + x[2] * x[3]) + 0.3 * x[0])
                            .local(),
                    SiteGraph.ofTerms(4, pairs));
        }

        /** Sites 1 and 2 cannot be 0 and 1. */
        static Line withZeros(int[][] pairs) {
            return new Line(
                    TableTarget.of(
                                    "line",
                                    4,
                                    x -> x[1] < x[2] ? Double.NEGATIVE_INFINITY : 0.5 * (x[0] * x[1] + x[2] * x[3]))
                            .local(),
                    SiteGraph.ofTerms(4, pairs));
        }

        @Override
        public int dimension() {
            return 4;
        }

        @Override
        public Optional<SiteGraph> graph() {
            return Optional.of(sites);
        }

        @Override
        public Tracker newTracker() {
            return model.newTracker();
        }
    }

    /** A line of four sites of three values. */
    private static final class Values extends CategoricalSweepTest.Table implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        private final SiteGraph sites;

        Values(int[][] pairs) {
            super(4, 3, x -> 0.4 * (x % 3) * (x / 3 % 3) - 0.9 * (x / 3 % 3) * (x / 9 % 3) + (x / 9 % 3) * (x / 27));
            this.sites = SiteGraph.ofTerms(4, pairs);
        }

        @Override
        public Optional<SiteGraph> graph() {
            return Optional.of(sites);
        }
    }

    @Test
    void verify_trueGraph_passes() {
        assertThatCode(() -> ModelCheck.of(Line.of(TRUE)).verify()).doesNotThrowAnyException();
        assertThatCode(() -> ModelCheck.of(new Values(TRUE)).verify()).doesNotThrowAnyException();
    }

    @Test
    void verify_lyingGraph_namesThePair() {
        String fault =
                "graph\\(\\) must join sites (1 and 2|2 and 1): a change of site .* changes the log-ratio of site .*";
        assertThatThrownBy(() -> ModelCheck.of(Line.of(LYING)).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageMatching("(?s).*" + fault);
        assertThatThrownBy(() -> ModelCheck.of(new Values(LYING)).verify())
                .isInstanceOf(ModelException.class)
                .hasMessageMatching("(?s).*" + fault);
    }

    @Test
    void run_lyingGraph_namesThePair() {
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(Line.of(LYING))
                        .tempering(Tempering.replicas(4).every(1))
                        .warmup(200)
                        .draws(200)
                        .run())
                .isInstanceOf(RunException.class)
                .hasMessageMatching(
                        "(?s).*must join each two sites that meet in a term of the log-probability: graph\\(\\),"
                                + " which has no pair of sites (1 and 2|2 and 1), logProb .* of two replicas before the exchange"
                                + " and .* after it.*");
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(new Values(LYING))
                        .tempering(Tempering.replicas(4).every(1))
                        .warmup(200)
                        .draws(200)
                        .run())
                .isInstanceOf(RunException.class)
                .hasMessageMatching("(?s).*which has no pair of sites (1 and 2|2 and 1), logProb .*");
    }

    /** Two slots exchange with draws of the reference alone, so that no sum is compared. */
    @Test
    void run_lyingGraph_ofImpossibleStates_isToBlame() {
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(Line.withZeros(LYING))
                        .tempering(Tempering.replicas(2).every(1).twins(false))
                        .initial(new byte[4][4])
                        .warmup(200)
                        .draws(200)
                        .run())
                .isInstanceOf(RunException.class)
                .hasMessageContaining("must join each two sites that meet in a term of the log-probability: graph()");
    }

    @Test
    void graph_ofAnotherSize_isRefused() {
        Line line = new Line(Line.of(TRUE).model(), SiteGraph.ofTerms(5, TRUE));
        assertThatThrownBy(() -> ModelCheck.of(line).verify())
                .hasMessageEndingWith("must have dimension()=4 sites: graph() has 5");
        assertThatThrownBy(() -> Samplers.gibbs()
                        .build()
                        .sample(line)
                        .tempering(Tempering.replicas(4))
                        .warmup(200)
                        .run())
                .hasMessageEndingWith("must have dimension()=4 sites: graph() has 5");
    }

    @Test
    void rows_ofAGraph_areChecked() {
        assertThatThrownBy(() -> SiteGraph.ofRows(new int[] {0, 1, 1}, new int[] {1}))
                .hasMessage("must be symmetric: site 1 is a neighbour of site 0, but 0 is none of 1");
        assertThatThrownBy(() -> SiteGraph.ofRows(new int[] {0, 1, 2}, new int[] {2, 0}))
                .hasMessage("must be a site other than 0, 0 to 1, in increasing order in its row: neighbours[0]=2");
        assertThatThrownBy(() -> SiteGraph.ofRows(new int[] {0, 3, 2}, new int[] {1, 0}))
                .hasMessage("must be in [start[0]=0, neighbours.length=2]: start[1]=3");
        assertThatThrownBy(() -> SiteGraph.ofTerms(2, new int[][] {{0, 2}}))
                .hasMessage("must be in [0, 1]: terms[0]=2");
        assertThatThrownBy(() -> SiteGraph.ofTerms(2, new int[][] {{0, 1}, {1, 1}}))
                .hasMessage("must have distinct sites: terms[1]=[1, 1]");
    }
}
