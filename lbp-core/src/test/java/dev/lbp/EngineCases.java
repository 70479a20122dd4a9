package dev.lbp;

import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;
import org.nd4j.linalg.api.buffer.DataType;

/** The samplers, and the targets of both engines, that tests of runs go through. */
public final class EngineCases {

    public static final int N = 16;

    private EngineCases() {}

    /** Samplers whose kernel does not depend on warm-up. */
    public static List<Sampler> fixed() {
        return List.of(
                Samplers.lbp().scale(5).build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(3).build(),
                Samplers.lbp().weight(WeightFunction.MIN).scale(1).build(),
                Samplers.lbp().weight(WeightFunction.MAX).scale(7).build(),
                Samplers.gwg().scale(4).build(),
                Samplers.rwm().scale(3).build(),
                Samplers.dlmc().scale(0.8).build(),
                Samplers.dmala().scale(0.4).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().inOrder().build(),
                Samplers.gibbs().randomScan().build());
    }

    /** Samplers that tune their scale. */
    public static List<Sampler> adaptive() {
        return Stream.concat(adaptivePaths().stream(), adaptiveTimeSteps().stream())
                .toList();
    }

    /** Those whose scale is a number of sites. */
    public static List<Sampler> adaptivePaths() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).adaptive(0.4).build(),
                Samplers.lbp().scale(ScaleController.robbinsMonro(0.574)).build(),
                Samplers.lbp().scale(ScaleController.grid(1, 2.5, 4, 9)).build(),
                Samplers.gwg().build(),
                Samplers.rwm().build());
    }

    private static List<Sampler> adaptiveTimeSteps() {
        return List.of(
                Samplers.dlmc().build(),
                Samplers.dlmc().weight(WeightFunction.BARKER).adaptive(0.8).build(),
                Samplers.dmala().build());
    }

    static List<Sampler> samplers() {
        return Stream.concat(fixed().stream(), adaptive().stream()).toList();
    }

    /** One target, N = 16, in every form that an engine meets. */
    public static List<EnergyModel> models() {
        SpinLine line = SpinLine.of(N);
        return List.of(line, line.plain(), line.batched(DataType.DOUBLE), line.batched(DataType.FLOAT));
    }

    /** Block Gibbs, which needs models of its own. */
    private static Arguments block(DataType type) {
        return Arguments.of(Samplers.blockGibbs().build(), named(new SmallRbm(N, 6, type)));
    }

    /** Sweeps that need a local model: those of Metropolis, thinned ones, and those in blocks. */
    private static Stream<Arguments> sweeps() {
        SpinLine line = SpinLine.of(N);
        return Stream.of(
                Arguments.of(Samplers.gibbs().inBlocks().build(), named(line)),
                Arguments.of(Samplers.metropolis().inBlocks().build(), named(line)),
                Arguments.of(Samplers.metropolis().build(), named(line)),
                Arguments.of(Samplers.metropolis().randomScan().build(), named(line.plain())),
                Arguments.of(Samplers.metropolis().thinned().build(), named(line)),
                Arguments.of(Samplers.gibbs().inOrder().thinned(0.3).build(), named(line.plain())));
    }

    /** Each sampler with a fixed kernel on one model; see {@link #samplersInTurn}. */
    public static Stream<Arguments> fixedInTurn() {
        return Stream.of(inTurn(fixed()), Stream.of(block(DataType.FLOAT)), sweeps())
                .flatMap(cases -> cases);
    }

    /**
     * Each sampler on one model. The models of {@link #models} take turns, so that each meets samplers of every kind.
     * Every sampler on every model is what {@link dev.lbp.crossing.CrossingTest} crosses.
     */
    static Stream<Arguments> samplersInTurn() {
        return Stream.of(inTurn(samplers()), Stream.of(block(DataType.DOUBLE)), sweeps())
                .flatMap(cases -> cases);
    }

    private static Stream<Arguments> inTurn(List<Sampler> samplers) {
        List<EnergyModel> models = models();
        return IntStream.range(0, samplers.size())
                .mapToObj(k -> Arguments.of(samplers.get(k), named(models.get(k % models.size()))));
    }

    private static Object named(EnergyModel model) {
        return Named.of(model.name() + ", " + model.dataType(), model);
    }
}
