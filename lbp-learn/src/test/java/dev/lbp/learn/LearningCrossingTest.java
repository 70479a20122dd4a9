package dev.lbp.learn;

import dev.lbp.SpinLine;
import dev.lbp.crossing.TaskCrossingTest;
import dev.lbp.proposal.StateDistribution;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Every fit, training and correction of the module in every way that it can be carried out. */
class LearningCrossingTest extends TaskCrossingTest {

    private static final int N = 4;
    private static final LogisticPosterior POSTERIOR = new LogisticPosterior();
    private static final BernoulliMixture MIXTURE =
            BernoulliMixture.of(new double[] {0.4, 0.6}, new double[][] {{0.3, 0.4, 0.5, 0.6}, {0.8, 0.7, 0.4, 0.5}});
    private static final byte[][] DRAWS = new byte[200][N];

    static {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);
        for (byte[] draw : DRAWS) {
            MIXTURE.draw(random, draw);
        }
    }

    LearningCrossingTest() {
        super("dev.lbp.learn");
    }

    @Override
    protected Map<String, Task> tasks() {
        Map<String, Task> tasks = new LinkedHashMap<>();
        for (Objective objective : Objective.values()) {
            tasks.put("GaussianFit, " + objective, way -> gaussian(way, objective));
            tasks.put(
                    "ProposalPolish, " + objective,
                    way -> law(ProposalPolish.of(objective)
                            .steps(5)
                            .batch(30)
                            .seed(5)
                            .polish(SpinLine.of(N).plain(), MIXTURE, DRAWS)));
        }
        tasks.put(
                "PosteriorMode",
                way -> PosteriorMode.of(POSTERIOR).updates(20).batch(7).seed(5).run());
        tasks.put(
                "AutoregressiveFit",
                way -> law(Autoregressive.fitting().steps(30).seed(5).fit(DRAWS)));
        tasks.put(
                "BernoulliMixtureFit",
                way -> law(BernoulliMixture.fitting().starts(3).seed(5).fit(DRAWS, 2)));
        tasks.put("ProposalTraining", way -> {
            LearnedProposal learned = ProposalTraining.of(SpinLine.of(N).plain())
                    .chains(6)
                    .rounds(2)
                    .steps(80)
                    .fit(Autoregressive.fitting().steps(30))
                    .polish(ProposalPolish.of(Objective.ACCEPTANCE_RATE)
                            .steps(5)
                            .batch(30))
                    .seed(5)
                    .run();
            return new Object[] {law(learned.proposal()), learned.acceptance(), learned.rHat()};
        });
        tasks.put("DensityRatioFit", way -> ratio().logRatio(DRAWS));
        tasks.put(
                "ImplicitMh",
                way -> ImplicitMh.of(MIXTURE::draw, ratio())
                        .proposals(9)
                        .draw(40, 5)
                        .states());
        tasks.put(
                "PairMh",
                way -> PairMh.of(PairMhTest::propose, (x, proposed) -> {
                            double[] d = new double[x.length];
                            for (int c = 0; c < d.length; c++) {
                                d[c] = 0.3 * (proposed[c][0] - x[c][0]);
                            }
                            return d;
                        })
                        .proposals(9)
                        .run(new float[20][1], 5)
                        .states());
        return tasks;
    }

    private static Object gaussian(Way way, Objective objective) {
        Path file = way.from() == null ? way.checkpoint() : way.from();
        GaussianFit fit = GaussianProposal.fit(POSTERIOR)
                .objective(objective)
                .begunAt(new double[] {1.0, -1.0}, 0.5)
                .updates(30)
                .draws(8)
                .diagnosis(2, 50)
                .seed(5)
                .listener(progress -> way.listener().run());
        if (objective != Objective.ACCEPTANCE_RATE) { // which takes all data
            fit.batch(7);
        }
        FittedGaussian fitted = (file == null ? fit : fit.checkpoint(file, way.every())).run();
        return new Object[] {
            fitted.proposal().means(), fitted.proposal().deviations(), fitted.elbo(), fitted.acceptance()
        };
    }

    private static DensityRatio ratio() {
        return DensityRatio.fitting().hidden(6, 3).steps(40).seed(5).fit(DRAWS, MIXTURE::draw);
    }

    /** The log-probabilities of all states. */
    private static double[] law(StateDistribution q) {
        return IntStream.range(0, 1 << N)
                .mapToDouble(code -> q.logProb(AutoregressiveTest.state(N, code)))
                .toArray();
    }
}
