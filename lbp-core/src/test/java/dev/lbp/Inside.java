package dev.lbp;

import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.run.RunSettings;

/** What the types of this package keep to themselves, for tests of the packages below. */
public final class Inside {

    private Inside() {}

    public static Method method(Sampler sampler) {
        return sampler.method();
    }

    public static Sampler sampler(Method method) {
        return new Sampler(method);
    }

    public static <S> RunSettings<S> settings(Run<S, ?, ?> run) {
        return run.settings.copy();
    }

    public static String html(Report report) {
        return report.html();
    }
}
