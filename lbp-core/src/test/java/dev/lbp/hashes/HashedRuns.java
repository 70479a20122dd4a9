package dev.lbp.hashes;

import dev.lbp.ContinuousBuilder;
import dev.lbp.ContinuousSampler;
import dev.lbp.FairBits;
import dev.lbp.MoveSpaces;
import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.continuous.DensityModel;
import dev.lbp.continuous.DensityModels;
import dev.lbp.continuous.WideNormal;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.cluster.PairTable;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Runs of the table besides those of {@link HashedCases}: every other sampler, kind of step, kind of state, and
 * tempering. A supplier gives the same run at each call.
 */
final class HashedRuns {

    static final int CHAINS = 4;

    /** Chains of a part, and of a batch. */
    static final int BATCH = 2;

    private static final int ONES = 5;

    /** Runs whose files are hashed too, one of each result. */
    static final Set<String> WITH_FILES = Set.of(
            "swaps local",
            "ones batched",
            "pas moves",
            "gibbs categories",
            "lbp logits",
            "mala diagonal",
            "tempered local",
            "tempered batched");

    private final Map<String, Supplier<? extends Run<?, ?, ?>>> runs = new LinkedHashMap<>();

    private HashedRuns() {}

    /** All runs by name. */
    static Map<String, Supplier<? extends Run<?, ?, ?>>> all() {
        HashedRuns all = new HashedRuns();
        Map<String, EnergyModel> bits = new LinkedHashMap<>();
        bits.put("local", SpinLine.of(HashedCases.N));
        bits.put("batched", SpinLine.of(HashedCases.N).batched(DataType.DOUBLE));
        bits.put("batched-FLOAT", SpinLine.of(HashedCases.N).batched(DataType.FLOAT));
        bits.forEach(all::addSteps);
        bits.forEach(all::addSubsets);
        bits.forEach(all::addTempered);
        bits.forEach((form, model) -> all.runs.put(
                "auto " + form, () -> bits(Samplers.auto().build(), model).warmup(130)));
        all.addLocal();
        all.addMoves();
        all.addCategories();
        all.addReals();
        return all.runs;
    }

    private static <T extends Run<?, ?, T>> T sized(T run) {
        return run.chains(CHAINS)
                .warmup(60)
                .draws(16)
                .thin(2)
                .seed(7)
                .threads(2)
                .keepDraws();
    }

    private void add(String name, Sampler sampler, EnergyModel model) {
        runs.put(name, () -> bits(sampler, model));
    }

    private static SamplingRun bits(Sampler sampler, EnergyModel model) {
        SamplingRun run =
                sized(sampler.sample(model)).track("second", x -> x[1]).keepBest(3);
        return model instanceof LocalEnergyModel ? run : run.chainsPerBatch(BATCH);
    }

    private void addSteps(String form, EnergyModel model) {
        FairBits q = new FairBits(HashedCases.N);
        add("dlmc " + form, Samplers.dlmc().build(), model);
        add("dlmc sqrt " + form, Samplers.dlmc().weight(WeightFunction.SQRT).build(), model);
        add("dmala " + form, Samplers.dmala().build(), model);
        add("dmala fixed " + form, Samplers.dmala().scale(0.4).build(), model);
        add("jumps " + form, Samplers.lbp().jumps(q, 0.2).build(), model);
        add("jumps gwg " + form, Samplers.gwg().jumps(q, 0.2).build(), model);
        add("jumps gibbs " + form, Samplers.gibbs().jumps(q, 0.2).build(), model);
        add("independent " + form, Samplers.independent(q), model);
        add(
                "multiple-try " + form,
                Samplers.multipleTry(4).weight(WeightFunction.SQRT).build(),
                model);
        add("multiple-try plain " + form, Samplers.multipleTry(4).plain().build(), model);
        add("multiple-try fixed " + form, Samplers.multipleTry(3).scale(2).build(), model);
        add("hamming ball " + form, Samplers.hammingBall(2).build(), model);
        add(
                "hamming ball jumps " + form,
                Samplers.hammingBall(1).block(4).jumps(q, 0.2).build(),
                model);
        runs.put("frozen " + form, () -> frozen(Samplers.dlmc().build(), model));
    }

    private static SamplingRun frozen(Sampler sampler, EnergyModel model) {
        boolean[] mask = new boolean[HashedCases.N];
        mask[2] = true;
        mask[9] = true;
        byte[][] initial = new byte[CHAINS][HashedCases.N];
        for (int c = 0; c < CHAINS; c++) {
            initial[c][2] = (byte) (c % 2);
        }
        return bits(sampler, model).initial(initial).frozen(mask);
    }

    private void addSubsets(String form, EnergyModel model) {
        runs.put(
                "ones " + form,
                () -> bits(Samplers.lbp().build(), model).keepBest(2).ones(ONES));
        runs.put(
                "ones sqrt " + form,
                () -> bits(Samplers.lbp().weight(WeightFunction.SQRT).scale(2).build(), model)
                        .ones(ONES));
        runs.put("ones rwm " + form, () -> bits(Samplers.rwm().build(), model).ones(ONES));
    }

    private void addTempered(String form, EnergyModel model) {
        addTempered(
                "tempered " + form,
                Samplers.lbp().build(),
                model,
                Tempering.replicas(4).every(3));
        addTempered("tempered found " + form, Samplers.lbp().build(), model, Tempering.replicas());
        addTempered("tempered gibbs " + form, Samplers.gibbs().build(), model, Tempering.replicas(3));
        addTempered(
                "tempered gwg " + form,
                Samplers.gwg().build(),
                model,
                Tempering.replicas(3).every(2));
        addTempered(
                "tempered dlmc " + form,
                Samplers.dlmc().build(),
                model,
                Tempering.replicas(3).every(2));
        double[] logits = new double[HashedCases.N];
        logits[4] = 0.75;
        logits[5] = -1.5;
        addTempered(
                "tempered logits " + form,
                Samplers.rwm().build(),
                model,
                Tempering.replicas(3).reference(logits));
    }

    private void addTempered(String name, Sampler sampler, EnergyModel model, Tempering tempering) {
        runs.put(name, () -> bits(sampler, model).tempering(tempering));
    }

    /** Samplers and steps of local models alone. */
    private void addLocal() {
        EnergyModel model = SpinLine.of(HashedCases.N);
        FairBits q = new FairBits(HashedCases.N);
        add("swaps local", Samplers.lbp().swaps(0.2).build(), model);
        add("swaps rwm local", Samplers.rwm().swaps(0.2).build(), model);
        add("jumps swaps local", Samplers.lbp().swaps(0.3).jumps(q, 0.2).build(), model);
        runs.put("frozen swaps local", () -> frozen(Samplers.lbp().swaps(0.2).build(), model));
        add("jumps metropolis local", Samplers.metropolis().jumps(q, 0.2).build(), model);
        runs.put(
                "thinned local",
                () -> bits(Samplers.metropolis().thinned().build(), model).warmup(80));
        runs.put(
                "blocks local",
                () -> bits(Samplers.metropolis().inBlocks().build(), SpinLine.of(20_000))
                        .warmup(5)
                        .draws(12));
        int[][] ring = new int[HashedCases.N][];
        double[] couplings = new double[HashedCases.N];
        double[][] fields = new double[HashedCases.N][2];
        for (int i = 0; i < HashedCases.N; i++) {
            ring[i] = new int[] {i, (i + 1) % HashedCases.N};
            couplings[i] = i % 3 == 0 ? -0.7 : 0.7;
            fields[i][1] = i % 4 == 0 ? 0.3 : 0.0;
        }
        EnergyModel pairs = new PairTable(ring, couplings, fields).bits();
        runs.put("words gibbs", () -> bits(Samplers.gibbs().build(), pairs).chains(70));
        runs.put(
                "words metropolis",
                () -> bits(Samplers.metropolis().build(), pairs).chains(70));
        addTempered(
                "tempered metropolis local",
                Samplers.metropolis().build(),
                model,
                Tempering.replicas(3).every(2));
        addTempered(
                "tempered hamming ball local",
                Samplers.hammingBall(2).block(5).build(),
                model,
                Tempering.replicas(3).every(2));
        runs.put(
                "frozen hamming ball local",
                () -> frozen(Samplers.hammingBall(3).block(6).build(), model));
        add("pas local", Samplers.pas().build(), model);
        add("pas sqrt local", Samplers.pas().weight(WeightFunction.SQRT).path(3).build(), model);
        runs.put(
                "pas ones local",
                () -> bits(Samplers.pas().path(2).build(), model).ones(ONES));
    }

    private void addMoves() {
        TableMoves permutations = TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L);
        TableMoves matchings = TableMoves.random(MoveSpaces.matchings(2, 3), 1.0, 6L);
        addValues("pas moves", Samplers.pas().build(), permutations);
        addValues(
                "pas sqrt moves",
                Samplers.pas().weight(WeightFunction.SQRT).path(4).build(),
                permutations);
        addValues("pas matchings", Samplers.pas().path(2).build(), matchings);
        addValues("rwm moves", Samplers.rwm().build(), permutations);
        addValues("rwm fixed moves", Samplers.rwm().scale(2).build(), matchings);
    }

    private void addCategories() {
        Table table = new Table(3, 3, 3, 3);
        addValues("pas categories", Samplers.pas().build(), table);
        addValues("gibbs categories", Samplers.gibbs().build(), table);
        addValues("gibbs random-scan categories", Samplers.gibbs().randomScan().build(), table);
        addValues("metropolis categories", Samplers.metropolis().build(), table);
        addValues("rwm categories", Samplers.rwm().build(), table);
        boolean[] mask = {false, true, false, false};
        runs.put(
                "gibbs frozen categories",
                () -> values(Samplers.gibbs().build(), table)
                        .initial(new int[][] {{0, 1, 2, 0}, {0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 0}})
                        .frozen(mask));
        TableCategories logits = TableCategories.random(4, 1.0, 3L, 4, 4, 4);
        for (String form : new String[] {"logits", "crude logits"}) {
            TableCategories model = form.equals("logits") ? logits : logits.crude();
            addLogits("lbp " + form, Samplers.lbp().build(), model);
            addLogits(
                    "lbp sqrt " + form,
                    Samplers.lbp().weight(WeightFunction.SQRT).scale(2).build(),
                    model);
            addLogits("gwg " + form, Samplers.gwg().build(), model);
            addLogits("rwm " + form, Samplers.rwm().build(), model);
            addLogits("dlmc " + form, Samplers.dlmc().build(), model);
            addLogits("dmala " + form, Samplers.dmala().build(), model);
        }
    }

    private void addValues(String name, Sampler sampler, TableMoves model) {
        runs.put(name, () -> values(sampler, model));
    }

    private static ValueRun values(Sampler sampler, TableMoves model) {
        return sized(sampler.sample(model)).track("second", x -> x[1]);
    }

    private void addLogits(String name, Sampler sampler, TableCategories model) {
        runs.put(name, () -> sized(sampler.sample(model)).chainsPerBatch(BATCH).track("second", x -> x[1]));
    }

    private void addReals() {
        Map<String, Supplier<ContinuousBuilder>> samplers = new LinkedHashMap<>();
        samplers.put("mala", Samplers::mala);
        samplers.put("barker", Samplers::barker);
        samplers.put("bimodal", () -> Samplers.barker().bimodal());
        samplers.put("min", () -> Samplers.continuous().weight(WeightFunction.MIN));
        samplers.put("random-walk", () -> Samplers.continuous().randomWalk());
        samplers.forEach((name, sampler) -> {
            addReals(name, sampler);
            addReals(name + " diagonal", () -> sampler.get().diagonal());
            addReals(name + " fixed", () -> sampler.get().scale(0.5));
        });
        addRealSampler("independent reals", () -> Samplers.independent(new WideNormal(1.0, 1.5, 2)));
    }

    private void addReals(String name, Supplier<ContinuousBuilder> sampler) {
        addRealSampler(name, () -> sampler.get().build());
    }

    private void addRealSampler(String name, Supplier<ContinuousSampler> sampler) {
        runs.put(
                name,
                () -> sized(sampler.get().sample(banana()))
                        .chainsPerBatch(BATCH)
                        .track("product", point -> point[0] * point[1]));
    }

    /** Correlated and skewed: {@code y | x ~ N(x^2 / 2, 1), x ~ N(1, 0.5^2)}. */
    private static DensityModel banana() {
        return DensityModels.of(
                2,
                p -> -2.0 * (p[0] - 1.0) * (p[0] - 1.0) - 0.5 * (p[1] - 0.5 * p[0] * p[0]) * (p[1] - 0.5 * p[0] * p[0]),
                (p, gradient) -> {
                    double off = p[1] - 0.5 * p[0] * p[0];
                    gradient[0] = -4.0 * (p[0] - 1.0) + off * p[0];
                    gradient[1] = -off;
                });
    }

    /** Categories with the labels that Gibbs sampling needs. */
    private static final class Table extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        Table(int... values) {
            super(MoveSpaces.sites(values), number -> Math.sin(1.0 + number * number));
        }
    }
}
