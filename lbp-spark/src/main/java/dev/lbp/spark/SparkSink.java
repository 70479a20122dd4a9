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
 * The sink of a run, in the driver. It claims the directory at the start, and moves the files of the tasks to the
 * directory at the end.
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
     * Makes and claims the directory, so that a sink that cannot be written fails before hours of sampling.
     *
     * @throws RunException if the directory cannot be written, is claimed by another run, or holds the draws of another
     *     run
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

    /** Makes the directory, takes the right to write it, and deletes what other runs have left in it. */
    private void claim() throws IOException {
        checkNoManifest();
        directory.make();
        try {
            claim = Claim.of(directory, Claim.BEAT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before the run has begun");
        }
        checkNoManifest(); // an earlier owner may have finished since the first check
        directory.cleanOthers();
    }

    private void checkNoManifest() throws IOException {
        if (directory.has(MANIFEST)) {
            throw new IOException("must not hold the draws of another run: " + directory);
        }
    }

    /**
     * Moves the files of the tasks to the directory, and then writes the manifest.
     *
     * @throws RunException if a file is missing or cannot be moved, or another run has claimed the directory
     */
    void end(List<SliceResult> results, String manifest) {
        carryOut(() -> {
            check();
            directory.publish(results);
            directory.prepare(MANIFEST, manifest);
            check();
            directory.publishPrepared(MANIFEST);
        });
    }

    /** Checks that this run still owns the directory, and that no run has completed there. */
    private void check() throws IOException {
        if (claim != null) {
            claim.check();
        }
        checkNoManifest();
    }

    /** Deletes the files that this run has staged, and its claim. */
    @Override
    public void close() {
        if (claim != null) {
            Uninterrupted.run(this::cleanAndRelease);
        }
    }

    /** Deletes the staged files, then the claim; after a complete run also what killed runs have left. */
    private void cleanAndRelease() {
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

    /** An action on the directory. */
    private interface Work {
        void carryOut() throws IOException;
    }

    /** Runs the work. Turns its failures into a {@link RunException}. */
    private void carryOut(Work work) {
        try {
            work.carryOut();
        } catch (IOException e) {
            throw new RunException(e.getMessage(), new SinkException(e), null);
        } catch (RuntimeException | FSError e) {
            // Thrown by Hadoop's client, for a missing class or a path of another file system.
            throw failure(new IOException(e.toString(), e));
        }
    }

    private RunException failure(IOException e) {
        return new RunException(
                "the draws cannot be written to " + directory + ": " + e.getMessage(), new SinkException(e), null);
    }
}
