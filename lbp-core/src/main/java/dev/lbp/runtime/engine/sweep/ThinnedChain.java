package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;

/** A chain of single sites with systematic scan whose sweeps may be thinned. Its log-ratios are exact. */
final class ThinnedChain extends SweepChain {

    /** A fixed rate has one thinned sweep, a chosen one those of all rates. */
    private final ThinnedSweep[] thinned;

    private final ThinningChoice choice;
    private final boolean chosen;

    /** The place of the thinned sweep whose bits are those of the state; -1 for none. */
    private int loaded;

    /** Whether the state has changed between sweeps, so that bits must be computed again. */
    private boolean changed;

    ThinnedChain(
            LocalEnergyModel model,
            BitStart start,
            int index,
            Sweeps sweeps,
            int[][] classes,
            Thinning thinning,
            StepMix mix) {
        super(model, start, index, sweeps, classes, mix);
        int[] order = Arrays.stream(classes).flatMapToInt(Arrays::stream).toArray();
        int alone =
                (int) Arrays.stream(classes).filter(sites -> sites.length == 1).count();
        this.chosen = thinning.isChosen();
        this.choice = new ThinningChoice(order.length, alone);
        this.thinned = (chosen ? Arrays.stream(ThinningChoice.RATES) : Arrays.stream(new double[] {thinning.rate()}))
                .mapToObj(rate -> new ThinnedSweep(order, start.dimension(), rate, Gaps.of(rate, rng)))
                .toArray(ThinnedSweep[]::new);
        this.loaded = -1;
    }

    @Override
    public void refresh() {
        changed = true;
    }

    @Override
    void sweep(SiteRule rule) {
        long before = moves();
        int rate = chosen ? choice.next(before) : 0;
        if (rate == ThinningChoice.OFF) {
            loaded = -1;
            super.sweep(rule);
            return;
        }
        ThinnedSweep thin = thinned[rate];
        if (loaded != rate || changed) {
            thin.load(tracker);
            if (!changed) {
                thin.takeWork(); // a rate that is kept is loaded once
            }
            loaded = rate;
            changed = false;
        }
        int n = thin.sweep(tracker, rule, rng, touched, flipped);
        choice.add(before, rate, thin.takeWork(), n);
        endSweep(n);
    }

    @Override
    public void checkKept() {
        if (loaded >= 0 && !changed) {
            thinned[loaded].check(tracker, LOOSE);
        }
    }

    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        choice.transcribe(transcript);
        for (ThinnedSweep thin : thinned) {
            thin.transcribe(transcript);
        }
        changed = transcript.of(changed);
        if (transcript.isReading()) {
            loaded = -1;
        }
    }
}
