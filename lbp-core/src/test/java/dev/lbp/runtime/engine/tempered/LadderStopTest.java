package dev.lbp.runtime.engine.tempered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.DriftingSums;
import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.WrappedTracker;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.WarmUpTrace;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.target.LocalEnergyModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ladders that are stopped anywhere, saved, read by new ones and continued with another number of threads come to the
 * same bytes as ladders never stopped: states, generators, schedule, scales, sums and counters.
 */
class LadderStopTest {

    private static final int N = 10;
    private static final int CHAINS = 2;
    private static final int EVERY = 3;
    private static final int WARMUP = 130;
    private static final int DRAWS = 100;

    private static final double[] LOGITS = {0.3, -0.2, 0.1, 0.7, -1.1, 0.0, 0.4, -0.6, 0.25, 0.9};

    static Stream<Arguments> cases() {
        List<LocalEnergyModel> models = List.of(SpinLine.of(N), DriftingSums.of(N, true));
        List<Sampler> samplers = List.of(
                Samplers.lbp().build(),
                Samplers.lbp().swaps(0.3).build(),
                Samplers.gwg().build(),
                Samplers.rwm().build(),
                Samplers.dlmc().build(),
                Samplers.pas().path(2).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build());
        return models.stream()
                .flatMap(model -> samplers.stream()
                        .flatMap(sampler -> Stream.of(5, TemperingPlan.AUTO)
                                .map(replicas -> Arguments.of(sampler, model, replicas))));
    }

    /** Counts the flips of all trackers, and stops the ladders at one of them. */
    private record Stopping(LocalEnergyModel model, long[] left, StopSignal[] signal) implements LocalEnergyModel {

        static Stopping of(LocalEnergyModel model) {
            return new Stopping(model, new long[] {Long.MAX_VALUE}, new StopSignal[1]);
        }

        @Override
        public int dimension() {
            return model.dimension();
        }

        @Override
        public Tracker newTracker() {
            return new StoppingTracker(model.newTracker(), this);
        }
    }

    private static final class StoppingTracker extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final Stopping model;

        StoppingTracker(LocalEnergyModel.Tracker sound, Stopping model) {
            super(sound);
            this.model = model;
        }

        @Override
        public boolean refresh() {
            return sound.refresh();
        }

        @Override
        public int flip(int site, int[] touched) {
            if (--model.left[0] == 0) {
                model.signal[0].stop(StopReason.STOPPED);
            }
            return sound.flip(site, touched);
        }
    }

    /** Ladders with their warm-up, as a run has them. */
    private static final class Tempered {

        private final Stopping model;
        private final Ensemble<byte[]> ensemble;
        private final WarmUpTrace trace;
        private boolean drawing;

        Tempered(Sampler sampler, LocalEnergyModel of, int replicas, WorkerPool pool) {
            model = Stopping.of(of);
            TemperingPlan plan = new TemperingPlan(
                    replicas, EVERY, false, false, new ReferencePlan(ReferencePlan.Kind.BITS, new double[][] {LOGITS}));
            ensemble = TemperedBits.of(
                            Inside.method(sampler),
                            model,
                            new BitSpace(model.dimension(), 0),
                            new TemperedSettings<>(
                                    plan, new StartPlan<>(ChainSpan.all(CHAINS), 5L, null, null, 0), Map.of()))
                    .ensemble(pool);
            trace = ensemble.startAdapting(WARMUP);
        }

        /** Runs to the end, or until the given number of flips. Returns whether it came to the end. */
        boolean run(long flips) {
            StopSignal signal = new StopSignal();
            model.left[0] = flips;
            model.signal[0] = signal;
            if (!drawing) {
                ensemble.runTo(WARMUP, trace::record, signal);
                if (signal.stopped()) {
                    return false;
                }
                ensemble.freeze(trace);
                drawing = true;
            }
            ensemble.runTo(WARMUP + DRAWS, chain -> {}, signal);
            return !signal.stopped();
        }

        byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            TranscriptWriter writer = new TranscriptWriter(bytes);
            ensemble.transcribe(writer);
            trace.transcribe(writer, ChainSpan.all(CHAINS));
            drawing = writer.of(drawing);
            return bytes.toByteArray();
        }

        void read(byte[] bytes) {
            TranscriptReader reader = new TranscriptReader(new ByteArrayInputStream(bytes));
            ensemble.transcribe(reader);
            trace.transcribe(reader, ChainSpan.all(CHAINS));
            drawing = reader.of(drawing);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_stoppedAfterAnyFlip_goesOnWithTheSameBits(Sampler sampler, LocalEnergyModel model, int replicas) {
        Tempered whole = new Tempered(sampler, model, replicas, WorkerPool.inline());
        whole.bytes(); // the first checkpoint is at the start
        long flips = Long.MAX_VALUE / 2;
        assertThat(whole.run(flips)).isTrue();
        long all = flips - whole.model.left[0];
        byte[] expected = whole.bytes();
        int stops = 0;
        for (int part = 0; part < 8; part++) {
            Tempered first = new Tempered(sampler, model, replicas, WorkerPool.inline());
            first.bytes();
            if (first.run(1 + all * part / 8 + part)) {
                continue;
            }
            byte[] saved = first.bytes();
            stops++;
            try (WorkerPool pool = WorkerPool.of(1 + part % 4, () -> {})) {
                Tempered second = new Tempered(sampler, model, replicas, pool);
                second.read(saved);
                assertThat(second.bytes()).as("read and written").isEqualTo(saved);
                assertThat(second.run(flips)).isTrue();
                assertThat(second.bytes()).as("stopped in part %d", part).isEqualTo(expected);
                assertThat(second.ensemble.tempering().orElseThrow().logZ())
                        .isEqualTo(whole.ensemble.tempering().orElseThrow().logZ());
            }
        }
        assertThat(stops).isGreaterThan(5);
    }
}
