package dev.lbp.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import org.junit.jupiter.api.Test;

/** The commands of all modules together. */
class CommandsTest {

    @Test
    void help_ofEveryCommand_fitsTheTerminal_andNamesThemInOrder() {
        assertThat(Terminal.assertHelpFits())
                .containsExactly(
                        "sample",
                        "solve",
                        "infer",
                        "sequences",
                        "select",
                        "cover",
                        "merge",
                        "train-rbm",
                        "train-energy",
                        "sampler",
                        "help",
                        "quickstart",
                        "experiment",
                        "bench");
    }
}
