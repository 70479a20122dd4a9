package dev.lbp.cli.run;

import dev.lbp.cli.terminal.Text;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.ArrayList;
import java.util.List;
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
        // One table for each traced observable; the log-probability is left out beside the energy.
        List<SlotTable> tables = ladder.observables().names().stream()
                .filter(name ->
                        !name.equals("logProb") || !ladder.observables().names().contains("energy"))
                .map(ladder::slots)
                .toList();
        // a column of scales only if slots differ in them; a sampler without a scale has no finite one
        boolean scaled = DoubleStream.of(ladder.scales())
                        .distinct()
                        .filter(Double::isFinite)
                        .count()
                > 1;
        List<Object> header = new ArrayList<>(List.of("slot", "temperature", "beta"));
        if (scaled) {
            header.add("scale");
        }
        header.addAll(List.of("acceptance", "swap_acceptance"));
        if (ladder.exchangesParts()) {
            header.add("exchanged_share");
        }
        for (SlotTable table : tables) {
            String name = table.name();
            header.addAll(List.of(name, name + "_error", name + "_variance", name + "_ess"));
        }
        StringBuilder csv = new StringBuilder(Text.row(header.toArray()));
        for (int k = 0; k < ladder.replicas(); k++) {
            double at = ladder.betas()[k] * beta;
            List<Object> row = new ArrayList<>(List.of(k, 1.0 / at, at));
            if (scaled) {
                row.add(ladder.scales()[k]);
            }
            row.add(ladder.acceptanceRates()[k]);
            row.add(k + 1 < ladder.replicas() ? ladder.swapAcceptance()[k] : Double.NaN);
            if (ladder.exchangesParts()) {
                row.add(k + 1 < ladder.replicas() ? ladder.exchangedShares()[k] : Double.NaN);
            }
            for (SlotTable table : tables) {
                row.addAll(List.of(
                        table.mean()[k], table.error()[k], table.variance()[k], table.effectiveSampleSize()[k]));
            }
            csv.append(Text.row(row.toArray()));
        }
        return csv.toString();
    }
}
