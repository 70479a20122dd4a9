package dev.lbp.bench;

import dev.lbp.cli.BadInput;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad options of {@code lbp bench}. */
class BadBenchInputTest extends BadInput {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bench --only ''                     | must not be empty: --only=
            bench --only nothing                | must be part of one of
            bench --preset long                 | must be one of
            bench --out $/g.txt                 | or in a path where one can be made: --out=$/g.txt
            """)
    void command_badInput_isRefused(String command, String words) throws IOException {
        assertRefused(command, words);
    }
}
