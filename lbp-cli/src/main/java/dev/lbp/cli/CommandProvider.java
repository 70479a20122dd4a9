package dev.lbp.cli;

import java.util.Map;

/** The commands that another module adds to {@code lbp}; {@link java.util.ServiceLoader} finds it. */
public interface CommandProvider {

    /** Command classes by their place among those of all providers, which is theirs alone. */
    Map<Integer, Class<?>> commands();
}
