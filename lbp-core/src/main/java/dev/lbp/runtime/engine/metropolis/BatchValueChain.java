package dev.lbp.runtime.engine.metropolis;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ValueWeights;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.runtime.engine.chain.ChoosingChain;
import dev.lbp.runtime.engine.chain.LockStepEnsemble;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.RowChain;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.FlipWeights;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings chain of the batched engine whose sites have C values each. A step draws sites as on a model of
 * bits; the weight of a site is the sum of the weights of its other values. Then it draws a value for each drawn site,
 * see {@link ValueWeights}. The reverse move draws the same sites, and their values before the step.
 */
public final class BatchValueChain extends RowChain<int[]> implements ChoosingChain {

    private Proposal proposal;
    private FlipWeights weight;
    private final int values;
    private final int @Nullable [] free;
    private final int[] frozen;
    /** The first {@link #length} elements are the sites of the present path. */
    private final int[] path;

    /** The state with the values that the current step proposes; between steps the state itself. */
    private final int[] proposedState;

    /**
     * The cells of the model's input that the current step flips: two for each changed site, of its values before and
     * after the step. The input has a cell for each value of each site, which is 1 if the site has the value.
     */
    private final int[] cells;

    private ValueWeights current;
    private ValueWeights proposed;

    private double stepScale;

    /** The number of sites that the path has drawn; -1 if there is no path. */
    private int length;

    /** The number of sites that the current step proposes to change; {@link #flipped} begins with them. */
    private int changes;

    private double logForward;

    public BatchValueChain(
            CategoricalEnergyModel model, BatchModel batch, ValueStart start, int index, MetropolisMove move) {
        super(
                model,
                batch,
                start,
                index,
                new ChainScale(move.controller(), move.proposal().scales(start.freeCount())));
        this.proposal = move.proposal();
        this.weight = new FlipWeights(move.weight());
        this.values = start.values();
        this.free = start.free();
        this.frozen = start.frozen();
        this.path = new int[state.length];
        this.proposedState = state.clone();
        this.cells = new int[2 * state.length];
        this.current = newWeights();
        this.proposed = newWeights();
    }

    private ValueWeights newWeights() {
        return new ValueWeights(state.length, values, free, proposal);
    }

    /** Takes another move and its scale, with new tables, since their weights depend on the proposal. */
    @Override
    public void use(MetropolisMove move, ChainScale ofMove) {
        proposal = move.proposal();
        weight = new FlipWeights(move.weight());
        scale = ofMove;
        current = newWeights();
        proposed = newWeights();
    }

    @Override
    protected void write(int[] at) {
        batch.writeRow(index, at);
    }

    @Override
    protected void change(int n) {
        for (int k = 0; k < n; k++) {
            state[flipped[k]] = proposedState[flipped[k]];
        }
    }

    @Override
    protected void transcribeState(Transcript transcript) {
        transcript.of(state, state.length);
        current.transcribe(transcript);
        System.arraycopy(state, 0, proposedState, 0, state.length); // between steps both are equal
    }

    /**
     * Reads the state from the model's input: {@link LockStepEnsemble#reset} copies it to the chain only afterwards.
     */
    @Override
    public void begin() {
        double newLogProb = AcceptRule.checkedStart(batch.logProb[index], model);
        batch.readRow(index, proposedState);
        weigh(current);
        logProb = newLogProb;
    }

    /** Draws sites and a new value for each, and writes the values into the chain's row. */
    @Override
    public void propose() {
        stepScale = scale.next(rng);
        WeightTable sites = current.sites(stepScale);
        length = proposal.draw(sites, stepScale, rng, path);
        changes = 0;
        if (length >= 0) {
            logForward = proposal.logProbability(sites, path, length, stepScale, /* reversed= */ false);
            changes = proposal.flips(sites, path, length, flipped);
            for (int k = 0; k < changes; k++) {
                int site = flipped[k];
                proposedState[site] = current.draw(site, rng);
                // a change of value flips two cells of the one-hot row: the old value's and the new one's
                cells[2 * k] = site * values + state[site];
                cells[2 * k + 1] = site * values + proposedState[site];
            }
            logForward += current.logProbability(flipped, changes, proposedState);
        }
        batch.flip(index, cells, 2 * changes);
    }

    /** Accepts or rejects the proposed values; a rejection writes the old ones into the chain's row again. */
    @Override
    public void decide() {
        double proposedLogProb = batch.logProb[index];
        boolean hasPath = length >= 0; // without a path the chain stays
        boolean possible = hasPath && AcceptRule.checked(proposedLogProb) != Double.NEGATIVE_INFINITY;
        boolean moved = false;
        if (possible) {
            weigh(proposed);
            WeightTable sites = proposed.sites(stepScale);
            double logReverse = proposal.logProbability(sites, path, length, stepScale, /* reversed= */ true)
                    + proposed.logProbability(flipped, changes, state);
            moved = acceptOrReject(proposedLogProb, changes, logForward, logReverse);
        }
        if (moved) {
            ValueWeights before = current;
            current = proposed;
            proposed = before;
        } else {
            batch.flip(index, cells, 2 * changes); // back to the chain's state
            for (int k = 0; k < changes; k++) {
                proposedState[flipped[k]] = state[flipped[k]];
            }
        }
        finish(hasPath ? length : (int) stepScale, possible ? acceptanceProbability : 0.0, moved, changes);
    }

    /**
     * Computes the weights of {@link #proposedState}. If the proposal is not weighted, all values of all free sites
     * have equal weights.
     */
    private void weigh(ValueWeights table) {
        double[] logRatios = table.logRatios();
        if (proposal.weighted()) {
            batch.logRatios(index, logRatios);
        } else {
            Arrays.fill(logRatios, 0.0);
        }
        table.toLogRatios(proposedState, frozen); // from logits
        weight.weights(logRatios, 0, logRatios.length, table.weights());
        table.weightsChanged();
        if (!(table.sites(scale.value()).total() <= Double.MAX_VALUE)) { // a weight is NaN or infinite
            throw weight.failure(logRatios, logRatios.length);
        }
    }
}
