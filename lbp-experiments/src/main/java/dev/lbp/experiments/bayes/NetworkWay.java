package dev.lbp.experiments.bayes;

import dev.lbp.learn.Objective;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The treatments of a posterior in {@link BayesianNetwork}: the mode, fits of a Gaussian by three objectives, and MALA.
 */
enum NetworkWay {
    MODE("MAP", null),
    ELBO("ELBO", Objective.REVERSE_KL),
    DIVERGENCE("KL form", Objective.LOWER_BOUND),
    ACCEPTANCE("acceptance form", Objective.ACCEPTANCE_RATE),
    MALA("MALA", null);

    final String title;
    private final @Nullable Objective objective;

    NetworkWay(String title, @Nullable Objective objective) {
        this.title = title;
        this.objective = objective;
    }

    /** Whether the treatment fits a Gaussian q. */
    boolean isFit() {
        return objective != null;
    }

    NetworkTrial.Figures measure(NetworkTrial trial) {
        return switch (this) {
            case MODE -> trial.predictByMode();
            case MALA -> trial.predictByMala();
            default -> trial.fitAndPredict(Objects.requireNonNull(objective));
        };
    }
}
