package dev.lbp.experiments.moves;

import dev.lbp.Samplers;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.paper.Weights;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.rival.SingleMoves;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/** The instance of a repetition, with states in equilibrium. Instance and states are made at first use. */
final class MoveInstance {

    private static final int BURN_IN_PATH = 25;

    /** States of each chain for means over states. */
    private static final int DRAWS = 25;

    /** Steps of a chain from one of its {@link #DRAWS} states to the next. */
    private static final int THIN = 40;

    private static final int SMALL_THIN = 8;

    /** Moves from each state, for the mean number of log-ratios that a move changes. */
    private static final int TOUCHING_MOVES = 4;

    final MoveCase kind;
    final int repetition;
    private final Lab lab;
    private @Nullable MoveModel model;
    private int[][] states = {};
    /** Draws of all chains in equilibrium, for means over states. */
    private int[][] sample = {};

    private double uniformAcceptance;
    private double touched;

    MoveInstance(Lab lab, MoveCase kind, int repetition) {
        this.lab = lab;
        this.kind = kind;
        this.repetition = repetition;
    }

    /** The instances of all repetitions of the cases. */
    static Stream<MoveInstance> of(Lab lab, Stream<MoveCase> cases) {
        return cases.flatMap(kind ->
                IntStream.rangeClosed(1, Lab.SEEDS).mapToObj(repetition -> new MoveInstance(lab, kind, repetition)));
    }

    /** The text that identifies the instance's runs and their seeds. */
    String id() {
        return kind.name() + ", instance " + repetition;
    }

    /** The key of the instance's cells, as a row. Tables add further columns. */
    Row key() {
        return Row.EMPTY
                .with("model", kind.name())
                .with("size", lab.settings().sizeText())
                .with("repetition", repetition);
    }

    /** The instance, drawn at the first call. */
    MoveModel model() {
        if (model == null) {
            model = kind.instance().apply(lab.settings().seed(id()));
        }
        return model;
    }

    /**
     * The last state of each chain of PAS from random states, [chains][N]. The first call runs the chains, and also
     * computes the means over their draws: {@link #uniformAcceptance} and {@link #touched}.
     */
    int[][] states() {
        if (states.length == 0) {
            runChains();
        }
        return states;
    }

    /** Runs the chains, and sets the sample, its means and the last states. */
    private void runChains() {
        ValueResult result = lab.seeded(
                "burn-in of " + id(),
                /* work= */ 0.0,
                Samplers.pas()
                        .path(BURN_IN_PATH)
                        .build()
                        .sample(model())
                        .chains(Weights.chains(lab))
                        .warmup(kind.burnIn())
                        .draws(DRAWS)
                        .thin(lab.settings().size().pick(SMALL_THIN, THIN, THIN))
                        .keepDraws()
                        .marginals(false));
        sample = IntStream.range(0, result.chains() * DRAWS)
                .mapToObj(k -> result.draw(k / DRAWS, k % DRAWS))
                .toArray(int[][]::new);
        UniformRandomProvider random = random("touched labels");
        uniformAcceptance = mean(SingleMoves::uniformAcceptance);
        touched = mean(moves ->
                moves.informed(WeightFunction.BARKER, TOUCHING_MOVES, random).touched());
        states = result.finalStates();
    }

    /** The mean of a number over a sample of states in equilibrium. */
    double mean(ToDoubleFunction<SingleMoves> number) {
        return Arrays.stream(sample)
                .mapToDouble(state -> number.applyAsDouble(new SingleMoves(model(), state)))
                .average()
                .orElseThrow();
    }

    /** a_RW: the mean acceptance probability of a uniformly drawn move. */
    double uniformAcceptance() {
        states(); // computes it at the first call
        return uniformAcceptance;
    }

    /** T: the mean number of log-ratios that an informed move changes. */
    double touched() {
        states(); // computes it at the first call
        return touched;
    }

    /** A generator of random numbers for one purpose in this instance. */
    UniformRandomProvider random(String purpose) {
        return RandomSource.XO_SHI_RO_256_PP.create(lab.settings().seed(purpose + ", " + id()));
    }
}
