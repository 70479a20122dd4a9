package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The text of {@link Proposals}: its parts, one after the other, and their origin. */
final class ProposalsReport {

    private final Lab lab;

    ProposalsReport(Lab lab) {
        this.lab = lab;
    }

    String publish() throws IOException {
        CrossingReport crossing = new CrossingReport(lab);
        GrowthReport growth = new GrowthReport(lab);
        ObjectiveReport objectives = new ObjectiveReport(lab);
        TryReport tries = new TryReport(lab);
        List<Row> rows = new ArrayList<>(crossing.rows());
        rows.addAll(growth.rows());
        rows.addAll(objectives.rows());
        rows.addAll(tries.rows());
        if (rows.isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>(List.of(crossing.text(), growth.text(), objectives.text(), tries.text()));
        parts.removeIf(String::isEmpty);
        return String.join("\n", parts) + "\n" + lab.provenance(rows);
    }
}
