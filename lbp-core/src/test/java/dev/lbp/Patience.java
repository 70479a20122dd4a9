package dev.lbp;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for what another thread does. The limit only ends a build that hangs; the limit of a whole test is in
 * junit-platform.properties.
 */
public final class Patience {

    private static final long MINUTES = 10;

    private Patience() {}

    /** Waits until a latch is open. */
    public static void await(CountDownLatch latch) {
        try {
            if (!latch.await(MINUTES, TimeUnit.MINUTES)) {
                throw new AssertionError("nothing has opened the latch for " + MINUTES + " minutes");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a condition holds; it is evaluated every 5 ms. */
    public static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the condition has not held for " + MINUTES + " minutes");
            }
            Thread.sleep(5);
        }
    }
}
