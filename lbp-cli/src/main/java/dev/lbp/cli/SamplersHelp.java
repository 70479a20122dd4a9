package dev.lbp.cli;

import dev.lbp.cli.option.SamplerKind;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lbp help sampler}: the samplers of the command line, a line each. */
@Command(
        name = "sampler",
        description = {
            "The samplers that --sampler names, a line each.",
            "",
            "  auto           chooses one of the others for the target; begin with it",
            "  lbp            many sites a step, by weights; coupled targets, networks",
            "  pas            the same, weighed again after each flip or move",
            "  gwg            as lbp, sites drawn with replacement; for comparisons",
            "  rwm            sites drawn uniformly; for comparisons",
            "  dlmc           each site by a probability of its own; RBMs, networks",
            "  dmala          as dlmc with another probability; for comparisons",
            "  gibbs          site by site, by its exact probability; sparse graphs",
            "  metropolis     site by site, more flips than gibbs; often faster still",
            "  hammingball    a few sites at once; small, strongly coupled groups",
            "  swendsen-wang  all clusters of equal sites; ferromagnets",
            "  wolff          one cluster of equal sites; ferromagnets",
            "  blockgibbs     all sites at once, given the hidden units of an RBM",
            ""
        })
final class SamplersHelp implements Runnable {

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "One of these samplers.", hidden = true)
    private @Nullable SamplerKind sampler;

    @Spec
    private @Nullable CommandSpec spec;

    /** Prints the page, or the line of one sampler: the line of the description that begins with its name. */
    @Override
    public void run() {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        if (sampler == null) {
            line.usage(line.getOut());
        }
        // without a name this finds no line, for none begins with "null"
        Stream.of(spec.usageMessage().description())
                .filter(about -> about.startsWith("  " + sampler + " "))
                .forEach(line.getOut()::println);
    }
}
