package dev.lbp.runtime.run;

import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.record.DrawStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a run's draws to a directory. Each chain has a buffer, and the chain's thread writes it when it is full.
 *
 * @param <S> the array of a state
 */
final class Sink<S> implements AutoCloseable {

    private final DrawDirectory directory;
    private final Map<String, @Nullable Object> manifest;
    private final RunSettings<S> settings;
    private final List<ChainStore<S>> chains = new ArrayList<>();

    /** Null until the end of a run that does not fail. */
    private @Nullable StopReason reason;

    private Sink(DrawDirectory directory, RunSettings<S> settings) {
        this.directory = directory;
        this.settings = settings;
        this.manifest = settings.manifest();
    }

    /**
     * Makes the files; for a resumed run, cuts its files to the draws of the checkpoint. Adds a store for later draws to every
     * recorder.
     *
     * @param settings the settings of the run, with a directory for the sink
     * @throws SinkException if the files cannot be made, or lack draws of the checkpoint
     */
    static <S> Sink<S> open(RunSettings<S> settings, List<ChainRecorder<S>> recorders, boolean resumed) {
        Path path = Objects.requireNonNull(settings.sink);
        try {
            Map<String, @Nullable Object> kept = settings.manifest();
            kept.remove("draws"); // a resumed run may make more
            kept.remove("java"); // a resumed run may have another one
            DrawDirectory directory = resumed ? DrawDirectory.reopen(path, kept) : DrawDirectory.create(path);
            Sink<S> sink = new Sink<>(directory, settings);
            try {
                sink.begin(recorders, resumed);
            } catch (IOException e) {
                directory.discard();
                throw e;
            }
            return sink;
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    private void begin(List<ChainRecorder<S>> recorders, boolean resumed) throws IOException {
        for (ChainRecorder<S> recorder : recorders) {
            ChainStore<S> chain = new ChainStore<>(recorder, directory, settings);
            chains.add(chain);
            recorder.addStore(chain);
        }
        if (resumed) { // only now: every file is known to have the draws of the checkpoint
            for (ChainStore<S> chain : chains) {
                chain.writer.cut();
            }
        }
        writeManifest(null, null);
    }

    private void writeManifest(@Nullable StopReason ending, @Nullable Integer draws) throws IOException {
        manifest.put("stopReason", ending);
        directory.writeManifest(manifest, chains.size(), draws);
    }

    /**
     * Writes the rest of the buffers and forces all files to disk.
     *
     * @throws SinkException if that fails
     */
    void force() {
        try {
            for (ChainStore<S> chain : chains) {
                chain.flush();
                chain.writer.force();
            }
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** Must be called at the end of a run that does not fail, before the sink is closed. */
    void ended(StopReason ofRun) {
        reason = ofRun;
    }

    /**
     * Writes the rest of the buffers, forces all files to disk, and writes the reason for the end of the run.
     *
     * @throws SinkException if that fails
     */
    @Override
    public void close() {
        IOException failure = null;
        for (ChainStore<S> chain : chains) {
            try {
                chain.flush();
                chain.writer.force();
            } catch (IOException e) {
                failure = first(failure, e);
            }
        }
        try {
            int draws = chains.stream().mapToInt(ChainStore::written).min().orElse(0);
            writeManifest(failure == null && reason != null ? reason : StopReason.FAILED, draws);
        } catch (IOException e) {
            failure = first(failure, e);
        }
        if (failure != null) {
            throw new SinkException(failure);
        }
    }

    private static IOException first(@Nullable IOException failure, IOException next) {
        if (failure == null) {
            return next;
        }
        failure.addSuppressed(next);
        return failure;
    }

    /** One chain's buffer and files. */
    private static final class ChainStore<S> implements DrawStore<S> {

        private final ChainRecorder<S> recorder;
        private final RunSettings<S> settings;
        private final ChainWriter writer;

        /** True after a failure: the files may differ in length, so nothing more may be written. */
        private boolean broken;

        ChainStore(ChainRecorder<S> recorder, DrawDirectory directory, RunSettings<S> settings) throws IOException {
            this.recorder = recorder;
            this.settings = settings;
            this.writer = settings.writer(directory, recorder.traces().keySet(), recorder.draws());
        }

        @Override
        public void add(S state) {
            if (settings.write(writer, state)) {
                try {
                    flush();
                } catch (IOException e) {
                    throw new SinkException(e);
                }
            }
        }

        void flush() throws IOException {
            if (broken) {
                return;
            }
            broken = true;
            writer.flush(recorder.traces());
            broken = false;
        }

        int written() {
            return writer.written();
        }
    }
}
