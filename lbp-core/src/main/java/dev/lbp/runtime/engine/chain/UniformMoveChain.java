package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.proposal.ScaleController;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.target.MoveModel;

/**
 * Random walk Metropolis on a model with its own moves. A step draws R labels uniformly from all M, with replacement,
 * applies one after another, and accepts the last state with probability min(1, pi(y) / pi(x)). If a drawn label is
 * illegal, the step is rejected. The reverse path has the inverse labels in the opposite order, and is drawn with
 * probability M^-R too.
 *
 * <p>The last label is applied only if the step is accepted, so a rejected step of one label changes nothing.
 */
public final class UniformMoveChain extends LocalMoveChain implements MoveCounts.Counting {

    private final MoveCounts counts = new MoveCounts();

    public UniformMoveChain(MoveModel model, ValueStart start, int index, ScaleController controller) {
        super(model, start, index, controller);
        begin();
    }

    /** Applies R labels in the tracker, as long as they are legal, and keeps or undoes them all. */
    @Override
    public void advance() {
        int stepScale = scale.draw(rng);
        if (stepScale > 1) { // one move alone is made only if it is accepted
            tracker.save();
        }
        double logAlpha = 0.0;
        int label = -1;
        for (int k = 1; k <= stepScale && logAlpha != Double.NEGATIVE_INFINITY; k++) {
            label = rng.nextInt(moves);
            logAlpha += LogRatios.checked(logRatio(tracker, label));
            if (k == 1) { // of uniform labels, only the first is drawn in the chain's own state
                counts.addUniform(logAlpha);
            }
            if (logAlpha != Double.NEGATIVE_INFINITY) {
                propose(label);
                if (k < stepScale) { // the tracker makes the last move only if the step is accepted
                    applyAndCount(label);
                }
            }
        }
        double probability = logAlpha >= 0.0 ? 1.0 : Exp.exp(logAlpha);
        boolean accepted = AcceptRule.accepts(probability, rng);
        double newLogProb = logProb;
        if (accepted) {
            applyAndCount(label);
            newLogProb = AcceptRule.checked(tracker.logProb());
        } else if (stepScale > 1) {
            tracker.restore();
        }
        int n = collectFlipped();
        if (accepted) {
            moveTo(newLogProb, n);
        }
        finish(stepScale, probability, accepted, n);
    }

    private void applyAndCount(int move) {
        counts.addMove(apply(move), moves);
    }

    @Override
    public MoveCounts counts() {
        return counts;
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        counts.transcribe(transcript);
    }
}
