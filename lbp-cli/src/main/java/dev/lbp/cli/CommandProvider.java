package dev.lbp.cli;

import java.util.Map;

/** The commands that another module adds to {@code lbp}; {@link java.util.ServiceLoader} finds it. */
public interface CommandProvider {

    /** Command classes by their place in the help. {@link Lbp} has its own commands at 20, 30, ..., 70. */
    Map<Integer, Class<?>> commands();
}
