package dev.lbp.cli.run;

import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.DoubleStream;

/**
 * The table of a ladder's slots as {@code lbp sample} writes it: in temperatures, and with the energy where the target
 * has one.
 */
public final class SlotColumns {

    private SlotColumns() {}

    /**
     * A line for each slot, with the acceptance of its swaps with the next slot; NaN where a slot has no such number.
     *
     * @param beta the inverse temperature of the target
     */
    public static String csv(TemperingResult ladder, double beta) {
        List<SlotTable> tables = ladder.observables().names().stream()
                .filter(name ->
                        !name.equals("logProb") || !ladder.observables().names().contains("energy"))
                .map(ladder::slots)
                .toList();
        boolean scaled = DoubleStream.of(ladder.scales())
                        .distinct()
                        .filter(Double::isFinite)
                        .count()
                > 1;
        StringJoiner header = new StringJoiner(",", "", "\n").add("slot,temperature,beta");
        if (scaled) {
            header.add("scale");
        }
        header.add("acceptance,swap_acceptance");
        for (SlotTable table : tables) {
            String name = table.name();
            header.add(name).add(name + "_error").add(name + "_variance").add(name + "_ess");
        }
        StringBuilder csv = new StringBuilder(header.toString());
        for (int k = 0; k < ladder.replicas(); k++) {
            double at = ladder.betas()[k] * beta;
            StringJoiner line = new StringJoiner(",", "", "\n")
                    .add("" + k)
                    .add("" + 1.0 / at)
                    .add("" + at);
            if (scaled) {
                line.add("" + ladder.scales()[k]);
            }
            line.add("" + ladder.acceptanceRates()[k])
                    .add("" + (k + 1 < ladder.replicas() ? ladder.swapAcceptance()[k] : Double.NaN));
            for (SlotTable table : tables) {
                line.add("" + table.mean()[k])
                        .add("" + table.error()[k])
                        .add("" + table.variance()[k])
                        .add("" + table.effectiveSampleSize()[k]);
            }
            csv.append(line);
        }
        return csv.toString();
    }
}
