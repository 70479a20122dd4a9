package dev.lbp.runtime.run;

import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.io.PartDraws;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.space.Space;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Streams a run's draws to a directory. Each chain has a buffer, and the chain's thread writes it when it is full.
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

    private Sink(DrawDirectory directory, RunSettings<S> settings, Map<String, @Nullable Object> manifest) {
        this.directory = directory;
        this.settings = settings;
        this.manifest = manifest;
    }

    /**
     * The entries of a manifest that a resumed run must have too. It may make more draws, and have another Java and
     * another kernel of the same arithmetic.
     */
    private static Map<String, @Nullable Object> keptEntries(RunSettings<?> settings) {
        Map<String, @Nullable Object> kept = new RunDescription(settings).manifest();
        List.of("kernel", "lbp", "draws", "java").forEach(kept::remove);
        return kept;
    }

    /**
     * Makes the files, from chain 0 on; for a resumed run, cuts its files to the draws of the checkpoint. Adds a store
     * for later draws to every recorder.
     *
     * @param settings the settings of the run, with a directory for the sink
     * @throws SinkException if the files cannot be made, or lack draws of the checkpoint
     */
    static <S> Sink<S> open(RunSettings<S> settings, List<ChainRecorder<S>> recorders, boolean resumed) {
        Path path = Objects.requireNonNull(settings.sink);
        try {
            DrawDirectory directory =
                    resumed ? DrawDirectory.reopen(path, keptEntries(settings), 0) : DrawDirectory.create(path);
            return new Sink<>(directory, settings, new RunDescription(settings).manifest())
                    .beginOrDiscard(recorders, resumed);
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /**
     * Makes the files of some chains of a run (a part). For a resumed part, cuts its files to the draws of the
     * checkpoint; a part that begins again replaces its files. Adds a store for later draws to every recorder.
     *
     * @param settings the settings of the run for these chains, with a directory for them
     * @param identity a text that differs between runs
     */
    static <S> Sink<S> ofPart(
            RunSettings<S> settings, String identity, List<ChainRecorder<S>> recorders, boolean resumed) {
        Path path = Objects.requireNonNull(settings.sink);
        int first = settings.span().first();
        try {
            Map<String, @Nullable Object> kept = partEntries(settings, settings.span(), identity);
            DrawDirectory directory =
                    resumed ? DrawDirectory.reopen(path, kept, first) : DrawDirectory.createPart(path, kept, first);
            Map<String, @Nullable Object> manifest = new LinkedHashMap<>(kept);
            new RunDescription(settings).manifest().forEach(manifest::putIfAbsent);
            return new Sink<>(directory, settings, manifest).beginOrDiscard(recorders, resumed);
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** The entries that the manifest of a part begins with. */
    private static Map<String, @Nullable Object> partEntries(RunSettings<?> settings, ChainSpan span, String identity) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("firstChain", span.first());
        part.put("chains", span.count());
        part.put("run", identity);
        Map<String, @Nullable Object> entries = keptEntries(settings);
        entries.put("part", part);
        return entries;
    }

    /**
     * Checks the files that the parts of a run have written; moves nothing.
     *
     * @param settings the settings of the run, with a directory for the sink
     * @param parts the chains of each part, with a text that differs between runs
     * @throws SinkException if a file is missing, or is not that of this part with all of its draws
     */
    static PartDraws parts(RunSettings<?> settings, Map<ChainSpan, String> parts) {
        List<PartDraws.Part> all = new ArrayList<>();
        parts.forEach((span, identity) ->
                all.add(new PartDraws.Part(span.first(), span.count(), partEntries(settings, span, identity))));
        Path path = Objects.requireNonNull(settings.sink);
        try {
            return PartDraws.check(plannedDirectory(settings, path), keptEntries(settings), all, settings.draws);
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** The text of the manifest of a run that has made all its draws. */
    static String manifest(RunSettings<?> settings) {
        try {
            Map<String, @Nullable Object> manifest = new RunDescription(settings).manifest();
            manifest.put("stopReason", StopReason.DRAWS);
            Path any = Path.of(""); // the text does not contain the directory's path
            return plannedDirectory(settings, any).manifest(manifest, settings.chains, settings.draws);
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** The directory of the whole run as it will be, without a change of files. */
    private static DrawDirectory plannedDirectory(RunSettings<?> settings, Path path) throws IOException {
        DrawDirectory directory = DrawDirectory.named(path);
        List<String> traces = settings.traceNames();
        for (int c = 0; c < settings.chains; c++) {
            // names the files of the next chain; of a named directory it makes none
            directory.chain(settings.space().type(), settings.space().sites(), traces, settings.draws);
        }
        return directory;
    }

    /** Begins, and returns this; if that fails, deletes the files that were made. */
    private Sink<S> beginOrDiscard(List<ChainRecorder<S>> recorders, boolean resumed) throws IOException {
        try {
            begin(recorders, resumed);
        } catch (IOException e) {
            directory.discard();
            throw e;
        }
        return this;
    }

    /** Adds a store to every recorder, and writes the manifest of a run that has not ended. */
    private void begin(List<ChainRecorder<S>> recorders, boolean resumed) throws IOException {
        for (ChainRecorder<S> recorder : recorders) {
            ChainStore<S> chain = new ChainStore<>(recorder, directory, settings.space());
            chains.add(chain);
            recorder.addStore(chain);
        }
        if (resumed) { // only now: every file is known to have the draws of the checkpoint
            for (ChainStore<S> chain : chains) {
                chain.writer.cut();
            }
        }
        writeManifest(/* ending= */ null, /* draws= */ null);
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
                chain.force();
            }
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** Sets why the run ended. Must be called for a run that does not fail, before the sink is closed. */
    void ended(StopReason runReason) {
        reason = runReason;
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
                chain.force();
            } catch (IOException e) {
                failure = firstFailure(failure, e);
            }
        }
        try {
            int draws = chains.stream().mapToInt(ChainStore::written).min().orElse(0);
            writeManifest(failure == null && reason != null ? reason : StopReason.FAILED, draws);
        } catch (IOException e) {
            failure = firstFailure(failure, e);
        }
        if (failure != null) {
            throw new SinkException(failure);
        }
    }

    private static IOException firstFailure(@Nullable IOException failure, IOException next) {
        if (failure == null) {
            return next;
        }
        failure.addSuppressed(next);
        return failure;
    }

    /** One chain's buffer and files. */
    private static final class ChainStore<S> implements Consumer<S> {

        private final ChainRecorder<S> recorder;
        private final ChainWriter<S> writer;

        /** True after a failure: the files may differ in length, so nothing more may be written. */
        private boolean broken;

        ChainStore(ChainRecorder<S> recorder, DrawDirectory directory, Space<S> space) throws IOException {
            this.recorder = recorder;
            this.writer = directory.chain(
                    space.type(), space.sites(), recorder.traces().keySet(), recorder.draws());
            recorder.streamsTo(writer.traceFiles());
        }

        @Override
        public void accept(S state) {
            boolean full = writer.add(state);
            if (full) {
                try {
                    flush();
                } catch (IOException e) {
                    throw new SinkException(e);
                }
            }
        }

        /** Writes the draws in the buffer to the files. */
        void flush() throws IOException {
            if (broken) {
                return;
            }
            broken = true; // until the writes have succeeded
            writer.flush(recorder.traces(), recorder.firstInMemory());
            broken = false;
            recorder.written();
        }

        /** Writes the draws in the buffer, and forces the files to disk. */
        void force() throws IOException {
            flush();
            writer.force();
        }

        int written() {
            return writer.written();
        }
    }
}
