package dev.lbp;

import dev.lbp.runtime.engine.Method;
import dev.lbp.runtime.run.BitSettings;
import dev.lbp.runtime.run.ValueSettings;

/** What the types of this package keep to themselves, for tests of the packages below. */
public final class Inside {

    private Inside() {}

    public static Method method(Sampler sampler) {
        return sampler.method();
    }

    public static Sampler sampler(Method method) {
        return new Sampler(method);
    }

    public static BitSettings settings(SamplingRun run) {
        return run.settings();
    }

    public static ValueSettings settings(ValueRun run) {
        return run.settings();
    }

    public static String html(Report report) {
        return report.html();
    }
}
