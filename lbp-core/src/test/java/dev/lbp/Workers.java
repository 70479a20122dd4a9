package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The threads that runs make. */
public final class Workers {

    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private Workers() {}

    /**
     * Fails unless every thread named lbp-* has ended, or does so within seconds: a pool returns a little before its
     * threads.
     */
    public static void assertNoneLeft() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!living().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(living()).isEmpty();
    }

    private static List<String> living() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("lbp-"))
                .toList();
    }
}
