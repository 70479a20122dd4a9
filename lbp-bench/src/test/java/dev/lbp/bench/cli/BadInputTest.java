package dev.lbp.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.models.BernoulliRbm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of what a user may get wrong. Each row has the exit code 2, these words on stderr, nothing on stdout, no stack
 * trace, and leaves every file and directory as it was. In a row, $ is the directory of the files that {@link #write} makes.
 */
class BadInputTest {

    private static final List<String> RUN =
            List.of("sample", "--ising", "$/g.txt", "--chains", "2", "--warmup", "10", "--draws", "20", "--seed", "3");

    @TempDir
    private Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("g.txt"), "3 2\n1 2 1\n2 3 1\n");
        Files.writeString(directory.resolve("h.txt"), "3 2\n1 2 1\n2 3 2\n");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("g.txt"));
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("later"));
        Files.createSymbolicLink(directory.resolve("circle"), directory.resolve("circle"));
        Files.createLink(directory.resolve("hard.txt"), directory.resolve("g.txt"));
        Path results = Files.createDirectory(directory.resolve("o"));
        Files.writeString(results.resolve("best-state.txt"), "3 1\n1 2 1\n");
        Files.createDirectories(directory.resolve("blocked/traces.png"));
        Path images = Files.createDirectory(directory.resolve("images"));
        Files.write(images.resolve("train-images-idx3-ubyte"), idx(3));
        Files.write(images.resolve("t10k-images-idx3-ubyte"), idx(3));
        Files.createSymbolicLink(directory.resolve("images-link"), images);
        Path sizes = Files.createDirectory(directory.resolve("sizes"));
        Files.write(sizes.resolve("train-images-idx3-ubyte"), idx(3));
        Files.write(sizes.resolve("t10k-images-idx3-ubyte"), idx(4));
        Files.writeString(directory.resolve("foreign.png"), "a picture of something else");
        BernoulliRbm.random(4, 3, 0.1, 1).save(directory.resolve("rbm.npz"));
        Files.writeString(directory.resolve("bad.npz"), "1 2 3");
        Path cells = Files.createDirectory(directory.resolve("cells"));
        Files.writeString(cells.resolve("settings.txt"), "\0\1\2" + "x".repeat(1_000));
    }

    /** 14 images of some rows and columns, all black. */
    private static byte[] idx(int side) {
        int count = 14;
        return ByteBuffer.allocate(16 + count * side * side)
                .putInt(0x803)
                .putInt(count)
                .putInt(side)
                .putInt(side)
                .array();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --beta 0                          | must be finite and > 0: --beta=0
            --beta -1e3                       | must be finite and > 0: --beta=-1e3
            --beta 1e400                      | must be finite and > 0: --beta=1e400
            --beta NaN                        | '--beta': must be a number such as 2, 0.5 or 1e-3: NaN
            --beta 1d                         | '--beta': must be a number such as 2, 0.5 or 1e-3: 1d
            --beta 0x1p3                      | '--beta': must be a number such as 2, 0.5 or 1e-3: 0x1p3
            --beta warm                       | '--beta': must be a number such as 2, 0.5 or 1e-3: warm
            --beta 1,5                        | '--beta': must be a number such as 2, 0.5 or 1e-3: 1,5
            --beta ''                         | '--beta': must be a number
            --beta                            | Expected parameter for option '--beta'
            --beta 1 --beta 2                 | '--beta' (B) should be specified only once
            --chains 0                        | must be >= 1: --chains=0
            --chains 2.5                      | Invalid value for option '--chains': '2.5' is not an int
            --chains 3000000000               | Invalid value for option '--chains': '3000000000' is not an int
            --chains 2147483647               | --chains=2147483647
            --chains 100000000                | --chains=100000000
            --draws 2147483647                | --draws=2147483647
            --draws 2147483647                | end the run by --until-ess or --time
            --warmup -1                       | must be >= 0: --warmup=-1
            --draws 0                         | must be >= 1: --draws=0
            --draws many                      | Invalid value for option '--draws': 'many' is not an int
            --thin 0                          | must be >= 1: --thin=0
            --threads 0                       | must be >= 1: --threads=0
            --seed one                        | Invalid value for option '--seed': 'one' is not a long
            --target 1                        | must be in (0, 1): --target=1
            --target 0                        | must be in (0, 1): --target=0
            --sampler rwm --target 1.5        | must be in (0, 1): --target=1.5
            --scale 0                         | must be finite and >= 1: --scale=0
            --scale 4                         | must be in [1, 3]: --scale=4
            --scale 1 --target 0.5            | mutually exclusive
            --sampler metropolis              | expected one of [LBP, GWG, RWM, GIBBS, BLOCKGIBBS]
            --weight tanh                     | expected one of [SQRT, BARKER, MIN, MAX]
            --sampler rwm --weight sqrt       | must be left out with --sampler rwm: --weight=sqrt
            --sampler gibbs --weight sqrt     | must be left out with --sampler gibbs: --weight=sqrt
            --sampler gibbs --scale 1         | must be left out with --sampler gibbs: --scale and --target
            --qubo $/g.txt                    | mutually exclusive
            --until-ess 0                     | must be finite and > 0: --until-ess=0
            --until-ess 1e999                 | must be finite and > 0: --until-ess=1e999
            --until-ess many                  | '--until-ess': must be a number such as 2, 0.5 or 1e-3: many
            --time 0s                         | must be > 0: --time=0s
            --time -5s                        | must be > 0: --time=-5s
            --time 10                         | must be a time like 90s, 10m or 1h30m: 10
            --time soon                       | must be a time like 90s, 10m or 1h30m: soon
            --resume                          | must be given with --checkpoint FILE: --resume
            --colour                          | Unknown option: '--colour'
            more.txt                          | Unmatched argument
            """)
    void sample_badOption_isRefused(String options, String words) throws IOException {
        assertRefused("sample --ising $/g.txt " + options, words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --report $/g.txt                  | must not be the file of --ising, or lie in it: --report=$/g.txt
            --report $/link                   | must not be the file of --ising, or lie in it: --report=$/link
            --report $/hard.txt               | must not be the file of --ising, or lie in it: --report=$/hard.txt
            --report $/o/../g.txt             | must not be the file of --ising, or lie in it: --report=$/o/../g.txt
            --report $/g.txt/r.html           | must be in a directory, or in a path where one can be made: --report=$/g.txt
            --checkpoint $/link --resume      | must not be the file of --ising, or lie in it: --checkpoint=$/link
            --report $/o/traces.png --out $/o | must not be the file of traces.png of --out, or lie in it: --report=
            --report $/r --checkpoint $/r     | must not be the file of --report, or lie in it: --checkpoint=$/r
            --report $/new/r --checkpoint $/new/o/../r | must not be the file of --report, or lie in it: --checkpoint=
            --report $/r.previous --checkpoint $/r     | (r.previous of --checkpoint)
            --report $/r.next --checkpoint $/r         | (r.next of --checkpoint)
            --report $/dangling --checkpoint $/later   | must not be the file of --report, or lie in it: --checkpoint=
            --report $/images-link/new/r --checkpoint $/images/new/r | must not be the file of --report, or lie in it: --checkpoint=
            --report $/d --sink $/d           | must not be the file of --report, or lie in it: --sink=$/d
            --report $/d/states.0.npy --sink $/d       | must not be the file of --report, or lie in it: --sink=$/d
            --report $/d/manifest.json --sink $/d      | must not be the file of --report, or lie in it: --sink=$/d
            --report $/r --out $/r            | must not be the file of summary.txt of --out, or lie in it: --report=$/r
            --report $/r --out $/r/s          | must not be the file of summary.txt of --out, or lie in it: --report=$/r
            --report $                        | must be a regular file, or a path where there is nothing: --report=$
            --report ''                       | Invalid value for option '--report': must not be empty
            --report /dev/full                | must be a regular file, or a path where there is nothing: --report=/dev/full
            --report /dev/null                | must be a regular file, or a path where there is nothing: --report=/dev/null
            --report /proc/r.html             | must be a regular file, or a path where there is nothing: --report=/proc/r.html
            --report $/h.txt/r.html           | must be in a directory, or in a path where one can be made: --report=
            --report $/circle                 | must be a regular file, or a path where there is nothing: --report=$/circle
            --out ''                          | Invalid value for option '--out': must not be empty
            --out $/h.txt                     | or in a path where one can be made: --out=$/h.txt
            --out $/h.txt/new                 | or in a path where one can be made: --out=$/h.txt/new
            --out $/blocked                   | must be a regular file, or a path where there is nothing: traces.png of --out=$/blocked/traces.png
            --out /proc/lbp                   | must be where files can be written: --out=/proc/lbp
            --checkpoint $/h.txt              | must be a new file, or be given with --resume: --checkpoint=$/h.txt
            --checkpoint $                    | must be a
            --checkpoint ''                   | Invalid value for option '--checkpoint': must not be empty
            --sink $/o                        | must be new or empty: --sink=$/o
            --sink $/g.txt                    | must be a directory: --sink=$/g.txt
            --sink $/h.txt/draws              | must be a directory, or in a path where one can be made: --sink=
            --sink ''                         | Invalid value for option '--sink': must not be empty
            """)
    void sample_badOutput_isRefused(String options, String words) throws IOException {
        assertRefused("sample --ising $/g.txt " + options, words);
    }

    @Test
    void sample_resultAsInput_isNotOverwritten() throws IOException {
        assertRefused(
                "sample --ising $/o/best-state.txt --out $/o",
                "must not be the file of --ising, or lie in it: --out=$/o (best-state.txt of --out)");
    }

    /** What a file holds, in which / ends a line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ''                     | :1: must be "n m", the numbers of sites and of pairs: the file is empty
            3                      | :1: must be "n m", the numbers of sites and of pairs: 3
            3 2 1                  | :1: must be "n m", the numbers of sites and of pairs: 3 2 1
            0 0                    | :1: must be >= 1: n=0
            -3 2                   | :1: must be >= 1: n=-3
            3 -2                   | :1: must be >= 0: m=-2
            3.0 2                  | :1: must be a whole number below 2^31: n=3.0
            3000000000 2           | :1: must be a whole number below 2^31: n=3000000000
            2000000000 1/1 2 1     | bad.txt:1: must fit into memory: n=2000000000: 40.0 GB needed
            2147483647 1/1 2 1     | bad.txt:1: must fit into memory: n=2147483647
            3 2/1 2 1              | :2: must not be the last line, for the header announces more pairs: m=2, found=1
            3 1/1 2 1/2 3 1        | :3: must not list more pairs than the header announces: m=1
            3 1/1 2                | :2: must be "i j weight": 1 2
            3 1/1 2 1 1            | :2: must be "i j weight": 1 2 1 1
            3 1/1 9 1              | :2: must be in [1, 3]: j=9
            3 1/0 2 1              | :2: must be in [1, 3]: i=0
            3 1/a 2 1              | :2: must be a whole number below 2^31: i=a
            3 1/1 1 1              | :2: must join two different sites: i=j=1
            3 1/1 2 abc            | :2: must be a finite number: weight=abc
            3 1/1 2 1d             | :2: must be a finite number: weight=1d
            3 1/1 2 0x1p3          | :2: must be a finite number: weight=0x1p3
            3 1/1 2 NaN            | :2: must be a finite number: weight=NaN
            3 1/1 2 1e999          | :2: must be a finite number: weight=1e999
            3 1/1 2 1,5            | :2: must be a finite number: weight=1,5
            3 1/1 2 1é             | :2: must be plain ASCII text
            3 1/1 2 1e308          | "bad.txt: must keep |bias| + sum |couplings| of each site below 2^30, for sums to be exact: site 1="
            """)
    void sample_badInstance_isRefusedWithFileAndLine(String content, String words) throws IOException {
        String text = content.equals("''") ? "" : content.replace('/', '\n');
        Files.writeString(directory.resolve("bad.txt"), text);
        assertRefused("sample --ising $/bad.txt", words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sample                              | Missing required argument
            sample --ising                      | Expected parameter for option '--ising'
            sample --ising ''                   | Invalid value for option '--ising': must not be empty
            sample --ising $/none               | must be a file that exists: $/none
            sample --ising $                    | must be a file that can be read: $
            sample --ising /dev/full            | must be
            quickstart --steps 3                | must be >= 4: --steps=3
            quickstart --chains 0               | must be >= 1: --chains=0
            quickstart --threads 0              | must be >= 1: --threads=0
            quickstart --out $/g.txt            | or in a path where one can be made: --out=$/g.txt
            train-rbm --hidden 0                | must be >= 1: --hidden=0
            train-rbm --hidden 2000000000       | must be at most 2^28: data[0].length * hidden=
            train-rbm --batch 2147483647        | --batch=2147483647
            train-rbm --steps 0                 | must be >= 1: --steps=0
            train-rbm --epochs 0                | must be >= 1: --epochs=0
            train-rbm --batch -1                | must be >= 1: --batch=-1
            train-rbm --rate 2                  | must be in (0, 1]: --rate=2
            train-rbm --threads 0               | must be >= 1: --threads=0
            train-rbm --sample-steps 1          | must be >= 2: --sample-steps=1
            train-rbm --threshold 0.5           | must be left out without --data: --threshold=0.5
            train-rbm --data ''                 | Invalid value for option '--data': must not be empty
            train-rbm --data $/images --threshold 0 | must be in (0, 1]: --threshold=0
            train-rbm --data $                  | must hold train-images-idx3-ubyte, or the same with .gz: --data=$
            train-rbm --data $/sizes            | must have images of one size: --data=$/sizes
            train-rbm --data $/none             | must be a file that exists: $/none
            train-rbm --data $/g.txt            | must begin with 0, 0, 8, 3, as an IDX file of images does: $/g.txt
            train-rbm --out $                   | must be a regular file, or a path where there is nothing: --out=$
            train-rbm --out /dev/null           | must be a regular file, or a path where there is nothing: --out=/dev/null
            train-rbm --out $/foreign.npz       | must leave alone $/foreign.png, which is not of an earlier machine: --out=
            train-rbm --data $/images --out $/images/train-images-idx3-ubyte | must not be the file of --data, or lie in it
            train-rbm --data $/images --out $/images/t10k-images-idx3-ubyte  | must not be the file of --data, or lie in it
            train-rbm --data $/rbm.npz --out $/rbm.npz | must not be the file of --data, or lie in it: --out=$/rbm.npz
            experiment efficacy                 | must be one of [efficiency
            experiment efficiency --chains 1    | must be >= 2: --chains=1
            experiment efficiency --threads 0   | must be >= 1: --threads=0
            experiment efficiency --config C4   | expected one of [C1, C2, C3]
            experiment efficiency --target spin | expected one of
            experiment efficiency --size huge   | expected one of
            experiment efficiency --rbm $       | must be a file that exists: --rbm=$
            experiment efficiency --rbm $/none  | must be a file that exists: --rbm=$/none
            experiment efficiency --rbm $/bad.npz         | must be a file of an RBM: --rbm=$/bad.npz
            experiment efficiency --out $/g.txt           | or in a path where one can be made: --out=$/g.txt
            experiment efficiency --out $/cells           | must be a directory without cells of other settings
            bench --only nothing                | must be part of one of
            bench --preset long                 | expected one of
            bench --out $/g.txt                 | or in a path where one can be made: --out=$/g.txt
            sampel                              | Did you mean: lbp sample
            --quiet                             | Unknown option: '--quiet'
            """)
    void command_badInput_isRefused(String command, String words) throws IOException {
        assertRefused(command, words);
    }

    @Test
    void lbp_noCommand_isRefused() {
        Terminal terminal = Terminal.run();
        assertThat(terminal.err).contains("Missing required subcommand");
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    /** Each row goes on with a run of {@link #RUN} that has been saved to $/run, in a way in which it cannot. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --ising $/h.txt            | the model's log-probability of seeded state
            --beta 2                   | the model's log-probability of seeded state
            --sampler rwm              | --sampler must be
            --weight sqrt              | --sampler must be
            --chains 3                 | --chains must be 2, as in the checkpoint, and is 3
            --warmup 11                | --warmup must be 10, as in the checkpoint, and is 11
            --thin 2                   | --thin must be 1, as in the checkpoint, and is 2
            --seed 4                   | --seed must be 3, as in the checkpoint, and is 4
            --sink $/new               | --sink must be none, as in the checkpoint, and is a directory
            --until-ess 5              | --until-ess must be none, as in the checkpoint, and is ESS at least 5, from 100 draws on
            --checkpoint $/none        | must be there to be resumed: --checkpoint=$/none
            --checkpoint $/g.txt2      | cannot resume from $/g.txt2: it is not a checkpoint of lbp
            --checkpoint $/cut         | cannot resume from $/cut: it is damaged or cut short
            --checkpoint $/short       | cannot resume from $/short: it is cut short
            --checkpoint $/edited      | cannot resume from $/edited: it is damaged or cut short
            --checkpoint $/empty       | cannot resume from $/empty: it is not a checkpoint of lbp
            --checkpoint $/images      | must be a regular file, or a path where there is nothing: --checkpoint=$/images
            """)
    void sample_badResume_isRefused(String options, String words) throws IOException {
        List<String> saved = new ArrayList<>(RUN);
        saved.addAll(List.of("--checkpoint", "$/run", "--out", "$/first", "--quiet"));
        assertThat(Terminal.run(arguments(saved)).exitCode).isZero();
        byte[] whole = Files.readAllBytes(directory.resolve("run"));
        Files.write(directory.resolve("cut"), Arrays.copyOf(whole, whole.length - 1));
        Files.write(directory.resolve("short"), Arrays.copyOf(whole, 9));
        Files.write(directory.resolve("empty"), new byte[0]);
        Files.copy(directory.resolve("h.txt"), directory.resolve("g.txt2"));
        byte[] edited = whole.clone();
        edited[whole.length / 2] ^= 1;
        Files.write(directory.resolve("edited"), edited);

        List<String> command = new ArrayList<>(RUN);
        command.addAll(List.of("--checkpoint", "$/run", "--resume"));
        String[] changed = options.split(" ");
        int at = command.indexOf(changed[0]);
        if (at >= 0) {
            command.set(at + 1, changed[1]);
        } else {
            command.addAll(List.of(changed));
        }
        assertRefused(String.join(" ", command), words);
    }

    @Test
    void sample_resumeWithoutItsDraws_isRefused() throws IOException {
        String command = String.join(" ", RUN) + " --checkpoint $/run --sink $/draws";
        assertThat(Terminal.run(arguments(List.of((command + " --quiet --out $/first").split(" ")))).exitCode)
                .isZero();
        Files.delete(directory.resolve("draws/manifest.json"));
        assertRefused(command + " --resume", "must hold the draws of the run that is resumed: $/draws");
    }

    @Test
    void sample_longLine_isCut() throws IOException {
        Files.writeString(directory.resolve("bad.txt"), "3 1\n" + "1 ".repeat(5_000_000) + "\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a line of at most 65536 characters")
                        .err)
                .hasSizeLessThan(500 + directory.toString().length());
        Files.writeString(directory.resolve("bad.txt"), "3 1\n1 2 " + "9".repeat(3_000) + "x\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a finite number: weight=99").err)
                .hasSizeLessThan(500 + directory.toString().length());
        assertThat(assertRefused("sample --ising $/g.txt --beta " + "9".repeat(3_000) + "x", "must be a number").err)
                .hasSizeLessThan(500);
        Files.writeString(directory.resolve("bad.txt"), "3 1\n" + "1 ".repeat(3_000) + "\n");
        assertThat(assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be \"i j weight\": 1 1 1").err)
                .hasSizeLessThan(500 + directory.toString().length());
        assertThat(assertRefused("experiment efficiency --out $/cells", "(there: ???xxx").err)
                .hasSizeLessThan(500 + directory.toString().length());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,b                                                 | points.csv has a,b
            HEADER/1,2                                          | points.csv:2: must have 13 values: 1,2
            HEADER/bernoulli,small,C2,LBP,1,1,abc,0,1,0,1,0,1   | points.csv:2: must be a number: acceptance=abc
            """)
    void experiment_badTable_isRefusedWithFileAndLine(String content, String words) throws IOException {
        Path cells = Files.createDirectory(directory.resolve("table"));
        String header = "target,size,config,sampler,scale,R,acceptance,acceptance_se,ejd,ejd_se,ess,ess_se,seconds";
        Files.writeString(
                cells.resolve("points.csv"), content.replace("HEADER", header).replace('/', '\n') + "\n");
        Files.writeString(cells.resolve("settings.txt"), "efficiency budget=quick chains=20 seed=1 rbm=random\n");
        assertRefused("experiment efficiency --target bernoulli --size small --out $/table", words);
    }

    @Test
    void sample_badGzip_isRefusedWithFileAndLine() throws IOException {
        byte[] sound = gzip("3 1\n1 2 1\n");
        Path file = directory.resolve("bad.txt");
        Files.write(file, Arrays.copyOf(sound, sound.length - 9));
        assertRefused("sample --ising $/bad.txt", "bad.txt:");
        Files.write(file, Arrays.copyOf(sound, sound.length + 5));
        assertRefused("sample --ising $/bad.txt", "bad.txt:2: must be a sound gzip file: more follows after its end");
        byte[] damaged = sound.clone();
        damaged[sound.length - 6] ^= 1;
        Files.write(file, damaged);
        assertRefused("sample --ising $/bad.txt", "must be a sound gzip file");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return bytes.toByteArray();
    }

    private Object[] arguments(List<String> command) {
        return command.stream()
                .map(word -> word.equals("''") ? "" : word.replace("$", directory.toString()))
                .toArray();
    }

    private Terminal assertRefused(String command, String words) throws IOException {
        List<String> all = new ArrayList<>(List.of(command.split(" ")));
        boolean has =
                Stream.of("sample", "quickstart", "train-rbm", "experiment").anyMatch(command::startsWith);
        if (has && !command.contains("--out")) {
            all.addAll(List.of("--out", "$/new/out"));
        }
        if (has) {
            all.add("--quiet");
        }
        Map<Path, String> before = files();
        Terminal terminal = Terminal.run(arguments(all));
        assertThat(terminal.err)
                .contains(words.replace("$", directory.toString()).strip());
        assertThat(terminal.err).doesNotContain("\tat ", "Exception", "--stacktrace");
        assertThat(terminal.out).isEmpty();
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(files()).isEqualTo(before);
        return terminal;
    }

    /** All there is in the directory, with what is in it; but for the empty file that locks a checkpoint, which stays. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path :
                    (Iterable<Path>) paths.filter(path -> !path.toString().endsWith(".lock"))::iterator) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                files.put(path, file ? Arrays.hashCode(Files.readAllBytes(path)) + "" : "");
            }
        }
        return files;
    }
}
