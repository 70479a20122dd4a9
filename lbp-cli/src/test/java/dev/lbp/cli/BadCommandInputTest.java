package dev.lbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad options, outputs and inputs of all commands of this module. */
class BadCommandInputTest extends BadInput {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sample                              | Missing required argument
            sample $/g.txt                      | must be one file, after the option of its form, --ising, --qubo, --rbm, --net, --assignment, --matching, --uai: $/g.txt (the file looks like --ising or --qubo)
            sample --ising $/g.txt $/h.txt      | must be one file, after the option of its form, --ising, --qubo, --rbm, --net, --assignment, --matching, --uai: $/h.txt
            sample --assignment $/g.txt         | , 2: found=3 (the file looks like --ising or --qubo)
            sample --input $/g.txt              | Possible solutions: --ising, --qubo
            infer --uai $/g.txt                 | Possible solutions: $/g.txt without an option
            merge $ --report                    | must be given with a value: --report or --sink or --fasta or --save-model
            sequences --msa $/g.fasta           | Possible solutions: --alignment
            infer c.bif --given a=b             | Possible solutions: --observe
            select none.csv --columns a         | Possible solutions: --formula
            sample --ising $/g.txt --gibbs      | Possible solutions: --sampler gibbs
            solve --qubo $/g.txt --cut          | Possible solutions: --max-cut
            select none.csv --exclude a         | Possible solutions: --without
            select none.csv --size 2            | Possible solutions: --family
            select none.csv --logistic          | Possible solutions: --family logistic
            select none.csv --bic               | Possible solutions: --prior bic
            select none.csv --burn-in=9         | Possible solutions: --warmup
            solve $/images.npz                  | --uai: $/images.npz
            select none.csv price               | must follow its option, such as --response: price
            select none.csv --formula y=a        | must begin with the response and ~, as "y ~ a + b", or be given with --response: --formula
            sample none.txt                     | must follow an option, or be left out: none.txt
            -n 1000                             | or stand after a command: -n
            help --foo                          | must be one command, as in lbp help sample: --foo
            help sample solve                   | must be one command, as in lbp help sample: solve
            sample --ising $/g.txt draws=10     | must begin with two hyphens: --draws=10
            sample --ising $/g.txt --num-samples 9 | Possible solutions: --draws
            sample --ising $/g.txt --n_chains=4 | Possible solutions: --chains
            sample --ising $/g.txt --random-seed 3 | Possible solutions: --seed
            sample --ising $/g.txt --max-time 9s | Possible solutions: --time
            sample --ising $/g.txt --Draws 9    | Possible solutions: --draws
            sample --ising $/g.txt --draw 9     | Possible solutions: --draws
            sample --ising $/g.txt --drwas 9    | Possible solutions: --draws
            sample --ising $/g.txt --draws:9    | Possible solutions: --draws
            sample --ising $/g.txt —draws 9      | Possible solutions: --draws
            sample --ising $/g.txt --output-dir o | Possible solutions: --out
            sample --ising $/g.txt --thinning 2 | Possible solutions: --thin
            select none.csv --target y          | Possible solutions: --response
            sample --ising $/g.txt --parallel-tempering 4 | Possible solutions: --replicas
            sample --ising $/g.txt -s 3         | Possible solutions: --scale, --sampler, --swaps, --scan, --sink, --seed, --stacktrace
            sequences --alignment $             | must be a file, and is a directory: --alignment=$
            infer c.bif --query ''              | Invalid value for option '--query': must not be empty
            infer c.bif --observe sensor beeps  | beeps (an observation is --observe NAME=VALUE)
            sample --ising                      | must be given with a value: --ising
            sample --ising ''                   | Invalid value for option '--ising': must not be empty
            sample --ising $/none               | must be a file that exists: --ising=$/none
            sample --ising @$/g.txt             | must be a file that exists: --ising=@$/g.txt
            sample --ising $/g.txt --resume=$/run        | Invalid value for option '--resume': must be given without a value: $/run
            sample --ising $                    | must be a file, and is a directory: --ising=$
            sample --ising /dev/full            | must be
            sample --rbm $                      | must be a file, and is a directory: --rbm=$
            sample --rbm /dev/null              | must be a regular file: --rbm=/dev/null
            sample --rbm $/rbm.npz/             | Invalid value for option '--rbm': must be the path of a file, and is that of a directory: $/rbm.npz/
            sample --ising $/g.txt/             | Invalid value for option '--ising': must be the path of a file, and is that of a directory: $/g.txt/
            sample --qubo $/g.txt/.             | Invalid value for option '--qubo': must be the path of a file, and is that of a directory: $/g.txt/.
            sample --rbm $/none                 | must be a file that exists: --rbm=$/none
            sample --rbm $/bad.npz              | must be a file of an RBM: --rbm=$/bad.npz
            sample --rbm $/rbm.npz --sampler gibbs --scan blocks | must be ordered or random with --rbm, whose sites have no colouring: --scan=blocks
            sample --rbm $/rbm.npz --sampler gibbs --scan coloured | must be ordered or random with --rbm, whose sites have no colouring: --scan=coloured
            sample --rbm $/rbm.npz --sampler blockgibbs --beta 2e0  | must be 1 with --sampler blockgibbs: --beta=2e0
            train-rbm --hidden 0                | must be >= 1: --hidden=0
            train-rbm --hidden 2000000000       | must be at most 2^28: pixels of an image * --hidden=
            train-rbm --batch 2147483647        | must fit into memory: pixels of an image=64, --hidden=400, --batch=2147483647
            train-rbm --steps 0                 | must be >= 1: --steps=0
            train-rbm --epochs 0                | must be >= 1: --epochs=0
            train-rbm --epochs 2147483647 --batch 1 | must be at most 2^31 - 1: --epochs * images / --batch=2147483647 *
            train-rbm --batch -1                | must be >= 1: --batch=-1
            train-rbm --rate 2                  | must be in (0, 1]: --rate=2
            train-rbm --threads 0               | must be >= 1: --threads=0
            train-rbm --sample-steps 2147483647 | must fit into memory: chains=100, --sample-steps=2147483647 of 2 traces:
            train-rbm --sample-steps 1          | must be >= 2: --sample-steps=1
            train-rbm --threshold 0.5           | must be left out without --data: --threshold=0.5
            train-rbm --data ''                 | Invalid value for option '--data': must not be empty
            train-rbm --data $/images --threshold 0 | must be in (0, 1]: --threshold=0
            train-rbm --data $                  | must hold train-images-idx3-ubyte, or a file that ends in train.amat, or one of them with .gz: --data=$
            train-rbm --data $/sizes            | must have images of one size: --data=$/sizes
            train-rbm --data $/images           | must be above the least grey value in train-images-idx3-ubyte, 0, and at most the largest, 0: --threshold=0.5
            train-rbm --data $/none             | must be a file or directory that exists: --data=$/none
            train-rbm --data $/pipe             | must be a regular file or a directory: --data=$/pipe
            train-rbm --data $/g.txt            | $/g.txt:1: must be 0 or 1: value 1=3
            train-rbm --data $/foreign.png      | must begin with 0, 0, 8, 3, as an IDX file of images does, or be lines of zeros and ones: --data=$/foreign.png
            train-rbm --invert                  | must be left out without --data: --invert
            train-rbm --out $                   | must end in .npz: --out=$
            train-rbm --out $/x.png             | must end in .npz: --out=$/x.png
            train-rbm --out $/new.npz/          | Invalid value for option '--out': must be the path of a file, and is that of a directory: $/new.npz/
            train-rbm --out $/dir.npz           | must be a regular file, or a path where there is nothing: --out=$/dir.npz
            train-rbm --out /dev/null           | must end in .npz: --out=/dev/null
            train-rbm --out $/foreign.npz       | must leave alone $/foreign.png, which is not of an earlier machine: --out=
            train-rbm --data $/images.npz --out $/images.npz | must not be the file of --data, or lie in it
            train-rbm --data $/images --out $/linked.npz     | must not be the file of --data, or lie in it
            train-rbm --data $/rbm.npz --out $/rbm.npz | must not be the file of --data, or lie in it: --out=$/rbm.npz
            train-energy                        | must be given: --data PATH
            train-energy --data $/none          | must be a file or directory that exists: --data=$/none
            train-energy --data $/images        | must be above the least grey value in train-images-idx3-ubyte, 0, and at most the largest, 0: --threshold=0.5
            train-energy --data $/bits.amat --dynamic         | must be left out for images of 0 and 1 alone, which have nothing to draw: --dynamic
            train-energy --data $/bits.amat --net cnn         | must be mlp, mlp-U-U with U hidden units a layer, resnet-C-M with C channels and M blocks, or a file that exists: --net=cnn
            train-energy --data $/bits.amat --net mlp-0       | must have 1 to 1000000 units a layer: --net=mlp-0
            train-energy --data $/bits.amat --net mlp-9-99999999999 | must have 1 to 1000000 units a layer: --net=mlp-9-99999999999
            train-energy --data $/bits.amat --net mlp-1000000-1000000 | must be at most 2^28: parameters=1000005000000: --net=mlp-1000000-1000000
            train-energy --data $/bits.amat --net resnet-0-1  | must have 1 to 1000000 channels: --net=resnet-0-1
            train-energy --data $/bits.amat --net resnet-1-1000001 | must have 0 to 1000000 further blocks: --net=resnet-1-1000001
            train-energy --data $/bits.amat --net $/bits.amat | must be a file of a network: --net=$/bits.amat
            train-energy --data $/bits.amat --steps 0         | must be >= 1: --steps=0
            train-energy --data $/bits.amat --updates 0       | must be >= 1: --updates=0
            train-energy --data $/bits.amat --batch 0         | must be >= 1: --batch=0
            train-energy --data $/bits.amat --buffer 50       | must be >= --batch=100: --buffer=50
            train-energy --data $/bits.amat --reinitialise 2  | must be in [0, 1]: --reinitialise=2
            train-energy --data $/bits.amat --largest-gap 0   | must be > 0: --largest-gap=0
            train-energy --data $/bits.amat --path 3          | Unknown option: '--path'
            train-energy --data $/bits.amat --rate 0          | must be in (0, 1]: --rate=0
            train-energy --data $/bits.amat --warmup -1       | must be >= 0: --warmup=-1
            train-energy --data $/bits.amat --averaging 1     | must be in [0, 1): --averaging=1
            train-energy --data $/bits.amat --temperatures -1 | must be >= 0: --temperatures=-1
            train-energy --data $/bits.amat --sample-steps 1  | must be >= 2: --sample-steps=1
            train-energy --data $/bits.amat --sampler pas     | must be left out with --net, which has no local ratios: --sampler=pas
            train-energy --data $/bits.amat --sampler rwm --weight sqrt | must be left out with --sampler rwm, it is for lbp or gwg or dlmc or dmala: --weight=sqrt
            train-energy --data $/bits.amat --resume --out $/new | must hold training.checkpoint to be resumed: --out=$/new
            train-energy --data $/bits.amat --out $/bits.amat | or in a path where one can be made: --out=$/bits.amat
            train-energy --data $/bits.amat --threads 0       | must be >= 1: --threads=0
            sampel                              | nearest: sample, sampler, solve): sampel
            help sampel                         | nearest: sample, sampler, solve): sampel
            --stacktrace help sampler lbpp      | Invalid value for NAME: must be one of [auto, lbp, pas,
            help sampler lbpp                   | Invalid value for NAME: must be one of [auto, lbp, pas,
            sample --steps 9                    | Possible solutions: --draws
            solve --map                         | Possible solutions: lbp infer --map
            --quiet                             | must be --help, --version or --stacktrace, or stand after a command: --quiet
            """)
    void command_badInput_isRefused(String command, String words) throws IOException {
        assertRefused(command, words);
    }

    @Test
    void sample_nameWithControlCharacters_isShownOnOneLine() throws IOException {
        assertRefused("sample --ising $/a\n\033[31mb", "must be a file that exists: --ising=$/a??[31mb");
    }

    @Test
    void lbp_noCommand_isRefused() {
        Terminal terminal = Terminal.run();
        assertThat(terminal.err).contains("Missing required subcommand");
        assertThat(terminal.exitCode).isEqualTo(2);
    }
}
