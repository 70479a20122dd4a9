package dev.lbp.cli.run;

import dev.lbp.cli.terminal.Text;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/**
 * Writes the table of a tempered run. A slot is one of the temperatures that replicas exchange. The table has the
 * energy if the target has one.
 */
public final class SlotColumns {

    private SlotColumns() {}

    /**
     * A line for each slot, as comma-separated values. The exchange rate is that with the next slot, NaN for the last
     * one.
     *
     * @param beta the inverse temperature of the target
     */
    public static String csv(TemperingResult ladder, double beta) {
        List<Column> columns = columns(ladder, beta);
        StringBuilder csv =
                new StringBuilder(Text.row(columns.stream().map(Column::name).toArray()));
        for (int k = 0; k < ladder.replicas(); k++) {
            int slot = k;
            csv.append(Text.row(
                    columns.stream().map(column -> column.value.apply(slot)).toArray()));
        }
        return csv.toString();
    }

    /** A column: its name in the header, and its value for each slot. */
    private record Column(String name, IntFunction<Object> value) {}

    private static List<Column> columns(TemperingResult ladder, double beta) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("slot", k -> k));
        columns.add(new Column("temperature", k -> 1.0 / (ladder.betas()[k] * beta)));
        columns.add(new Column("beta", k -> ladder.betas()[k] * beta));
        boolean scalesDiffer = DoubleStream.of(ladder.scales())
                        .distinct()
                        .filter(Double::isFinite)
                        .count()
                > 1;
        if (scalesDiffer) { // a sampler without a scale has no finite one
            columns.add(new Column("scale", k -> ladder.scales()[k]));
        }
        columns.add(new Column("acceptance", k -> ladder.acceptanceRates()[k]));
        columns.add(new Column("swap_acceptance", k -> ofPair(ladder.swapAcceptance(), k)));
        if (ladder.exchangesParts()) {
            columns.add(new Column("exchanged_share", k -> ofPair(ladder.exchangedShares(), k)));
        }
        boolean hasEnergy = ladder.observables().names().contains("energy");
        for (String name : ladder.observables().names()) {
            if (!name.equals("logProb") || !hasEnergy) {
                SlotTable table = ladder.slots(name);
                columns.add(new Column(name, k -> table.mean()[k]));
                columns.add(new Column(name + "_error", k -> table.error()[k]));
                columns.add(new Column(name + "_variance", k -> table.variance()[k]));
                columns.add(new Column(name + "_ess", k -> table.effectiveSampleSize()[k]));
            }
        }
        return columns;
    }

    /** The value of slots k and k + 1; NaN for the last slot, which has no next one. */
    private static double ofPair(double[] values, int k) {
        return k < values.length ? values[k] : Double.NaN;
    }
}
