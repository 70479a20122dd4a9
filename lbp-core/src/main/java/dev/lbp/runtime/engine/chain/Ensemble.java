package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.engine.AutoMethod;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.engine.step.LadderSchedule;
import dev.lbp.runtime.engine.step.ScaleShare;
import dev.lbp.runtime.engine.step.ScoredState;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.model.PartFailure;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All chains of a run or a batch, on the local or the batched engine. The chains of a {@link LocalEnsemble} are
 * independent tasks; the chains of a {@link LockStepEnsemble} take each step together.
 *
 * @param <S> the array of a chain's state
 */
public abstract class Ensemble<S> {

    /**
     * A callback after each step of a chain. Only one thread at a time calls it for the same chain.
     *
     * @param <S> the array of a chain's state
     */
    public interface Visitor<S> {
        void visit(ChainState<S> chain);
    }

    public final List<? extends ChainState<S>> chains;

    private final SecondScores<S> secondScores = new SecondScores<>(this);

    /** The choice of {@link AutoMethod}; null if the user gave the method. */
    private @Nullable Choice choice;

    public Ensemble(List<? extends ChainState<S>> chains) {
        this.chains = chains;
    }

    /**
     * Steps every chain until it has taken {@code steps} steps since its start, or until {@code signal} is stopped.
     * Calls {@link StopSignal#atRest} from time to time, when no chain is in a step.
     *
     * @throws dev.lbp.target.ModelException if the model fails; by then all chains have stopped
     */
    public abstract void runTo(long steps, Visitor<S> visitor, StopSignal signal);

    /**
     * Takes {@code steps} more steps with every chain. If an earlier stop left a chain with fewer steps than the first
     * chain, it catches up.
     */
    public final void run(long steps, Visitor<S> visitor, StopSignal signal) {
        runTo(chains.get(0).steps() + steps, visitor, signal);
    }

    /** The least number of steps of a chain: after a stop, chains may differ by up to a round. */
    protected final long fewestSteps() {
        long fewest = Long.MAX_VALUE;
        for (int c = 0; c < chains.size(); c++) { // no iterator: a user's loop may call this for single steps
            fewest = Math.min(fewest, chains.get(c).steps());
        }
        return fewest;
    }

    /** Recomputes all values that depend on the model, because its parameters have changed. */
    public abstract void invalidate();

    /** Makes the next step recompute all values that depend on the states or the model. */
    public abstract void markOutdated();

    /** Sets a chain to another state. */
    public abstract void reset(int chain, S state);

    /**
     * Sets every chain to another state; a batched model is evaluated once. If this throws, no chain has moved.
     *
     * @param states a state for each chain, copied
     * @param copy copies a state
     */
    public final void reset(List<S> states, UnaryOperator<S> copy) {
        List<S> before = chains.stream().map(chain -> copy.apply(chain.state)).toList();
        double[] logProb = chains.stream().mapToDouble(chain -> chain.logProb).toArray();
        setStates(states);
        try {
            invalidate();
        } catch (Throwable e) {
            setStates(before);
            for (ChainState<S> chain : chains) {
                chain.logProb = logProb[chain.index];
            }
            markOutdated();
            throw e;
        }
    }

    /** Copies a state to each chain, given the state of each chain. */
    private void setStates(List<S> states) {
        for (ChainState<S> chain : chains) {
            System.arraycopy(
                    states.get(chain.index), 0, chain.state, 0, chain.flipped.length); // flipped has N elements
        }
    }

    /** The choice of a method for these chains; empty if the user gave the method. */
    public Optional<Choice> choice() {
        return Optional.ofNullable(choice);
    }

    /** Sets {@link #choice}; returns this. */
    public final Ensemble<S> setChoice(Choice newChoice) {
        choice = newChoice;
        return this;
    }

    /** How the chains' states share words of memory, for the description of a run; empty if they do not. */
    public String layout() {
        return "";
    }

    /**
     * The method by which the chains step: the one that was chosen for the model, if there was a choice.
     *
     * @param given the method of the run, which is the answer if there was none
     */
    public final Method method(Method given) {
        return choice().map(Choice::method).orElse(given);
    }

    /**
     * Writes or reads the values that are not part of one chain's transcript. They come before the chains.
     *
     * @param some the chains whose transcripts follow
     */
    public void transcribeShared(Transcript transcript, ChainSpan some) {
        // chains of most ensembles have nothing more
    }

    /**
     * Writes or reads all chains. No chain may be in a step.
     *
     * @throws dev.lbp.target.ModelException if the model fails
     */
    public void transcribe(Transcript transcript) {
        transcribeShared(transcript, ChainSpan.all(chains.size()));
        for (ChainState<S> chain : chains) {
            chain.transcribeForResume(transcript);
        }
    }

    /**
     * Writes or reads some chains that take no more steps.
     *
     * @param some the positions of these chains
     */
    public void transcribeEnded(Transcript transcript, ChainSpan some) {
        transcribeShared(transcript, some);
        for (ChainState<S> chain : some.of(chains)) {
            chain.transcribe(transcript);
        }
    }

    /**
     * Writes or reads all chains for a model that may have changed meanwhile. The next step after reading calls the
     * model.
     */
    public final void transcribeChains(Transcript transcript) {
        transcribeShared(transcript, ChainSpan.all(chains.size()));
        for (ChainState<S> chain : chains) {
            chain.transcribe(transcript);
        }
        if (transcript.isReading()) {
            markOutdated();
        }
    }

    /** The geometric mean over chains of the current scale. Any thread may call this. */
    public final double scale() {
        double sum = 0.0;
        for (ChainState<S> chain : chains) {
            sum += Math.log(chain.scale.value());
        }
        return Math.exp(sum / chains.size());
    }

    /** Adapts the scale for {@code steps} steps and freezes it. */
    public final WarmUpTrace warmUp(int steps, Visitor<S> visitor, StopSignal signal) {
        WarmUpTrace trace = startAdapting(steps);
        run(
                steps,
                chain -> {
                    trace.record(chain);
                    visitor.visit(chain);
                },
                signal);
        freeze(trace);
        return trace;
    }

    /**
     * Starts the adaptation of all scales, for {@code steps} steps. The caller must record each of these steps in the
     * returned trace.
     */
    public WarmUpTrace startAdapting(int steps) {
        for (ChainState<S> chain : chains) {
            startAdapting(chain, steps);
        }
        scalesChanged();
        return WarmUpTrace.of(chains, steps).allowsChance(settlesByChance());
    }

    /** Whether a scale also counts as settled if chance explains its change in warm-up. */
    public boolean settlesByChance() {
        return false;
    }

    public static void startAdapting(ChainState<?> chain, int steps) {
        try {
            chain.startAdapting(steps);
        } catch (PartFailure e) {
            throw e.in(chain.name() + " at the beginning of warm-up");
        }
    }

    /** The steps of warm-up, ascending, after which all chains of a run pool their shares; last {@code warmUp}. */
    public long[] barriers(int warmUp) {
        return new long[] {warmUp};
    }

    /** Whether the chains of a run pool what they found in warm-up before their draws, see {@link #pool}. */
    public boolean pools() {
        return chains.get(0).scale.adapting();
    }

    /** The share of each chain at a barrier: what the other chains of the run must know of its warm-up. */
    public List<? extends BarrierShare> shares(WarmUpTrace trace) {
        return scaleShares(trace);
    }

    /** What each chain has found in warm-up about its scale. */
    protected final List<ScaleShare> scaleShares(WarmUpTrace trace) {
        return chains.stream()
                .map(chain -> ScaleShare.of(chain.scale, trace.meanLogScale(chain.index)))
                .toList();
    }

    /**
     * Uses the shares of a barrier that the chains have just reached. Here it is the only one, which ends adaptation.
     *
     * @param all the shares of all chains of the run; this ensemble may have only a part of them
     */
    public void pool(List<? extends BarrierShare> all) {
        freeze(all);
    }

    /** Ends adaptation with one common scale. This ensemble must have all chains of the run. */
    public final void freeze(WarmUpTrace trace) {
        freeze(shares(trace));
    }

    /** Ends adaptation with one common scale, from what all chains of the run found in warm-up. */
    protected void freeze(List<? extends BarrierShare> all) {
        freezeScales(all.stream().map(ScaleShare.class::cast).toList());
    }

    /** Ends the adaptation of the scales with one common scale; does nothing if they do not adapt. */
    protected final void freezeScales(List<ScaleShare> all) {
        List<ChainScale> scales = chains.stream().map(chain -> chain.scale).toList();
        if (freeze(scales, all, ScaleShare.mean(all))) {
            scalesChanged();
        }
    }

    /**
     * Ends the adaptation of some chains with one common scale.
     *
     * @param all the shares of all chains of the run
     * @param mean the geometric mean of all scales
     * @return whether the scales were adapting; if not, nothing changes
     */
    public static boolean freeze(List<ChainScale> scales, List<ScaleShare> all, double mean) {
        List<ScaleController.Adaptation> adaptations = all.stream()
                .map(ScaleShare::adaptation)
                .filter(Objects::nonNull)
                .toList();
        if (adaptations.isEmpty()) {
            return false;
        }
        try {
            double frozen = scales.get(0).frozenScale(adaptations, mean);
            scales.forEach(scale -> scale.freeze(frozen));
        } catch (PartFailure e) {
            throw e.in("all chains at the end of warm-up");
        }
        return true;
    }

    /** Sets the scales of all chains to one value and ends their adaptation. */
    public final void freezeAt(double scale) {
        for (ChainState<S> chain : chains) {
            chain.scale.freezeAt(scale);
        }
        scalesChanged();
    }

    /** The result of parallel tempering; empty if the chains are not tempered or have made no draws. */
    public Optional<TemperingResult> tempering() {
        return Optional.empty();
    }

    /** The schedule that the warm-up of a tempered run has found; empty for other runs. */
    public Optional<LadderSchedule> schedule() {
        return Optional.empty();
    }

    /**
     * Checks the chains after the last step of a run. No chain may be in a step.
     *
     * @throws dev.lbp.target.ModelException if a tracker of the model has lost the state of its chain
     */
    public void end() {
        if (chains.get(0).steps() > 0) {
            secondScores.compare();
        }
    }

    /**
     * Scores some states that chains were in again, and compares the two log-probabilities of each. {@link #end} does
     * so for the present states.
     *
     * @param visited the states, the most important first
     * @throws dev.lbp.target.ModelException if a second score differs: the model is not a function of the state alone
     */
    public void compare(List<ScoredState<S>> visited) {
        secondScores.compare(visited);
    }

    /** Does the work that is due between rounds of steps, when no chain is in a step. */
    public final void betweenRounds(StopSignal signal) {
        secondScores.compareIfDue();
        signal.atRest();
    }

    /**
     * Scores states again on the calling thread: state k as chain {@code first + k}, modulo the number of chains,
     * scores it. No chain may be in a step.
     *
     * @param states at most as many as there are chains; for tempered chains, states at inverse temperature 1
     * @return the log-probabilities; empty if the chains' trackers are compared instead
     */
    public abstract double[] scoreAgain(int first, List<S> states);

    /** Scores states by new trackers of {@code scorers}; returns none if trackers do not score states as a whole. */
    public final double[] scoreAgain(int first, List<S> states, List<LocalChain<S>> scorers) {
        double[] scores = new double[scorers.get(0).peer().isScoredWhole() ? states.size() : 0];
        for (int k = 0; k < scores.length; k++) {
            S state = states.get(k);
            int at = k;
            IntConsumer score = each(scorers, chain -> scores[at] = chain.scoreAgain(state));
            score.accept((first + k) % scorers.size());
        }
        return scores;
    }

    /** Called after scales have changed between steps. */
    void scalesChanged() {
        // chains of most ensembles depend on no scale between steps
    }

    /**
     * Returns a task that takes an index of {@code some} and runs {@code work} for the chain there. It wraps a failure
     * with the name of the chain and the number of its step.
     */
    public final <C extends ChainState<S>> IntConsumer each(List<C> some, Consumer<C> work) {
        return index -> {
            C chain = some.get(index);
            try {
                work.accept(chain);
            } catch (Throwable e) { // checked exceptions too, which a model written in another language may throw
                throw failure(chain, e);
            }
        };
    }

    /** The exception for a failure in a step of one chain. */
    final RuntimeException failure(ChainState<S> chain, Throwable cause) {
        return ModelCalls.failure(chain.model, chain.name() + " at step " + chain.steps(), cause);
    }
}
