package dev.lbp.experiments.command;

import dev.lbp.cli.CommandProvider;
import java.util.Map;

/** The commands of this module. */
public final class ExperimentCommands implements CommandProvider {

    @Override
    public Map<Integer, Class<?>> commands() {
        return Map.of(10, QuickstartCommand.class, 80, ExperimentCommand.class);
    }
}
