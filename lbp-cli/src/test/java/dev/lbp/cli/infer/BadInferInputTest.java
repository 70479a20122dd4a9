package dev.lbp.cli.infer;

import dev.lbp.cli.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad command lines of {@code lbp infer}. */
class BadInferInputTest extends BadInput {

    @BeforeEach
    void writeMore() throws IOException {
        byte[] cellar = Files.readAllBytes(Path.of("../examples/cellar.bif"));
        Files.write(directory.resolve("c.bif"), cellar);
        Files.writeString(
                directory.resolve("bad.bif"), new String(cellar, StandardCharsets.UTF_8).replace("0.25", "-1"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(cellar);
        }
        Files.write(directory.resolve("cut.gz"), Arrays.copyOf(bytes.toByteArray(), bytes.size() - 6));
        Files.writeString(directory.resolve("zero.uai"), "MARKOV 2 2 2 2 1 0 2 0 1 2 1 0 4 0 0 1 1");
        Files.writeString(directory.resolve("far.evid"), "1 9 0");
        Files.writeString(directory.resolve("beeps.evid"), "1 3 1");
        Files.writeString(directory.resolve("many.evid"), "9");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --map                                | Missing required parameter: 'FILE'
            $/none.bif                           | must be a file that exists: FILE=$/none.bif
            $                                    | must be a file, and is a directory: FILE=$
            $/g.txt                              | $/g.txt:1: must begin with MARKOV or BAYES (UAI), network or variable (BIF): 3
            $/bad.bif                            | $/bad.bif:11: must be an entry of a table, a finite number, at least 0: -1
            $/cut.gz                             | must be a whole gzip file: it ends after this line
            $/bad.npz                            | $/bad.npz:1: must begin with MARKOV
            $/zero.uai                           | must have a state of probability above 0, whatever is observed: FILE=$/zero.uai
            $/c.bif sensor=beeps                 | must follow its option: --observe sensor=beeps
            $/c.bif --observe sensor             | must be NAME=VALUE: --observe sensor
            $/c.bif --observe senor=beeps        | must be a variable (of 6, nearest: sensor, cellar, power): --observe senor
            $/c.bif --observe sensor=beep        | must be a value of sensor (of 2, nearest: beeps, quiet): --observe sensor=beep
            $/c.bif --observe sensor=beeps,pump=works | must have one NAME=VALUE for each --observe: --observe sensor=beeps,pump=works
            $/c.bif --observe sensor=beeps --observe sensor=quiet | must be observed once: --observe sensor=quiet
            $/c.bif --evidence $/beeps.evid --observe sensor=beeps | must be observed once: --observe sensor=beeps
            $/c.bif --observe power=off --observe sensor=beeps --observe pump=works | must be possible together: the observations "pump=works" and "power=off"
            $/c.bif --evidence $/none.evid       | must be a file that exists: --evidence=$/none.evid
            $/c.bif --evidence $/far.evid        | $/far.evid:1: must be a variable, 0 to 5: 9
            $/c.bif --evidence $/many.evid       | $/many.evid:1: must be the number of observed variables, of which 0 follow: 9
            $/c.bif --evidence sensor=beeps      | must be a file; an observation is --observe sensor=beeps: --evidence=sensor=beeps
            $/c.bif --gpu 0                      | Unknown option: '--gpu'; lbp computes on the processor: in Java alone, networks can use a GPU
            $/c.bif --JSON=out                   | Unknown option: '--JSON=out'; results are in the files of --out, which has selection.json from lbp select
            $/c.bif --query weather,senso        | must be a variable (of 6, nearest: sensor,
            $/c.bif --time 0s                    | must be > 0: --time=0s
            $/c.bif --time soon                  | must be a time like 90s, 10m or 1h30m: soon
            $/c.bif --warmup 5                   | must be given with --draws N: --warmup=5
            $/c.bif --exact --draws 9            | must be left out with --exact: --draws=9
            $/c.bif --exact --checkpoint $/run   | must be left out with --exact: --checkpoint
            $/c.bif --draws 0                    | must be > 0: --draws=0
            $/c.bif --sample --draws 9 --warmup -1 | must be >= 0: --warmup=-1
            $/c.bif --resume                     | must be given with --checkpoint FILE: --resume
            $/c.bif --threads 0                  | must be >= 1: --threads=0
            $/c.bif --out $/g.txt                | must be a directory, or in a path where one can be made: --out=$/g.txt
            $/c.bif --sample --exact             | must be left out with --exact: --sample
            """)
    void infer_refuses(String command, String words) throws IOException {
        assertRefused("infer " + command, words);
    }
}
