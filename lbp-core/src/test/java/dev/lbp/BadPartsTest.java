package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.target.EnergyModel;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Parts that are not those of one run, each once, or not whole, are refused with the reason. */
class BadPartsTest {

    private static final int CHAINS = 4;

    @TempDir
    private Path directory;

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(CHAINS).warmup(5).draws(5).seed(3).threads(1);
    }

    private static SamplingRun run() {
        return run(Samplers.lbp().build(), SpinLine.of(6));
    }

    private static SamplingRun tempered() {
        return run().warmup(30).tempering(Tempering.replicas(3).every(1));
    }

    private static List<RunPart> warm(SamplingRun run, int chains, int... firsts) {
        List<RunPart> parts = new ArrayList<>();
        for (int first : firsts) {
            parts.add(run.part(first, Math.min(2, chains - first)).warmUp());
        }
        return parts;
    }

    private static List<RunPart> warm(SamplingRun run) {
        return warm(run, CHAINS, 0, 2);
    }

    private static List<RunPart> drawn(Supplier<SamplingRun> run) {
        return Parts.drawn(run, CHAINS, 2);
    }

    private static void refused(ThrowingCallable call, String message) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    /** Merging and freezing give the same reasons. */
    private static void refusedBoth(List<RunPart> warm, List<RunPart> drawn, String message) {
        refused(() -> RunPart.freeze(warm), message);
        refused(() -> run().merge(drawn), message);
    }

    @Test
    void parts_notEachChainOnce_areRefused() {
        List<RunPart> warm = warm(run());
        List<RunPart> drawn = drawn(BadPartsTest::run);
        drawn.sort((a, b) -> a.first() - b.first());
        String once = "must hold each chain of the run once: parts=";
        refusedBoth(List.of(), List.of(), once + "none");
        refusedBoth(warm.subList(0, 1), drawn.subList(0, 1), once + "without chains 2 to 3");
        refusedBoth(warm.subList(1, 2), drawn.subList(1, 2), once + "without chains 0 to 1");
        List<RunPart> twice = List.of(warm.get(1), warm.get(0), warm.get(1));
        refusedBoth(twice, List.of(drawn.get(0), drawn.get(1), drawn.get(1)), once + "chains 2 to 3 twice");
        RunFreeze freeze = RunPart.freeze(warm);
        RunPart overlap = run().part(1, 2).warmUp();
        RunPart overlapDrawn = run().part(1, 2).draw(overlap, freeze);
        refusedBoth(
                List.of(overlap, warm.get(0), warm.get(1)),
                List.of(drawn.get(0), overlapDrawn, drawn.get(1)),
                once + "chain 1 twice");
        refusedBoth(List.of(warm.get(0), overlap), List.of(drawn.get(0), overlapDrawn), once + "chain 1 twice");
        RunPart last = run().part(3, 1).warmUp();
        refusedBoth(
                List.of(warm.get(0), last),
                List.of(drawn.get(0), run().part(3, 1).draw(last, freeze)),
                once + "without chain 2");
        assertThatNullPointerException()
                .isThrownBy(() -> RunPart.freeze(Arrays.asList(warm.get(0), null)))
                .withMessage("must not be null: a part");
        assertThatNullPointerException()
                .isThrownBy(() -> run().merge(Arrays.asList(drawn.get(0), null)))
                .withMessage("must not be null: a part");
        Results.assertSame(run().run(), run().merge(drawn));
    }

    private static Arguments other(String name, Supplier<SamplingRun> run, String... alsoNamed) {
        return Arguments.of(Named.of(name, run), alsoNamed.length == 0 ? name : alsoNamed[0]);
    }

    private static Supplier<SamplingRun> by(Sampler sampler) {
        return () -> run(sampler, SpinLine.of(6));
    }

    static List<Arguments> others() {
        return List.of(
                other("seed", () -> run().seed(4)),
                other("warmup", () -> run().warmup(6)),
                other("draws", () -> run().draws(6)),
                other("thin", () -> run().thin(2)),
                other("chains", () -> run().chains(5)),
                other("chainsPerBatch", () -> run().chainsPerBatch(1)),
                other("track", () -> run().track("a", x -> x[0])),
                other("conditionals", () -> run().conditionals()),
                other("keepBest", () -> run().keepBest(2)),
                other("keepDraws", () -> run().keepDraws()),
                other("initial", () -> run().initial(new byte[CHAINS][6])),
                other("the sampler", by(Samplers.gwg().build())),
                other(
                        "the sampler",
                        by(Samplers.lbp().weight(WeightFunction.MAX).build())),
                other("the sampler", by(Samplers.lbp().scale(2).build())),
                other("the sampler", by(Samplers.lbp().adaptive(0.5).build())),
                other("model's size", () -> run(Samplers.lbp().build(), SpinLine.of(7)), "number of sites"),
                other(
                        "model's parameters",
                        () -> run(Samplers.lbp().build(), SpinLine.flat(6)),
                        "the model has other parameters or data: its log-probability of test state 0"),
                other(
                        "model's class",
                        () -> run(Samplers.lbp().build(), SpinLine.of(6).plain()),
                        "the model's class"),
                other("tempering", BadPartsTest::tempered, "warmup"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void parts_ofAnotherRun_areRefusedByTheNameOfTheSetting(Supplier<SamplingRun> other, String name) {
        List<RunPart> mine = warm(run());
        int chains = name.equals("chains") ? CHAINS + 1 : CHAINS;
        List<RunPart> theirs = chains == CHAINS ? warm(other.get()) : warm(other.get(), chains, 0, 2, 4);
        RunFreeze freeze = RunPart.freeze(mine);
        RunFreeze theirFreeze = RunPart.freeze(theirs);
        foreign(() -> RunPart.freeze(List.of(mine.get(0), theirs.get(1))), name, "chains 2 to 3", "chains 0 to 1");
        foreign(() -> RunPart.freeze(List.of(theirs.get(0), mine.get(1))), name, "chains 2 to 3", "chains 0 to 1");
        foreign(() -> run().part(0, 2).draw(theirs.get(0), freeze), name, "the part", "this run");
        foreign(() -> run().part(0, 2).draw(mine.get(0), theirFreeze), name, "the freeze", "this run");
        List<RunPart> drawn = drawn(BadPartsTest::run);
        List<RunPart> theirDraws = Parts.drawn(other, chains, 2);
        foreign(() -> run().merge(theirDraws), name, "chain", "this run");
        drawn.set(
                0,
                theirDraws.stream()
                        .filter(part -> part.first() == drawn.get(0).first())
                        .findFirst()
                        .orElseThrow());
        foreign(() -> run().merge(drawn), name, "chains 0 to 1", "chains 2 to 3");
    }

    private static void foreign(ThrowingCallable call, String name, String where, String elsewhere) {
        assertThatIllegalArgumentException()
                .isThrownBy(call)
                .withMessageContaining("must be of one run: ")
                .withMessageContaining(name)
                .withMessageContaining(" in " + where)
                .withMessageContaining(" in " + elsewhere);
    }

    /** Settings whose descriptions are equal. */
    @Test
    void parts_ofAnotherFunctionOfTheSameName_areRefused() {
        List<RunPart> statistic = drawn(() -> run().track("s", x -> x[0]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run().track("s", x -> x[1]).merge(statistic))
                .withMessageContaining("the statistic s (checksum of values) is ");
        List<RunPart> weight = drawn(
                by(Samplers.lbp().weight(WeightFunction.of("g", t -> 0.5 * t)).build()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> by(Samplers.lbp()
                                .weight(WeightFunction.of("g", t -> 0.1 * t))
                                .build())
                        .get()
                        .merge(weight))
                .withMessageContaining("the weight function (checksum of values) is ");
        byte[][] initial = new byte[CHAINS][6];
        initial[3][1] = 1;
        List<RunPart> zeros = drawn(() -> run().initial(new byte[CHAINS][6]));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run().initial(initial).merge(zeros))
                .withMessageContaining("initial (checksum) is ");
    }

    @Test
    void parts_ofAnotherVersionOrKernel_areRefused() {
        List<RunPart> drawn = drawn(BadPartsTest::run);
        RunPart kernel = rewritten(drawn.get(0), "scalar or vector");
        foreign(() -> run().merge(List.of(kernel, drawn.get(1))), "the kernel is ", "chains", "chains");
        foreign(
                () -> run().merge(List.of(kernel, rewritten(drawn.get(1), "scalar or vector"))),
                "kernel",
                "",
                "this run");
        RunPart version = rewritten(drawn.get(0), "null");
        foreign(() -> run().merge(List.of(version, drawn.get(1))), "the version of lbp is ", "chains", "chains");
    }

    /** A part with something else in the first place of a text, and the checksum that goes with it. */
    private static RunPart rewritten(RunPart part, String text) {
        byte[] bytes = part.toBytes().clone();
        byte[] from = text.getBytes(StandardCharsets.UTF_8);
        byte[] sized = ByteBuffer.allocate(4 + from.length)
                .putInt(from.length)
                .put(from)
                .array();
        int at = 0;
        while (!Arrays.equals(bytes, at, at + sized.length, sized, 0, sized.length)) {
            at++;
        }
        Arrays.fill(bytes, at + 4, at + sized.length, (byte) 'x');
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - Long.BYTES);
        ByteBuffer.wrap(bytes).putLong(bytes.length - Long.BYTES, sum.getValue());
        return RunPart.of(bytes);
    }

    @Test
    void part_atAnotherStage_isRefused() {
        List<RunPart> warm = warm(run());
        RunFreeze freeze = RunPart.freeze(warm);
        List<RunPart> drawn = drawn(BadPartsTest::run);
        drawn.sort((a, b) -> a.first() - b.first());
        refused(() -> run().merge(warm), "must have all their draws: parts=chains 0 to 1 at barrier 1 of 1 of warm-up");
        refused(
                () -> run().merge(List.of(warm.get(0), drawn.get(1))),
                "must be at one stage: parts=chains 2 to 3 with their draws, and chains 0 to 1 at barrier 1 of 1 of warm-up");
        refused(() -> RunPart.freeze(drawn), "must be at a barrier of warm-up: parts=chains 0 to 1 with their draws");
        refused(
                () -> run().part(0, 2).draw(drawn.get(0), freeze),
                "must be at a barrier of warm-up: part=with their draws");
        refused(
                () -> run().part(0, 2).warmUp(warm.get(0), freeze),
                "must be in warm-up: part=at barrier 1 of 1 of warm-up");
        refused(() -> run().part(2, 2).draw(warm.get(0), freeze), "must be of chains 2 to 3: part=chains 0 to 1");
        refused(() -> run().part(0, 1).draw(warm.get(0), freeze), "must be of chain 0: part=chains 0 to 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run().part(0, 2).draw())
                .withMessageStartingWith("must learn nothing in warm-up to be drawn without a freeze: sampler=LBP");
        assertThatNullPointerException()
                .isThrownBy(() -> run().part(0, 2).draw(null, freeze))
                .withMessage("must not be null: part");
        assertThatNullPointerException()
                .isThrownBy(() -> run().part(0, 2).draw(warm.get(0), null))
                .withMessage("must not be null: freeze");
    }

    @Test
    void freeze_ofAnotherBarrier_isRefused() {
        List<RunPart> warm = warm(tempered());
        int stages = warm.get(0).stages();
        assertThat(stages).isGreaterThan(1);
        RunFreeze freeze = RunPart.freeze(warm);
        refused(
                () -> tempered().part(0, 2).draw(warm.get(0), freeze),
                "must be warm: part=at barrier 1 of " + stages + " of warm-up");
        RunPart second = tempered().part(0, 2).warmUp(warm.get(0), freeze);
        refused(
                () -> RunPart.freeze(List.of(second, warm.get(1))),
                "must be at one stage: parts=chains 2 to 3 at barrier 1 of " + stages
                        + " of warm-up, and chains 0 to 1 at barrier 2 of " + stages + " of warm-up");
        refused(() -> tempered().part(0, 2).warmUp(second, freeze), "must be of barrier 2: freeze=of barrier 1");
    }

    @Test
    void run_thatNeedsAllChainsTogether_isRefused() {
        List<RunPart> drawn = drawn(BadPartsTest::run);
        together(run().untilEss(10), drawn, "the stopping rule", "about the draws of all chains together");
        together(run().untilRHat(1.1), drawn, "the stopping rule", "about the draws of all chains together");
        together(run().budget(Duration.ofHours(1)), drawn, "budget=PT1H", "different numbers of draws");
        together(
                run().checkpoint(directory.resolve("c")),
                drawn,
                "checkpoint=",
                "run.part(first, count).checkpoint(file)");
    }

    private static void together(SamplingRun run, List<RunPart> drawn, String... words) {
        for (ThrowingCallable call : List.<ThrowingCallable>of(() -> run.part(0, 2), () -> run.merge(drawn))) {
            assertThatIllegalArgumentException().isThrownBy(call).withMessageContainingAll(words);
        }
    }

    @Test
    void part_outOfRange_isRefused() {
        refused(() -> run().part(-1, 1), "must be in [0, chains=4): first=-1");
        refused(() -> run().part(4, 1), "must be in [0, chains=4): first=4");
        refused(() -> run().part(0, 0), "must be in [1, chains - first=4]: count=0");
        refused(() -> run().part(3, 2), "must be in [1, chains - first=1]: count=2");
        refused(() -> run().part(1, Integer.MAX_VALUE), "must be in [1, chains - first=3]: count=2147483647");
    }

    @Test
    void part_ofABatchedModelThatIsNoBatch_isRefused() {
        EnergyModel batched = SpinLine.of(6).batched(DataType.DOUBLE);
        SamplingRun run = run(Samplers.lbp().build(), batched);
        refused(
                () -> run.part(0, 2),
                "must be given for parts of a run on a batched model, whose rounding depends on it: chainsPerBatch=all chains");
        run.chainsPerBatch(2);
        refused(() -> run.part(1, 2), "must be a multiple of chainsPerBatch=2: first=1");
        refused(() -> run.part(0, 1), "must be a multiple of chainsPerBatch=2, except in the last part: count=1");
        assertThat(run.part(2, 2).warmUp().count()).isEqualTo(2);
        assertThat(run.chainsPerBatch(3).part(3, 1).warmUp().count()).isEqualTo(1);
    }

    @Test
    void file_cutShortOrChangedAnywhere_isRefusedByName() throws IOException {
        List<RunPart> warm = warm(run());
        Path file = directory.resolve("part");
        warm.get(0).write(file);
        damaged(file, "a part of a run", () -> RunPart.read(file));
        RunPart.freeze(warm).write(file);
        damaged(file, "the common scale of a run", () -> RunFreeze.read(file));
    }

    private static void damaged(Path file, String what, ThrowingCallable read) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        String message = "cannot read " + what + " from " + file + ": it ";
        for (int at = 0; at < whole.length; at++) {
            Files.write(file, Arrays.copyOf(whole, at));
            assertThatIOException().isThrownBy(read).withMessageStartingWith(message);
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            Files.write(file, flipped);
            assertThatIOException().isThrownBy(read).withMessageStartingWith(message);
        }
        Files.write(file, Arrays.copyOf(whole, whole.length + 1));
        assertThatIOException().isThrownBy(read).withMessageStartingWith(message);
    }

    @Test
    void file_thatIsNoPart_isRefusedByName() throws IOException {
        List<RunPart> warm = warm(run());
        Path file = directory.resolve("part");
        String part = "cannot read a part of a run from " + file + ": it ";
        String freeze = "cannot read the common scale of a run from " + file + ": it ";
        assertThatIOException().isThrownBy(() -> RunPart.read(file)).withMessage(part + "is not there");
        assertThatIOException().isThrownBy(() -> RunFreeze.read(file)).withMessage(freeze + "is not there");
        warm.get(0).write(file);
        assertThatIOException().isThrownBy(() -> RunFreeze.read(file)).withMessageStartingWith(freeze + "is not ");
        RunPart.freeze(warm).write(file);
        assertThatIOException().isThrownBy(() -> RunPart.read(file)).withMessageStartingWith(part + "is not ");
        Files.write(file, new byte[0]);
        assertThatIOException().isThrownBy(() -> RunPart.read(file)).withMessageStartingWith(part + "is not ");
        Files.delete(file);
        Files.createDirectory(file);
        assertThatIOException().isThrownBy(() -> RunPart.read(file)).withMessage(part + "is a directory");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RunPart.of(new byte[3]))
                .withMessageStartingWith("must be a part of a run, but it is not ");
    }

    @Test
    void serialised_isTheSameOrRefused() throws IOException, ClassNotFoundException {
        List<RunPart> warm = warm(run());
        RunPart copy = Serialized.copy(warm.get(1));
        assertThat(copy.toBytes()).isEqualTo(warm.get(1).toBytes());
        assertThat(copy).hasToString(warm.get(1).toString());
        assertThat(List.of(copy.first(), copy.count(), copy.chains(), copy.stage(), copy.stages()))
                .containsExactly(2, 2, 4, 1, 1);
        assertThat(copy.isWarm()).isTrue();
        assertThat(copy.isDrawn()).isFalse();
        RunFreeze freeze = Serialized.copy(RunPart.freeze(warm));
        assertThat(freeze.toBytes()).isEqualTo(RunPart.freeze(warm).toBytes());
        assertThat(freeze.isLast()).isTrue();
        warm.get(0).toBytes()[100] ^= 1;
        assertThatThrownBy(() -> Serialized.copy(warm.get(0)))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessageContaining("must be a part of a run, but it is damaged");
    }
}
