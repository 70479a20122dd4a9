package dev.lbp.runtime.engine.chain;

import dev.lbp.result.SamplerChoice;
import dev.lbp.runtime.engine.AutoMethod;
import java.util.List;

/**
 * The method that {@link AutoMethod} has chosen for the chains of an ensemble.
 *
 * @param method the chosen method
 * @param figures the reason for the choice, and the measurements of the samplers that were tried
 */
public record Choice(Method method, SamplerChoice figures) {

    /** A choice by a rule, without a trial. */
    public static Choice of(Method method, String reason) {
        return new Choice(method, new SamplerChoice(method.describe(), reason, List.of()));
    }
}
