package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.ChoosingChain;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.BatchModel;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of bits on the batched engine, with any number of ones. A step computes all weights of
 * the proposed state, and keeps them if it accepts.
 */
public final class BatchMetropolisChain extends BatchChain implements ChoosingChain {

    private Proposal proposal;
    private FlipWeights weight;
    private @Nullable Form form;
    private final int[] frozen;

    /** The first {@link #length} elements are the sites of the present path. */
    private final int[] path;

    /** Space for the log-ratios and weights if the weight function has no kernel; else empty. */
    private final double[] scratch;

    /** The weights of the chain's state. */
    private WeightTable current;

    /** The weights of the proposed state; the same table as {@link #current} if the proposal draws without weights. */
    private WeightTable proposed;

    /** The scale of the present step: a number R of sites, or a time step. */
    private double stepScale;

    /** The number of sites on the path; -1 if there is none. */
    private int length;

    /** The log-probability that the proposal draws the present path from the chain's state. */
    private double logForward;

    public BatchMetropolisChain(BatchModel batch, BitStart start, int index, MetropolisMove move) {
        super(batch, start, index, move.newScale(start), move.mix());
        this.proposal = move.proposal();
        this.weight = new FlipWeights(move.weight());
        this.form = weight.form();
        this.frozen = start.frozen();
        this.path = new int[state.length];
        // a weight function of a user, without a form, computes from an array of log-ratios
        this.scratch = new double[proposal.weighted() && form == null ? state.length : 0];
        this.current = move.newTable(start);
        this.proposed = proposal.weighted() ? move.newTable(start) : current;
    }

    /** Only moves whose weight function has a kernel are tried, so {@link #scratch} is not needed. */
    @Override
    public void use(MetropolisMove move, ChainScale ofMove) {
        proposal = move.proposal();
        weight = new FlipWeights(move.weight());
        form = weight.form();
        scale = ofMove;
    }

    /** Starts at the state that the model has scored, and computes its weights. */
    @Override
    public void begin() {
        double newLogProb = AcceptRule.checkedStart(batch.logProb[index], model);
        if (proposal.weighted()) {
            weigh(current);
        }
        logProb = newLogProb;
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        current.transcribe(transcript);
    }

    /** Draws a path, or the state of a jump, and makes its flips in the chain's row. */
    @Override
    public void propose() {
        if (beginsJump()) { // has drawn the state that the jump proposes
            batch.flip(index, flipped, differences);
            return;
        }
        stepScale = scale.next(rng);
        length = proposal.draw(current, stepScale, rng, path);
        proposedFlips = 0;
        if (length >= 0) {
            logForward = proposal.exact() // accepted always, so its probability is not read
                    ? 0.0
                    : proposal.logProbability(current, path, length, stepScale, /* reversed= */ false);
            proposedFlips = proposal.flips(current, path, length, flipped);
        }
        batch.flip(index, flipped, proposedFlips);
    }

    /** Accepts or rejects the proposal; a rejection undoes its flips in the chain's row. */
    @Override
    public void decide() {
        if (jumping) {
            decideJump();
            return;
        }
        if (proposal.exact()) {
            acceptAlways();
            return;
        }
        double proposedLogProb = batch.logProb[index];
        boolean hasPath = length >= 0; // without a path the chain stays
        boolean possible = hasPath && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY;
        boolean accepted = false;
        if (possible) {
            if (proposal.weighted()) {
                weigh(proposed); // one call deeper, the JIT would not inline the kernel's vector code
            }
            double logReverse = proposal.logProbability(proposed, path, length, stepScale, /* reversed= */ true);
            accepted = acceptOrReject(proposedLogProb, proposedFlips, logForward, logReverse);
        }
        if (accepted) {
            exchangeTables();
        } else {
            batch.flip(index, flipped, proposedFlips); // back to the chain's state
        }
        finish(hasPath ? length : (int) stepScale, possible ? acceptanceProbability : 0.0, accepted, proposedFlips);
    }

    /**
     * Ends a step of an exact proposal, which draws from a conditional distribution of the target: it is always
     * accepted.
     */
    private void acceptAlways() {
        double newLogProb = AcceptRule.checked(batch.logProb[index]);
        weigh(current); // the weights of the new state
        change(proposedFlips);
        logProb = newLogProb;
        finish((int) stepScale, 1.0, true, proposedFlips);
    }

    /** Ends a jump: keeps the weights of its draw if the chain has moved, else undoes its flips in the chain's row. */
    private void decideJump() {
        if (endJump(batch.logProb[index])) {
            exchangeTables();
        } else {
            batch.flip(index, flipped, differences);
        }
    }

    /** Computes the weights at the draw of an accepted jump, if the proposal depends on weights. */
    @Override
    public void weighDraw() {
        if (proposal.weighted()) {
            weigh(proposed);
        }
    }

    /** Exchanges the tables after an accepted step: the weights of the proposed state are now those of the chain. */
    private void exchangeTables() {
        WeightTable before = current;
        current = proposed;
        proposed = before;
    }

    /** Fills a table with the flip weights of the state that the model has evaluated last for this chain. */
    private void weigh(WeightTable table) {
        if (form != null) { // a function of this library: the kernel computes the weights in the model's rows
            batch.weigh(index, form, proposal.absolute(), frozen, table);
            return;
        }
        batch.logRatios(index, scratch);
        for (int site : frozen) {
            scratch[site] = Double.NEGATIVE_INFINITY; // weight 0
        }
        LogRatios.check(scratch, 0, scratch.length);
        weight.weights(scratch, 0, scratch.length, scratch);
        table.load(scratch);
        if (!(table.total() <= Double.MAX_VALUE)) { // a weight is NaN or infinite
            batch.logRatios(index, scratch);
            throw weight.failure(scratch, scratch.length);
        }
    }
}
