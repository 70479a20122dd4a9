package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Fault;
import dev.lbp.OtherJava;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a recording of Flight Recorder holds of a run. */
class FlightEventsTest {

    @TempDir
    Path directory;

    /** The events of a name that happened meanwhile. */
    private List<RecordedEvent> recorded(ThrowingCallable work) throws Throwable {
        Path file = directory.resolve("run.jfr");
        try (Recording recording = new Recording()) {
            for (String name : new String[] {"Run", "Chain", "Adaptation", "Tempering"}) {
                recording.enable("dev.lbp." + name);
            }
            recording.start();
            work.call();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("dev.lbp." + name))
                .toList();
    }

    private static SamplingRun run(EnergyModel model) {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(3)
                .warmup(50)
                .draws(40)
                .thin(2)
                .threads(2)
                .seed(11);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void recording_ofARun_holdsRunChainsAndAdaptation(EnergyModel model) throws Throwable {
        SampleResult[] results = new SampleResult[1];
        List<RecordedEvent> events = recorded(() -> results[0] = run(model).run());
        SampleResult result = results[0];

        assertThat(named(events, "Run")).hasSize(1);
        RecordedEvent run = named(events, "Run").get(0);
        assertThat(run.getString("run")).contains("LBP", model.name(), "seed 11");
        assertThat(run.getString("stopReason")).isEqualTo("DRAWS");
        assertThat(run.getInt("draws")).isEqualTo(40);
        assertThat(run.getDuration())
                .isGreaterThanOrEqualTo(
                        result.warmUpTime().plus(result.drawTime()).dividedBy(2));

        assertThat(named(events, "Adaptation")).hasSize(1);
        RecordedEvent adaptation = named(events, "Adaptation").get(0);
        assertThat(adaptation.getDouble("scale")).isEqualTo(result.scale());
        assertThat(adaptation.getBoolean("settled")).isEqualTo(result.warmUp().settled());

        double[] acceptance = new double[2];
        for (RecordedEvent chain : named(events, "Chain")) {
            boolean warmUp = chain.getString("phase").equals("warm-up");
            assertThat(chain.getLong("steps")).isEqualTo(warmUp ? 50 : 80);
            assertThat(chain.getDuration()).isLessThanOrEqualTo(run.getDuration());
            acceptance[warmUp ? 0 : 1] += chain.getDouble("acceptance") / 3;
        }
        assertThat(named(events, "Chain"))
                .extracting(chain -> chain.getString("phase") + " " + chain.getInt("chain"))
                .containsExactlyInAnyOrder("warm-up 0", "warm-up 1", "warm-up 2", "draws 0", "draws 1", "draws 2");
        double warmUpMean =
                Arrays.stream(result.warmUp().acceptance()).average().orElseThrow();
        assertThat(acceptance[0]).isCloseTo(warmUpMean, within(1e-12));
        assertThat(acceptance[1]).isCloseTo(result.acceptanceRate(), within(1e-12));
    }

    @Test
    void recording_ofATemperedRun_holdsItsSchedule() throws Throwable {
        SampleResult[] results = new SampleResult[1];
        List<RecordedEvent> events = recorded(() -> results[0] =
                run(SpinLine.of(9)).tempering(Tempering.replicas(4).every(2)).run());
        assertThat(named(events, "Tempering")).hasSize(1);
        RecordedEvent tempering = named(events, "Tempering").get(0);
        assertThat(tempering.getInt("replicas")).isEqualTo(4);
        assertThat(tempering.getDouble("barrier")).isBetween(0.0, 3.0);
        assertThat(named(recorded(() -> run(SpinLine.of(9)).run()), "Tempering"))
                .isEmpty();
    }

    @Test
    void recording_ofARunThatFails_holdsWhatItDid() throws Throwable {
        Fault fault = new Fault(Fault.Kind.THROW, 2, 26);
        List<RecordedEvent> events = recorded(() -> assertThatThrownBy(
                        () -> Fault.run(Samplers.rwm().scale(1).build(), fault.local())
                                .run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class));
        RecordedEvent run = named(events, "Run").get(0);
        assertThat(run.getString("stopReason")).isEqualTo("FAILED");
        assertThat(run.getInt("draws")).isPositive();
        assertThat(named(events, "Chain"))
                .extracting(chain -> chain.getLong("steps"))
                .contains(15L); // of its 25
    }

    @Test
    void recording_ofARunWithCheckpoints_holdsEachOfThem(@TempDir Path directory) throws Throwable {
        Path file = directory.resolve("checkpoint");
        List<RecordedEvent> events =
                recorded(() -> run(SpinLine.of(9)).checkpoint(file, 1).run());
        List<RecordedEvent> checkpoints = named(events, "Checkpoint");
        assertThat(checkpoints)
                .as("the beginning, each of 5 rounds of 10 steps, each of 8, the end")
                .hasSize(1 + 5 + 8 + 1);
        assertThat(checkpoints).allMatch(event -> event.getString("file").equals(file.toString()));
        assertThat(checkpoints.get(14).getLong("bytes")).isEqualTo(Files.size(file));
    }

    /** An image made by jlink may lack the module jdk.jfr; java.se does not contain it. */
    @Test
    void run_withoutFlightRecorder_isAsEver() throws IOException, InterruptedException {
        String printed = OtherJava.run(WithoutFlightRecorder.class, "--limit-modules", "java.se,jdk.unsupported");
        assertThat(printed).contains("jdk.jfr: false; draws: 10");
    }

    @Test
    void run_withoutARecording_doesNotLoadEvents() throws IOException, InterruptedException {
        String printed = OtherJava.run(WithoutFlightRecorder.class, "-Xlog:class+load");
        assertThat(printed).contains("dev.lbp.Samplers", "draws: 10").doesNotContain("jdk.jfr.Event ");
    }

    /** A program of its own, which must not touch the class around it: that needs the recorder. */
    static final class WithoutFlightRecorder {

        private WithoutFlightRecorder() {}

        public static void main(String[] args) {
            System.out.println(
                    "jdk.jfr: " + ModuleLayer.boot().findModule("jdk.jfr").isPresent() + "; draws: "
                            + Samplers.lbp()
                                    .build()
                                    .sample(SpinLine.of(16))
                                    .draws(10)
                                    .run()
                                    .draws());
        }
    }
}
