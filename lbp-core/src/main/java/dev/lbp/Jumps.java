package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.UniformProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.JumpMethod;
import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.engine.MetropolisMethod;
import dev.lbp.runtime.engine.MetropolisMove;
import org.jspecify.annotations.Nullable;

/** The jumps that a builder was told to make among the steps. */
final class Jumps {

    private @Nullable StateDistribution q;
    private double probability;

    void set(StateDistribution distribution, double ofJump) {
        q = checked(distribution);
        probability = Check.inOpenUnit("jumps", ofJump);
    }

    private static StateDistribution checked(StateDistribution q) {
        Check.sites("q.dimension()", Check.notNull("q", q).dimension());
        Check.notNull("q.name()", q.name());
        return q;
    }

    /** The method with the jumps among its steps. */
    Method among(Method method) {
        return q == null ? method : new JumpMethod(method, q, probability);
    }

    /** The method whose every step is a jump; no step is left for the other method. */
    static Method alone(StateDistribution q) {
        MetropolisMove unused =
                new MetropolisMove(new UniformProposal(), WeightFunction.BARKER, new FixedScale(1.0), 0.0);
        return new JumpMethod(new MetropolisMethod("RWM", unused), checked(q), 1.0);
    }
}
