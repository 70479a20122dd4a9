package dev.lbp.spark;

/** Calls that Spark leaves half done if the calling thread is interrupted. */
final class Uninterrupted {

    private Uninterrupted() {}

    /** Does the work with the interrupt flag of this thread cleared, and sets the flag again. */
    static void run(Runnable work) {
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
