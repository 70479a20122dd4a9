package dev.lbp;

import dev.lbp.runtime.engine.Methods;

/** Builds a sampler that chooses one of the others, see {@link Samplers#auto}. */
public final class AutoBuilder {

    AutoBuilder() {}

    /** The sampler. It refuses parallel tempering and {@link AnnealedImportance}. */
    public Sampler build() {
        return new Sampler(Methods.auto());
    }
}
