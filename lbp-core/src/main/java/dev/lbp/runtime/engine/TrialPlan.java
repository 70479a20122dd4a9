package dev.lbp.runtime.engine;

/**
 * When the candidates of {@link ChoosingEnsemble} take their turns. A trial has {@link #ROUNDS} rounds, in which each
 * candidate takes a block of steps. The order of the candidates is reversed from round to round: a drift of the chains
 * cancels, and a candidate that ends a round begins the next one, without another evaluation of the model. Scales
 * adapt in all rounds; the figures are those of the last {@link #MEASURED} rounds.
 *
 * @param candidates their number, at least 1
 * @param block the steps of a block; 0 if warm-up is too short for a trial
 */
record TrialPlan(int candidates, int block) {

    static final int ROUNDS = 4;

    private static final int MEASURED = 2;

    /**
     * The least steps of a warm-up with a trial, for each candidate. A change of the candidate costs one evaluation,
     * and so may the choice. Four candidates have 16 blocks and at most 13 such evaluations, a fifth of 64 steps.
     */
    private static final int LEAST_WARM_UP = 16;

    /** The plan of a warm-up. The trial takes its first half, and the chosen candidate adapts in the other half. */
    static TrialPlan of(int candidates, int warmUp) {
        boolean fits = warmUp >= leastWarmUp(candidates);
        return new TrialPlan(candidates, fits ? warmUp / (2 * ROUNDS * candidates) : 0);
    }

    /** The least steps of a warm-up with a trial. */
    static int leastWarmUp(int candidates) {
        return LEAST_WARM_UP * candidates;
    }

    /** The steps of the trial. */
    long length() {
        return (long) ROUNDS * candidates * block;
    }

    /**
     * The candidate of a step.
     *
     * @param step the steps before it, below {@link #length}
     */
    int candidate(long step) {
        int turn = (int) (step / block);
        int place = turn % candidates;
        return turn / candidates % 2 == 0 ? place : candidates - 1 - place;
    }

    /** Whether the figures count a step. */
    boolean measures(long step) {
        return step >= length() / ROUNDS * (ROUNDS - MEASURED);
    }
}
