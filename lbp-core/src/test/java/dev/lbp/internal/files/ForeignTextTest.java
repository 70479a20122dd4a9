package dev.lbp.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignTextTest {

    @Test
    void onOneLine_replacesWhatMovesATerminal() {
        assertThat(ForeignText.onOneLine("a\u001B[31mb\u0007\u009B2Jc\nd\te\u007F\u2028\u202Ef\u2066g\0"))
                .isEqualTo("a?[31mb??2Jc?d?e???f?g?");
        assertThat(ForeignText.onOneLine("Größe [\u00B5m], \u6027\u5225, \u200Dx"))
                .isEqualTo("Größe [\u00B5m], \u6027\u5225, \u200Dx");
    }

    @Test
    void cell_keepsASpreadsheet_fromCalculating() {
        for (String formula : new String[] {
            "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uFF1D1", "\uFF0B1", "\uFF0D1", "\uFF201"
        }) {
            assertThat(ForeignText.cell(formula)).isEqualTo(formula.startsWith("\t") ? "'\t'=1" : "'" + formula);
            assertThat(ForeignText.cell("a;" + formula)).startsWith("a;'");
        }
        for (String name : new String[] {"", "a=b", "a-b", "a + b", "x@y", "Weight\n(kg)", "'=1", "1e-3", "a; b, c"}) {
            assertThat(ForeignText.cell(name)).isEqualTo(name);
        }
        assertThat(ForeignText.cell("a\u001B[2Jb\u202E")).isEqualTo("a?[2Jb?");
    }
}
