package dev.lbp.runtime.engine.tempered;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.TemperingResult;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.step.BarrierShare;
import dev.lbp.runtime.engine.step.LadderSchedule;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.runtime.reweighting.LadderObservables;
import dev.lbp.runtime.tempering.LadderEstimate;
import dev.lbp.runtime.tempering.LadderSums;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.runtime.tempering.TemperatureSchedule;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The chains of a tempered run: each is the coldest chain, of inverse temperature 1, of a {@link Ladder}. Warm-up of W
 * scans finds the schedule in rounds that end after ..., W/4, W/2, W scans. The end of a round sets
 *
 * <pre>{@code
 * betas      for equal shares of the barrier sum_k r_k, with r_k the rejection rate of pair k in all chains
 * scales     by log R, R the scale of a step, as a function of beta that is interpolated at the new betas
 * centres    of Bennett's ratio by log Z, as a function of beta
 * }</pre>
 *
 * <p>In the middle of a round the sums begin again, so a schedule comes from the second half of a round. After the last
 * round schedule and scales are frozen. All chains have the same schedule, and a slot has the same scale in all chains.
 * The times of changes depend on numbers of steps alone.
 *
 * @param <S> the array of a state
 */
abstract class TemperedEnsemble<S> extends Ensemble<S> {

    /** The number of replicas in the first round of warm-up, if the user left their number to the run. */
    private static final int FIRST_REPLICAS = 10;

    /** The number of scans in the shortest round. */
    private static final int SHORTEST_ROUND = 2;

    final TemperingPlan plan;
    public final List<? extends Ladder<S>> ladders;
    private double[] betas;

    /** The sum of rejection rates, called the barrier, at the last change of the schedule; NaN before. */
    private double barrier = Double.NaN;

    /** The steps at which sums begin again (even index) or a round ends (odd index). */
    private long[] pauses = {};

    /** The number of {@link #pauses} that have passed. */
    private int paused;

    /** Whether the schedule is frozen. */
    private boolean frozen;

    /**
     * @param chains the chain of slot K of each ladder
     */
    TemperedEnsemble(
            TemperingPlan plan,
            double[] betas,
            List<? extends ChainState<S>> chains,
            List<? extends Ladder<S>> ladders) {
        super(chains);
        this.plan = plan;
        this.ladders = ladders;
        this.betas = betas;
    }

    /** The inverse temperatures of the first round. */
    static double[] firstBetas(TemperingPlan plan) {
        return TemperatureSchedule.linear(plan.replicas() == TemperingPlan.AUTO ? FIRST_REPLICAS : plan.replicas());
    }

    /** The slot, at least 1, whose inverse temperature is nearest to {@code beta}. */
    static int nearest(double[] betas, double beta) {
        int nearest = 1;
        for (int k = 2; k < betas.length; k++) {
            nearest = Math.abs(betas[k] - beta) < Math.abs(betas[nearest] - beta) ? k : nearest;
        }
        return nearest;
    }

    final double[] betas() {
        return betas;
    }

    /** Steps every ladder until its chain of slot K has taken {@code steps} steps; no pause is due before that. */
    abstract void advanceTo(long steps, Visitor<S> visitor, StopSignal signal);

    /**
     * Changes the inverse temperatures of the slots, and their number. New slots start at the state of the slot of
     * nearest inverse temperature.
     */
    abstract void reschedule(double[] before, double[] after);

    /** Lets the chains of slots 1 to K continue after their scale or inverse temperature has changed. */
    abstract void adoptAll();

    /** Lets the chains of slots 1 to K continue from the states that were read. */
    abstract void resumeAll();

    @Override
    public final void runTo(long steps, Visitor<S> visitor, StopSignal signal) {
        while (fewestSteps() < steps && !signal.stopped()) {
            // the step before which all ladders must pool their sums
            long pause = paused < pauses.length ? pauses[paused] : Long.MAX_VALUE;
            if (fewestSteps() >= pause) {
                pool(shares());
            } else {
                advanceTo(Math.min(steps, pause), visitor, signal);
            }
        }
    }

    @Override
    public final long[] barriers(int warmUp) {
        long[] barriers = Arrays.copyOf(pauses, pauses.length + 1);
        barriers[pauses.length] = warmUp; // the last barrier is the end of warm-up
        return barriers;
    }

    @Override
    public final boolean pools() {
        return true;
    }

    @Override
    public final List<LadderShare> shares(WarmUpTrace trace) {
        return shares();
    }

    private List<LadderShare> shares() {
        return ladders.stream().map(Ladder::share).toList();
    }

    @Override
    public final void pool(List<? extends BarrierShare> all) {
        List<LadderShare> shares = all.stream().map(LadderShare.class::cast).toList();
        if (paused == pauses.length) {
            freeze(all);
        } else {
            if (paused % 2 == 0) { // the middle of a round
                recentre(shares);
            } else {
                endRound(shares);
            }
            paused++;
        }
    }

    /** Begins the sums again, with the centres of Bennett's ratio that the sums so far give. */
    private void recentre(List<LadderShare> all) {
        List<LadderSums> sums = LadderShare.sums(all);
        for (Ladder<S> ladder : ladders) {
            ladder.recentre(LadderSums.recentred(sums)); // new sums for each ladder, which adds to its own
        }
    }

    /** Ends a round: changes the schedule by its sums, and starts the scales of all slots but K again. */
    private void endRound(List<LadderShare> all) {
        boolean lastRoundFollows = paused == pauses.length - 2;
        // the last round keeps the number of replicas of the round before it
        boolean findsNumber = plan.replicas() == TemperingPlan.AUTO && !lastRoundFollows;
        double[] rejections = LadderShare.rejections(all);
        List<ChainState<S>> coldest = columns().stream()
                .<ChainState<S>>map(ladder -> ladder.slot(betas.length - 1))
                .toList();
        int slots = findsNumber
                ? TemperatureSchedule.advised(LadderShare.notExchanged(all, rejections), plan.mostReplicas())
                : betas.length;
        double[] scales = retune(all, rejections, slots);
        int steps = (int) (2 * (pauses[paused + 1] - pauses[paused])); // the next pause is in the middle of the round
        for (Ladder<S> ladder : columns()) {
            for (int k = 1; k < betas.length; k++) {
                if (!coldest.contains(ladder.slot(k))) { // slot K keeps beta = 1, so its scale goes on adapting
                    ladder.slot(k).scale.guess(scales[k]);
                    startAdapting(ladder.slot(k), steps);
                }
            }
        }
        adoptAll();
    }

    /** All ladders, each followed by its twin (the ladder of second replicas) if that is still stepped. */
    final List<Ladder<S>> columns() {
        return ladders.stream().flatMap(Ladder::columns).toList();
    }

    /** Changes the schedule to equal shares of the barrier. Returns the new scale of each slot, NaN for slot 0. */
    private double[] retune(List<LadderShare> all, double[] rejections, int slots) {
        double[] before = betas;
        double[] logScales = LadderShare.meanLogScales(all, betas.length);
        List<LadderSums> sums = LadderShare.sums(all);
        betas = TemperatureSchedule.equalised(before, rejections, slots);
        barrier = TemperatureSchedule.barrier(rejections);
        reschedule(before, betas);
        for (Ladder<S> ladder : columns()) {
            ladder.beginSchedule(LadderSums.recentred(sums, betas), betas.length);
        }
        return Arrays.stream(TemperatureSchedule.interpolated(before, logScales, betas))
                .map(Math::exp)
                .toArray();
    }

    @Override
    public WarmUpTrace startAdapting(int steps) {
        pauses = pauses(steps / plan.every(), plan.every());
        int first = pauses.length == 0 ? steps : (int) (2 * pauses[0]); // the first pause is in the middle of its round
        for (Ladder<S> ladder : columns()) {
            for (int k = 1; k < betas.length; k++) {
                startAdapting(ladder.slot(k), k == betas.length - 1 ? steps : first);
            }
        }
        adoptAll();
        return WarmUpTrace.of(chains, steps).allowsChance(settlesByChance());
    }

    /** The steps at the middle and the end of each round of warm-up, without the last end, where freeze() is called. */
    private static long[] pauses(long scans, long every) {
        List<Long> ends = new ArrayList<>();
        for (long end = scans; end >= SHORTEST_ROUND; end /= 2) { // rounds end after ..., W/4, W/2, W scans
            ends.add(0, end);
        }
        long[] pauses = new long[Math.max(0, 2 * ends.size() - 1)];
        long before = 0;
        for (int round = 0; round < ends.size(); round++) {
            long end = ends.get(round);
            pauses[2 * round] = every * ((before + end) / 2); // the middle, where sums begin again
            if (2 * round + 1 < pauses.length) {
                pauses[2 * round + 1] = every * end;
            }
            before = end;
        }
        return pauses;
    }

    /**
     * Freezes the schedule and the scales.
     *
     * @throws ModelException if the log-probability was negative infinity at all draws of the reference
     */
    @Override
    protected final void freeze(List<? extends BarrierShare> shares) {
        List<LadderShare> all = shares.stream().map(LadderShare.class::cast).toList();
        if (paused == pauses.length && LadderShare.possibleFraction(all) == 0.0) { // at the full length of warm-up
            throw new ModelException(
                    ModelCalls.nameOf(chains.get(0).model)
                            + ": must be possible (logProb > -Infinity) at some draws of tempering's reference: none"
                            + " was in warm-up; give a reference near the possible states",
                    null);
        }
        if (all.stream().allMatch(ladder -> ladder.sums().scans() > 0)) {
            double[] scales = retune(all, LadderShare.rejections(all), betas.length);
            for (int k = 1; k < betas.length; k++) {
                int slot = k;
                freeze(
                        columns().stream()
                                .map(ladder -> ladder.slot(slot).scale)
                                .toList(),
                        LadderShare.scalesOf(all, k),
                        scales[k]);
            }
            adoptAll();
            boolean[] byParts = LadderShare.byParts(all);
            columns().forEach(ladder -> ladder.setByParts(byParts, plan.keepsTwins()));
        }
        ladders.forEach(Ladder::beginDraws);
        frozen = paused == pauses.length; // false if warm-up was stopped before its end
    }

    @Override
    public void transcribe(Transcript transcript) {
        transcribeSchedule(transcript);
        for (Ladder<S> ladder : columns()) {
            transcribe(transcript, ladder);
            for (int k = 1; k < betas.length; k++) {
                ladder.slot(k).transcribeForResume(transcript);
            }
        }
        if (transcript.isReading()) {
            resumeAll();
        }
    }

    @Override
    public final void transcribeEnded(Transcript transcript, ChainSpan some) {
        transcribeSchedule(transcript);
        for (Ladder<S> ladder :
                some.of(ladders).stream().flatMap(Ladder::columns).toList()) {
            transcribe(transcript, ladder);
            for (int k = 1; k < betas.length; k++) {
                ladder.slot(k).transcribe(transcript);
            }
        }
    }

    private void transcribe(Transcript transcript, Ladder<S> ladder) {
        if (transcript.isReading()) { // makes arrays for the number of slots that was read
            ladder.beginSchedule(new LadderSums(betas, new double[betas.length - 1]), betas.length);
        }
        ladder.transcribe(transcript);
    }

    /** Writes or reads the schedule and how far warm-up is. Gives the ladders the slots of a schedule that was read. */
    private void transcribeSchedule(Transcript transcript) {
        double[] before = betas;
        int slots = transcript.of(betas.length);
        if (slots != before.length) {
            betas = TemperatureSchedule.linear(slots); // any betas: only makes the slots
            reschedule(before, betas);
        }
        betas = betas.clone();
        transcript.of(betas, slots);
        reschedule(betas, betas);
        boolean alone = transcript.of(ladders.get(0).alone);
        ladders.forEach(ladder -> ladder.alone = alone);
        paused = transcript.of(paused);
        frozen = transcript.of(frozen);
    }

    @Override
    public final Optional<LadderSchedule> schedule() {
        return Optional.of(new LadderSchedule(betas.clone(), barrier));
    }

    /** What tempering found; empty until the schedule is frozen, and if no scan was made since. */
    @Override
    public Optional<TemperingResult> tempering() {
        LadderEstimate estimate =
                LadderEstimate.of(ladders.stream().<LadderSums>map(Ladder::sums).toList());
        if (!frozen || estimate.scans() == 0) {
            return Optional.empty();
        }
        double[] scales = new double[betas.length];
        double[] acceptance = new double[betas.length];
        scales[0] = Double.NaN;
        acceptance[0] = Double.NaN;
        for (int k = 1; k < betas.length; k++) {
            scales[k] = ladders.get(0).slot(k).scale.value();
            double sum = 0.0;
            long moves = 0;
            for (Ladder<S> ladder : ladders) {
                sum += ladder.acceptanceSum(k);
                moves += ladder.moves(k);
            }
            acceptance[k] = sum / moves;
        }
        return Optional.of(new TemperingResult(
                estimate.logZ(),
                estimate.logZError(),
                estimate.forward(),
                estimate.backward(),
                estimate.steppingStonesError(),
                plan.every(),
                columns().size() > ladders.size(), // whether there are twins
                betas.clone(),
                scales,
                acceptance,
                Arrays.stream(estimate.rejections()).map(r -> 1.0 - r).toArray(),
                LadderShare.exchanged(shares()),
                estimate.meanLogProb(),
                estimate.scans() * ladders.size() / columns().size(), // twins add to the sums of their ladders
                ladders.stream().mapToLong(ladder -> ladder.trips().restarts()).toArray(),
                ladders.stream()
                        .mapToLong(ladder -> ladder.trips().roundTrips())
                        .sum(),
                ladders.get(0).base.normalised(),
                observables()));
    }

    private LadderObservables observables() {
        Ladder<S> first = ladders.get(0);
        return new LadderObservables(
                betas.clone(),
                first.records().targetBeta(),
                // of every state, if all are equally probable
                first.base.isFair() ? first.base.logProb(first.reference) : Double.NaN,
                SlotRecords.pooled(ladders.stream().map(Ladder::records).toList()),
                ladders.stream().flatMap(ladder -> ladder.pairs.stream()).toList());
    }
}
