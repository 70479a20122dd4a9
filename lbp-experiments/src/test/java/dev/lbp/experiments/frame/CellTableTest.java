package dev.lbp.experiments.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellTableTest {

    private static final Row FIRST =
            Row.EMPTY.with("target", "ising").with("R", 0.1).with("ejd", 1.0 / 3.0);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("cells.csv");
    }

    private CellTable open() throws IOException {
        return CellTable.open(file, List.of("target", "R"), List.of("ejd"), () -> {});
    }

    @Test
    void add_thenOpenAgain_givesTheSameNumbersBack() throws IOException {
        open().add(FIRST);
        CellTable again = open();
        Row found = again.find(Row.EMPTY.with("R", 0.1).with("target", "ising")).orElseThrow();
        assertThat(found.number("ejd")).isEqualTo(1.0 / 3.0);
        assertThat(again.find(FIRST.with("R", 0.2))).isEmpty();
        assertThat(Files.readString(file)).isEqualTo("target,R,ejd\nising,0.1,0.3333333333333333\n");
    }

    @Test
    void add_fileThatCannotBeWritten_isNamed() throws IOException {
        Path missing = directory.resolve("none/cells.csv");
        CellTable table = CellTable.open(missing, List.of("target", "R"), List.of("ejd"), () -> {});
        assertThatThrownBy(() -> table.add(FIRST))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot write " + missing + ": ");
    }

    @Test
    void open_lineWithoutEnd_isDropped() throws IOException {
        open().add(FIRST);
        Files.writeString(file, "ising,0.2,0.33", StandardOpenOption.APPEND);
        CellTable again = open();
        assertThat(again.rows()).hasSize(1);
        again.add(FIRST.with("R", 0.2));
        assertThat(open().rows()).hasSize(2);
    }

    @Test
    void open_headerWithoutEnd_beginsAnew() throws IOException {
        Files.writeString(file, "targ");
        open().add(FIRST);
        assertThat(open().rows()).hasSize(1);
    }

    @Test
    void open_otherColumns_isRefused() throws IOException {
        Files.writeString(file, "target,ejd\n");
        assertThatThrownBy(this::open).hasMessageStartingWith("must have the columns target,R,ejd: ");
    }

    @Test
    void open_lineOfTooFewValues_isRefused() throws IOException {
        Files.writeString(file, "target,R,ejd\nising,0.1\n");
        assertThatThrownBy(this::open)
                .hasMessageContaining("must have 3 values")
                .hasMessageContaining("ising,0.1");
    }

    @Test
    void open_emptyLineOrOpenQuote_isRefusedWithItsPlace() throws IOException {
        for (String line : List.of("", "\"ising,0.1,0.2", "\"is\"ing,0.1,0.2")) {
            Files.writeString(file, "target,R,ejd\n" + line + "\n");
            assertThatThrownBy(this::open).hasMessage(file + ":2: must have 3 values: " + line);
        }
    }

    @Test
    void open_quoteWithinAValue_isRefusedWithItsPlace() throws IOException {
        for (String text : List.of("is\"ing", "\"is\"\"ing\"")) {
            Files.writeString(file, "target,R,ejd\n" + text + ",0.1,0.2\n");
            assertThatThrownBy(this::open).hasMessage(file + ":2: must have no quote or line break: target=is\"ing");
        }
    }

    @Test
    void add_twice_isRefused() throws IOException {
        CellTable table = open();
        table.add(FIRST);
        assertThatThrownBy(() -> table.add(FIRST.with("ejd", 2.0))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void add_underAnInterruptedThread_writes() throws IOException {
        CellTable table = open();
        Thread.currentThread().interrupt();
        table.add(FIRST);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(open().rows()).hasSize(1);
    }

    @Test
    void add_textWithCommas_isQuoted() throws IOException {
        Row row = FIRST.with("target", "min(1,t), max(1,t)").with("ejd", 2.0);
        open().add(row);
        open().add(FIRST);
        assertThat(Files.readAllLines(file)).contains("\"min(1,t), max(1,t)\",0.1,2.0");
        assertThat(open().find(row).orElseThrow().text("ejd")).isEqualTo("2.0");
        assertThat(open().rows()).hasSize(2);
    }

    @Test
    void with_quoteOrLineBreak_isRefused() {
        assertThatThrownBy(() -> FIRST.with("target", "a\"b"))
                .hasMessage("must have no quote or line break: target=a\"b");
        assertThatThrownBy(() -> FIRST.with("target", "a\nb")).hasMessageStartingWith("must have no quote");
    }
}
