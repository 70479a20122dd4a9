package dev.lbp.cli;

import dev.lbp.cli.option.SamplerKind;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** {@code lbp help sampler}: the samplers of the command line, a line each. */
@Command(name = "sampler", description = "The samplers of --sampler, a line each.")
final class SamplersHelp implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Puts the table below the description of the command. */
    static void list(CommandLine command) {
        StringBuilder table = new StringBuilder();
        for (SamplerKind kind : SamplerKind.values()) {
            table.append(String.format(Locale.ROOT, "%%n  %-14s %s", kind, kind.line));
        }
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.description(usage.description()[0] + "%n" + table);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
