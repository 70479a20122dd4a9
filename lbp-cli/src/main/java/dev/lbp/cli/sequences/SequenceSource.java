package dev.lbp.cli.sequences;

import dev.lbp.cli.option.SamplerKind.Form;

/** The sources of scores of {@code lbp sequences}: the option that names the file, and the form of the target. */
enum SequenceSource {
    NETWORK(
            "--net",
            Form.SEQUENCES,
            "A network, an ONNX file: one-hot sequences, [rows, L, V] or [rows, V, L], to a score."),
    ALIGNMENT(
            "--alignment",
            Form.POTTS,
            "An alignment of a family, FASTA or A2M, gzip or not: trains a Potts model, which scores."),
    MODEL(
            "--model",
            Form.POTTS,
            "A Potts model: adabmDCA's text, as --save-model writes it, gzip or not, or plmc's binary parameters.");

    final Form form;
    final String option;
    final String description;

    SequenceSource(String option, Form form, String description) {
        this.option = option;
        this.form = form;
        this.description = description;
    }

    /** Whether sequences are rows of an alignment, so that gaps are letters. */
    boolean isAligned() {
        return form == Form.POTTS;
    }
}
