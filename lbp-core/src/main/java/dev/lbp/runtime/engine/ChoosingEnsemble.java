package dev.lbp.runtime.engine;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.SamplerChoice;
import dev.lbp.runtime.engine.chain.BatchCalls;
import dev.lbp.runtime.engine.chain.BatchChain;
import dev.lbp.runtime.engine.chain.Choice;
import dev.lbp.runtime.engine.chain.ChoosingChain;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.RowChain;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.metropolis.BatchMetropolisChain;
import dev.lbp.runtime.engine.metropolis.BatchMetropolisEnsemble;
import dev.lbp.runtime.engine.metropolis.BatchSubsetChain;
import dev.lbp.runtime.engine.metropolis.BatchValueChain;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Chains of the batched engine that try several methods in warm-up, see {@link TrialPlan}, and keep the one with the
 * largest expected jump distance. The chains stay the same objects with their states and generators; only their move
 * and its scale change. If warm-up is too short for a trial, they keep the first method.
 *
 * @param <S> the array of a chain's state
 * @param <C> the type of a chain
 */
final class ChoosingEnsemble<S, C extends RowChain<S> & ChoosingChain> extends BatchMetropolisEnsemble<S, C> {

    /**
     * A method to try.
     *
     * @param move the move that chains make while they use the method
     * @param name the name of the candidate in the table of measurements
     */
    record Candidate(Method method, MetropolisMove move, String name) {

        static Candidate of(MetropolisMethod method) {
            MetropolisMove move = method.move();
            return new Candidate(
                    method, move, method.name() + " " + move.weight().name());
        }
    }

    private final List<Candidate> candidates;

    /** How the chains of each candidate call the model. */
    private final List<BatchCalls> calls;

    /** The scale of each candidate for each chain. */
    private final List<List<ChainScale>> scales = new ArrayList<>();

    /** Guesses the scales of a move from the model's answers at the current states. */
    private Consumer<MetropolisMove> guess = move -> {};

    /** The index of the first candidate that was never in use. */
    private int nextUnused = 1;

    private TrialPlan plan;

    /** The measurements of each chain of this ensemble, by its index. */
    private final List<TrialShare> measured = new ArrayList<>();

    /** The sum of the measurements of all chains of the run; zeros before the choice. */
    private TrialShare pooled;

    /** The number of steps that the first chain had taken when the trial began. */
    private long stepsBefore;

    /** Whether the chains are in a trial. */
    private boolean inTrial;

    /** The index of the candidate in use. */
    private int current;

    private ChoosingEnsemble(
            List<C> chains,
            Consumer<C> decide,
            List<Candidate> candidates,
            Function<MetropolisMove, ChainScale> newScale,
            WorkerPool pool) {
        super(chains, decide, calls(chains.get(0).batch, candidates.get(0).move(), chains), pool);
        this.candidates = candidates;
        this.calls = candidates.stream()
                .map(candidate -> calls(batch, candidate.move(), chains))
                .toList();
        this.plan = TrialPlan.of(candidates.size(), 0); // no trial until the length of warm-up is known
        this.pooled = new TrialShare(candidates.size());
        clearMeasurements();
        scales.add(chains.stream().map(chain -> chain.scale).toList()); // the chains begin with the first candidate
        for (Candidate candidate : candidates.subList(1, candidates.size())) {
            scales.add(chains.stream()
                    .map(chain -> newScale.apply(candidate.move()))
                    .toList());
        }
    }

    /** Makes chains of bits, which begin with the first candidate. */
    static Ensemble<byte[]> ofBits(EnergyModel model, BitStart start, List<Candidate> candidates, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.rowBlocks());
        MetropolisMove first = candidates.get(0).move();
        return start.fixesOnes()
                ? ofBits(
                        start,
                        newChains(start, c -> new BatchSubsetChain(batch, start, c, first)),
                        BatchSubsetChain::decide,
                        candidates,
                        pool)
                : ofBits(
                        start,
                        newChains(start, c -> new BatchMetropolisChain(batch, start, c, first)),
                        BatchMetropolisChain::decide,
                        candidates,
                        pool);
    }

    /** Makes the ensemble of these chains, and guesses their scales from the first evaluation of the model. */
    private static <C extends BatchChain & ChoosingChain> Ensemble<byte[]> ofBits(
            BitStart start, List<C> chains, Consumer<C> decide, List<Candidate> candidates, WorkerPool pool) {
        ChoosingEnsemble<byte[], C> ensemble =
                new ChoosingEnsemble<>(chains, decide, candidates, move -> move.newScale(start), pool);
        ensemble.guess = move -> guessScales(ensemble, chains, start, move);
        ensemble.guess.accept(candidates.get(0).move());
        return ensemble;
    }

    /** Makes chains whose sites have C values each. They begin with the first candidate. */
    static Ensemble<int[]> ofValues(
            CategoricalEnergyModel model, ValueStart start, List<Candidate> candidates, WorkerPool pool) {
        BatchModel batch = new BatchModel(model, start.dimension(), start.values(), start.rowBlocks());
        MetropolisMove first = candidates.get(0).move();
        return new ChoosingEnsemble<>(
                newChains(start, c -> new BatchValueChain(model, batch, start, c, first)),
                BatchValueChain::decide,
                candidates,
                move -> new ChainScale(move.controller(), move.proposal().scales(start.freeCount())),
                pool);
    }

    private void clearMeasurements() {
        measured.clear();
        batchChains.forEach(chain -> measured.add(new TrialShare(candidates.size())));
    }

    /** Plans a trial in the first half of warm-up, and starts to adapt the scales of all candidates. */
    @Override
    public WarmUpTrace startAdapting(int steps) {
        plan = TrialPlan.of(candidates.size(), steps);
        stepsBefore = chains.get(0).steps();
        inTrial = plan.block() > 0; // 0 if warm-up is too short for a trial
        clearMeasurements();
        for (C chain : batchChains) {
            scales.forEach(
                    scalesOfCandidate -> scalesOfCandidate.get(chain.index).startAdapting(steps));
        }
        return super.startAdapting(steps);
    }

    @Override
    public long[] barriers(int warmUp) {
        return plan.block() > 0 ? new long[] {plan.length(), warmUp} : super.barriers(warmUp);
    }

    @Override
    public List<? extends BarrierShare> shares(WarmUpTrace trace) {
        return inTrial ? measured : super.shares(trace);
    }

    /** Ends the trial at the barrier if one is under way; else ends warm-up. */
    @Override
    public void pool(List<? extends BarrierShare> all) {
        if (inTrial) {
            endTrial(all);
        } else {
            super.pool(all);
        }
    }

    /**
     * Ends adaptation. If warm-up was stopped during the trial, chooses by the measurements made so far. The mean over
     * warm-up then mixes the scales of several candidates, so an empty trace stands for it, without a mean.
     */
    @Override
    protected void freeze(List<? extends BarrierShare> all) {
        if (inTrial) {
            endTrial(all);
            WarmUpTrace empty = new WarmUpTrace(chains.size(), /* steps= */ 1, /* adaptive= */ true);
            freezeScales(scaleShares(empty));
        } else {
            super.freeze(all);
        }
    }

    /** Makes all chains continue with the best candidate, by the measurements of all chains of the run. */
    private void endTrial(List<? extends BarrierShare> all) {
        inTrial = false;
        pooled = TrialShare.sum(candidates.size(), all);
        use(pooled.best());
        refresh(); // a checkpoint may follow, which holds the weights of the chosen method
    }

    /** In a trial, gives the chains the candidate whose turn the next step is; ends the trial after its last step. */
    @Override
    public void beforeStep() {
        if (!inTrial) {
            return;
        }
        long step = chains.get(0).steps() - stepsBefore;
        if (step == plan.length()) {
            endTrial(measured);
        } else {
            use(plan.candidate(step));
        }
    }

    /** Makes all chains continue with a candidate. A change of candidate costs an evaluation before the next step. */
    private void use(int candidate) {
        if (candidate != current) {
            assign(candidate);
            markOutdated();
        }
    }

    /** Gives all chains the move of a candidate, and each its own scale for it. */
    private void assign(int candidate) {
        current = candidate;
        setCalls(calls.get(candidate));
        for (C chain : batchChains) {
            chain.use(candidates.get(candidate).move(), scales.get(candidate).get(chain.index));
        }
    }

    /** Takes a step with the present candidate, and measures it if the plan of the trial says so. */
    @Override
    public void step(Visitor<S> visitor) {
        if (current >= nextUnused) { // the first step with this candidate begins at a guess of its scale
            guess.accept(candidates.get(current).move());
            nextUnused = current + 1;
        }
        super.step(visitor);
        if (inTrial && plan.measures(chains.get(0).steps() - 1 - stepsBefore)) {
            for (C chain : batchChains) {
                measured.get(chain.index).count(current, chain);
            }
        }
    }

    /** The candidate in use, with the figures of the trial if there was one. */
    @Override
    public Optional<Choice> choice() {
        Method method = candidates.get(current).method();
        boolean tried = pooled.total() > 0;
        String reason = tried
                ? "expected jump distance in warm-up"
                : "no trial, which needs a warm-up of at least " + TrialPlan.leastWarmUp(candidates.size()) + " steps";
        List<String> names = candidates.stream().map(Candidate::name).toList();
        return Optional.of(new Choice(method, new SamplerChoice(method.describe(), reason, pooled.figures(names))));
    }

    /** When reading, first sets the move, because the scales and weights that follow belong to it. */
    @Override
    public void transcribeShared(Transcript transcript, ChainSpan span) {
        int candidate = transcript.of(current);
        if (transcript.isReading()) {
            assign(candidate);
        }
        nextUnused = transcript.of(nextUnused);
        plan = new TrialPlan(candidates.size(), transcript.of(plan.block()));
        stepsBefore = transcript.of(stepsBefore);
        inTrial = transcript.of(inTrial);
        pooled = pooled.transcribe(transcript);
        for (int c = span.first(); c < span.end(); c++) {
            if (inTrial) {
                measured.set(c, measured.get(c).transcribe(transcript));
            }
            transcribeScales(transcript, c);
        }
    }

    /** Writes or reads a chain's scales except the one in use, which the chain transcribes. */
    private void transcribeScales(Transcript transcript, int chain) {
        for (int k = 0; k < candidates.size(); k++) {
            ChainScale scale = scales.get(k).get(chain);
            if (transcript.isReading()) {
                scale.startAdapting(Integer.MAX_VALUE); // a frozen scale could not read an adapting one
            }
            if (k != current) {
                scale.transcribe(transcript);
            }
        }
    }
}
