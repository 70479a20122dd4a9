package dev.lbp.result;

/** A listener to the progress of annealed importance sampling. The thread that called {@code run()} calls it. */
@FunctionalInterface
public interface AnnealingListener {

    /**
     * Called after each temperature, those of the pilot run included. An exception ends the run.
     *
     * @param temperatures temperatures done
     * @param total all temperatures
     */
    void annealed(int temperatures, int total);
}
