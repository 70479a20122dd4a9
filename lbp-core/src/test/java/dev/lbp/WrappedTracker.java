package dev.lbp;

import dev.lbp.target.LocalEnergyModel;

/** A tracker that does what another does; subclasses break one method. */
public class WrappedTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    protected final LocalEnergyModel.Tracker sound;

    public WrappedTracker(LocalEnergyModel.Tracker sound) {
        this.sound = sound;
    }

    @Override
    public void reset(byte[] state) {
        sound.reset(state);
    }

    @Override
    public double logProb() {
        return sound.logProb();
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        sound.logRatios(sites, n, out);
    }

    @Override
    public int flip(int site, int[] touched) {
        return sound.flip(site, touched);
    }

    @Override
    public void save() {
        sound.save();
    }

    @Override
    public void restore() {
        sound.restore();
    }
}
