package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of bad options, outputs and inputs of the commands of this module. */
class BadExperimentInputTest extends BadInput {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            quickstart --chains 2147483647      | must fit into memory: --chains=2147483647, sites=2500:
            quickstart --steps 2147483647 --chains 1000 | must fit into memory: --chains=1000, --steps=2147483647 of 2 traces:
            quickstart --steps 3                | must be >= 4: --steps=3
            quickstart --chains 0               | must be >= 1: --chains=0
            quickstart --threads 0              | must be >= 1: --threads=0
            quickstart --out $/g.txt            | or in a path where one can be made: --out=$/g.txt
            experiment energy-steps             | must be given with experiment energy-steps, which has no data of its own: --data DIR
            experiment sequences                | must be given with experiment sequences, which has no data of its own: --data DIR
            experiment energy-steps --data $    | must hold the folder binarized_mnist, of static MNIST: --data=$
            experiment sequences --data $       | must hold the file sequences/ube4b-cnn-0.onnx: --data=$
            experiment energy-steps --data $ --size small --chains 3 | must be left out with experiment energy-steps, which has its own targets and chains: --size=small, --chains=3
            experiment efficiency --data $      | must be left out with experiment efficiency: --data=$
            experiment efficacy                 | must be one of [efficiency
            experiment efficiency --chains 1    | must be >= 2: --chains=1
            experiment efficiency --chains 2147483647    | must fit into memory: --chains=2147483647, sites=
            experiment scaling --chains 2147483647       | must fit into memory: --chains=
            experiment weights --chains 2147483647       | must fit into memory: --chains=
            experiment efficiency --target bernoulli,    | Invalid value for option '--target': must have a name on each side of a comma: bernoulli,
            experiment efficiency --target ising,Ising   | Invalid value for option '--target': must have each name only once: ising,Ising
            experiment efficiency --config C1,C2,C1      | Invalid value for option '--config': must have each name only once: C1,C2,C1
            experiment efficiency --target bernoulli --rbm $/rbm.npz | must be left out without the target rbm: --rbm=$/rbm.npz
            experiment scaling --rbm $/rbm.npz           | must be left out without the target rbm: --rbm=$/rbm.npz
            experiment scaling --target rbm              | must be among [bernoulli, ising, fhmm] for experiment scaling: --target=rbm
            experiment --seed 4                          | must be given with NAME: --seed=4
            experiment efficiency --threads 0   | must be >= 1: --threads=0
            experiment efficiency --config C4   | must be one of [c1, c2, c3]
            experiment efficiency --target spin | must be one of
            experiment efficiency --size huge   | must be one of
            experiment efficiency --rbm $       | must be a file, and is a directory: --rbm=$
            experiment efficiency --rbm $/rbm.npz/ | Invalid value for option '--rbm': must be the path of a file, and is that of a directory: $/rbm.npz/
            experiment efficiency --target rbm --size small  | must be left out with --target rbm alone, whose --config is its size: --size=small
            experiment efficiency --target rbm --rbm $/rbm.npz --size small --config C1,C3 | must be left out with --target rbm alone and --rbm, which gives the machine: --size=small, --config=C1,C3
            experiment efficiency --rbm $/none  | must be a file that exists: --rbm=$/none
            experiment efficiency --rbm $/bad.npz         | must be a file of an RBM: --rbm=$/bad.npz
            experiment efficiency --out $/g.txt           | or in a path where one can be made: --out=$/g.txt
            experiment efficiency --out $/cells           | must be a directory without cells of other settings
            """)
    void command_badInput_isRefused(String command, String words) throws IOException {
        assertRefused(command, words);
    }

    @Test
    void experiment_longSettings_areCut() throws IOException {
        assertThat(assertRefused("experiment efficiency --out $/cells", "(there: ???xxx").err)
                .hasSizeLessThan(500 + directory.toString().length());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,b                                                 | points.csv has a,b
            HEADER/1,2                                          | points.csv:2: must have 13 values: 1,2
            HEADER/bernoulli,small,C2,LBP,1,1,abc,0,1,0,1,0,1   | points.csv:2: must be a number: acceptance=abc
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,1,0,1,0,1/bernoulli,small,C2,LBP,1,1,0,0,1,0,1,0,1 | points.csv:3: must be another cell than line 2: bernoulli,small,C2,LBP,1,1,0,
            HEADER/bernoulli,small,C2,LBP,1,1,1.5,0,1,0,1,0,1   | points.csv:2: must be in [0, 1]: acceptance=1.5
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,NaN,0,1,0,1   | points.csv:2: must be finite and >= 0: ejd=NaN
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,-1,0,1,0,1    | points.csv:2: must be finite and >= 0: ejd=-1
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,,0,1,0,1      | points.csv:2: must be a number: ejd=
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,1,0,-1,0,1    | points.csv:2: must be finite and >= 0: ess=-1
            HEADER/bernoulli,small,C2,LBP,1,1,1,0,1,0,1,0,1e999 | points.csv:2: must be finite and >= 0: seconds=1e999
            """)
    void experiment_badTable_isRefusedWithFileAndLine(String content, String words) throws IOException {
        Path cells = Files.createDirectory(directory.resolve("table"));
        String header = "target,size,config,sampler,scale,R,acceptance,acceptance_se,ejd,ejd_se,ess,ess_se,seconds";
        Files.writeString(
                cells.resolve("points.csv"), content.replace("HEADER", header).replace('/', '\n') + "\n");
        Files.writeString(cells.resolve("settings.txt"), "efficiency budget=quick chains=20 seed=1 rbm=random\n");
        assertRefused("experiment efficiency --target bernoulli --size small --out $/table", words);
    }
}
