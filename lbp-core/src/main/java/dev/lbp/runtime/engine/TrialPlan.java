package dev.lbp.runtime.engine;

/**
 * The order in which {@link ChoosingEnsemble} tries its candidates. A trial has {@link #ROUNDS} rounds, in which each
 * candidate takes a block of steps. Each round reverses the order of the one before. A drift of the chains then
 * cancels, and the candidate that ends a round begins the next one, which saves an evaluation of the model. Scales
 * adapt in all rounds; only the last {@link #MEASURED} rounds are measured.
 *
 * @param candidates the number of candidates, at least 1
 * @param block the steps of a block; 0 if warm-up is too short for a trial
 */
record TrialPlan(int candidates, int block) {

    static final int ROUNDS = 4;

    private static final int MEASURED = 2;

    /**
     * The least warm-up with a trial, in steps per candidate. A change of candidate costs one evaluation, and so may
     * the final choice: at most 13 for four candidates, a fifth of 64 steps.
     */
    private static final int LEAST_WARM_UP = 16;

    /** Plans a trial in the first half of warm-up. In the second half the chosen candidate adapts. */
    static TrialPlan of(int candidates, int warmUp) {
        boolean fits = warmUp >= leastWarmUp(candidates);
        return new TrialPlan(candidates, fits ? warmUp / (2 * ROUNDS * candidates) : 0); // 0: no trial
    }

    /** The least number of warm-up steps with a trial. */
    static int leastWarmUp(int candidates) {
        return LEAST_WARM_UP * candidates;
    }

    /** The number of steps of the trial. */
    long length() {
        return (long) ROUNDS * candidates * block;
    }

    /**
     * The index of the candidate that takes a step.
     *
     * @param step the number of steps of the trial before it, less than {@link #length}
     */
    int candidate(long step) {
        int turn = (int) (step / block);
        int place = turn % candidates;
        return turn / candidates % 2 == 0 ? place : candidates - 1 - place;
    }

    /** Whether a step of the trial is measured, as in the last {@link #MEASURED} of {@link #ROUNDS} rounds. */
    boolean measures(long step) {
        return step >= length() / ROUNDS * (ROUNDS - MEASURED);
    }
}
