package dev.lbp.cli.sample;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.InstanceUse;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.run.FinishedRuns;
import dev.lbp.cli.run.RunOptions.Work;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.zip.CRC32C;
import picocli.CommandLine;

/**
 * Runs several instances of one size, one after another, and averages over them. Each instance has its own directory,
 * which gets a mark when its run is complete. An instance whose mark has the same options is not run again.
 */
record DisorderRun(
        Source<SourceKind> source,
        SamplingOptions sampling,
        TemperatureRange range,
        FinishedRuns finished,
        CommandLine line) {

    private static final String OPTION = SourceKind.ISING.option;
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");
    private static final List<String> FILES = List.of(
            DisorderAverages.INSTANCES, DisorderAverages.TABLE, DisorderAverages.PICTURE, SamplingOptions.SUMMARY);

    /**
     * Whether a path stands for many files, each the input of a run of its own: it is a directory, or a pattern such as
     * {@code DIR/*.txt} that is not the name of a file.
     */
    static boolean isOfManyFiles(Path path) {
        return Files.isDirectory(path) || GLOB.matcher("" + path.getFileName()).find() && !Files.exists(path);
    }

    /**
     * Carries out the runs that are not finished.
     *
     * @param each samples the current file of the source
     * @return the exit code
     */
    int run(Work<Integer> each) throws IOException {
        sampling.refuseOneRun();
        List<Path> inputs = inputs();
        Path out = sampling.out();
        PrintWriter console = line.getOut();
        long seed = sampling.options().seed;
        List<double[]> couplings = sampling.doing("reading " + source.name(), () -> read(inputs));
        try (CommandFiles files = new CommandFiles()) {
            inputs.forEach(input -> files.reads(OPTION, input));
            files.writesInto("--out", out, FILES).prepare();
            for (Path input : inputs) { // a directory with other options is refused before any run
                finished.has(out.resolve(input.getFileName()), OPTION, input);
            }
            line.setOut(new PrintWriter(Writer.nullWriter())); // discards the texts of the runs
            List<InstanceAverages> averages = new ArrayList<>();
            for (int k = 0; k < inputs.size(); k++) {
                Path input = inputs.get(k);
                Path directory = out.resolve(input.getFileName());
                long own = seed + checksum(input.getFileName().toString()); // a seed for each instance
                int exitCode = finished.has(directory, OPTION, input) ? 0 : sample(input, own, directory, each);
                if (exitCode != 0) {
                    console.println("interrupted at " + input + ". To go on: the same command with --out=" + out);
                    console.flush();
                    return exitCode;
                }
                averages.add(InstanceAverages.read(directory, own, couplings.get(k)));
                console.println(input.getFileName() + ": " + averages.get(k).verdict());
                console.flush();
            }
            return writeAndPrint(new DisorderAverages(averages, couplings, range.temperatures()), out, console);
        } finally {
            line.setOut(console);
        }
    }

    /**
     * Samples an instance with a seed and a directory of its own, which replace those of the options as long as it
     * runs, and marks it as finished if it is. Returns the exit code.
     */
    private int sample(Path input, long own, Path directory, Work<Integer> each) throws IOException {
        long seed = sampling.options().seed;
        Path out = sampling.out();
        source.replace(input);
        sampling.replace(own, directory);
        int exitCode = each.done();
        sampling.replace(seed, out);
        if (exitCode == 0) {
            finished.add(directory, OPTION, input);
        }
        return exitCode;
    }

    /** Writes and prints the averages. Returns the exit code. */
    private static int writeAndPrint(DisorderAverages averages, Path out, PrintWriter console) throws IOException {
        OutputDirectory directory = OutputDirectory.at(out);
        directory.write(DisorderAverages.INSTANCES, averages::instances);
        directory.write(DisorderAverages.TABLE, () -> averages.table.csv());
        directory.write(DisorderAverages.PICTURE, file -> averages.table.picture(file));
        directory.printAndWrite(console, SamplingOptions.SUMMARY, averages::text);
        console.println(directory.listing());
        console.flush();
        directory.check();
        return 0;
    }

    /**
     * The input files, sorted by name: all files of the directory except hidden ones, or the files that match the
     * pattern.
     */
    private List<Path> inputs() throws IOException {
        Path path = source.file();
        boolean isFolder = Files.isDirectory(path);
        Path directory =
                isFolder ? path : Objects.requireNonNull(path.toAbsolutePath().getParent());
        Check.that(Files.isDirectory(directory), "be in a directory that is there", OPTION, path);
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(directory, isFolder ? "*" : "" + path.getFileName())) {
            all.forEach(files::add);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "must be a pattern (" + e.getDescription() + "): " + OPTION + "=" + path, e);
        }
        files.removeIf(file ->
                !Files.isRegularFile(file) || file.getFileName().toString().startsWith("."));
        Check.that(!files.isEmpty(), isFolder ? "have files in it" : "match a file", OPTION, path);
        files.forEach(file -> Check.that(
                !FILES.contains(file.getFileName().toString()),
                "have another name than a file of the averages",
                OPTION,
                file));
        Collections.sort(files);
        return files;
    }

    /** The checksum of a file's name. It makes the seed of an instance independent of other files. */
    private static long checksum(String name) {
        CRC32C sum = new CRC32C();
        sum.update(name.getBytes(StandardCharsets.UTF_8));
        return sum.getValue();
    }

    /** Reads the sums of couplings of all instances, which must have one size. */
    private static List<double[]> read(List<Path> inputs) {
        List<double[]> all = new ArrayList<>();
        int sites = 0;
        for (Path input : inputs) {
            Instance instance = InstanceUse.SPINS.read(input);
            sites = all.isEmpty() ? instance.sites() : sites;
            Check.that(
                    instance.sites() == sites,
                    "be " + sites + ", as in " + inputs.get(0) + ", for averages over instances",
                    "the number of sites of " + input,
                    instance.sites());
            all.add(InstanceAverages.couplings(instance));
        }
        return all;
    }
}
