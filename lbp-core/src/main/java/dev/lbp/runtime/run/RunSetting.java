package dev.lbp.runtime.run;

import java.util.function.Supplier;

/**
 * A setting of a run for checkpoints, manifests, reports and summaries. An empty text leaves the setting out.
 *
 * @param name the name in checkpoints and manifests; empty for a setting that changes no draw
 * @param value gives the value in checkpoints and manifests; a checksum takes time, and other texts do not need it
 * @param inManifest whether manifests have the setting too, not only checkpoints
 * @param label the name in reports
 * @param shown the value in reports
 * @param line the setting in the line of all settings
 */
record RunSetting(String name, Supplier<Object> value, boolean inManifest, String label, String shown, String line) {

    /** A setting that changes the draws, and that checkpoints, manifests, reports and summaries have. */
    static RunSetting of(String name, Object value, String label, String line) {
        return new RunSetting(name, () -> value, /* inManifest= */ true, label, value.toString(), line);
    }
}
