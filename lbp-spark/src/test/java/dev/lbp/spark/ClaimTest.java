package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The right of one run to write a directory. */
class ClaimTest {

    /** Six seconds without a beat mean the end of a run, also where all cores are busy. */
    private static final Duration BEAT = Duration.ofMillis(200);

    @TempDir
    private Path here;

    private HadoopDirectory run() {
        return new HadoopDirectory(here.toUri().toString(), new Configuration(false));
    }

    private List<Path> claims() throws IOException {
        try (Stream<Path> files = Files.walk(here)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void directoryOfARun_isRefused_untilItEnds() throws Exception {
        try (Claim first = Claim.of(run(), BEAT)) {
            assertThatThrownBy(() -> Claim.of(run(), BEAT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("must not be in use by another run: " + here.toUri());
            first.check();
            assertThat(claims()).hasSize(1);
        }
        assertThat(claims()).isEmpty();
        Claim.of(run(), BEAT).close();
    }

    /** Nobody writes the claim again. */
    @Test
    void claimOfAKilledRun_isTaken() throws Exception {
        Files.createDirectories(here.resolve("_lbp/claims"));
        Files.writeString(here.resolve("_lbp/claims/killed"), "7");
        try (Claim next = Claim.of(run(), Duration.ofMillis(20))) {
            next.check();
            assertThat(here.resolve("_lbp/claims/killed")).doesNotExist();
        }
    }

    @Test
    void lostClaim_isNoticed() throws Exception {
        try (Claim claim = Claim.of(run(), BEAT)) {
            Files.writeString(here.resolve("_lbp/claims/another"), "0");
            assertThatThrownBy(claim::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("must not be taken by another run");
        }
    }

    /** Eight runs begin together. */
    @RepeatedTest(5)
    void oneRun_getsTheDirectory() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Claim>> trials = new ArrayList<>();
        for (int k = 0; k < 8; k++) {
            trials.add(threads.submit(() -> Claim.of(run(), BEAT)));
        }
        List<Claim> got = new ArrayList<>();
        for (Future<Claim> trial : trials) {
            try {
                got.add(trial.get());
            } catch (java.util.concurrent.ExecutionException e) {
                assertThat(e.getCause()).hasMessageStartingWith("must not be in use by another run");
            }
        }
        threads.shutdown();
        assertThat(got).hasSize(1);
        got.get(0).check();
        got.get(0).close();
    }
}
