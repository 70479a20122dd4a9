package dev.lbp.cli.sample;

import dev.lbp.cli.instance.InstanceUse;
import dev.lbp.cli.instance.LinkList;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.cli.instance.WeightTable;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.problem.AssignmentProblem;
import dev.lbp.cli.problem.GraphProblem;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.MatchingProblem;
import dev.lbp.cli.problem.Problem;
import dev.lbp.infer.io.GraphFile;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The targets of {@code lbp sample}: the option that names the file, the form of the target, and the reader of the
 * file.
 */
enum SourceKind {
    ISING(
            "--ising",
            Form.LOCAL,
            file -> new InstanceProblem(InstanceProblem.Kind.ISING, InstanceUse.SPINS.read(file)),
            "E = sum w_ij s_i s_j over the pairs listed, s = -1 or 1, and h s_i for a line \"i i h\"; a ferromagnet has weights < 0."
                    + " With --temperatures also a folder of instances of one size, or a pattern in quotes: 'DIR/*.txt'."),
    QUBO(
            "--qubo",
            Form.LOCAL,
            file -> new InstanceProblem(InstanceProblem.Kind.QUBO, InstanceUse.BITS.read(file)),
            "E = sum w_ij x_i x_j over the entries listed, x = 0 or 1, i = j allowed."),
    RBM(
            "--rbm",
            Form.RBM,
            RbmProblem::read,
            "E = free energy of the visible units of an RBM, a .npz file that lbp train-rbm wrote."),
    NETWORK(
            "--net",
            Form.NETWORK,
            file -> new NetworkProblem(ModelFile.network("--net", file)),
            "E = minus the score of a network, an ONNX file such as lbp train-energy writes."),
    ASSIGNMENT(
            "--assignment",
            Form.MOVES,
            file -> new AssignmentProblem(WeightTable.read(file)),
            "weight = sum of a table's weights over rows, each with a column of its own."),
    MATCHING(
            "--matching",
            Form.MOVES,
            file -> new MatchingProblem(LinkList.read(file)),
            "weight = sum of the weights of links, at most one at each site; only links listed occur."),
    FACTORS(
            "--uai",
            Form.FACTORS,
            file -> new GraphProblem(file, GraphFile.read(file), new TreeMap<>()),
            "log-weight = sum of the logarithms of the tables of a factor graph or Bayesian network, a file in the form of"
                    + " UAI or BIF. lbp infer has exact answers, and more about observations.");

    final String option;
    final Form form;
    final Function<Path, Problem<?>> reader;
    final String description;

    SourceKind(String option, Form form, Function<Path, Problem<?>> reader, String description) {
        this.option = option;
        this.form = form;
        this.reader = reader;
        this.description = description;
    }
}
