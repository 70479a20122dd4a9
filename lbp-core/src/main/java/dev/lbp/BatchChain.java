package dev.lbp;

import dev.lbp.kernel.Proposal;
import dev.lbp.kernel.WeightTable;

/**
 * A Metropolis-Hastings chain of the batched engine: its half of a lock-step, before and after the model's evaluation. The
 * weights of the current state are kept from the step that found it, those of the proposed one are computed densely.
 */
final class BatchChain extends ChainState {

    private final Proposal proposal;
    private final WeightFunction weight;
    private final int[] frozen;
    private final int[] path;
    private final double[] weights;
    private WeightTable current;
    private WeightTable proposed;

    /** The state that the model is to score: the current one with the path flipped. */
    final byte[] proposedState;

    private boolean drawn;
    private int stepScale;
    private int proposedFlips;
    private double logForward;

    BatchChain(Start start, int index, MetropolisSampler sampler) {
        super(start, index, sampler.controller());
        this.proposal = sampler.proposal();
        this.weight = sampler.weight();
        this.frozen = start.frozen();
        this.path = new int[state.length];
        this.weights = new double[proposal.weighted() ? state.length : 0];
        this.current = sampler.newTable(start);
        this.proposed = proposal.weighted() ? sampler.newTable(start) : current;
        this.proposedState = state.clone();
    }

    /** Takes up what the model says of the current state. */
    void begin(double stateLogProb, double[] logRatios) {
        logProb = AcceptRule.checkedStart(stateLogProb);
        if (proposal.weighted()) {
            weigh(current, logRatios);
        }
    }

    /** Goes to another state, of which {@link #begin} is to be told. */
    void moveTo(byte[] to) {
        System.arraycopy(to, 0, state, 0, state.length);
        System.arraycopy(to, 0, proposedState, 0, state.length);
    }

    /** Draws a path and makes the proposed state. */
    void propose() {
        stepScale = dial.draw(rng);
        drawn = proposal.draw(current, stepScale, rng, path);
        proposedFlips = 0;
        if (drawn) {
            logForward = proposal.logProbability(current, path, stepScale, false);
            proposedFlips = proposal.flips(current, path, stepScale, flipped);
        }
        flip(proposedState);
    }

    /** Accepts or rejects, given what the model says of the proposed state. */
    void decide(double proposedLogProb, double[] logRatios) {
        double probability = 0.0;
        boolean accept = false;
        if (drawn && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY) {
            if (proposal.weighted()) {
                weigh(proposed, logRatios);
            }
            double logReverse = proposal.logProbability(proposed, path, stepScale, true);
            probability = AcceptRule.acceptanceProbability(logProb, proposedLogProb, logForward, logReverse);
            accept = AcceptRule.accepts(probability, rng);
        }
        if (accept) {
            flip(state);
            logProb = proposedLogProb;
            WeightTable before = current;
            current = proposed;
            proposed = before;
        } else {
            flip(proposedState);
        }
        finish(stepScale, probability, accept, proposedFlips);
    }

    private void flip(byte[] which) {
        for (int k = 0; k < proposedFlips; k++) {
            which[flipped[k]] ^= 1;
        }
    }

    private void weigh(WeightTable table, double[] logRatios) {
        int n = state.length;
        int from = index * n;
        for (int site : frozen) {
            logRatios[from + site] = Double.NEGATIVE_INFINITY; // weight 0, and no say in the scale of others
        }
        double shift = weight.shift(weight.largestLogWeight(logRatios, from, n));
        weight.weights(logRatios, from, n, shift, weights);
        table.load(weights);
        if (!(table.total() <= Double.MAX_VALUE)) {
            AcceptRule.checkRatios(logRatios, from, n);
            throw new IllegalStateException(
                    "must not be NaN or +Infinity: the weight " + weight.name() + " of a log-ratio");
        }
    }
}
