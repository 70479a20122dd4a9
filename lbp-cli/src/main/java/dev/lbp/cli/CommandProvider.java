package dev.lbp.cli;

import java.util.Map;

/** The commands that another module adds to {@code lbp}; {@link java.util.ServiceLoader} finds it. */
public interface CommandProvider {

    /** Command classes by their place in the help. No two commands may have one place, also of different providers. */
    Map<Integer, Class<?>> commands();
}
