package dev.lbp.cli.option;

import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.infer.io.EvidenceFile;
import dev.lbp.internal.Check;
import dev.lbp.models.factor.FactorGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the observations of a Bayesian network or factor graph. */
public final class EvidenceOptions {

    @Option(
            names = "--observe",
            paramLabel = "NAME=VALUE",
            description = "A variable has this value. Once for each observation. UAI files: numbers from 0.")
    private String[] observed = {};

    @Option(
            names = "--evidence",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "Observations by numbers from 0, in the order of the other file: how many, then variable and value"
                            + " of each (UAI).")
    private @Nullable Path evidence;

    /** Declares the file of observations, if there is one, as an input. */
    public void declare(CommandFiles files) {
        if (evidence != null) {
            Check.that(
                    Files.exists(evidence) || !evidence.toString().contains("="),
                    "be a file; an observation is --observe " + evidence,
                    "--evidence",
                    evidence);
            files.reads("--evidence", evidence);
        }
    }

    /** Refuses the options: only a factor graph has variables to observe. */
    public void refuse(String source) {
        Check.that(observed.length == 0, "be left out with " + source, "--observe", String.join(" ", observed));
        Check.that(evidence == null, "be left out with " + source, "--evidence", "" + evidence);
    }

    /**
     * The observed values by their variables.
     *
     * @throws IllegalArgumentException if there is no such variable or value, or a variable is observed twice
     */
    public SortedMap<Integer, Integer> observed(FactorGraph graph) {
        SortedMap<Integer, Integer> all =
                evidence == null ? new TreeMap<>() : new TreeMap<>(EvidenceFile.read(evidence, graph));
        for (String pair : observed) {
            int equals = pair.indexOf('=');
            Check.that(equals >= 0, "be NAME=VALUE: --observe " + pair);
            String name = pair.substring(0, equals).strip();
            String value = pair.substring(equals + 1).strip();
            Check.that(!value.matches("[^,]*,[^,]+=.*"), "have one NAME=VALUE for each --observe: --observe " + pair);
            int site = numberOf("--observe", name, () -> graph.site(name));
            Check.that(
                    all.put(site, numberOf("--observe " + name + "=", value, () -> graph.value(site, value))) == null,
                    "be observed once: --observe " + pair);
        }
        return all;
    }

    /**
     * Finds the number of a name, of a variable or a value.
     *
     * @param search throws if there is no such name; its message ends with the name, and the option is put before it
     */
    public static int numberOf(String option, String name, Supplier<Integer> search) {
        try {
            return search.get();
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String gap = option.endsWith("=") ? "" : " ";
            throw new IllegalArgumentException(
                    message.substring(0, message.length() - name.length()) + option + gap + name, e);
        }
    }
}
