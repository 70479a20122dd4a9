package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/** A chain of sweeps that skip sites which hardly ever flip. The model's log-ratios must be exact. */
final class SkippingChain extends SweepChain {

    /** A sweep for each rate that may be chosen; one if the rate is fixed. */
    private final SkippingSweep[] byRate;

    private final SkippingChoice choice;
    /** Whether {@link #choice} chooses the rate. */
    private final boolean chosen;

    /** The index in {@link #byRate} of the sweep whose hot sites are up to date; -1 for none. */
    private int loaded;

    /** Whether the state has changed between sweeps, so that hot sites must be computed again. */
    private boolean changed;

    SkippingChain(
            LocalEnergyModel model,
            BitStart start,
            int index,
            Sweeps sweeps,
            int[][] classes,
            SiteSkipping skipping,
            StepMix mix) {
        super(model, start, index, sweeps, classes, mix);
        int[] order = Arrays.stream(classes).flatMapToInt(Arrays::stream).toArray();
        // a class of one site costs a plain sweep a call of its own
        int alone =
                (int) Arrays.stream(classes).filter(sites -> sites.length == 1).count();
        this.chosen = skipping.isChosen();
        this.choice = new SkippingChoice(order.length, alone);
        double[] rates = chosen ? SkippingChoice.RATES : new double[] {skipping.rate()};
        this.byRate = Arrays.stream(rates)
                .mapToObj(rate -> new SkippingSweep(order, start.dimension(), rate, Gaps.of(rate, rng)))
                .toArray(SkippingSweep[]::new);
        this.loaded = -1;
    }

    @Override
    public void refresh() {
        changed = true;
    }

    /**
     * Makes a sweep by the chosen or the fixed rate, or a plain one, and adds its work to the trial, if there is one.
     */
    @Override
    void sweep(SiteRule rule) {
        long sweepsBefore = moves();
        int rate = chosen ? choice.next(sweepsBefore) : 0;
        if (rate == SkippingChoice.OFF) {
            loaded = -1; // a plain sweep keeps no list of hot sites
            super.sweep(rule);
            return;
        }
        SkippingSweep skipping = byRate[rate];
        if (loaded != rate || changed) {
            skipping.findHotSites(tracker);
            if (!changed) {
                skipping.takeWork(); // does not count this search: only a change of rate needs it
            }
            loaded = rate;
            changed = false;
        }
        int n = skipping.sweep(tracker, rule, rng, touched, flipped);
        choice.add(sweepsBefore, rate, skipping.takeWork(), n);
        endSweep(n);
    }

    /** Checks the list of hot sites, if there is one of the present state. */
    @Override
    public void checkKeptWeights() {
        if (loaded >= 0 && !changed) {
            byRate[loaded].check(tracker, LOOSE);
        }
    }

    /** Also writes or reads the choice and the next candidates; hot sites are computed again. */
    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        choice.transcribe(transcript);
        for (SkippingSweep skipping : byRate) {
            skipping.transcribe(transcript);
        }
        changed = transcript.of(changed);
        if (transcript.isReading()) {
            loaded = -1;
        }
    }
}
