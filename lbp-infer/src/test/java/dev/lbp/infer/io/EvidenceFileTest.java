package dev.lbp.infer.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceFileTest {

    private static final FactorGraph GRAPH = FactorGraph.of(new int[] {2, 3, 2}, List.of());

    @TempDir
    private Path directory;

    @Test
    void read_bothForms() throws IOException {
        assertThat(read("0\n")).isEmpty();
        assertThat(read("1\n0")).isEmpty();
        assertThat(read("1 1 0")).isEqualTo(Map.of(1, 0));
        assertThat(read("2 1 2\n0 1\n")).isEqualTo(Map.of(0, 1, 1, 2));
        assertThat(read("1\n2 1 2\n0 1\n")).isEqualTo(Map.of(0, 1, 1, 2));
        assertThat(EvidenceFile.read(Texts.gzip(directory, "1 2 1"), GRAPH)).isEqualTo(Map.of(2, 1));
    }

    private Map<Integer, Integer> read(String text) throws IOException {
        return EvidenceFile.read(Texts.file(directory, text), GRAPH);
    }

    /** A slash in the text is the end of a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '!', textBlock = """
            '' ! 1: must begin with the number of observed variables, and is empty
            a ! 1: must be a number of evidence, a whole number below 2^31: a
            1/-1 0 ! 2: must be a number of evidence, at least 0: -1
            2 1 0 ! 1: must be the number of observed variables, of which 1 follow: 2
            1000000000 ! 1: must be the number of observed variables, of which 0 follow: 1000000000
            2/1 0 0 ! 2: must be a number of observed variables with a variable and a value for each: found=4 numbers
            1/3 0 ! 2: must be a variable, 0 to 2: 3
            1/1 3 ! 2: must be a value of variable 1, 0 to 2: 3
            2/1 1/1 1 ! 3: must be observed once: variable 1
            """)
    void read_refuses(String text, String message) throws IOException {
        Path file = Texts.file(directory, text.replace('/', '\n'));
        assertThatThrownBy(() -> EvidenceFile.read(file, GRAPH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(file + ":" + message);
    }
}
