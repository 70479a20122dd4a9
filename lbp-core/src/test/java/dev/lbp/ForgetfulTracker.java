package dev.lbp;

import dev.lbp.target.LocalEnergyModel;

/** A tracker that does not tell that the log-ratio of the flipped site changes. */
final class ForgetfulTracker extends WrappedTracker {

    ForgetfulTracker(LocalEnergyModel.Tracker sound) {
        super(sound);
    }

    @Override
    public int flip(int flipped, int[] touched) {
        int kept = 0;
        int told = sound.flip(flipped, touched);
        for (int k = 0; k < told; k++) {
            touched[kept] = touched[k];
            kept += touched[k] == flipped ? 0 : 1;
        }
        return kept;
    }
}
