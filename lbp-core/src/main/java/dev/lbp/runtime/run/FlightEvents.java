package dev.lbp.runtime.run;

import dev.lbp.result.StopReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The events of a run in Flight Recorder. The class is loaded only if the JDK has Flight Recorder. */
final class FlightEvents implements RunEvents {

    private final RunEvent run = new RunEvent();
    private CheckpointEvent checkpoint = new CheckpointEvent();
    private final List<ChainEvent> chains = new ArrayList<>();

    private FlightEvents() {}

    /**
     * The events of Flight Recorder if it has been started, else none: to register the types of events takes a tenth
     * of the CPU time of a short command.
     */
    static RunEvents ifRecording() {
        return FlightRecorder.isInitialized() ? new FlightEvents() : new RunEvents() {};
    }

    @Override
    public void runBegins(String description) {
        run.run = description;
        run.begin();
    }

    @Override
    public void phaseBegins(PhaseProgress phase) {
        chains.clear();
        for (int c = 0; c < phase.chains(); c++) {
            ChainEvent event = new ChainEvent();
            event.begin();
            chains.add(event);
        }
    }

    @Override
    public void phaseEnds(PhaseProgress phase) {
        for (int c = 0; c < phase.chains(); c++) {
            ChainEvent event = chains.get(c);
            event.chain = c;
            event.phase = phase.warmUp() ? "warm-up" : "draws";
            event.steps = phase.steps(c);
            event.acceptance = phase.acceptance(c);
            event.commit();
        }
    }

    @Override
    public void adapted(double scale, boolean settled) {
        AdaptationEvent event = new AdaptationEvent();
        event.scale = scale;
        event.settled = settled;
        event.commit();
    }

    @Override
    public void tempered(int replicas, double barrier) {
        TemperingEvent event = new TemperingEvent();
        event.replicas = replicas;
        event.barrier = barrier;
        event.commit();
    }

    @Override
    public void checkpointBegins() {
        checkpoint = new CheckpointEvent();
        checkpoint.begin();
    }

    @Override
    public void checkpointEnds(Path file, long bytes) {
        checkpoint.file = file.toString();
        checkpoint.bytes = bytes;
        checkpoint.commit();
    }

    @Override
    public void runEnds(StopReason reason, int draws) {
        run.stopReason = reason.name();
        run.draws = draws;
        run.commit();
    }

    /** Subclasses inherit the annotations. */
    @Category("lbp")
    @StackTrace(false)
    private abstract static class LbpEvent extends Event {}

    @Name("dev.lbp.Run")
    @Label("Sampling Run")
    @Description("A run, from its first call of the model to its result")
    static final class RunEvent extends LbpEvent {

        @Label("Run")
        @Description("The sampler and the settings")
        String run = "";

        @Label("Stop Reason")
        String stopReason = "";

        @Label("Draws")
        @Description("Draws that every chain has made")
        int draws;
    }

    @Name("dev.lbp.Chain")
    @Label("Chain")
    @Description("The steps of one chain in warm-up, or after it")
    static final class ChainEvent extends LbpEvent {

        @Label("Chain")
        int chain;

        @Label("Phase")
        @Description("warm-up or draws")
        String phase = "";

        @Label("Steps")
        long steps;

        @Label("Acceptance")
        @Description("Mean of min(1, alpha) over the steps")
        double acceptance;
    }

    @Name("dev.lbp.Adaptation")
    @Label("Adaptation")
    @Description("The end of warm-up")
    static final class AdaptationEvent extends LbpEvent {

        @Label("Scale")
        @Description("The scale R or time step tau that all chains are frozen at")
        double scale;

        @Label("Settled")
        @Description("Whether R changed by at most 5 % from the third to the fourth quarter of warm-up")
        boolean settled;
    }

    @Name("dev.lbp.Tempering")
    @Label("Tempering")
    @Description("The schedule of parallel tempering at the end of warm-up")
    static final class TemperingEvent extends LbpEvent {

        @Label("Replicas")
        @Description("The replicas of each chain, the reference among them")
        int replicas;

        @Label("Barrier")
        @Description("The sum of the rejection rates of exchanges of whole states")
        double barrier;
    }

    @Name("dev.lbp.Checkpoint")
    @Label("Checkpoint")
    @Description("A run, saved for the case that it is killed")
    static final class CheckpointEvent extends LbpEvent {

        @Label("File")
        String file = "";

        @Label("Size")
        @DataAmount
        long bytes;
    }
}
