package dev.lbp.runtime.engine.chain;

import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.target.EnergyModel;
import java.util.Locale;

/** What summaries, plots and messages say about a method. */
interface MethodWords {

    /** The method and its settings: "LBP, weight t/(t+1), acceptance 0.574". */
    String describe();

    /** What the scale is. */
    default String scaleName() {
        return "scale R";
    }

    /** The scale and the acceptance rate of a run. */
    default String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "%s %.1f, acceptance %.3f", scaleName(), scale, acceptanceRate);
    }

    /** A warning to the user about a run at the given scale; empty if there is none. */
    default String caveat(EnergyModel model, double scale, BitStart start, double acceptanceRate) {
        return "";
    }

    /** A warning to the user about a run on a model of whole numbers; empty if there is none. */
    default String caveat(double scale, ValueStart start, double acceptanceRate) {
        return "";
    }
}
