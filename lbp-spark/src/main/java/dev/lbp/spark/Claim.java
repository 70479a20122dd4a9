package dev.lbp.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right of one run to write a directory: a file of its own below {@code _lbp/claims}, while there is no other.
 *
 * <p>A run writes its claim first and lists the claims afterwards. Of two runs that begin together, the one that lists
 * later sees both claims, on every file system whose listings hold all files that were written before: HDFS, local
 * disks, and the large object stores. It needs no lock and no atomic creation, which object stores lack. Where both see
 * each other, both withdraw their claims and try again after a random time.
 *
 * <p>The driver writes its claim again at every beat. A claim that does not change for {@link #STILL} beats is that of
 * a driver that was killed, and the next run deletes it. Only changes are compared, no clocks of different machines. A
 * driver that stood still as long finds at {@link #check} that it has lost its claim.
 */
final class Claim implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Claim.class);

    static final Duration BEAT = Duration.ofSeconds(2);

    /** A minute: longer than pauses of a garbage collector, and short for the run after a killed one. */
    private static final int STILL = 30;

    /** Trials of runs that begin together; each ends with both at 1/2 or less. */
    private static final int TRIALS = 20;

    private final HadoopDirectory directory;
    private final FileSystem files;
    private final Duration beat;
    private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "lbp claim");
        thread.setDaemon(true);
        return thread;
    });

    private long beats;

    private Claim(HadoopDirectory directory, Duration beat) throws IOException {
        this.directory = directory;
        this.beat = beat;
        this.files = directory.open();
    }

    /**
     * Claims a directory, which exists.
     *
     * @param beat the time from one writing of the claim to the next
     * @throws IOException if another run has it, or it cannot be written
     */
    static Claim of(HadoopDirectory directory, Duration beat) throws IOException, InterruptedException {
        Claim claim = new Claim(directory, beat);
        try {
            claim.take();
        } catch (IOException | InterruptedException | RuntimeException | FSError e) {
            try {
                claim.close();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
        return claim;
    }

    private void take() throws IOException, InterruptedException {
        for (int trial = 0; trial < TRIALS; trial++) {
            bury(others());
            write();
            if (files.exists(directory.claim()) && others().isEmpty()) {
                heart.scheduleWithFixedDelay(this::beat, beat.toMillis(), beat.toMillis(), TimeUnit.MILLISECONDS);
                return;
            }
            files.delete(directory.claim(), false);
            Thread.sleep(ThreadLocalRandom.current().nextLong(beat.toMillis() + 1));
        }
        throw inUse();
    }

    private IOException inUse() {
        return new IOException("must not be in use by another run: " + directory);
    }

    /** The claims of other runs, with the times of their last changes. */
    private Map<Path, Long> others() throws IOException {
        Map<Path, Long> others = new HashMap<>();
        try {
            for (FileStatus claim : files.listStatus(directory.claims())) {
                if (!claim.getPath().getName().equals(directory.claim().getName())) {
                    others.put(claim.getPath(), claim.getModificationTime());
                }
            }
            return others;
        } catch (FileNotFoundException e) {
            return Map.of(); // no run has claimed the directory yet
        }
    }

    /** Deletes claims that do not change for long; refuses the directory if one changes. */
    private void bury(Map<Path, Long> first) throws IOException, InterruptedException {
        Map<Path, Long> claims = first;
        for (int waited = 0; waited < STILL && !claims.isEmpty(); waited++) {
            Thread.sleep(beat.toMillis());
            claims = others();
            for (Map.Entry<Path, Long> claim : claims.entrySet()) {
                if (!claim.getValue().equals(first.get(claim.getKey()))) {
                    throw inUse();
                }
            }
        }
        for (Path dead : claims.keySet()) {
            LOG.warn("{} is the claim of a run that has stopped without an end; it is deleted.", dead);
            files.delete(dead, false);
        }
    }

    private synchronized void write() throws IOException {
        try (OutputStream out = files.create(directory.claim(), true)) {
            out.write(Long.toString(beats++).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Writes the claim again, unless another run has deleted it. */
    private void beat() {
        try {
            if (files.exists(directory.claim())) {
                write();
            }
        } catch (IOException | RuntimeException | FSError e) {
            LOG.warn("The claim of {} cannot be written again: {}", directory, e.toString());
        }
    }

    /**
     * Checks that this run still has the directory for itself.
     *
     * @throws IOException if another run has taken it
     */
    void check() throws IOException {
        if (!files.exists(directory.claim()) || !others().isEmpty()) {
            throw new IOException("must not be taken by another run while this one stands still: " + directory);
        }
    }

    /** Gives the directory back. */
    @Override
    public void close() throws IOException {
        heart.shutdown();
        Uninterrupted.run(this::awaitHeart);
        try (files) {
            files.delete(directory.claim(), false);
        }
    }

    private void awaitHeart() {
        try {
            if (!heart.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("The file system of {} does not answer.", directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
