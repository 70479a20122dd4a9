package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.continuous.DensityModels;
import dev.lbp.crossing.CrossingTest;
import dev.lbp.crossing.PublicClasses;
import dev.lbp.proposal.RealDistribution;
import dev.lbp.proposal.StateDistribution;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Every learned distribution as a proposal, in every way that a run can be carried out. */
class ProposalCrossingTest extends CrossingTest {

    private static final BernoulliMixture MIXTURE = BernoulliMixture.of(
            new double[] {0.4, 0.6}, new double[][] {{0.3, 0.4, 0.5, 0.6, 0.7}, {0.8, 0.7, 0.4, 0.5, 0.2}});

    private static final Autoregressive AUTOREGRESSIVE = Autoregressive.of(
            new double[] {0.1, -0.2, 0.3, 0.0, 0.2},
            new double[][] {{}, {0.5}, {0.1, -0.4}, {0.2, 0.3, 0.1}, {0.0, 0.0, 1.0, 0.0}});

    private static final GaussianProposal GAUSSIAN =
            GaussianProposal.of(new double[] {1.0, 1.0}, new double[] {1.5, 2.0});

    @Override
    protected Map<String, Object> models() {
        SpinLine line = SpinLine.of(5);
        return Map.of(
                "local", line,
                "EnergyModels.of", line.plain(),
                "reals",
                        DensityModels.of(
                                2,
                                p -> -0.5 * (p[0] - 1.0) * (p[0] - 1.0) - 0.5 * (p[1] - p[0]) * (p[1] - p[0]),
                                (p, g) -> {
                                    g[0] = 1.0 - 2.0 * p[0] + p[1];
                                    g[1] = p[0] - p[1];
                                }));
    }

    @Override
    protected Map<String, IntFunction<Object>> ownSamplers() {
        Map<String, IntFunction<Object>> samplers = new LinkedHashMap<>();
        samplers.put("independent(BernoulliMixture)", n -> Samplers.independent(MIXTURE));
        samplers.put(
                "lbp.jumps(BernoulliMixture)",
                n -> Samplers.lbp().jumps(MIXTURE, 0.3).build());
        samplers.put(
                "hammingBall.jumps(BernoulliMixture)",
                n -> Samplers.hammingBall(1).jumps(MIXTURE, 0.3).build());
        samplers.put("independent(Autoregressive)", n -> Samplers.independent(AUTOREGRESSIVE));
        samplers.put(
                "gibbs.jumps(Autoregressive)",
                n -> Samplers.gibbs().jumps(AUTOREGRESSIVE, 0.3).build());
        samplers.put("independent(GaussianProposal)", n -> Samplers.independent(GAUSSIAN));
        return samplers;
    }

    @Override
    protected Set<String> samplers() {
        return ownSamplers().keySet();
    }

    @Override
    protected void crossOthers() throws IOException {
        for (String sampler : samplers()) {
            crossFirst(List.of(sampler), rotated(models().keySet(), sampler));
        }
    }

    @Test
    void everyPublicDistribution_isInTheList() {
        Set<String> expected = PublicClasses.of("dev.lbp.learn", StateDistribution.class);
        expected.addAll(PublicClasses.of("dev.lbp.learn", RealDistribution.class));
        Set<String> listed = new TreeSet<>();
        for (String sampler : samplers()) {
            listed.add(sampler.substring(sampler.indexOf('(') + 1, sampler.length() - 1));
        }
        assertThat(listed).isEqualTo(expected);
    }
}
