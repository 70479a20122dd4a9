package dev.lbp.runtime.run;

import dev.lbp.io.ChainWriter;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SinkException;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.record.ChainRecorder;
import dev.lbp.runtime.record.DrawStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Streams the draws of a run to a directory: a buffer per chain, written by the chain's thread when it is full. */
final class Sink implements AutoCloseable {

    private final DrawDirectory directory;
    private final Map<String, @Nullable Object> manifest;
    private final List<ChainStore> chains = new ArrayList<>();
    private @Nullable SampleResult result;

    private Sink(DrawDirectory directory, Map<String, @Nullable Object> settings) {
        this.directory = directory;
        this.manifest = new LinkedHashMap<>(settings);
    }

    /**
     * Makes the files, or cuts those of a run that is resumed to the draws it had made then; and has every recorder hand over
     * those to come.
     *
     * @param settings with a directory for a sink
     * @throws SinkException if the files cannot be made, or do not have these draws
     */
    static Sink open(RunSettings settings, List<ChainRecorder> recorders, boolean resumed) {
        Path path = Objects.requireNonNull(settings.sink);
        int sites = settings.dimension;
        try {
            Map<String, @Nullable Object> kept = settings.manifest();
            kept.remove("draws"); // a run may go on to make more
            kept.remove("java"); // or with another one
            DrawDirectory directory = resumed ? DrawDirectory.reopen(path, kept) : DrawDirectory.create(path);
            Sink sink = new Sink(directory, settings.manifest());
            try {
                sink.begin(recorders, sites);
            } catch (IOException e) {
                directory.discard();
                throw e;
            }
            return sink;
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    private void begin(List<ChainRecorder> recorders, int sites) throws IOException {
        for (ChainRecorder recorder : recorders) {
            ChainStore chain = new ChainStore(recorder, directory, sites);
            chains.add(chain);
            recorder.addStore(chain);
        }
        writeManifest(null, null);
    }

    private void writeManifest(@Nullable StopReason reason, @Nullable Integer draws) throws IOException {
        manifest.put("stopReason", reason);
        directory.writeManifest(manifest, chains.size(), draws);
    }

    /**
     * Writes what is still in the buffers, and forces all to the disk.
     *
     * @throws SinkException if that fails
     */
    void force() {
        try {
            for (ChainStore chain : chains) {
                chain.flush();
                chain.writer.force();
            }
        } catch (IOException e) {
            throw new SinkException(e);
        }
    }

    /** To be called at the end of a run that does not fail, before the sink is closed. */
    SampleResult ended(SampleResult ofRun) {
        result = ofRun;
        return ofRun;
    }

    /**
     * Writes what is still in the buffers, forces all to the disk, and writes why the run ended.
     *
     * @throws SinkException if that fails
     */
    @Override
    public void close() {
        IOException failure = null;
        for (ChainStore chain : chains) {
            try {
                chain.flush();
                chain.writer.force();
            } catch (IOException e) {
                failure = first(failure, e);
            }
        }
        try {
            int draws = chains.stream().mapToInt(ChainStore::written).min().orElse(0);
            writeManifest(failure == null && result != null ? result.stopReason() : StopReason.FAILED, draws);
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
    private static final class ChainStore implements DrawStore {

        private final ChainRecorder recorder;
        private final ChainWriter writer;

        /** Its files may differ in length after a failure, so that nothing may follow. */
        private boolean broken;

        ChainStore(ChainRecorder recorder, DrawDirectory directory, int sites) throws IOException {
            this.recorder = recorder;
            this.writer = directory.chain(sites, recorder.traces().keySet(), recorder.draws());
        }

        @Override
        public void add(byte[] state) {
            if (writer.add(state)) {
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
