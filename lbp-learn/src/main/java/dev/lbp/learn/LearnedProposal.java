package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.result.SampleResult;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a {@link ProposalTraining}, with its diagnosis.
 *
 * @param proposal the learned q, immutable
 * @param rate the acceptance rate of q, estimated with draws of the diagnosis
 * @param diagnosis a run of LBP with jumps by the frozen q, from new random states; its trace "logQ" is log q of the
 *     state
 * @param seconds the time of the training, without the diagnosis
 * @param unpolished q before its polish; empty without a polish
 */
public record LearnedProposal(
        Autoregressive proposal,
        AcceptanceRate rate,
        SampleResult diagnosis,
        double seconds,
        Optional<Unpolished> unpolished) {

    /** Below this acceptance jumps seldom repay the time for drawing and scoring. */
    private static final double LEAST_ACCEPTANCE = 0.05;

    /** The largest R-hat. The diagnosis is short, so the usual limit of 1.01 would refuse good proposals. */
    private static final double LARGEST_R_HAT = 1.05;

    /**
     * A proposal before its polish. If the polish raised the acceptance and lowered the importance ESS, q draws rare
     * states less often than before.
     *
     * @param objective the quantity that the polish raised
     * @param rate the acceptance rate before the polish, estimated with the same draws of the target as the rate after
     *     it
     */
    public record Unpolished(Objective objective, AcceptanceRate rate) {

        /** Checks that nothing is null. */
        public Unpolished {
            Check.notNull("objective", objective);
            Check.notNull("rate", rate);
        }
    }

    /** Checks that nothing is null. */
    public LearnedProposal {
        Check.notNull("proposal", proposal);
        Check.notNull("rate", rate);
        Check.notNull("diagnosis", diagnosis);
        Check.notNull("unpolished", unpolished);
    }

    /**
     * The expected acceptance of a jump, in [0, 1], see {@link AcceptanceRate}. {@link SampleResult#jumpAcceptance} of
     * the {@link #diagnosis} is the observed one.
     */
    public double acceptance() {
        return rate.acceptance();
    }

    /** Pinsker's lower bound of the acceptance; may be negative. */
    public double lowerBound() {
        return rate.lowerBound();
    }

    /** Effective draws of importance sampling per draw of q, in [0, 1]. */
    public double importanceEss() {
        return rate.importanceEss();
    }

    /** The largest R-hat in the diagnosis among log pi, log q and the distance to a random state. */
    public double rHat() {
        return diagnosis.rHat();
    }

    /**
     * Whether jumps by q are useful: the acceptance is at least .05, and the chains of the diagnosis agree (R-hat at
     * most 1.05).
     */
    public boolean isWorthIt() {
        return acceptance() >= LEAST_ACCEPTANCE && rHat() <= LARGEST_R_HAT;
    }

    /** A text of several lines that ends with the verdict. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%s, %d parameters, learned in %.1f s%n"
                        + "jumps accepted %.3f expected, %.3f in the diagnosis; lower bound %.3f; importance ESS %.3f per draw%n%s"
                        + "diagnosis: %d chains of %d draws from new random states, R-hat %.3f%n%s%n",
                proposal,
                proposal.parameters(),
                seconds,
                acceptance(),
                diagnosis.jumpAcceptance(),
                lowerBound(),
                importanceEss(),
                unpolished.map(this::change).orElse(""),
                diagnosis.chains(),
                diagnosis.draws(),
                rHat(),
                verdict());
    }

    /** A line that compares q before the polish with q after it. */
    private String change(Unpolished before) {
        boolean worse = importanceEss() < before.rate.importanceEss();
        return String.format(
                Locale.ROOT,
                "before the polish by %s: jumps accepted %.3f expected; importance ESS %.3f per draw%s%n",
                before.objective,
                before.rate.acceptance(),
                before.rate.importanceEss(),
                worse ? ", which fell: rare modes may be drawn more seldom" : "");
    }

    private String verdict() {
        if (!(acceptance() >= LEAST_ACCEPTANCE)) {
            return "not worth it: fewer than 5 % of jumps are accepted; use parallel tempering";
        }
        if (Double.isNaN(rHat())) {
            return "not shown to work: no trace of the diagnosis changed, so nothing shows whether chains agree";
        }
        if (!(rHat() <= LARGEST_R_HAT)) {
            return "not shown to work: chains from new random states disagree; few of their jumps were accepted, or the proposal"
                    + " misses a mode that they found; more chains, rounds or steps may help";
        }
        return "worth it: jumps cross between the modes that were seen; a mode that no chain has seen stays unseen";
    }
}
