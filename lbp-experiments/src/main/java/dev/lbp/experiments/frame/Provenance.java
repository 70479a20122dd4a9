package dev.lbp.experiments.frame;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.experiments.report.Row;
import dev.lbp.internal.kernel.FlipWeightKernels;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.StreamSupport;

/** The origin of figures: the command, and the properties of the machine that can change the figures. */
final class Provenance {

    private Provenance() {}

    /**
     * A paragraph in Markdown.
     *
     * @param rows the cells of the figures, with a column "seconds"
     */
    static String of(Settings settings, String experiment, Iterable<Row> rows) {
        double seconds = StreamSupport.stream(rows.spliterator(), false)
                .mapToDouble(row -> row.number("seconds"))
                .sum();
        return format(
                "Made by `%s` on %s; Java %s (%s), kernel: %s, %d threads of %d processors; %,.1f minutes for the runs shown.\n",
                settings.command(experiment),
                LocalDate.now(ZoneOffset.UTC),
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                FlipWeightKernels.chosen().name(),
                settings.threads(),
                Runtime.getRuntime().availableProcessors(),
                seconds / 60.0);
    }
}
