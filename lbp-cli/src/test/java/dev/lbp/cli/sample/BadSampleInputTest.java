package dev.lbp.cli.sample;

import dev.lbp.cli.BadInput;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad options and outputs of {@code lbp sample}. */
class BadSampleInputTest extends BadInput {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --beta 0                          | must be finite and > 0: --beta=0
            --beta -1e3                       | must be finite and > 0: --beta=-1e3
            --beta 1e400                      | must be at most 1e250: --beta=1e400
            --beta 1e308                      | must be at most 1e250: --beta=1e308
            --beta NaN                        | '--beta': must be a number such as 2, 0.5 or 1e-3: NaN
            --beta 1d                         | '--beta': must be a number such as 2, 0.5 or 1e-3: 1d
            --beta 0x1p3                      | '--beta': must be a number such as 2, 0.5 or 1e-3: 0x1p3
            --beta warm                       | '--beta': must be a number such as 2, 0.5 or 1e-3: warm
            --beta 1,5                        | '--beta': must be a number such as 2, 0.5 or 1e-3: 1,5
            --beta ''                         | '--beta': must be a number
            --beta                            | must be given with a value: --beta
            --beta 1 --beta 2                 | '--beta' (B) should be specified only once
            --temperature 0                   | must be finite and > 0: --temperature=0
            --temperature -2.5                | must be finite and > 0: --temperature=-2.5
            --temperature NaN                 | '--temperature': must be a number such as 2, 0.5 or 1e-3: NaN
            --temperature 1e400               | must be finite and > 0: --temperature=1e400
            --temperature 1e-300              | must be at least 1e-250: --temperature=1e-300
            --temperature 2 --beta 0.5        | must be left out with --beta: --temperature=2
            --temperatures 1:4:0.5 --beta 1   | must be left out with --temperatures: --beta=1
            --temperatures 1:4:1 --temperature 1 | must be left out with --temperatures: --temperature=1
            --temperatures 4:1:0.5            | '--temperatures': must begin with the coldest temperature: 4:1:0.5
            --temperatures 0:4:0.5            | '--temperatures': must have numbers that are finite and > 0: 0:4:0.5
            --temperatures 1:4:-0.5           | '--temperatures': must have numbers that are finite and > 0: 1:4:-0.5
            --temperatures 1:4:0              | '--temperatures': must have numbers that are finite and > 0: 1:4:0
            --temperatures 1:1e400:1          | '--temperatures': must have numbers that are finite and > 0: 1:1e400:1
            --temperatures 1:2:0.0001         | '--temperatures': must have at most 10000 temperatures: 1:2:0.0001
            --temperatures 1:1e300:1e-300     | '--temperatures': must have at most 10000 temperatures: 1:1e300:1e-300
            --temperatures 1:4                | '--temperatures': must be COLDEST:HOTTEST:STEP, such as 1.0:4.0:0.05: 1:4
            --temperatures ''                 | '--temperatures': must be COLDEST:HOTTEST:STEP, such as 1.0:4.0:0.05:
            --temperatures 1:warm:1           | '--temperatures': must be a number such as 2, 0.5 or 1e-3: warm
            --temperatures 1e-300:1:1         | must be at least 1e-250: --temperatures=1e-300:1:1
            --temperatures 1:2:1 --sampler auto | must be left out with --sampler auto, which chooses for one temperature: --temperatures
            --chains 0                        | must be >= 1: --chains=0
            --chains 2.5                      | Invalid value for option '--chains': must be a whole number below 2^31: 2.5
            --chains 3000000000               | '--chains': must be a whole number below 2^31: 3000000000
            --chains 2147483647               | --chains=2147483647
            --chains 100000000                | --chains=100000000
            --draws 2147483647                | --draws=2147483647
            --draws 2147483647                | end the run by --until-ess or --time
            --warmup -1                       | must be >= 0: --warmup=-1
            --draws 0                         | must be >= 1: --draws=0
            --draws many                      | '--draws': must be a whole number below 2^31: many
            --thin 0                          | must be >= 1: --thin=0
            --threads 0                       | must be >= 1: --threads=0
            --seed one                        | '--seed': must be a whole number below 2^63: one
            --target 1                        | must be in (0, 1): --target=1
            --target 0                        | must be in (0, 1): --target=0
            --sampler rwm --target 1.5        | must be in (0, 1): --target=1.5
            --scale 0                         | must be finite and >= 1: --scale=0
            --scale 4                         | must be in [1, 3]: --scale=4
            --scale 1 --target 0.5            | mutually exclusive
            --sampler dlmc --scale 0          | must be in [1e-6, 1e6]: --scale=0
            --sampler dmala --target 1        | must be in (0, 1): --target=1
            --sampler dlmc --weight max       | must be sqrt or barker: --weight=max
            --sampler hamiltonian             | must be one of [auto, lbp, pas, gwg, rwm, dlmc, dmala, gibbs, metropolis, hammingball, swendsen-wang, wolff, blockgibbs]: hamiltonian
            --weight tanh                     | must be one of [sqrt, barker, min, max]: tanh
            --sampler wolff                   | must be <= 0 for --sampler wolff, as in a ferromagnet; use --sampler auto: the weight of 1 2 in $/g.txt=1.0
            --beta 3 --sampler swendsen-wang  | must be <= 0 for --sampler swendsen-wang, as in a ferromagnet; use --sampler auto: the weight of 1 2 in $/g.txt=1.0
            --sampler swendsen-wang --scale 1 | must be left out with --sampler swendsen-wang, it is for lbp or gwg or rwm or dlmc or dmala: --scale=1
            --sampler rwm --weight sqrt       | must be left out with --sampler rwm, it is for lbp or pas or gwg or dlmc or dmala: --weight=sqrt
            --sampler auto --weight sqrt      | must be left out with --sampler auto, it is for lbp or pas or gwg or dlmc or dmala: --weight=sqrt
            --sampler gibbs --weight sqrt     | must be left out with --sampler gibbs, it is for lbp or pas or gwg or dlmc or dmala: --weight=sqrt
            --sampler gibbs --scale 1         | must be left out with --sampler gibbs, it is for lbp or gwg or rwm or dlmc or dmala: --scale=1
            --sampler gibbs --target 3e-1     | must be left out with --sampler gibbs, it is for lbp or gwg or rwm or dlmc or dmala: --target=3e-1
            --sampler gibbs --radius 1        | must be left out with --sampler gibbs, it is for hammingball: --radius=1
            --sampler lbp --block 9           | must be left out with --sampler lbp, it is for hammingball: --block=9
            --sampler hammingball --radius 21 | must be at most 1048576 for balls of radius 21 in blocks of 21: states=2097152
            --sampler metropolis --scale 1    | must be left out with --sampler metropolis, it is for lbp or gwg or rwm or dlmc or dmala: --scale=1
            --sampler blockgibbs              | must be used for an RBM alone: --sampler=blockgibbs
            --thinned                         | must be given with --sampler gibbs or metropolis: --thinned=auto
            --radius 2                        | must be given with --sampler hammingball: --radius=2
            --sampler rwm --thinned 0.01      | must be left out with --sampler rwm, it is for gibbs or metropolis: --thinned=0.01
            --sampler gibbs --thinned 0       | must be in (0, 1): --thinned=0
            --sampler gibbs --thinned 1       | must be in (0, 1): --thinned=1
            --sampler metropolis --thinned -1 | must be in (0, 1): --thinned=-1
            --sampler metropolis --thinned x  | '--thinned': must be a number in (0, 1), or auto: x
            --sampler gibbs --scan random --thinned | must be left out with --scan random: --thinned=auto
            --sampler gibbs --scan blocks --thinned | must be left out with --scan blocks: --thinned=auto
            --sampler metropolis --thinned .1 --scan random | must be left out with --scan random: --thinned=0.1
            --scan blocks                     | must be given with --sampler gibbs or metropolis: --scan=blocks
            --scan coloured                   | must be given with --sampler gibbs or metropolis: --scan=coloured
            --sampler gibbs --scan blocks --replicas 3 | must be left out with --scan blocks, where all threads share one chain: --replicas=3
            --qubo $/g.txt                    | mutually exclusive
            --verbose                         | Unknown option: '--verbose'; progress is printed without an option, unless --quiet leaves it out
            --ising $/g.txt                   | must be given only once: (--ising=FILE | --qubo=FILE | --rbm=FILE)
            --swaps 1                         | must be in [0, 1): --swaps=1
            --swaps -0.1                      | must be in [0, 1): --swaps=-0.1
            --swaps some                      | '--swaps': must be a number such as 2, 0.5 or 1e-3: some
            --sampler gibbs --swaps 0.25      | must be left out with --sampler gibbs, it is for lbp or gwg or rwm: --swaps=0.25
            --keep-best 0                     | must be in [1, 100000000]: --keep-best=0
            --keep-best some                  | '--keep-best': must be a whole number below 2^31: some
            --ones 0                          | must be in [1, N - 1=2]: --ones=0
            --ones 3                          | must be in [1, N - 1=2]: --ones=3
            --ones few                        | '--ones': must be a whole number below 2^31: few
            --ones 1 --sampler gibbs          | must be left out with --sampler gibbs, it is for auto or lbp or pas or rwm: --ones=1
            --ones 1 --sampler gwg            | must be left out with --sampler gwg, it is for auto or lbp or pas or rwm: --ones=1
            --ones 1 --sampler dmala          | must be left out with --sampler dmala, it is for auto or lbp or pas or rwm: --ones=1
            --ones 1 --scale 2                | must be in [1, 1]: --scale=2
            --replicas 1                      | must be >= 2: --replicas=1
            --replicas 0                      | must be >= 2: --replicas=0
            --replicas -3                     | must be >= 2: --replicas=-3
            --replicas -2147483648            | must be >= 2: --replicas=-2147483648
            --replicas many                   | '--replicas': must be a whole number below 2^31, or auto: many
            --replicas 2.5                    | '--replicas': must be a whole number below 2^31, or auto: 2.5
            --replicas ''                     | '--replicas': must be a whole number below 2^31, or auto:
            --replicas 3000000000             | '--replicas': must be a whole number below 2^31, or auto: 3000000000
            --replicas                        | must be given with a value: --replicas
            --replicas 4 --every 0            | must be >= 1: --every=0
            --replicas auto --every -1        | must be >= 1: --every=-1
            --replicas 4 --every often        | '--every': must be a whole number below 2^31: often
            --every 5                         | must be given with --replicas, --log-z or --temperatures: --every=5
            --log-z=yes                       | '--log-z': must be given without a value: yes
            --replicas 4 --every 5 --warmup 49 | must be >= 10 * --every = 50 with tempering, whose inverse temperatures it finds: --warmup=49
            --log-z --every 2 --warmup 0      | must be >= 10 * --every = 20 with tempering, whose inverse temperatures it finds: --warmup=0
            --until-ess 0                     | must be finite and > 0: --until-ess=0
            --until-ess 1e999                 | must be finite and > 0: --until-ess=1e999
            --until-ess many                  | '--until-ess': must be a number such as 2, 0.5 or 1e-3: many
            --time 0s                         | must be > 0: --time=0s
            --time -5s                        | must be > 0: --time=-5s
            --time 1h-30m                     | must be a time like 90s, 10m or 1h30m: 1h-30m
            --time 1,5s                       | must be a time like 90s, 10m or 1h30m: 1,5s
            --time ''                         | must be a time like 90s, 10m or 1h30m:
            --time 10                         | must be a time like 90s, 10m or 1h30m: 10
            --time soon                       | must be a time like 90s, 10m or 1h30m: soon
            --resume                          | must be given with --checkpoint FILE: --resume
            --colour                          | Unknown option: '--colour'
            --drawz 5                         | Unknown option: '--drawz'
            -- --draws                        | must stand before the --: --draws
            more.txt                          | must follow an option, or be left out: more.txt
            """)
    void sample_badOption_isRefused(String options, String words) throws IOException {
        assertRefused("sample --ising $/g.txt " + options, words);
    }

    /** Options that do not fit targets with their own moves; the file is refused later. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --assignment $/g.txt --sampler lbp          | must be auto, pas or rwm with --assignment or --matching: --sampler=lbp
            --matching $/g.txt --sampler gibbs          | must be auto, pas or rwm with --assignment or --matching: --sampler=gibbs
            --matching $/g.txt --keep-best 2            | must be left out with --matching: --keep-best=2
            --assignment $/g.txt --temperatures 1:2:1   | must be left out with --assignment: --temperatures=1:2:1
            --assignment $/g.txt --cut                  | must be given with --ising: --cut
            --assignment $/g.txt --ones 2               | must be left out with --assignment: --ones=2
            --assignment $/g.txt --beta 0               | must be finite and > 0: --beta=0
            --assignment $/g.txt --scale 2              | must be given with --sampler rwm: --scale=2
            --assignment $/g.txt --target 0.5           | must be given with --sampler rwm: --target=0.5
            --assignment $/g.txt --path 0               | must be >= 1: --path=0
            --assignment $/g.txt --path 3000000000      | '--path': must be a whole number below 2^31
            --assignment $/g.txt --sampler rwm --path 2 | must be left out with --sampler rwm, it is for pas: --path=2
            --assignment $/g.txt --scan random          | must be left out with --assignment or --matching: --scan=random
            --assignment $/g.txt --ising $/g.txt        | mutually exclusive
            --assignment $/none.txt                     | must be a file that exists: --assignment=$/none.txt
            --matching $/g.txt                          | g.txt:1: must be "n1 n2 m"
            --assignment $/g.txt                        | g.txt:2: must have as many numbers as the first row, 2: found=3
            --matching $/g.txt --sampler rwm --swaps .1 | must be left out with --assignment or --matching: --swaps=0.1
            --rbm $/rbm.npz --sampler blockgibbs --replicas 4 | must be left out with --sampler blockgibbs, which needs beta 1: --replicas=4
            --rbm $/rbm.npz --sampler auto --replicas 4 | must be left out with --sampler auto, which chooses for one temperature: --replicas=4
            --rbm $/rbm.npz --sampler blockgibbs --log-z      | must be left out with --sampler blockgibbs, which needs beta 1: --log-z
            --rbm $/rbm.npz --swaps 0.25                | must be left out with --rbm: --swaps=0.25
            --ising $/g.txt --path 2                    | must be given with --sampler pas: --path=2
            --rbm $/rbm.npz --path 2                    | must be left out with --rbm: --path=2
            --rbm $/rbm.npz --thinned                   | must be left out with --rbm: --thinned=auto
            --rbm $/rbm.npz --scan blocks               | must be given with --sampler gibbs: --scan=blocks
            --matching $/g.txt --radius 2               | must be left out with --assignment or --matching: --radius=2
            --rbm $/rbm.npz --sampler hammingball --log-z | must be left out with --sampler hammingball and --rbm: --log-z
            --rbm $/rbm.npz --sampler metropolis        | must be left out with --rbm, which has no local ratios: --sampler=metropolis
            --matching $/g.txt --sampler metropolis     | must be auto, pas or rwm with --assignment or --matching: --sampler=metropolis
            --rbm $/rbm.npz --sampler gibbs --thinned   | must be left out with --rbm: --thinned=auto
            --matching $/g.txt --sampler rwm --thinned .1 | must be left out with --sampler rwm: --thinned=0.1
            --rbm $/rbm.npz --sampler pas               | must be left out with --rbm, which has no local ratios: --sampler=pas
            """)
    void sample_optionsOfMoves_areChecked(String options, String words) throws IOException {
        assertRefused("sample " + options.strip(), words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --report $/g.txt                  | must not be the file of --ising, or lie in it: --report=$/g.txt
            --report $/link                   | must not be the file of --ising, or lie in it: --report=$/link
            --report $/hard.txt               | must not be the file of --ising, or lie in it: --report=$/hard.txt
            --report $/o/../g.txt             | must not be the file of --ising, or lie in it: --report=$/o/../g.txt
            --report $/g.txt/r.html           | must be in a directory, or in a path where one can be made: --report=$/g.txt
            --checkpoint $/link --resume      | must not be the file of --ising, or lie in it: --checkpoint=$/link
            --report $/o/traces.png --out $/o | must not be traces.png of --out, or lie in it: --report=
            --report $/r --checkpoint $/r     | must not be the file of --report, or lie in it: --checkpoint=$/r
            --report $/new/r --checkpoint $/o/../new/r | must not be the file of --report, or lie in it: --checkpoint=
            --report $/r --checkpoint $/none/../c      | must not go through $/none, which is no directory: --checkpoint=$/none/../c
            --sink $/none/../..               | must not go through $/none, which is no directory: --sink=$/none/../..
            --sink none/../..                 | must not go through none, which is no directory: --sink=none/../..
            --sink $/d --out $/d              | must not be summary.txt of --out, hold it, or lie in it: --sink=$/d
            --sink $/d --out $/d/e            | must not be summary.txt of --out, hold it, or lie in it: --sink=$/d
            --report -                        | must be a path, such as ./- for a file of this name: --report=-
            --out -                           | must be a path, such as ./- for a file of this name: --out=-
            --report $/LONG                   | (File name too long)
            --checkpoint $/LONG               | (File name too long)
            --report $/r.previous --checkpoint $/r     | (r.previous of --checkpoint)
            --report $/r.next --checkpoint $/r         | (r.next of --checkpoint)
            --report $/dangling --checkpoint $/later   | must not be the file of --report, or lie in it: --checkpoint=
            --report $/images-link/new/r --checkpoint $/images/new/r | must not be the file of --report, or lie in it: --checkpoint=
            --report $/d --sink $/d           | must not be the file of --report, hold it, or lie in it: --sink=$/d
            --report $/d/states.0.npy --sink $/d       | must not be the file of --report, hold it, or lie in it: --sink=$/d
            --report $/d/manifest.json --sink $/d      | must not be the file of --report, hold it, or lie in it: --sink=$/d
            --report $/r --out $/r            | must not be summary.txt of --out, or lie in it: --report=$/r
            --report $/r --out $/r/s          | must not be summary.txt of --out, or lie in it: --report=$/r
            --report $                        | must be a regular file, or a path where there is nothing: --report=$
            --report $/new/                   | Invalid value for option '--report': must be the path of a file, and is that of a directory: $/new/
            --report $/new/.                  | Invalid value for option '--report': must be the path of a file, and is that of a directory: $/new/.
            --checkpoint $/new/               | Invalid value for option '--checkpoint': must be the path of a file, and is that of a directory: $/new/
            --checkpoint $/taken              | must be a regular file, or a path where there is nothing: --checkpoint=$/taken (taken.next of --checkpoint)
            --report ''                       | Invalid value for option '--report': must not be empty
            --report /dev/full                | must be a regular file, or a path where there is nothing: --report=/dev/full
            --report /dev/null                | must be a regular file, or a path where there is nothing: --report=/dev/null
            --report /proc/r.html             | must be a regular file, or a path where there is nothing: --report=/proc/r.html
            --report $/h.txt/r.html           | must be in a directory, or in a path where one can be made: --report=
            --report $/circle                 | must be where files can be written: --report=$/circle
            --out ''                          | Invalid value for option '--out': must not be empty
            --out $/h.txt                     | must be a directory, or in a path where one can be made: --out=$/h.txt
            --out $/h.txt/new                 | must be a directory, or in a path where one can be made: --out=$/h.txt/new
            --out $/blocked                   | must be a regular file, or a path where there is nothing: --out=$/blocked (traces.png of --out)
            --out /proc/lbp                   | must be where files can be written: --out=/proc/lbp
            --checkpoint $/h.txt              | cannot resume from $/h.txt: it is not a checkpoint of lbp
            --checkpoint $/new/c --checkpoint-every 0s  | must be > 0: --checkpoint-every=0s
            --checkpoint-every 10s            | must be given with --checkpoint FILE: --checkpoint-every
            --checkpoint $                    | must be a
            --checkpoint ''                   | Invalid value for option '--checkpoint': must not be empty
            --sink $/o                        | must be new or empty: --sink=$/o
            --sink $/g.txt                    | must be a directory: --sink=$/g.txt
            --sink $/h.txt/draws              | must be a directory, or in a path where one can be made: --sink=
            --sink ''                         | Invalid value for option '--sink': must not be empty
            """)
    void sample_badOutput_isRefused(String options, String words) throws IOException {
        assertRefused("sample --ising $/g.txt " + options.replace("LONG", "x".repeat(300)), words);
    }

    @Test
    void sample_resultAsInput_isNotOverwritten() throws IOException {
        assertRefused(
                "sample --ising $/o/best-state.txt --out $/o",
                "must not be the file of --ising, or lie in it: --out=$/o (best-state.txt of --out)");
    }
}
