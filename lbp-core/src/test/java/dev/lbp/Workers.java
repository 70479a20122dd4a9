package dev.lbp;

import java.util.List;

/** The threads that runs make. */
public final class Workers {

    private Workers() {}

    /**
     * Fails unless every thread named lbp-* ends; a pool returns a little before its threads.
     */
    public static void assertNoneLeft() throws InterruptedException {
        Patience.await(() -> living().isEmpty());
    }

    private static List<String> living() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("lbp-"))
                .toList();
    }
}
