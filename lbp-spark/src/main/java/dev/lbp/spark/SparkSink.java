package dev.lbp.spark;

import dev.lbp.result.RunException;
import dev.lbp.result.SinkException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The driver's side of the sink of a run: it claims the directory, and moves the files of the tasks there at the end.
 */
final class SparkSink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SparkSink.class);

    private static final String MANIFEST = "manifest.json";

    private final HadoopDirectory directory;

    /** Null before the directory is claimed. */
    private @Nullable Claim claim;

    private SparkSink(HadoopDirectory directory) {
        this.directory = directory;
    }

    /**
     * Claims a directory, and makes it. A sink that cannot be written fails here, before hours of work.
     *
     * @throws RunException if it cannot be written, another run has it, or it holds the draws of another run
     */
    static SparkSink begin(HadoopDirectory directory) {
        SparkSink sink = new SparkSink(directory);
        try {
            sink.carryOut(sink::claim);
        } catch (RunException e) {
            sink.close();
            throw e;
        }
        return sink;
    }

    private void claim() throws IOException {
        checkEmpty();
        directory.make();
        try {
            claim = Claim.of(directory, Claim.BEAT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before the run has begun");
        }
        checkEmpty(); // the owner of a claim before may have finished
        directory.cleanOthers();
    }

    private void checkEmpty() throws IOException {
        if (directory.has(MANIFEST)) {
            throw new IOException("must not hold the draws of another run: " + directory);
        }
    }

    /**
     * Moves the files of the tasks to the directory, and writes the manifest.
     *
     * @throws RunException if a file is missing or cannot be moved, or another run has used the directory meanwhile
     */
    void end(List<SliceResult> results, String manifest) {
        carryOut(() -> {
            check();
            directory.publish(results);
            directory.prepare(MANIFEST, manifest);
            check();
            directory.appear(MANIFEST);
        });
    }

    private void check() throws IOException {
        if (claim != null) {
            claim.check();
        }
        checkEmpty();
    }

    /** Deletes the files that this run has staged, and gives the directory back. */
    @Override
    public void close() {
        if (claim != null) {
            Uninterrupted.run(this::giveBack);
        }
    }

    private void giveBack() {
        try {
            try (Claim given = claim) {
                directory.clean();
            }
            if (directory.has(MANIFEST)) {
                directory.cleanAll();
            }
        } catch (IOException | RuntimeException | FSError e) {
            LOG.warn(
                    "Temporary files stay in {}: {}",
                    directory,
                    e.toString()); // the draws are there, or the run has failed
        }
    }

    /** Work on the directory. */
    private interface Work {
        void carryOut() throws IOException;
    }

    private void carryOut(Work work) {
        try {
            work.carryOut();
        } catch (IOException e) {
            throw new RunException(e.getMessage(), new SinkException(e), null);
        } catch (RuntimeException | FSError e) {
            // Hadoop's client, for a class that is missing or a path of another file system.
            throw failed(new IOException(e.toString(), e));
        }
    }

    private RunException failed(IOException e) {
        return new RunException(
                "the draws cannot be written to " + directory + ": " + e.getMessage(), new SinkException(e), null);
    }
}
