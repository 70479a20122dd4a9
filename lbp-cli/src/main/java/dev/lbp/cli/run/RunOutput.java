package dev.lbp.cli.run;

import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.run.TemperingFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * A file that every sampling command writes, beside the files that only one command has.
 *
 * @param when whether a result has it
 */
record RunOutput(String name, Predicate<RunResult> when, Writer writer) {

    static final List<RunOutput> ALL = List.of(
            new RunOutput(
                    TemperingFiles.TABLE,
                    result -> result.tempering().isPresent(),
                    (result, findings, file) -> WholeFile.replace(
                            file, findings.temperingCsv(result.tempering().orElseThrow()))),
            new RunOutput(
                    "traces.png",
                    result -> result.draws() > 1,
                    (result, findings, file) -> findings.picture(TraceDraws.of(result, "logProb"), file)));

    /** Writes the file of an output from the result of a run. */
    interface Writer {
        void write(RunResult result, SamplingOptions.Findings findings, Path file) throws IOException;
    }
}
