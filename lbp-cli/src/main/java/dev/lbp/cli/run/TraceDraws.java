package dev.lbp.cli.run;

import dev.lbp.cli.plot.TracePlot;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.report.ReportedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The draws of a trace that fit into memory.
 *
 * @param draws one draw in {@code every}, [chains][draws]
 */
public record TraceDraws(double[][] draws, int every) {

    /**
     * The draws of a trace. Of a trace that does not fit into memory only each {@code every}-th draw is kept.
     *
     * @throws IOException if not even those fit
     */
    public static TraceDraws of(RunResult result, String trace) throws IOException {
        if (result instanceof ReportedRun run) {
            return run.ofDraws(
                            trace,
                            (draws, every) -> Optional.of(new TraceDraws(draws, every)),
                            Optional::<TraceDraws>empty)
                    .orElseThrow(
                            () -> new IOException("out of memory: trace " + trace + " does not fit into the heap"));
        }
        return new TraceDraws(Objects.requireNonNull(result.traces().get(trace)), 1);
    }

    /**
     * Writes a picture.
     *
     * @param value turns a traced value into the drawn one
     */
    public void picture(Path file, String title, String quantity, DoubleUnaryOperator value) throws IOException {
        double[][] values = Arrays.stream(draws)
                .map(chain -> Arrays.stream(chain).map(value).toArray())
                .toArray(double[][]::new);
        TracePlot.write(file, title, quantity, values, every);
    }
}
