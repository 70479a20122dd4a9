package dev.lbp.runtime.run;

import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.model.ModelCalls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The settings of a run in words: for summaries, reports and manifests. */
record RunDescription(RunSettings<?> run) {

    /** The settings of every run, in the order in which checkpoints, manifests, reports and summaries tell them. */
    List<RunSetting> told() {
        List<RunSetting> settings = new ArrayList<>();
        settings.add(
                RunSetting.of("chains", run.chains, "Chains", run.chains + (run.chains == 1 ? " chain" : " chains")));
        if (run.chainsPerBatch > 0) {
            String label = "Chains per batch of a batched model";
            settings.add(RunSetting.of("chainsPerBatch", run.chainsPerBatch, label, run.chainsPerBatch + " per batch"));
        }
        settings.add(RunSetting.of("warmup", run.warmup, "Warm-up steps of each chain", "warm-up " + run.warmup));
        String every = run.thin == 1 ? "" : "every " + run.thin + " steps";
        settings.add(new RunSetting(
                /* name= */ "", // because a run may be resumed for more draws
                () -> run.draws,
                /* inManifest= */ false,
                "Draws asked of each chain",
                run.draws + (run.thin == 1 ? "" : ", " + every),
                "draws " + run.draws + (run.thin == 1 ? "" : " (" + every + ")")));
        settings.add(RunSetting.of("thin", run.thin, "", "")); // reports and summaries have it beside the draws
        settings.add(RunSetting.of("seed", run.seed, "Seed", "seed " + run.seed));
        String from = run.initial == null ? run.target().randomStart() : "given";
        settings.add(new RunSetting("initial (checksum)", () -> checksum(run), false, "Initial states", from, ""));
        boolean[] mask = run.frozen;
        String held = mask == null ? "" : "Sites held at their start";
        settings.add(new RunSetting(
                "frozen (checksum)",
                () -> mask == null ? "none" : Fingerprint.of(mask.length, i -> mask[i] ? 1 : 0),
                false,
                held,
                "" + run.frozenSites(),
                ""));
        settings.add(new RunSetting("track", run.tracked::keySet, false, "", "", ""));
        return settings;
    }

    private static <S> String checksum(RunSettings<S> run) {
        S[] initial = run.initial;
        return initial == null ? "none" : run.space().checksum(initial);
    }

    /** The settings by name, for manifests. */
    Map<String, @Nullable Object> manifest() {
        Map<String, @Nullable Object> settings = new LinkedHashMap<>();
        settings.put("model", ModelCalls.nameOf(run.model()));
        settings.put("sites", run.space().sites());
        settings.putAll(run.words().manifest());
        settings.put("sampler", run.method.describe());
        told().stream()
                .filter(RunSetting::inManifest)
                .forEach(setting -> settings.put(setting.name(), setting.value().get()));
        settings.put("kernel", kernel());
        settings.put("lbp", RunSettings.version());
        settings.put("draws", run.draws);
        settings.put("java", System.getProperty("java.version"));
        return settings;
    }

    /** The sampler, the chains of a part, and the settings in one line. */
    String text() {
        return run.method.describe() + "; " + (run.isPart() ? run.span().describe() + " of " : "") + line();
    }

    /** The settings in one line, for summaries. */
    String line() {
        return Numbers.format(
                "%s, N = %d%s; %s; kernel: %s",
                ModelCalls.nameOf(run.model()),
                run.space().sites(),
                run.words().summary(),
                told().stream()
                        .map(RunSetting::line)
                        .filter(line -> !line.isEmpty())
                        .collect(Collectors.joining(", ")),
                kernel());
    }

    /** The settings by name, for reports. */
    Map<String, String> particulars() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("Model", ModelCalls.nameOf(run.model()));
        settings.put(run.words().dimension(), String.valueOf(run.space().sites()));
        settings.putAll(run.words().particulars());
        settings.put("Sampler", run.method.describe());
        told().stream()
                .filter(setting -> !setting.label().isEmpty())
                .forEach(setting -> settings.put(setting.label(), setting.shown()));
        settings.put("Kernel that computes weights", kernel());
        return settings;
    }

    /** The reason for the end of a run in words; empty if the run has no stopping rule and made all its draws. */
    String ending(StopReason reason, int made) {
        String after = reason.words() + " after " + made + " of " + run.draws + " draws";
        return switch (reason) {
            case DRAWS ->
                run.rule.describe().isEmpty() ? "" : "all draws are made, and not yet " + run.rule.describeUnmet(made);
            case CONVERGED -> after + ": " + run.rule.describe();
            case BUDGET ->
                after + ": a budget of "
                        + String.valueOf(run.budget).replaceFirst("PT", "").toLowerCase(Locale.ROOT); // 1m30s
            case MEMORY -> after + ": more draws do not fit into the heap";
            case STOPPED, INTERRUPTED, FAILED -> after;
        };
    }

    private static String kernel() {
        return FlipWeightKernels.chosen().name();
    }
}
