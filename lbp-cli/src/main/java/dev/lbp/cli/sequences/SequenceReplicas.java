package dev.lbp.cli.sequences;

import dev.lbp.cli.option.ReplicaOptions;
import dev.lbp.internal.Check;
import java.util.HashMap;
import java.util.Map;

/** The options of replicas of {@code lbp sequences}. A Potts model is tempered unless {@code --replicas 1} is given. */
final class SequenceReplicas extends ReplicaOptions {

    /** Whether the run is tempered without {@code --replicas}. */
    private boolean byDefault;

    /**
     * Sets the default.
     *
     * @param tempered whether the run is tempered without {@code --replicas}
     */
    void temperByDefault(boolean tempered) {
        byDefault = tempered;
    }

    @Override
    public boolean isTempered() {
        return hasReplicas() ? !isSingle() : byDefault;
    }

    /** {@inheritDoc} A target that is tempered by default has {@code auto} replicas. */
    @Override
    public Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>(super.defaults());
        if (byDefault) {
            defaults.put("--replicas", AUTO);
        }
        return defaults;
    }

    /** {@inheritDoc} One replica is no tempering: it is an option only where it turns off the default. */
    @Override
    public void check() {
        super.check();
        Check.that(!isSingle() || byDefault, "be >= 2", "--replicas", "1");
    }
}
