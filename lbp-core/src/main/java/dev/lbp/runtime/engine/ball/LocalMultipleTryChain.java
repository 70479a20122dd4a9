package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.LocalBitChain;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.target.LocalEnergyModel;

/**
 * A chain of multiple-try Metropolis on the local engine. The tracker scores every candidate, of the current state x
 * and of the chosen candidate y, by flips from x, and returns to x bit for bit.
 */
final class LocalMultipleTryChain extends LocalBitChain {

    private final Proposal proposal;
    private final WeightTable table;
    private final int tries;
    /** The weights of the candidates that are drawn around the current state x. */
    private final TryWeights candidates;
    /** The weights of the candidates that are drawn around y, the chosen candidate, for the accept step. */
    private final TryWeights references;

    private final int[] path;

    /** The sites where the present candidate, drawn around y, differs from x: the tracker scores it by these flips. */
    private final ChangedSites changed;

    LocalMultipleTryChain(LocalEnergyModel model, BitStart start, int index, MultipleTryMethod method) {
        super(
                model,
                start,
                index,
                method.move().newScale(start),
                method.move().mix().newSteps(start));
        this.proposal = method.move().proposal();
        this.table = method.move().newTable(start);
        this.tries = method.tries();
        FlipWeights weight = new FlipWeights(method.move().weight());
        this.candidates = new TryWeights(weight);
        this.references = new TryWeights(weight);
        this.path = new int[start.dimension()];
        this.changed = new ChangedSites(start.dimension());
        begin();
    }

    @Override
    public boolean usesLogRatios() {
        return extraStepsUseLogRatios();
    }

    @Override
    public void refresh() {
        changed.clear(); // a step that failed may have left sites
    }

    /** Draws and scores the candidates, keeps one by its weight, and moves there or stays. */
    @Override
    public void advance() {
        double stepScale = scale.next(rng);
        candidates.clear();
        double chosen = Double.NEGATIVE_INFINITY;
        int n = 0;
        for (int k = 0; k < tries; k++) {
            n = proposal.draw(table, stepScale, rng, path);
            double candidate = logProbWith(path, n);
            boolean replacesChosen = candidates.addAndDraw(candidate - logProb, rng);
            if (replacesChosen) {
                chosen = candidate;
                System.arraycopy(path, 0, flipped, 0, n);
            }
        }
        boolean possible = chosen != Double.NEGATIVE_INFINITY;
        double probability = possible ? acceptance(stepScale, chosen, n) : 0.0;
        boolean accept = possible && AcceptRule.accepts(probability, rng);
        if (accept) {
            saveAndFlip(flipped, n);
            moveTo(chosen, n);
        }
        finish(n, probability, accept, n);
    }

    /**
     * Draws the candidates of y, which is the state with the first {@code n} sites of {@link #flipped} changed. Returns
     * the probability that the chain moves to y.
     *
     * @param chosen the log-probability of y
     */
    private double acceptance(double stepScale, double chosen, int n) {
        references.clear();
        for (int k = 1; k < tries; k++) {
            int length = proposal.draw(table, stepScale, rng, path);
            changed.flipAll(flipped, n);
            changed.flipAll(path, length);
            references.add(logProbWith(changed.sites(), changed.count()) - chosen);
            changed.clear();
        }
        references.add(logProb - chosen); // x, the last candidate of y
        return candidates.acceptance(references, chosen - logProb);
    }

    /** The log-probability of the current state with {@code n} sites flipped. */
    private double logProbWith(int[] sites, int n) {
        if (n == 0) {
            return logProb;
        }
        saveAndFlip(sites, n);
        double flippedLogProb = AcceptRule.checked(tracker.logProb());
        tracker.restore();
        return flippedLogProb;
    }

    private void saveAndFlip(int[] sites, int n) {
        tracker.save();
        TouchedSites.checked("flipAll()", tracker.flipAll(sites, n, touched), touched, state.length);
    }
}
