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
 * The exclusive right of one run to write a directory. A claim is a file of the run below {@code _lbp/claims}; the run
 * has the right while there is no claim of another run.
 *
 * <p>A run first writes its claim and then lists all claims. If two runs start at once, the run that lists later sees
 * both claims, on every file system whose listings include all files written before: HDFS, local disks, and the large
 * object stores. This needs neither locks nor atomic creation, which object stores lack. If both runs see both claims,
 * both delete their claims and try again after a random time.
 *
 * <p>The driver rewrites its claim at every beat. A claim that does not change for {@link #BEATS_UNTIL_DEAD} beats
 * belongs to a killed driver, and the next run deletes it. Only changes are compared, not clocks of different machines.
 * A driver that was suspended for so long finds at {@link #check} that it has lost its claim.
 */
final class Claim implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Claim.class);

    /** The time between two writes of a claim. */
    static final Duration BEAT = Duration.ofSeconds(2);
    /**
     * A claim that was not written for this many {@link #BEAT}s, a minute, is that of a dead run: longer than a pause
     * of the garbage collector, but short for the next run.
     */
    private static final int BEATS_UNTIL_DEAD = 30;
    /** Attempts to claim. Two runs that start at once withdraw both in an attempt with probability 1/2 or less. */
    private static final int ATTEMPTS = 20;

    private final HadoopDirectory directory;
    private final FileSystem files;
    private final Duration beat;
    private final ScheduledExecutorService renewer = Executors.newSingleThreadScheduledExecutor(work -> {
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
     * Claims an existing directory.
     *
     * @param beat the time between two writes of the claim
     * @throws IOException if another run has claimed the directory, or the directory cannot be written
     */
    static Claim of(HadoopDirectory directory, Duration beat) throws IOException, InterruptedException {
        Claim claim = new Claim(directory, beat);
        try {
            claim.acquire();
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

    /**
     * Claims the directory, and begins to renew the claim. Two runs that see each other's claims both withdraw, and try
     * again after random waits.
     */
    private void acquire() throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            deleteDeadClaims(others());
            write();
            if (files.exists(directory.claim()) && others().isEmpty()) {
                renewer.scheduleWithFixedDelay(this::renew, beat.toMillis(), beat.toMillis(), TimeUnit.MILLISECONDS);
                return;
            }
            files.delete(directory.claim(), false);
            Thread.sleep(ThreadLocalRandom.current().nextLong(beat.toMillis() + 1));
        }
        throw inUse();
    }

    /** The exception for a directory that another run has claimed. */
    private IOException inUse() {
        return new IOException("must not be in use by another run: " + directory);
    }

    /** The claims of other runs, with their modification times. */
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

    /**
     * Waits until the claims of other runs are dead, and deletes them.
     *
     * @throws IOException if a claim changes, so that its run is alive
     */
    private void deleteDeadClaims(Map<Path, Long> first) throws IOException, InterruptedException {
        Map<Path, Long> claims = first;
        for (int waited = 0; waited < BEATS_UNTIL_DEAD && !claims.isEmpty(); waited++) {
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

    /** Writes the claim with a new number, so that its content and its time change. */
    private synchronized void write() throws IOException {
        try (OutputStream out = files.create(directory.claim(), true)) {
            out.write(Long.toString(beats++).getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Rewrites the claim, unless another run has deleted it. */
    private void renew() {
        try {
            if (files.exists(directory.claim())) {
                write();
            }
        } catch (IOException | RuntimeException | FSError e) {
            LOG.warn("The claim of {} cannot be written again: {}", directory, e.toString());
        }
    }

    /**
     * Checks that this run still has the exclusive right.
     *
     * @throws IOException if another run has claimed the directory
     */
    void check() throws IOException {
        if (!files.exists(directory.claim()) || !others().isEmpty()) {
            throw new IOException("must not be taken by another run while this one stands still: " + directory);
        }
    }

    /** Stops renewing the claim, and deletes it. */
    @Override
    public void close() throws IOException {
        renewer.shutdown();
        Uninterrupted.run(this::awaitRenewer);
        try (files) {
            files.delete(directory.claim(), false);
        }
    }

    private void awaitRenewer() {
        try {
            if (!renewer.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("The file system of {} does not answer.", directory);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
