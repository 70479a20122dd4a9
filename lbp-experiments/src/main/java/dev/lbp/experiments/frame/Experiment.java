package dev.lbp.experiments.frame;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An experiment of the paper or of this library. It is measured cell by cell; a cell is one row of a table. A lab
 * stores finished cells in files, so that a later process continues.
 */
public abstract class Experiment {

    /**
     * How an experiment uses a directory of data sets. With data, the user does not choose targets, sizes or chains.
     */
    public enum Data {
        NONE,
        OPTIONAL,
        NEEDED
    }

    private final String name;
    private final String purpose;
    private final Data data;
    private final Set<TargetKind> kinds;

    /**
     * An experiment without data.
     *
     * @param name on the command line
     * @param purpose a line of at most 60 characters
     * @param kinds the possible kinds of the paper's targets; none for an experiment with targets of its own
     */
    public Experiment(String name, String purpose, TargetKind... kinds) {
        this(name, purpose, Data.NONE, kinds);
    }

    /** An experiment that may learn from data sets. */
    public Experiment(String name, String purpose, Data data, TargetKind... kinds) {
        this.name = name;
        this.purpose = purpose;
        this.data = data;
        this.kinds = EnumSet.noneOf(TargetKind.class);
        this.kinds.addAll(List.of(kinds));
    }

    /** The name on the command line. */
    public final String name() {
        return name;
    }

    /** The purpose, a line of at most 60 characters. */
    public final String purpose() {
        return purpose;
    }

    /** The possible kinds of the paper's targets; none for an experiment with targets of its own. */
    public final Set<TargetKind> kinds() {
        return kinds;
    }

    /** How the experiment uses a directory of data sets. */
    public final Data data() {
        return data;
    }

    /**
     * Checks that the runs fit into memory, before anything is written. Default: checks the runs on the paper's
     * targets.
     *
     * @throws IllegalArgumentException if they do not
     */
    public void check(Settings settings) {
        for (PaperTarget target : settings.instances(kinds().toArray(TargetKind[]::new))) {
            target.check(settings.chains(), settings.drawSteps(target));
        }
    }

    /** The cells, in the order in which they are measured. */
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of();
    }

    /**
     * Measures all missing cells.
     *
     * @throws RunInterrupted if the thread is interrupted; the cells measured before stay
     */
    public void measure(Lab lab) throws IOException {
        lab.measure(plans(lab));
    }

    /**
     * Draws the figures and writes the text for the finished cells. After an interruption some cells are missing.
     *
     * @return Markdown, without a title of its own; empty if no cell is done
     */
    public abstract String publish(Lab lab) throws IOException;
}
