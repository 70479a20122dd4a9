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

    /** The label that the present step drew last. */
    private int lastLabel;

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
        double logAlpha = drawLabels(stepScale);
        double probability = logAlpha >= 0.0 ? 1.0 : Exp.exp(logAlpha);
        boolean accepted = AcceptRule.accepts(probability, rng);
        double newLogProb = logProb;
        if (accepted) {
            applyAndCount(lastLabel);
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

    /**
     * Draws R labels, proposes their changes, and applies all but the last in the tracker.
     *
     * @return log pi(y) - log pi(x); -Infinity after an illegal label, where it ends
     */
    private double drawLabels(int stepScale) {
        double logAlpha = 0.0;
        for (int k = 1; k <= stepScale && logAlpha != Double.NEGATIVE_INFINITY; k++) {
            lastLabel = rng.nextInt(moves);
            logAlpha += LogRatios.checked(logRatio(tracker, lastLabel));
            if (k == 1) { // of uniform labels, only the first is drawn in the chain's own state
                counts.addUniform(logAlpha);
            }
            if (logAlpha != Double.NEGATIVE_INFINITY) {
                propose(lastLabel);
                if (k < stepScale) {
                    applyAndCount(lastLabel);
                }
            }
        }
        return logAlpha;
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
