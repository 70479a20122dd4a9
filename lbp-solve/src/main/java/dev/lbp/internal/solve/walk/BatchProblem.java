package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import dev.lbp.target.EnergyModel;
import java.util.Map;

/** The search for the best state of a model that scores states in batches. */
public final class BatchProblem implements Problem<byte[]> {

    private final EnergyModel model;
    private final BatchScores scores;

    public BatchProblem(EnergyModel model) {
        Nd4jPresence.check("the batched model " + model.getClass().getName());
        this.model = model;
        this.scores = new BatchScores(model);
        Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
    }

    @Override
    public Search<byte[]> newSearch() {
        return new BatchSearch(model, this);
    }

    @Override
    public double value(byte[] state) {
        return ModelAnswers.call(model, "the score of a state", () -> scores.logProbs(state)[0]);
    }

    @Override
    public StateKind<byte[]> kind() {
        return StateKind.BITS;
    }

    @Override
    public String name() {
        return ModelAnswers.title(model);
    }

    @Override
    public Map<String, String> identity() {
        return ModelAnswers.identity(model);
    }
}
