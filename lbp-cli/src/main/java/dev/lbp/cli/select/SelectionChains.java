package dev.lbp.cli.select;

import static java.util.stream.Collectors.joining;

import dev.lbp.cli.run.Lengths;
import dev.lbp.cli.run.RunOptions;
import dev.lbp.select.VariableSelection;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** The options of {@code lbp select} on how models are found: all of them, or by chains. */
final class SelectionChains {

    /** Options that have no use where all models are enumerated. */
    private static final String OF_CHAINS =
            "--chains --warmup --draws --thin --until-pip-error --checkpoint --checkpoint-every";

    @Option(
            names = "--enumerate-up-to",
            paramLabel = "P",
            description =
                    "Enumerate all models of up to P candidates, at most 30, or up to 2^P models that --heredity allows; 0"
                            + " samples always. Default: 20 if linear or approximate, else 15.")
    private @Nullable Integer enumerateUpTo;

    @Mixin
    private Lengths lengths = new Lengths(4, 2_000, 10_000, 1);

    @Option(
            names = "--until-pip-error",
            paramLabel = "E",
            description =
                    "Draw until the standard error of every probability is at most E; looks first at 1000 draws, or at"
                            + " those of --draws.")
    private @Nullable Double untilPipError;

    int chains() {
        return lengths.chains;
    }

    boolean isEndedByError() {
        return untilPipError != null;
    }

    /** Sets how models are found. */
    void applyTo(VariableSelection selection, RunOptions options, ParseResult given) {
        if (enumerateUpTo != null) {
            selection.enumerateUpTo(enumerateUpTo);
        }
        lengths.check();
        selection.sampling(lengths::applyTo).seed(options.seed).threads(options.threads);
        if (untilPipError != null && given.hasMatchedOption("--draws")) {
            selection.untilPipError(untilPipError, lengths.draws);
        } else if (untilPipError != null) {
            selection.untilPipError(untilPipError);
        }
    }

    /** A line on options of chains that an enumeration has no use for; empty if none is given. */
    static String unused(ParseResult given) {
        String options =
                Stream.of(OF_CHAINS.split(" ")).filter(given::hasMatchedOption).collect(joining(", "));
        return options.isEmpty() ? "" : "no use here, since all models are enumerated, without chains: " + options;
    }
}
