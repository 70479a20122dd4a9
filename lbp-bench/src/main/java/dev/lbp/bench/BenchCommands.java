package dev.lbp.bench;

import dev.lbp.cli.CommandProvider;
import java.util.Map;

/** Provides the command of this module, {@code lbp bench}. */
public final class BenchCommands implements CommandProvider {

    @Override
    public Map<Integer, Class<?>> commands() {
        return Map.of(90, BenchCommand.class);
    }
}
