package dev.lbp.cli.sample;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.InstanceReader;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.run.RunOptions.Work;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.internal.Check;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The runs of several instances of one size, one after another, and the averages over them. Each instance has a
 * directory of its own, with a mark when all of its results are there. An instance with a mark of the same options is
 * not run again.
 *
 * @param defaults the values of options that are left out, beside those that picocli knows
 */
record DisorderRun(
        Source<SourceKind> source,
        SamplingOptions sampling,
        TemperatureRange range,
        Map<String, String> defaults,
        PrintWriter console) {

    private static final String OPTION = SourceKind.ISING.option;

    /**
     * Carries out the runs that are not finished.
     *
     * @param each samples the file of the source
     * @return the exit code
     */
    int run(Work<Integer> each) throws IOException {
        sampling.refuseOneRun();
        List<Path> inputs = InstanceFolder.files(OPTION, source.file());
        Path out = sampling.out();
        inputs.forEach(input -> Check.that(
                !DisorderAverages.FILES.contains("" + input.getFileName()),
                "have another name than a file of the averages",
                OPTION,
                input));
        List<Couplings> couplings = sampling.doing("reading " + source.name(), () -> read(inputs));
        try (CommandFiles files = new CommandFiles()) {
            inputs.forEach(input -> files.reads(OPTION, input));
            files.writesInto("--out", out, DisorderAverages.FILES).prepare();
            List<Path> missing = new ArrayList<>();
            for (Path input : inputs) {
                if (!sampling.isFinished(directory(out, input), input, defaults)) {
                    missing.add(input);
                }
            }
            List<InstanceAverages> averages = new ArrayList<>();
            for (int k = 0; k < inputs.size(); k++) {
                Path input = inputs.get(k);
                long seed = seed(input);
                int exitCode = missing.contains(input) ? finish(input, seed, directory(out, input), each) : 0;
                if (exitCode != 0) {
                    console.println("interrupted at " + input + ", number " + (k + 1) + " of " + inputs.size()
                            + ". To go on: the same command with --out=" + out);
                    console.flush();
                    return exitCode;
                }
                averages.add(InstanceAverages.read(directory(out, input), seed, couplings.get(k)));
                console.println(averages.get(k).name() + ": " + averages.get(k).verdict());
                console.flush();
            }
            return write(new DisorderAverages(averages, range.temperatures()), OutputDirectory.at(out));
        }
    }

    private int finish(Path input, long seed, Path directory, Work<Integer> each) throws IOException {
        source.replace(input);
        int exitCode = sampling.quietly(seed, directory, each);
        if (exitCode == 0) {
            sampling.finish(directory, input, defaults);
        }
        return exitCode;
    }

    private int write(DisorderAverages averages, OutputDirectory directory) throws IOException {
        directory.write(DisorderAverages.INSTANCES, averages::instances);
        directory.write(DisorderAverages.TABLE, averages::csv);
        directory.write(DisorderAverages.PICTURE, averages::picture);
        directory.printAndWrite(console, SamplingOptions.SUMMARY, averages::text);
        console.println(directory.listing());
        console.flush();
        directory.check();
        return 0;
    }

    /** The directory of an instance's results has the name of its file. */
    private static Path directory(Path out, Path input) {
        return out.resolve(input.getFileName());
    }

    /** The seed of an instance depends on the name of its file, so that it stays when other files are added. */
    private long seed(Path input) {
        CRC32C sum = new CRC32C();
        sum.update(input.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        return sampling.options().seed + sum.getValue();
    }

    private static List<Couplings> read(List<Path> inputs) {
        List<Couplings> all = new ArrayList<>();
        for (Path input : inputs) {
            Instance instance = InstanceReader.read(input);
            Couplings read = Couplings.of(instance);
            all.add(read);
            Check.that(
                    read.sites() == all.get(0).sites(),
                    "be " + all.get(0).sites() + ", as in " + inputs.get(0) + ", for averages over instances",
                    "the number of sites of " + input,
                    read.sites());
        }
        return all;
    }
}
