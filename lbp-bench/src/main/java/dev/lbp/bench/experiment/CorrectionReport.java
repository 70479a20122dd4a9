package dev.lbp.bench.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of {@link Correction}. */
final class CorrectionReport {

    private final Lab lab;
    private final List<Row> rows;

    CorrectionReport(Lab lab) throws IOException {
        this.lab = lab;
        rows = Correction.table(lab).rows();
    }

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        Row first = rows.get(0);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "A mixture of independent pixels (%.0f nats for a test image of static binarised MNIST)"
                        + " is corrected by a classifier of its images and the training images: %.3f of held-out images told"
                        + " apart, logit times %.2f, acceptance %.3f expected. %.0f images of each kind are judged beside as"
                        + " many test images: by the held-out accuracy of a new classifier, and by the squared maximum mean"
                        + " discrepancy with the kernel exp(-distance / %.0f).%n%n",
                first.number("log_test"),
                first.number("ratio_accuracy"),
                first.number("ratio_factor"),
                first.number("ratio_acceptance"),
                first.number("samples"),
                first.number("scale")));
        MarkdownTable table = new MarkdownTable(
                "images",
                "told from test images",
                "discrepancy x 1,000",
                "acceptance",
                "distinct",
                "chains that moved");
        for (Row row : ordered()) {
            boolean corrected = row.text("images").endsWith("proposals");
            table.row(
                    row.text("images"),
                    MarkdownTable.number(3, row.number("accuracy")),
                    MarkdownTable.number(2, 1e3 * row.number("gap_discrepancy")),
                    corrected ? MarkdownTable.number(3, row.number("acceptance")) : "-",
                    MarkdownTable.number(0, row.number("distinct")),
                    corrected ? MarkdownTable.number(0, row.number("moved")) : "-");
        }
        text.append(table);
        for (String kind : List.of("test", "before", "after")) {
            String file = Correction.picture(kind);
            if (Files.exists(lab.file(file))) {
                text.append("\n![")
                        .append(title(kind))
                        .append("](")
                        .append(file)
                        .append(")\n");
            }
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }

    private static String title(String kind) {
        return switch (kind) {
            case "test" -> "Test images";
            case "before" -> "Images of the mixture";
            default -> "Images after most proposals";
        };
    }

    private List<Row> ordered() {
        List<String> names = new ArrayList<>(List.of(Correction.REAL, Correction.UNCORRECTED));
        Correction.PROPOSALS.forEach(count -> names.add(Correction.corrected(count)));
        return names.stream()
                .flatMap(name -> rows.stream().filter(row -> row.text("images").equals(name)))
                .toList();
    }
}
