package dev.lbp.cli.instance;

import dev.lbp.internal.files.ForeignText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the weighted pairs of a file are used for, with the forms that a file of this use may have. The first line that
 * is not a comment decides the form.
 */
public enum InstanceUse {
    /** Couplings of spins; a coupling of a site with itself is a field. */
    SPINS("--ising", "SPIN", true, PairForm.RUDY, PairForm.COO),
    /** Entries of a QUBO, with its diagonal. */
    BITS("--qubo", "BINARY", true, PairForm.RUDY, PairForm.QBSOLV, PairForm.COO),
    /** Edges of a graph. */
    GRAPH("--graph", "", false, PairForm.RUDY, PairForm.DIMACS);

    /** The comment of dimod that says whether variables are spins or bits. */
    private static final Pattern VARTYPE = Pattern.compile("#.*?vartype[:=]\\s*([-_.a-zA-Z0-9]+).*");

    private final String option;
    /** The type of the variables in dimod's words; empty if any. */
    private final String vartype;
    /** Whether pairs may join a site with itself. */
    private final boolean diagonal;

    private final List<PairForm> forms;

    InstanceUse(String option, String vartype, boolean diagonal, PairForm... forms) {
        this.option = option;
        this.vartype = vartype;
        this.diagonal = diagonal;
        this.forms = List.of(forms);
    }

    /**
     * Reads a file.
     *
     * @throws InstanceException if the file cannot be read, has a form of another use, or violates its form
     */
    public Instance read(Path file) {
        return new Reading(new InstanceLines(file)).instance();
    }

    /** The options that take files of a form, in words. */
    private static String options(PairForm form) {
        return Arrays.stream(values())
                .filter(use -> use.forms.contains(form))
                .map(use -> use.option)
                .collect(Collectors.joining(" or "));
    }

    /** Reads one file whose form is not known in advance. */
    private final class Reading {

        private final InstanceLines lines;
        private @Nullable FormReader<Instance> reader;
        /** Whether lines that begin with c are comments: in some forms, and before the form is known. */
        private boolean cComments = true;

        Reading(InstanceLines lines) {
            this.lines = lines;
        }

        Instance instance() {
            lines.forEach(this::accept, this::checkVartype);
            if (reader == null) {
                throw lines.bad("must begin with " + beginnings() + ": the file has no such line");
            }
            return reader.end();
        }

        /** Passes a line on; the first one that is no comment chooses the reader. */
        private void accept(String entry) {
            if (cComments && entry.charAt(0) == 'c') { // a comment
                return;
            }
            String[] fields = entry.split("\\s+");
            if (reader == null) {
                reader = begin(fields);
            }
            reader.accept(fields);
        }

        /** The reader of the form that the first line has. */
        private FormReader<Instance> begin(String[] fields) {
            PairForm form = form(fields);
            if (form == null) {
                throw lines.bad("must begin with " + beginnings() + ": " + Excerpt.of(String.join(" ", fields)));
            }
            if (!forms.contains(form)) {
                throw lines.bad(
                        "must begin with " + beginnings() + "; this is " + form.beginning() + ", for " + options(form));
            }
            cComments = form == PairForm.QBSOLV || form == PairForm.DIMACS;
            return switch (form) {
                case RUDY -> new InstanceReader(lines, diagonal);
                case QBSOLV -> new QbsolvReader(lines);
                case DIMACS -> new DimacsReader(lines);
                case COO -> new CooReader(lines);
            };
        }

        /** The form that a first line has; null for an unknown one. */
        private @Nullable PairForm form(String[] fields) {
            if (fields[0].equals("p") && fields.length > 1) {
                return switch (fields[1]) {
                    case "qubo" -> PairForm.QBSOLV;
                    case "edge", "col" -> PairForm.DIMACS;
                    default -> null;
                };
            }
            if (!fields[0].matches("[-+]?\\d.*")) {
                return null; // a line of titles, for instance
            }
            // "n m" is the header of rudy, "i j weight" the first entry of COO, which has no header
            return fields.length == 2 ? PairForm.RUDY : fields.length == 3 ? PairForm.COO : null;
        }

        private String beginnings() {
            return ForeignText.or(forms.stream().map(PairForm::beginning).toList());
        }

        /** Refuses a file whose comment says that its variables are of the other type. */
        private void checkVartype(String comment) {
            Matcher named = VARTYPE.matcher(comment);
            if (named.matches()
                    && !vartype.isEmpty()
                    && !named.group(1).toUpperCase(Locale.ROOT).equals(vartype)) {
                throw lines.bad("must be " + vartype + " for " + option + ": vartype=" + Excerpt.of(named.group(1)));
            }
        }
    }
}
