package dev.lbp.spark;

/** Runs calls that would be left half done if the thread were interrupted. */
final class Uninterrupted {

    private Uninterrupted() {}

    /** Clears the interrupt flag of this thread, runs the work, and sets the flag again if it was set. */
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
