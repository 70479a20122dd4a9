package dev.lbp.cli.solve;

import dev.lbp.cli.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad command lines of {@code lbp solve}. */
class BadSolveInputTest extends BadInput {

    @BeforeEach
    void writeMore() throws IOException {
        Files.writeString(directory.resolve("fields.txt"), "3 3\n1 2 1\n2 3 1\n2 2 -1\n");
        Files.writeString(directory.resolve("negative.txt"), "3 2\n1 2 -1\n2 3 -1\n");
        Files.writeString(directory.resolve("none-joined.txt"), "3 0\n");
        Files.writeString(directory.resolve("table.txt"), "1 2\n3 4\n");
        Files.writeString(directory.resolve("links.txt"), "2 2 2\n1 1 1\n2 2 -1\n");
        Files.writeString(directory.resolve("overlap.txt"), "1 2\n2 3\n");
        Files.writeString(directory.resolve("groups.txt"), "1 2\n");
        Files.writeString(directory.resolve("far.txt"), "1 4\n");
        Files.writeString(directory.resolve("word.txt"), "1 x\n");
        Files.writeString(directory.resolve("nothing.txt"), "# nothing\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write("3 2\n1 2 1\n2 3 1\n".getBytes(StandardCharsets.US_ASCII));
        }
        byte[] whole = bytes.toByteArray();
        Files.write(directory.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 6));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --ising $/g.txt --target 0           | must be in (0, 2], between the empty cut and the sum of the positive weights: --target=0
            --ising $/g.txt --target -2          | must be in (0, 2], between the empty cut and the sum of the positive weights: --target=-2
            --ising $/g.txt --target 3           | must be in (0, 2], between the empty cut and the sum of the positive weights: --target=3
            --ising $/g.txt --target 1e300       | must be in (0, 2], between
            --ising $/g.txt --target NaN         | '--target': must be a number such as 2, 0.5 or 1e-3: NaN
            --ising $/g.txt --target 1e999       | must be finite: --target=1e999
            --ising $/g.txt --target best        | '--target': must be a number
            --ising $/g.txt --lowest-energy --target 2    | must be in [-2, 0), between the mean energy of all states and minus the sum of all |weights|: --target=2
            --ising $/g.txt --lowest-energy --target -3   | must be in [-2, 0), between
            --ising $/g.txt --highest-energy --target -2  | must be in (0, 2], between the mean energy of all states and the sum of all |weights|: --target=-2
            --ising $/g.txt --ones 1 --lowest-energy --target 3 | must be in [-2, 2), between minus that and minus the sum
            --ising $/fields.txt --target -3     | must be given with --lowest-energy or --highest-energy, because $/fields.txt has fields and no cut: --target
            --ising $/fields.txt --max-cut       | must be left out, because $/fields.txt has fields (lines "i i h") and no cut: --max-cut
            --ising $/negative.txt               | $/negative.txt: must have a weight above 0: without one the largest cut is empty
            --qubo $/g.txt                       | $/g.txt: must have a weight below 0, or be given with --highest-energy: without one all zeros are best
            --qubo $/negative.txt --highest-energy | $/negative.txt: must have a weight above 0, or be given with --lowest-energy: without one all zeros are best
            --qubo $/negative.txt --target 2     | must be in [-2, 0), between the energy of all zeros and the sum of the negative weights: --target=2
            --qubo $/g.txt --max-cut             | must be left out with --qubo, which takes --lowest-energy or --highest-energy: --max-cut
            --assignment $/table.txt --max-cut   | must be left out with --assignment: --max-cut
            --matching $/links.txt --lowest-energy | must be left out with --matching: --lowest-energy
            --assignment $/table.txt --target 7  | must be in (4, 6], between that of their smallest ones and the sum of the rows' largest weights: --target=7
            --matching $/links.txt --target -1   | must be in (0, 1], between the empty matching and the sum of the left sites' largest weights: --target=-1
            --assignment $/table.txt --ones 1    | must be left out with --assignment: --ones=1
            --matching $/links.txt --groups $/groups.txt | must be left out with --matching: --groups=$/groups.txt
            --graph $/g.txt                      | must be given with --max-cut, --independent-set, --clique or --cover: --graph
            --graph $/g.txt --lowest-energy      | must be left out with --graph, which takes --max-cut, --independent-set, --clique or --cover: --lowest-energy
            --ising $/g.txt --clique             | must be left out with --ising, which takes --max-cut, --lowest-energy or --highest-energy: --clique
            --graph $/negative.txt --clique      | negative.txt: must have edges of weight 1 alone for --clique: weight=-1
            --graph $/none-joined.txt --cover    | none-joined.txt: must have an edge
            --graph $/g.txt --cover --ones 1     | must be left out with --cover: --ones=1
            --graph $/g.txt --independent-set --groups $/groups.txt | must be left out with --independent-set: --groups=$/groups.txt
            --graph $/g.txt --independent-set --target 1 | must be in (1, 3], between one node and all nodes: --target=1
            --graph $/g.txt --independent-set --target 4 | must be in (1, 3], between one node and all nodes: --target=4
            --graph $/g.txt --clique --target 1.5 | must be a whole number of nodes: --target=1.5
            --graph $/g.txt --cover --target 3   | must be in [1, 3), between all nodes and one node: --target=3
            --graph $/g.txt --cover --target -2  | must be in [1, 3), between all nodes and one node: --target=-2
            --graph $/g.txt --clique --max-cut   | mutually exclusive
            --graph $/fields.txt --max-cut       | fields.txt:4: must join two different sites: i=j=2
            --ising $/g.txt --resume             | must be given with --checkpoint FILE: --resume
            --ising $/g.txt --report $           | must be a regular file, or a path where there is nothing: --report=$
            --ising $/g.txt --max-cut --lowest-energy | mutually exclusive
            --ising $/g.txt --qubo $/g.txt       | mutually exclusive
            --target 2                           | Missing required argument
            --ising $/g.txt --time 0s            | must be > 0: --time=0s
            --ising $/g.txt --time -5s           | must be > 0: --time=-5s
            --ising $/g.txt --time 10            | must be a time like 90s, 10m or 1h30m: 10
            --ising $/g.txt --restarts 0         | must be >= 1: --restarts=0
            --ising $/g.txt --restarts 1.5       | must be a whole number below 2^63: 1.5
            --ising $/g.txt --threads 0          | must be >= 1: --threads=0
            --ising $/g.txt --top 0              | must be >= 1: --top=0
            --ising $/g.txt --seed x             | must be a whole number below 2^63: x
            --ising $/g.txt --ones 0             | must be in [1, 2], for 3 sites: --ones=0
            --ising $/g.txt --ones 3             | must be in [1, 2], for 3 sites: --ones=3
            --ising $/g.txt --ones 1 --groups $/groups.txt | must be left out with --groups: --ones=1
            --ising $/g.txt --groups $/overlap.txt | overlap.txt:2: must be in one group, and is in line 1 too: site=2
            --ising $/g.txt --groups $/far.txt   | far.txt:1: must be in [1, 3]: site=4
            --ising $/g.txt --groups $/word.txt  | word.txt:1: must be a whole number below 2^31: site=x
            --ising $/g.txt --groups $/nothing.txt | nothing.txt:1: must be a group of sites on each line: the file has none
            --ising $/g.txt --groups $/none      | must be a file that exists: --groups=$/none
            --ising - --groups -                 | must be standard input once: --ising, --groups=-
            --ising $/none.txt                   | must be a file that exists: --ising=$/none.txt
            --ising $/images                     | must be a file, and is a directory: --ising=$/images
            --ising $/images.npz                 | images.npz:1: must be plain ASCII text
            --ising $/cut.gz                     | must be a whole gzip file
            --ising $/nothing.txt                | nothing.txt:1: must begin with "n m" (rudy) or "i j value" (COO): the file has no such line
            --ising $/g.txt --out $/h.txt        | or in a path where one can be made: --out=$/h.txt
            --ising $/g.txt --out ''             | Invalid value for option '--out': must not be empty
            --ising $/g.txt --warmup 5           | Unknown option: '--warmup'
            --ising $/g.txt more.txt             | must follow an option, or be left out: more.txt
            """)
    void solve_badOption_isRefused(String options, String words) throws IOException {
        assertRefused("solve " + options.strip(), words);
    }

    /** What a file holds, in which / ends a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ising | 3 0                        | bad.txt: must have a weight other than 0
            ising | 3 1/1 2 0                  | bad.txt: must have a weight other than 0
            ising | 3 2/1 2 1/2 3 1e300        | bad.txt: must keep 4 sum |weight| + 2 |sum weight| over the pairs
            ising | 3 2/1 2 9e18/2 3 9e18      | bad.txt: must keep 4 sum |weight| + 2 |sum weight| over the pairs
            qubo  | 3 2/1 2 1e8/2 3 -1e-9      | bad.txt: must have weights of like sizes, for sums to be exact: smallest |weight|=1.0E-9, largest=1.0E8
            ising | 3 1/1 2 NaN                | bad.txt:2: must be a finite number: weight=NaN
            ising | 3 1/1 2                    | bad.txt:2: must be "i j weight": 1 2
            ising | 3 2/1 2 1                  | bad.txt:2: must not be the last line, for the header announces more pairs: m=2, found=1
            ising | 1 2 3 4                    | bad.txt:1: must begin with "n m" (rudy) or "i j value" (COO): 1 2 3 4
            ising | p qubo 0 2 1 0/0 0 1       | bad.txt:1: must begin with "n m" (rudy) or "i j value" (COO); this is "p qubo 0 n diagonals elements" (qbsolv), for --qubo
            ising | p edge 2 1/e 1 2           | this is "p edge n m" (DIMACS), for --graph
            ising | # vartype=BINARY/0 1 1     | bad.txt:1: must be SPIN for --ising: vartype=BINARY
            qubo  | #vartype: spin/0 1 1       | bad.txt:1: must be BINARY for --qubo: vartype=spin
            qubo  | 0 1 1/0 -1 1               | bad.txt:2: must be in [0, 2147483646]: j=-1
            qubo  | 0 1 1/0 1                  | bad.txt:2: must be "i j value": 0 1
            qubo  | 0 2000000000 1             | bad.txt:1: must fit into memory: largest site=2000000000
            qubo  | p qubo 1 2 1 0/0 0 1       | bad.txt:1: must be topology 0: topology=1
            qubo  | p qubo 0 2 1               | bad.txt:1: must be "p qubo 0 n diagonals elements"
            qubo  | p qubo 0 2 1 1/0 0 1/1 1 1 | bad.txt:3: must not list more diagonals than the header announces: diagonals=1
            qubo  | p qubo 0 2 1 1/0 1 1/1 0 1 | bad.txt:3: must not list more elements than the header announces: elements=1
            qubo  | p qubo 0 2 1 1/0 2 1       | bad.txt:2: must be in [0, 1]: j=2
            qubo  | p qubo 0 2 2147483647 1    | bad.txt:1: must be in [0, 0]: elements=1
            qubo  | p cnf 3 2                  | bad.txt:1: must begin with "n m" (rudy), "p qubo 0 n diagonals elements" (qbsolv) or "i j value" (COO): p cnf 3 2
            """)
    void solve_badFile_isRefusedWithFileAndLine(String kind, String content, String words) throws IOException {
        Files.writeString(directory.resolve("bad.txt"), content.replace('/', '\n'));
        assertRefused("solve --" + kind + " $/bad.txt", words);
    }

    @Test
    void solve_resultAsInput_isNotOverwritten() throws IOException {
        Files.writeString(directory.resolve("o/top.csv"), "3 2\n1 2 1\n2 3 1\n");
        assertRefused(
                "solve --ising $/o/top.csv --out $/o",
                "must not be the file of --ising, or lie in it: --out=$/o (top.csv of --out)");
        assertRefused(
                "solve --ising $/g.txt --groups $/o/top.csv --out $/o",
                "must not be the file of --groups, or lie in it: --out=$/o (top.csv of --out)");
    }
}
