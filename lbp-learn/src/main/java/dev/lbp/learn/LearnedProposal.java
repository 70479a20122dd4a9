package dev.lbp.learn;

import dev.lbp.internal.Check;
import dev.lbp.result.SampleResult;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@link ProposalTraining} has learned, with its diagnosis.
 *
 * @param proposal q, immutable
 * @param rate how often q is accepted, estimated with draws of the diagnosis
 * @param diagnosis the run of LBP with jumps by the frozen q from new random states; it traces "logQ", log q of the
 *     state
 * @param seconds the time that learning took, without the diagnosis
 * @param unpolished q before its polish; empty if there was none
 */
public record LearnedProposal(
        Autoregressive proposal,
        AcceptanceRate rate,
        SampleResult diagnosis,
        double seconds,
        Optional<Unpolished> unpolished) {

    /** Below this acceptance jumps rarely repay the time that drawing and scoring takes. */
    private static final double WORTH = 0.05;

    /** The diagnosis is short, so the usual bound of 1.01 would refuse good proposals. */
    private static final double AGREED = 1.05;

    /**
     * A proposal before its polish. An acceptance that rises while the importance ESS falls tells that q has given up
     * rare states.
     *
     * @param objective the quantity that the polish raised
     * @param rate with the draws of the target that the rate after it is estimated with
     */
    public record Unpolished(Objective objective, AcceptanceRate rate) {

        /** Checks that the parts are there. */
        public Unpolished {
            Check.notNull("objective", objective);
            Check.notNull("rate", rate);
        }
    }

    /** Checks that the parts are there. */
    public LearnedProposal {
        Check.notNull("proposal", proposal);
        Check.notNull("rate", rate);
        Check.notNull("diagnosis", diagnosis);
        Check.notNull("unpolished", unpolished);
    }

    /**
     * The expected acceptance of a jump, in [0, 1], see {@link AcceptanceRate}. {@link #diagnosis} has the rate of its
     * own jumps.
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

    /** The largest R-hat of the diagnosis, of log pi, log q and the distance to a random state. */
    public double rHat() {
        return diagnosis.rHat();
    }

    /**
     * Whether jumps by q are worth it: acceptance at least .05, and the chains of the diagnosis agree (R-hat at most
     * 1.05).
     */
    public boolean isWorthIt() {
        return acceptance() >= WORTH && rHat() <= AGREED;
    }

    /** Some lines of text that end with the verdict. */
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
        if (!(acceptance() >= WORTH)) {
            return "not worth it: fewer than 5 % of jumps are accepted; use parallel tempering";
        }
        if (Double.isNaN(rHat())) {
            return "not shown to work: no trace of the diagnosis changed, so nothing shows whether chains agree";
        }
        if (!(rHat() <= AGREED)) {
            return "not shown to work: chains from new random states disagree; few of their jumps were accepted, or the proposal"
                    + " misses a mode that they found; more chains, rounds or steps may help";
        }
        return "worth it: jumps cross between the modes that were seen; a mode that no chain has seen stays unseen";
    }
}
