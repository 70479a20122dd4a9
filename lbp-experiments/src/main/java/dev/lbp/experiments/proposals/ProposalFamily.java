package dev.lbp.experiments.proposals;

import dev.lbp.learn.Autoregressive;
import dev.lbp.learn.BernoulliMixture;
import dev.lbp.learn.Objective;
import dev.lbp.learn.ProposalPolish;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.target.EnergyModel;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** The families of proposals that {@link ObjectiveTrials} learns. */
enum ProposalFamily {
    /** The logistic probability of every site, given the sites before it. */
    AUTOREGRESSIVE("logistic autoregressive") {
        @Override
        StateDistribution learned(Recipe recipe, EnergyModel model, byte[][] draws, long seed) {
            int n = model.dimension();
            return switch (recipe) {
                case FORWARD_KL -> Autoregressive.fitting().seed(seed).fit(draws);
                case FORWARD_THEN_ACCEPTANCE ->
                    polish(Objective.ACCEPTANCE_RATE, seed)
                            .polish(model, Autoregressive.fitting().seed(seed).fit(draws), draws);
                default -> // starts from fair independent bits: all parameters are 0
                    fromScratch(recipe, seed).polish(model, Autoregressive.of(new double[n], triangle(n)), draws);
            };
        }
    },
    /** A mixture of eight components of independent sites. */
    MIXTURE("mixture of 8") {
        @Override
        StateDistribution learned(Recipe recipe, EnergyModel model, byte[][] draws, long seed) {
            return switch (recipe) {
                case FORWARD_KL -> BernoulliMixture.fitting().seed(seed).fit(draws, COMPONENTS);
                case FORWARD_THEN_ACCEPTANCE ->
                    polish(Objective.ACCEPTANCE_RATE, seed)
                            .polish(model, BernoulliMixture.fitting().seed(seed).fit(draws, COMPONENTS), draws);
                default -> fromScratch(recipe, seed).polish(model, random(model.dimension(), seed), draws);
            };
        }
    };

    private static final int COMPONENTS = 8;

    /** The number of optimisation steps from scratch. */
    private static final int STEPS = 800;
    /** The learning rate from scratch. */
    private static final double RATE = 0.03;

    /** The objective, and the parameters from which learning starts. */
    enum Recipe {
        FORWARD_KL("likelihood"),
        REVERSE_KL("reverse KL", Objective.REVERSE_KL),
        LOWER_BOUND("lower bound", Objective.LOWER_BOUND),
        ACCEPTANCE("acceptance", Objective.ACCEPTANCE_RATE),
        FORWARD_THEN_ACCEPTANCE("likelihood, then acceptance");

        final String title;

        private final Objective objective;

        Recipe(String title) {
            this(title, Objective.FORWARD_KL);
        }

        Recipe(String title, Objective objective) {
            this.title = title;
            this.objective = objective;
        }
    }

    final String title;

    ProposalFamily(String title) {
        this.title = title;
    }

    /** Learns a proposal from draws of a model. */
    abstract StateDistribution learned(Recipe recipe, EnergyModel model, byte[][] draws, long seed);

    /** Learning by an objective from parameters that do not fit the draws. */
    private static ProposalPolish fromScratch(Recipe recipe, long seed) {
        return polish(recipe.objective, seed).steps(STEPS).rate(RATE);
    }

    private static ProposalPolish polish(Objective objective, long seed) {
        return ProposalPolish.of(objective).seed(seed);
    }

    /** A lower triangle of zero weights. */
    private static double[][] triangle(int n) {
        return IntStream.range(0, n).mapToObj(i -> new double[i]).toArray(double[][]::new);
    }

    /** A mixture with random probabilities, because equal components would stay equal. */
    private static BernoulliMixture random(int n, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] weights = new double[COMPONENTS];
        double[][] probabilities = new double[COMPONENTS][n];
        for (int k = 0; k < COMPONENTS; k++) {
            weights[k] = 1.0;
            for (int i = 0; i < n; i++) {
                probabilities[k][i] = 0.25 + 0.5 * random.nextDouble();
            }
        }
        return BernoulliMixture.of(weights, probabilities);
    }
}
