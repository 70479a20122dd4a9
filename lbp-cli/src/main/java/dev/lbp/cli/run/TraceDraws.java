package dev.lbp.cli.run;

import dev.lbp.cli.plot.TracePlot;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.report.ReportedRun;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;

/**
 * The draws of a trace that fit into memory.
 *
 * @param draws one draw in {@code every}, [chains][draws]
 */
public record TraceDraws(double[][] draws, int every) {

    /** Writes {@code traces.png} with the log-probability of a run of several draws. */
    public static void write(OutputDirectory directory, RunResult result, String title) {
        write(directory, result, title, () -> "log-probability", DoubleUnaryOperator.identity());
    }

    /**
     * Writes {@code traces.png} with a function of the log-probability, for a run of several draws.
     *
     * @param quantity its name
     */
    public static void write(
            OutputDirectory directory,
            RunResult result,
            String title,
            Supplier<String> quantity,
            DoubleUnaryOperator value) {
        if (result.draws() > 1) {
            directory.write("traces.png", file -> {
                TraceDraws kept = of(result);
                double[][] values = Arrays.stream(kept.draws)
                        .map(chain -> Arrays.stream(chain).map(value).toArray())
                        .toArray(double[][]::new);
                TracePlot.write(file, title, quantity.get(), values, kept.every);
            });
        }
    }

    private static TraceDraws of(RunResult result) throws IOException {
        if (result instanceof ReportedRun run) {
            return run.ofDraws(
                            "logProb",
                            (draws, every) -> Optional.of(new TraceDraws(draws, every)),
                            Optional::<TraceDraws>empty)
                    .orElseThrow(() -> new IOException("out of memory: trace logProb does not fit into the heap"));
        }
        return new TraceDraws(Objects.requireNonNull(result.traces().get("logProb")), 1);
    }
}
