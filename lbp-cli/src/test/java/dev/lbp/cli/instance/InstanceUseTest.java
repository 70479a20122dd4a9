package dev.lbp.cli.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The forms of instance files, each against a file written by hand. */
class InstanceUseTest {

    private static final String RUDY = "# a comment\n3 3\n1 2 1\n3 2 -0.5 # another\n1 1 2e1\n";
    private static final String QBSOLV = "c a comment # of é\np qubo 0 3 1 2\nc\n0 0 20\n0 1 1\n2 1 -0.5\n";
    private static final String DIMACS = "c a comment, é\np edge 3 3\ne 1 2\nc between\ne 3 2\ne 2 1\n";
    private static final String COO = "# vartype=SPIN\n0 1 1\n2 1 -0.5\n0 0 20.000000\n";

    @TempDir
    private Path directory;

    private Instance read(InstanceUse use, String text) throws IOException {
        return use.read(Files.write(directory.resolve("g"), text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertHolds(Instance instance, PairForm form, int[] from, int[] to, double... weights) {
        assertThat(instance.form()).isEqualTo(form);
        assertThat(instance.sites()).isEqualTo(3);
        assertThat(instance.from()).containsExactly(from);
        assertThat(instance.to()).containsExactly(to);
        assertThat(instance.weights()).containsExactly(weights);
    }

    @Test
    void read_eachForm_hasTheSamePairs() throws IOException {
        int[] from = {0, 2, 0};
        int[] to = {1, 1, 0};
        for (InstanceUse use : new InstanceUse[] {InstanceUse.SPINS, InstanceUse.BITS}) {
            assertHolds(read(use, RUDY), PairForm.RUDY, from, to, 1, -0.5, 20);
            assertHolds(read(use, COO.substring(COO.indexOf('\n'))), PairForm.COO, from, to, 1, -0.5, 20);
        }
        assertHolds(read(InstanceUse.SPINS, COO), PairForm.COO, from, to, 1, -0.5, 20);
        assertHolds(read(InstanceUse.BITS, COO.replace("SPIN", "BINARY")), PairForm.COO, from, to, 1, -0.5, 20);
        int[] first = {0, 0, 2};
        assertHolds(read(InstanceUse.BITS, QBSOLV), PairForm.QBSOLV, first, new int[] {0, 1, 1}, 20, 1, -0.5);
        // an edge that is listed in both directions counts once
        int[] nodes = {0, 2};
        assertHolds(read(InstanceUse.GRAPH, DIMACS), PairForm.DIMACS, nodes, new int[] {1, 1}, 1, 1);
        assertHolds(
                read(InstanceUse.GRAPH, DIMACS.replace("edge", "col")), PairForm.DIMACS, nodes, new int[] {1, 1}, 1, 1);
    }

    /** A file that announces its lines is refused wherever it is cut; COO announces nothing, and needs one line. */
    @Test
    void read_fileCutAfterAnyLine_isRefused() throws IOException {
        assertRefusedWhereCut(InstanceUse.SPINS, RUDY);
        assertRefusedWhereCut(InstanceUse.BITS, QBSOLV);
        assertRefusedWhereCut(InstanceUse.GRAPH, DIMACS);
        assertThatThrownBy(() -> read(InstanceUse.SPINS, "# vartype=SPIN\n")).hasMessageContaining(":1: must begin");
        assertThat(read(InstanceUse.SPINS, COO.substring(0, COO.indexOf("2 1"))).weights())
                .containsExactly(1);
    }

    private void assertRefusedWhereCut(InstanceUse use, String text) {
        for (int end = text.indexOf('\n'); end < text.length() - 1; end = text.indexOf('\n', end + 1)) {
            String cut = text.substring(0, end + 1);
            assertThatThrownBy(() -> read(use, cut))
                    .as(cut)
                    .isInstanceOf(InstanceException.class)
                    .hasMessageContaining(":" + cut.lines().count() + ": must ");
        }
    }

    /** Cut within a line, where fewer fields are left. */
    @Test
    void read_lineCutShort_isRefused() {
        for (String text : new String[] {RUDY, QBSOLV, COO}) {
            String cut = text.substring(0, text.stripTrailing().lastIndexOf(' '));
            assertThatThrownBy(() -> read(text.equals(QBSOLV) ? InstanceUse.BITS : InstanceUse.SPINS, cut))
                    .as(cut)
                    .hasMessageContaining(": must be \"i j ");
        }
        assertThatThrownBy(() -> read(InstanceUse.GRAPH, DIMACS.substring(0, DIMACS.length() - 2)))
                .hasMessageContaining(":6: must be \"e i j\"");
    }

    @Test
    void read_graphWithALoop_isRefused() {
        assertThatThrownBy(() -> read(InstanceUse.GRAPH, RUDY)).hasMessageContaining(":5: must join two different");
        assertThatThrownBy(() -> read(InstanceUse.GRAPH, "p edge 2 1\ne 2 2\n"))
                .hasMessageContaining(":2: must join two different nodes: i=j=2");
    }
}
