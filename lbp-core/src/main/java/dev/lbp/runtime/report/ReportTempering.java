package dev.lbp.runtime.report;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** The section of a report on parallel tempering: log Z, the travels of replicas, and the slots of the ladder. */
final class ReportTempering {

    private static final String BETA = "beta; a line at each slot";

    /** With more chains the page has only the lowest and the highest number of restarts. */
    private static final int MOST_CHAINS = 16;

    private final TemperingResult result;
    private final TemperingText text;
    private final double[] betas;
    private final SlotTable logProbs;

    /** Whether slots have energies; else the target's log-probability is shown. */
    private final boolean energies;

    /** The inverse temperature of the target, as text. */
    private final String targetBeta;

    ReportTempering(TemperingResult result, String scaleName, ReportTerms terms) {
        this.result = result;
        this.text = new TemperingText(result, scaleName, terms.targetBeta(result));
        this.betas = text.betas();
        this.energies = terms.energies();
        this.logProbs = result.slots("logProb");
        this.targetBeta = text.targetBeta();
    }

    void writeTo(Html html) {
        writeNumbers(html);
        writeBarrier(html);
        writeScales(html);
        writeSwaps(html);
        if (energies) {
            writeEnergies(html);
        } else {
            html.paragraph(
                    "beta is that of the tempered part of the target, without its prices and constraints, so slots have no"
                            + " energy. log pi is that of the whole target, at the states of a slot: its mean need not rise"
                            + " with beta, and is \u2212infinite where some of the states are impossible.");
        }
        writeSlots(html);
    }

    private void writeNumbers(Html html) {
        Map<String, String> pairs = new LinkedHashMap<>();
        pairs.put(result.logZName(), text.logZ());
        pairs.put(
                "log Z by stepping stones up and down",
                Numbers.fixed(result.forwardLogZ(), 3) + " and " + Numbers.fixed(result.backwardLogZ(), 3));
        pairs.put("Replicas of each chain", result.replicas() + "; advised are " + result.advisedReplicas());
        pairs.put("Barrier", TemperingText.rounded(result.barrier()));
        pairs.put(
                "Scans of each chain",
                Numbers.count(result.scans()) + " of " + Numbers.count(result.every(), "step") + " each");
        pairs.put("Round trips of all chains", text.roundTrips());
        pairs.put("Restarts by chain", restarts());
        Page.pairs(html, pairs);
        html.paragraph(
                "A restart is a replica that came from the reference, at beta 0, to the target; a round trip is one that also went back"
                        + " to the reference. Round trips are expected for replicas that meet an independent state at each swap"
                        + " (Syed et al. 2021), so there are usually two to four times fewer. log Z is"
                        + " Bennett's, between neighbouring slots, for the log-probability that the model returns.");
        if (result.twins() || result.exchangesParts()) {
            html.paragraph(
                    "Replicas exchange parts of their states: sites where two of them differ, and which no term of the log-probability"
                            + " joins with others. Round trips and restarts are then those of the contents of single sites: all but 1"
                            + " site in 20 have made as many.");
        }
    }

    private String restarts() {
        long[] restarts = result.restarts();
        if (restarts.length > MOST_CHAINS) {
            return Numbers.count(result.fewestRestarts()) + " to "
                    + Numbers.count(LongStream.of(restarts).max().orElse(0));
        }
        return LongStream.of(restarts).mapToObj(Numbers::count).collect(Collectors.joining(" "));
    }

    /** The cumulated rejection rates: equal steps between slots are what the schedule aims at. */
    private void writeBarrier(Html html) {
        double[] barrier = new double[betas.length];
        for (int k = 1; k < barrier.length; k++) {
            barrier[k] = barrier[k - 1] + 1.0 - result.swapAcceptance()[k - 1];
        }
        String description = Numbers.format(
                "From 0 at beta 0 to %s at beta %s. It is steep where the distribution changes fast.",
                TemperingText.rounded(result.barrier()), targetBeta);
        new Plot(
                        new Caption("Barrier from beta 0", description),
                        Axis.withTicks(BETA, betas),
                        // at least 0.1, because an axis from 0 to 0 has no length
                        Axis.of("sum of the rejection rates of swaps", 0.0, Math.max(result.barrier(), 0.1)))
                .curve("barrier", betas, barrier)
                .writeTo(html);
    }

    private void writeScales(Html html) {
        double[] scales = result.scales();
        if (DoubleStream.of(scales).noneMatch(scale -> scale > 0.0 && Double.isFinite(scale))) {
            return;
        }
        String description = Numbers.format(
                "From %s at beta %s to %s at beta %s; the slot at beta 0 has none.",
                Numbers.text(scales[1]),
                TemperingText.rounded(betas[1]),
                Numbers.text(scales[scales.length - 1]),
                targetBeta);
        new Plot(
                        new Caption("Scale of each slot", description),
                        Axis.withTicks(BETA, betas),
                        Axis.logarithmicAround(text.scaleName(), scales))
                .curve(text.scaleName(), betas, scales)
                .writeTo(html);
    }

    private void writeSwaps(Html html) {
        double[] rates = new double[result.replicas() - 1];
        Arrays.setAll(rates, result::exchangeRate);
        int worst = result.worstPair();
        String description = Numbers.format(
                "The lowest is %s, between slots %d and %d.", Numbers.fixed(rates[worst], 3), worst, worst + 1);
        boolean parts = result.exchangesParts();
        new Plot(
                        new Caption(
                                parts ? "Share exchanged by pair of slots" : "Swaps accepted by pair of slots",
                                description),
                        Axis.counting("slot k of the pair k, k + 1", 0, rates.length - 1.0),
                        Axis.of(parts ? "share of the differing sites" : "mean of min(1, alpha)", 0, 1))
                .dots("slots k and k + 1", rates)
                .level("least for the verdict", TemperingText.LEAST_SWAPS)
                .writeTo(html);
    }

    private void writeEnergies(Html html) {
        double[] means = new double[betas.length];
        Arrays.setAll(means, this::energy);
        String description = Numbers.format(
                "From %s at beta 0 to %s at beta %s; the energy is -log pi / %s.",
                Numbers.text(means[0]), Numbers.text(means[means.length - 1]), targetBeta, targetBeta);
        new Plot(
                        new Caption("Mean energy of each slot", description),
                        Axis.withTicks(BETA, betas),
                        Axis.around("energy", means))
                .curve("mean energy", betas, means)
                .writeTo(html);
    }

    private double energy(int slot) {
        return 0.0 - result.meanLogProb()[slot] / text.beta(); // a difference, since the negative of 0 is -0
    }

    /** The energy or log-probability with its standard error, where the states of the slot differ. */
    private String levelText(int slot) {
        double error = logProbs.error()[slot] / (energies ? text.beta() : 1.0);
        String mean = Numbers.text(energies ? energy(slot) : result.meanLogProb()[slot]);
        return Double.isFinite(error) ? mean + " +- " + Numbers.text(error) : mean;
    }

    private void writeSlots(Html html) {
        List<List<String>> rows = new ArrayList<>();
        for (int k = 0; k < betas.length; k++) {
            rows.add(List.of(
                    String.valueOf(k),
                    Numbers.text(betas[k]),
                    Numbers.text(1.0 / betas[k]),
                    Numbers.text(result.scales()[k]),
                    Numbers.fixed(result.acceptanceRates()[k], 3),
                    Numbers.fixed(k + 1 < betas.length ? result.swapAcceptance()[k] : Double.NaN, 3),
                    levelText(k)));
        }
        Page.table(
                html,
                "Slots from the reference to the target",
                List.of(
                        "slot",
                        "beta",
                        "temperature",
                        text.scaleName(),
                        "acceptance",
                        "swaps with next",
                        energies ? "mean energy" : "mean log pi"),
                rows);
    }
}
